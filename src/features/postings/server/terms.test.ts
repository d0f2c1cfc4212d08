import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { readStoredTerms } from '#features/jobs/server/public.ts'
import { statedTerms, termNames } from '#features/jobs/terms.ts'
import { storedTermsSchema, type StoredTerms } from '#features/jobs/terms-schema.ts'
import { posting as importedItem } from '#test/fixtures/imports.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { importSource, keepSource, openBoard } from '#test/imports.ts'
import { setPublishing } from '#test/publishing.ts'
import { asVisitor, signIn } from '#test/sign-in.ts'
import { posting, publicPost } from '../postings.fixture.ts'

/** The terms of a posting, through every door by which one comes in. */

const board = await openBoard()
const visitor = asVisitor(board)
const employer = await signIn(board, 'employer')
await setPublishing(board.admin, { account: 'immediate', public: 'immediate' })
afterAll(() => board.close())

async function termsOf(id: string): Promise<StoredTerms> {
  const { rows } = await sql<{ terms: unknown }>`select terms from jobs where id = ${id}`.execute(board.db)
  return storedTermsSchema.parse(rows[0]?.terms)
}
const idOf = (answer: { json: () => unknown }) => (answer.json() as { job: { id: string } }).job.id
const url = (id: string) => `/api/job-postings/${id}`
type Detail = { id: string; updatedAt: string; call: string; malpractice: string; visaDetails: string }

const description = 'Join three physicians. Call is 1:6 from home. Claims-made malpractice with tail paid. No non-compete.'
const read = {
  call: { is: 'yes', oneIn: 6, where: 'home', words: 'Call is 1:6 from home.' },
  malpractice: { is: 'yes', kind: 'claims-made', tail: 'employer' },
  nonCompete: { is: 'no' },
}

test('the form without an account: what the text says is read, what the poster says counts more', async () => {
  const id = idOf(
    await visitor.post('/employers/post', publicPost({ description, call: '1 in 8', visaDetails: 'Conrad 30, no flex slots' })),
  )
  expect(await termsOf(id)).toMatchObject({
    ...read,
    call: { is: 'yes', oneIn: 8, by: 'poster' },
    conrad: { is: 'yes', by: 'poster' },
    flex: { is: 'no', by: 'poster' },
  })
  const { terms } = (await visitor.get(`/api/jobs/${id}`)).json<{ terms: StoredTerms }>()
  expect(terms).toMatchObject({ call: { oneIn: 8 }, nonCompete: { is: 'no' } })
  expect(terms).not.toHaveProperty('index')
})

test('the dashboard: an edit of the text is read anew, and keeps what the poster said; history has it', async () => {
  const created = (await employer.post('/api/job-postings', posting({ description }))).json<Detail>()
  const change = async (changes: object): Promise<Detail> => {
    const { updatedAt } = (await employer.get(url(created.id))).json<Detail>()
    const answer = await employer.put(url(created.id), { ...changes, updatedAt })
    expect(answer.statusCode).toBe(200)
    return answer.json<Detail>()
  }
  expect(await change({ malpractice: 'Occurrence', call: 'not stated' })).toMatchObject({
    call: 'not stated',
    malpractice: 'Occurrence',
  })
  expect(await change({ description: 'Join three physicians. Call is 1:3. Tail not covered. PTO: 5 weeks.' })).toMatchObject({
    call: 'not stated',
  })
  const terms = await termsOf(created.id)
  expect(terms).toMatchObject({
    call: { is: 'unstated' },
    malpractice: { kind: 'occurrence', by: 'poster' },
    timeOff: { weeks: 5 },
  })
  expect(terms.nonCompete).toBeUndefined()
  const shown = (await visitor.get(`/api/jobs/${created.id}`)).json<{ terms: StoredTerms }>().terms
  expect(Object.keys(shown).toSorted()).toEqual(['malpractice', 'timeOff'])
  await change({ call: '' })
  expect(await termsOf(created.id)).toMatchObject({ call: { oneIn: 3 }, malpractice: { kind: 'occurrence' } })
  const history = (await employer.get(`${url(created.id)}/history`)).json<{ changed: string[] }[]>()
  expect(history.map((it) => it.changed)).toContainEqual(['malpractice', 'call'].toSorted((a, b) => (a < b ? -1 : 1)))
})

test('an absurd figure in the form gets an answer', async () => {
  for (const [field, line, example] of [
    ['call', '1 in 500', '1 in 6, from home, paid'],
    ['nonCompete', '3,000 miles', '15 miles, 1 year, or none'],
    ['notice', '5000 days', '90 days'],
  ] as const) {
    const message = `Please write it like “${example}”, or leave it empty`
    const answer = await employer.post('/api/job-postings', posting({ description, [field]: line }))
    expect(answer.json()).toMatchObject({ details: [{ field, message }] })
  }
})

test('a posting whose poster states none of the terms has none, whatever its text says', async () => {
  const unstated = Object.fromEntries(termNames.flatMap((name) => (name === 'start' ? [] : [[name, 'not stated']])))
  const created = (
    await employer.post('/api/job-postings', posting({ ...unstated, jobType: 'locums', description }))
  ).json<Detail>()
  const job = (await visitor.get(`/api/jobs/${created.id}`)).json<{ title: string; type: string; terms: StoredTerms }>()
  expect(job.terms).toEqual({})
  expect(statedTerms(job).missing).toEqual(termNames)
  expect((await termsOf(created.id)).index.filter((it) => it.startsWith('@'))).toEqual([])
  expect((await visitor.get('/jobs.xml')).body).toContain('No terms stated')
})

test('a file of postings: a column for a term, and the text', async () => {
  const csv = `title,company,specialty,location,description,job type,PTO\nA,Lakeside,Cardiology,"Austin, TX","${description}",full-time,6 weeks\n`
  const mapping = ['title', 'company', 'specialty', 'location', 'description', 'jobType', 'timeOff']
  const { created } = (await employer.post('/api/job-postings/csv', { csv, mapping })).json<{ created: { id: string }[] }>()
  expect(await termsOf(created[0]?.id ?? '')).toMatchObject({ ...read, timeOff: { weeks: 6, by: 'poster' } })
})

test('an import', async () => {
  board.publish([importedItem(1, { description: `${description} You see 18 patients a day.` })])
  await importSource(board, await keepSource(board))
  const { rows } = await sql<{
    id: string
  }>`select id from jobs where channel = 'import' and description like '%18 patients%'`.execute(board.db)
  expect(await termsOf(rows[0]?.id ?? '')).toMatchObject({ ...read, patients: { count: 18, per: 'day' } })
})

test('a job of an earlier version is read once, without being touched otherwise', async () => {
  const job = jobRow({ description })
  await addJobs(board.db, [job])
  const said = { cme: { is: 'yes', amount: 4000, words: '$4,000', by: 'poster' } }
  await sql`update jobs set terms = ${JSON.stringify(said)}::jsonb, terms_version = 0 where id = ${job.id}`.execute(board.db)
  const { rows: before } = await sql`select updated_at from jobs where id = ${job.id}`.execute(board.db)
  await readStoredTerms(board.db)
  expect(await termsOf(job.id)).toMatchObject({
    ...read,
    ...said,
    index: ['@call:6', '@call:5', '@call:4', '@call:3', '@tailPaid', '@noNonCompete'],
  })
  const found = (await visitor.get('/api/jobs?tailPaid=true&call=5&limit=100')).json<{ jobs: { id: string }[] }>()
  expect(found.jobs.map((it) => it.id)).toContain(job.id)
  const { rows: after } = await sql`select updated_at from jobs where id = ${job.id} and terms_version > 0`.execute(board.db)
  expect(after).toEqual(before)
})
