import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { pageOf } from './boards.ts'

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
