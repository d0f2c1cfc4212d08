import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { pageOf, publicPageOf } from './boards.ts'

const known = { domains: ['lakeside.org'], furtherHosts: [] }

test.each([
  ['https://boards.greenhouse.io/lakeside/jobs/77', 'boards-api.greenhouse.io', 'lakeside'],
  [
    'https://boards.greenhouse.io/embed/job_board?for=lakeside',
    'boards-api.greenhouse.io',
    'lakeside',
  ],
  ['https://jobs.eu.lever.co/lake-side', 'api.eu.lever.co', 'lake side'],
  ['https://jobs.lever.co/embed?for=lakeside', 'api.lever.co', 'embed'],
  ['https://lakeside.bamboohr.com/careers', 'lakeside.bamboohr.com', 'lakeside'],
])('%s is the board at %s of %s', (address, host, words) => {
  expect(pageOf(address, known)).toMatchObject({ hosts: [host], words, isOwnSite: false })
})

test.each([
  ['https://boards.greenhouse.io/lakeside/jobs/77', 'https://job-boards.greenhouse.io/lakeside'],
  ['https://jobs.eu.lever.co/lakeside/', 'https://jobs.eu.lever.co/lakeside'],
  ['https://jobs.ashbyhq.com/lakeside?x=1', 'https://jobs.ashbyhq.com/lakeside'],
  ['https://lakeside.workable.com/', 'https://apply.workable.com/lakeside/'],
  ['https://jobs.smartrecruiters.com/Lakeside', 'https://careers.smartrecruiters.com/Lakeside'],
  ['https://lakeside.recruitee.com/o/one', 'https://lakeside.recruitee.com/'],
  ['https://lakeside.bamboohr.com/jobs', 'https://lakeside.bamboohr.com/careers'],
  [
    'https://lakeside.wd5.myworkdayjobs.com/en-US/Careers/job/1',
    'https://lakeside.wd5.myworkdayjobs.com/Careers',
  ],
  ['https://lakeside.org/feed.xml', 'https://lakeside.org/feed.xml'],
])('%s is shown as %s', (address, page) => {
  expect(publicPageOf(pageOf(address, known).url)).toBe(page)
})

test('a feed of a vouched domain is the own site', () => {
  expect(pageOf('https://jobs.lakeside.org/feed.xml#top', known)).toMatchObject({
    url: 'https://jobs.lakeside.org/feed.xml',
    isOwnSite: true,
  })
})

test.each([
  'https://boards.greenhouse.io/embed/job_board?for=lakeside/../rival',
  'https://boards.greenhouse.io/embed/job_board',
  'https://lakeside.org.rival.test/feed.xml',
])('%s is refused', (address) => {
  expect(() => pageOf(address, known)).toThrow(AppError)
})
