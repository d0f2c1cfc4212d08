import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { importDataset } from '#features/imports/server/runs/import-dataset.ts'
import { readStoredTerms } from '#features/jobs/server/public.ts'
import { statedTerms, termNames } from '#features/jobs/terms.ts'
import { storedTermsSchema, type StoredTerms } from '#features/jobs/terms-schema.ts'
import { posting as importedItem } from '#test/fixtures/imports.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import * as board from '#test/postings.ts'
import { posting } from '#test/posting-forms.ts'

/** The terms of a posting, through every door by which one comes in. */

board.openForFile()

const termsOf = async (id: string): Promise<StoredTerms> =>
  storedTermsSchema.parse((await board.stored(id)).terms)
const shown = async (id: string) =>
  (await board.shown(id)).json<{ title: string; type: string; terms: StoredTerms }>()

const description =
  'Join three physicians. Call is 1:6 from home. Claims-made malpractice with tail paid. No non-compete.'
const read = {
  call: { is: 'yes', oneIn: 6, where: 'home', words: 'Call is 1:6 from home.' },
  malpractice: { is: 'yes', kind: 'claims-made', tail: 'employer' },
  nonCompete: { is: 'no' },
}

test('the form without an account: what the text says is read, what the poster says counts more', async () => {
  const id = await board.postPublic({
    description,
    call: '1 in 8',
    visaDetails: 'Conrad 30, no flex slots',
  })
  expect(await termsOf(id)).toMatchObject({
    ...read,
    call: { is: 'yes', oneIn: 8, by: 'poster' },
    conrad: { is: 'yes', by: 'poster' },
    flex: { is: 'no', by: 'poster' },
  })
  await board.decide(id, 'approve')
  const { terms } = await shown(id)
  expect(terms).toMatchObject({ call: { oneIn: 8 }, nonCompete: { is: 'no' } })
  expect(terms).not.toHaveProperty('index')
})

test('the dashboard: an edit of the text is read anew, and keeps what the poster said; history has it', async () => {
  const { id } = await board.create({ description })
  const change = async (changes: object) => (await board.change(id, changes)).json<object>()
  const said = { malpractice: 'Occurrence', call: 'not stated' }
  expect(await change(said)).toMatchObject(said)
  const text = 'Join three physicians. Call is 1:3. Tail not covered. PTO: 5 weeks.'
  expect(await change({ description: text })).toMatchObject({ call: 'not stated' })
  const terms = await termsOf(id)
  const malpractice = { kind: 'occurrence', by: 'poster' }
  expect(terms).toMatchObject({ call: { is: 'unstated' }, malpractice, timeOff: { weeks: 5 } })
  expect(terms.nonCompete).toBeUndefined()
  expect(Object.keys((await shown(id)).terms).toSorted()).toEqual(['malpractice', 'timeOff'])
  await change({ call: '' })
  expect(await termsOf(id)).toMatchObject({ call: { oneIn: 3 }, malpractice })
  expect((await board.historyOf(id)).map((event) => event.changed)).toContainEqual([
    'call',
    'malpractice',
  ])
})

test.each([
  ['call', '1 in 500', '1 in 6, from home, paid'],
  ['nonCompete', '3,000 miles', '15 miles, 1 year, or none'],
  ['notice', '5000 days', '90 days'],
])('an absurd figure in the form gets an answer: %s %s', async (field, line, example) => {
  const answer = await board.employer.post(
    '/api/job-postings',
    posting({ description, [field]: line }),
  )
  const message = `Please write it like “${example}”, or leave it empty`
  expect(answer.json()).toMatchObject({ details: [{ field, message }] })
})

test('a posting whose poster states none of the terms has none, whatever its text says', async () => {
  const unstated = Object.fromEntries(
    termNames.flatMap((name) => (name === 'start' ? [] : [[name, 'not stated']])),
  )
  const { id } = await board.create({ ...unstated, jobType: 'locums', description })
  const job = await shown(id)
  expect(job.terms).toEqual({})
  expect(statedTerms(job).missing).toEqual(termNames)
  expect((await termsOf(id)).index.filter((word) => word.startsWith('@'))).toEqual([])
  expect((await board.visitor.get('/jobs.xml')).body).toContain('No terms stated')
})

test('a file of postings: a column for a term, and the text', async () => {
  const csv = `title,company,specialty,location,description,job type,PTO\nA,Lakeside,Cardiology,"Austin, TX","${description}",full-time,6 weeks\n`
  const mapping = ['title', 'company', 'specialty', 'location', 'description', 'jobType', 'timeOff']
  const { created } = (await board.employer.post('/api/job-postings/csv', { csv, mapping })).json<{
    created: { id: string }[]
  }>()
  expect(await termsOf(created[0]?.id ?? '')).toMatchObject({
    ...read,
    timeOff: { weeks: 6, by: 'poster' },
  })
})

test('an import', async () => {
  const items = [importedItem(1, { description: `${description} You see 18 patients a day.` })]
  await importDataset(
    board.app.db,
    { items },
    { allowedHosts: [], sourceName: 'Terms', now: new Date('2026-11-21T12:00:00Z') },
  )
  const { rows } = await sql<{ id: string }>`select id from jobs where source = 'Terms'`.execute(
    board.app.db,
  )
  expect(await termsOf(rows[0]?.id ?? '')).toMatchObject({
    ...read,
    patients: { count: 18, per: 'day' },
  })
})

test('a job of an earlier version is read once, without being touched otherwise', async () => {
  const { id } = jobRow()
  await addJobs(board.app.db, [jobRow({ id, description })])
  const said = { cme: { is: 'yes', amount: 4000, words: '$4,000', by: 'poster' } }
  await sql`update jobs set terms = ${JSON.stringify(said)}::jsonb, terms_version = 0 where id = ${id}`.execute(
    board.app.db,
  )
  const { updated_at } = await board.stored(id)
  await readStoredTerms(board.app.db)
  const index = ['@call:6', '@call:5', '@call:4', '@call:3', '@tailPaid', '@noNonCompete']
  expect(await termsOf(id)).toMatchObject({ ...read, ...said, index })
  const found = (await board.visitor.get('/api/jobs?tailPaid=true&call=5&limit=100')).json<{
    jobs: { id: string }[]
  }>()
  expect(found.jobs.map((job) => job.id)).toContain(id)
  expect(await board.stored(id)).toMatchObject({ updated_at })
})

test('all jobs of an earlier version are read, batch after batch', async () => {
  await addJobs(
    board.app.db,
    Array.from({ length: 45 }, () => jobRow({ description })),
  )
  await sql`update jobs set terms_version = 0`.execute(board.app.db)
  await readStoredTerms(board.app.db)
  const { rows } = await sql`select from jobs where terms_version = 0`.execute(board.app.db)
  expect(rows).toEqual([])
})
