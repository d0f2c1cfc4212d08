import { expect, test } from 'vitest'
import { findLookalike, readKnown } from './lookalikes.ts'

const known = [
  { employer: 'Mayo Clinic', domain: 'mayo.edu' },
  { employer: 'Mercy Hospital', domain: 'mercy.org' },
  { employer: 'Lakeside Clinic', domain: null },
].map(readKnown)

const posting = (company: string, applyUrl = 'https://jobs.example/1') => ({
  company,
  applyUrl,
  contactEmail: '',
  publicEmail: '',
})

type Case = [company: string, domain: string | null, applyUrl: string | undefined, why: string | null]
test.each<Case>([
  ['Mercy Hospital', 'mercy-jobs.example', undefined, 'name'],
  ['MERCY hospital.', 'gmail.com', undefined, 'name'],
  ['Mercy Hospita1', 'other.example', undefined, 'similar-name'],
  ['Mеrcy Hоspital', 'other.example', undefined, 'similar-name'],
  ['Mercy Hosptial', 'other.example', undefined, 'similar-name'],
  ['Mayo C1inic', null, undefined, 'similar-name'],
  ['Mayo Clinic Careers', 'other.example', undefined, 'added-words'],
  ['The Mercy Hospital Group', 'other.example', undefined, 'added-words'],
  ['Mercy Regional Hospital', 'other.example', undefined, 'added-words'],
  ['Regional Health', 'mercy-careers.com', undefined, 'similar-domain'],
  ['Regional Health', 'rnercy.org', undefined, 'similar-domain'],
  ['Regional Health', 'mercy.co', undefined, 'similar-domain'],
  ['Regional Health', 'xn--mrcy-v4d.org', undefined, 'similar-domain'],
  ['Regional Health', 'regional.example', 'https://apply.mercy-careers.com/login', 'similar-domain'],
  ['Regional Health', 'regional.example', 'https://mercy.org.apply-now.example', 'similar-domain'],
  ['Regional Health', 'regional.example', 'https://jobs.mercy.org', null],
  ['Mercy Hospital', 'mercy.org', 'https://mercy-careers.com', null],
  ['Mercy Hospital West', 'mercy.org', undefined, null],
  ['Regional Health', 'regional.example', undefined, null],
  ['Hope Clinic', 'hope.example', undefined, null],
])('%s at %s, applying at %s: %s', (company, domain, applyUrl, why) => {
  expect(findLookalike(posting(company, applyUrl), domain, known)?.why ?? null).toBe(why)
})

test('names both sides', () => {
  expect(findLookalike(posting('Mercy Hosptial'), 'mercy-hr.example', known)).toEqual({
    why: 'similar-name',
    shown: { employer: 'Mercy Hosptial', domain: 'mercy-hr.example' },
    known: { employer: 'Mercy Hospital', domain: 'mercy.org' },
  })
})
