import { expect, test } from 'vitest'
import { databaseForFile } from '#test/database.ts'
import { readWords } from '#features/names/server/public.ts'
import { findLookalikes } from './lookalikes.ts'

const known = [
  { employer: 'Mayo Clinic', domain: 'mayo.edu' },
  { employer: 'Mercy Hospital', domain: 'mercy.org' },
  { employer: 'Lakeside Clinic', domain: null },
]
const database = databaseForFile()

async function find(company: string, domain: string | null, applyUrl?: string) {
  const words = await readWords(
    database.db,
    known.map(({ employer }) => employer),
  )
  const read = known.map((employer) => ({ ...employer, words: words.get(employer.employer) ?? '' }))
  const [found] = await findLookalikes(
    database.db,
    [{ posting: posting(company, applyUrl), domain }],
    read,
  )
  return found
}

const posting = (company: string, applyUrl = 'https://jobs.example/1') => ({
  company,
  applyUrl,
  contactEmail: '',
  publicEmail: '',
})

type Case = [
  company: string,
  domain: string | null,
  applyUrl: string | undefined,
  why: string | null,
]
test.each<Case>([
  ['Mercy Hospital', 'mercy-jobs.example', undefined, 'name'],
  ['MERCY hospital.', 'gmail.com', undefined, 'name'],
  ['Mercy Hospita1', 'other.example', undefined, 'name'],
  ['Mеrcy Hоspital', 'other.example', undefined, 'name'],
  ['Mercy Hosptial', 'other.example', undefined, 'similar-name'],
  ['Mayo C1inic', null, undefined, 'name'],
  ['Mayo Clinic Careers', 'other.example', undefined, 'added-words'],
  ['The Mercy Hospital Group', 'other.example', undefined, 'added-words'],
  ['Mercy Regional Hospital', 'other.example', undefined, 'added-words'],
  ['Regional Health', 'mercy-careers.com', undefined, 'similar-domain'],
  ['Regional Health', 'rnercy.org', undefined, 'similar-domain'],
  ['Regional Health', 'mercy.co', undefined, 'similar-domain'],
  ['Regional Health', 'xn--mrcy-v4d.org', undefined, 'similar-domain'],
  [
    'Regional Health',
    'regional.example',
    'https://apply.mercy-careers.com/login',
    'similar-domain',
  ],
  ['Regional Health', 'regional.example', 'https://mercy.org.apply-now.example', 'similar-domain'],
  ['Regional Health', 'regional.example', 'https://jobs.mercy.org', null],
  ['Mercy Hospital', 'mercy.org', 'https://mercy-careers.com', null],
  ['Mercy Hospital West', 'mercy.org', undefined, null],
  ['Regional Health', 'regional.example', undefined, null],
  ['Hope Clinic', 'hope.example', undefined, null],
])('%s at %s, applying at %s: %s', async (company, domain, applyUrl, why) => {
  expect((await find(company, domain, applyUrl))?.why ?? null).toBe(why)
})

test('names both sides', async () => {
  expect(await find('Mercy Hosptial', 'mercy-hr.example')).toEqual({
    why: 'similar-name',
    shown: { employer: 'Mercy Hosptial', domain: 'mercy-hr.example' },
    known: { employer: 'Mercy Hospital', domain: 'mercy.org' },
  })
})
