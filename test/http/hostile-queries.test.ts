import { describe, expect, test } from 'vitest'
import { appForFile } from '../app.ts'
import { jobRow } from '../factories.ts'
import { hostileTexts } from '../hostile-texts.ts'

const board = appForFile({
  jobs: [
    jobRow(),
    jobRow({ specialty: 'Psychiatry', title: 'Psychiatrist', city: 'Boise', state: 'ID' }),
  ],
})

const parameters =
  'keyword city state specialty jobType visa setting q loc radius minPay page limit sortBy sortOrder'.split(
    ' ',
  )

const queries: Record<string, string> = {
  'a malformed escape': 'keyword=%E0%A4%A',
  'half an emoji': 'keyword=%ED%A0%80',
  'invalid UTF-8': 'keyword=%FF%FE',
  'two hundred parameters': Array.from({ length: 200 }, (_, index) => `p${index}=${index}`).join(
    '&',
  ),
  'two hundred times the same': Array.from({ length: 200 }, () => 'keyword=er').join('&'),
  arrays:
    'keyword=a&keyword=b&city=Austin&city=Boise&page=1&page=2&setting=Clinic&setting=Inpatient&specialty=Cardiology&specialty=Psychiatry',
  brackets: 'keyword[]=a&keyword[b]=c&page[$gt]=1',
  'prototype keys':
    '__proto__=1&constructor=2&prototype=3&__proto__[page]=2&hasOwnProperty=1&toString=1&keyword=__proto__&specialty=constructor&state=__proto__&jobType=toString&sortBy=hasOwnProperty',
  'no names': '=&&=1&&&',
  'question marks': '??keyword=a?b',
}

const numbers = [
  '-1',
  '0',
  '1e400',
  'NaN',
  'Infinity',
  '-Infinity',
  '1.5',
  '99999999999999999999',
  '0x10',
  '1e3',
  ' 7 ',
  '٣',
  '',
]

const addresses = [
  '/api/jobs',
  '/jobs',
  '/api/facets',
  '/api/suggest',
  '/',
  '/jobs.rss',
  '/jobs/specialty/cardiology',
]

/**
 * All at the search, for programs and for people; of the others, which read them as it does, each
 * has its share.
 */
function textsFor(path: string): [name: string, text: string][] {
  const index = addresses.indexOf(path)
  // A zero byte is refused: hardening.test.ts.
  const texts = Object.entries(hostileTexts).filter(([, text]) => !text.includes('\0'))
  return texts.filter((_, n) => index < 2 || n % 4 === index % 4)
}

describe.each(addresses)('%s', (path) => {
  const expectHarmless = async (query: string) => {
    const answer = await board.get(`${path}?${query}`)
    expect(answer.statusCode, query.slice(0, 100)).toBe(200)
    if (!path.startsWith('/api') && path !== '/jobs.rss')
      expect(answer.body).not.toContain('<script>alert(1)')
  }

  test.each(textsFor(path))('survives %s', async (_, text) => {
    const value = encodeURIComponent(text.slice(0, 5_000).toWellFormed())
    // In every place at once, as far as the URL length allows.
    await expectHarmless(
      (value.length < 2000 ? parameters : ['show=jobs&keyword'])
        .map((it) => `${it}=${value}`)
        .join('&'),
    )
  })

  test.each(Object.keys(queries))('survives %s', async (name) =>
    expectHarmless(`show=jobs&${queries[name]}`),
  )

  test('survives invalid numbers', async () => {
    for (const number of numbers.map(encodeURIComponent)) {
      await expectHarmless(
        `show=jobs&page=${number}&limit=${number}&radius=${number}&minPay=${number}&postedWithin=${number}`,
      )
    }
  })
})

test('unknown values of filters are ignored', async () => {
  const all = (await board.get('/api/jobs')).json<{ total: number }>()
  const strange =
    '?specialty=Alchemy&state=ZZ&jobType=forced&visa=Z9&setting=Moon&schedule=Never&benefits=Gold&radius=3&minPay=much&postedWithin=2&telehealth=maybe&sortBy=luck&sortOrder=up&unknown=1'
  expect((await board.get(`/api/jobs${strange}`)).json()).toEqual(all)
})

test('a page beyond the last is empty, also the last valid page number', async () => {
  const beyond = (await board.get('/api/jobs?page=400')).json()
  expect(beyond).toMatchObject({ jobs: [], total: 2, totalPages: 1 })
  const huge = (await board.get('/api/jobs?page=99999999')).json<{ page: number }>()
  expect(huge.page).toBe(500)
})

test.each(['%2541', '100%25', '%26%3D%23', 'a%2Bb'])(
  'the page finds its data for the escaped keyword %s',
  async (keyword) => {
    const page = await board.get(`/jobs?keyword=${keyword}`)
    expect(page.statusCode).toBe(200)
    expect(page.body).not.toContain('Searching…')
  },
)

test.each([
  'not-a-uuid',
  '123',
  "'",
  '%3Cscript%3E',
  '01a1fcb2-d45d-78f3-89a3-a50cc17759c',
  'ÄÖÜ'.repeat(20),
  '__proto__',
])('the id %s is nobody’s, for programs and for people', async (id) => {
  const answer = await board.get(`/api/jobs/${encodeURI(id)}`)
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ error: 'Job Not Found', code: 'NOT_FOUND' })

  const page = await board.get(`/jobs/${encodeURI(id)}`)
  expect(page).toMatchObject({
    statusCode: 404,
    headers: { 'content-type': expect.stringMatching(/html/) },
  })
  const says = [
    'Job Not Found',
    'The job you&#x27;re looking for could not be found.',
    '<meta name="robots" content="noindex"',
  ]
  for (const text of says) expect(page.body).toContain(text)
})
