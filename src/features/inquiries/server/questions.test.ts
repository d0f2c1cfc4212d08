import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ResponseOf } from '#shared/contract.ts'
import { applied, appliedBy, inboxOf, ours, theirs } from '#test/applications.ts'
import { statusesOf } from '#test/at-once.ts'
import {
  anotherJob,
  app,
  employer,
  erase,
  hiringForFile,
  job,
  makeTeam,
  visitor,
} from '#test/hiring.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'

hiringForFile()

/** Sets of questions that several postings ask, and answers that mark an application. */

type Asked = ResponseOf<'GET /api/job-postings/:id/questions'>

const license = {
  id: randomUUID(),
  kind: 'yes-no',
  label: 'Do you hold a Texas license?',
  isRequired: false,
  choices: [],
  marks: ['No'],
}
const asked = async (jobId = job.id, by = employer) =>
  (await by.get(`/api/job-postings/${jobId}/questions`)).json<Asked>()
async function save(
  jobId: string,
  set: { id?: string | undefined; name?: string } | null,
  questions: object[] = [license],
  by = employer,
) {
  const { version, sets } = await asked(jobId, by)
  const known = sets.find(({ id }) => id === set?.id)
  return by.put(`/api/job-postings/${jobId}/questions`, {
    questions,
    version,
    set: set && { id: null, name: 'Texas', version: known?.version ?? null, ...set },
  })
}
const visa = { ...license, id: randomUUID(), label: 'Do you need a visa?', marks: ['Yes'] }
const answering = (answer: string) => ({ answers: { [license.id]: answer } })
const labelsOf = async (jobId: string) => (await asked(jobId)).questions.map(({ label }) => label)

test('several postings ask one set; what is saved in one is asked by all, and answers keep their words', async () => {
  const second = await anotherJob()
  const third = await anotherJob()
  expect((await save(job.id, {})).statusCode).toBe(200)
  const { setId, sets } = await asked()
  expect(sets).toMatchObject([{ id: setId, name: 'Texas', postings: 1 }])
  await save(second.id, { id: setId ?? '' })
  await save(third.id, null, [{ ...license, label: 'Of its own?' }])
  const before = await applied({ ...answering('No'), jobId: second.id })

  const changed = { ...license, label: 'Texas license?', marks: [] }
  expect((await save(job.id, { id: setId ?? '', name: 'License' }, [changed])).statusCode).toBe(200)
  expect(await labelsOf(second.id)).toEqual(['Texas license?'])
  expect(await labelsOf(third.id)).toEqual(['Of its own?'])
  expect((await ours(before)).answers).toEqual([
    { id: license.id, question: license.label, answer: 'No', isMark: true },
  ])
  const after = await appliedBy('later', { ...answering('No'), jobId: second.id })
  expect((await ours(after)).answers).toEqual([
    { id: license.id, question: 'Texas license?', answer: 'No' },
  ])

  // Without its set a posting asks the same; a second deletion finds nothing.
  expect(await statusesOf([employer.delete(`/api/question-sets/${setId}`)])).toEqual([200])
  expect((await employer.delete(`/api/question-sets/${setId}`)).statusCode).toBe(404)
  expect(await asked(second.id)).toMatchObject({ setId: null, sets: [], questions: [changed] })
  expect((await ours(before)).answers).toHaveLength(1)
})

test('a mark is for those who hire: it decides nothing, filters list and board, and no applicant sees it', async () => {
  await save(job.id, null, [license, visa])
  expect((await visitor.get(`/api/jobs/${job.id}/recipient`)).body).not.toContain('marks')
  const marked = await applied(answering('No'))
  const other = await appliedBy('licensed', answering('Yes'))
  const silent = await appliedBy('silent')
  const abroad = await appliedBy('abroad', { answers: { [visa.id]: 'Yes', [license.id]: 'Yes' } })
  expect((await ours(marked)).stage).toBe('new')
  expect(JSON.stringify(await theirs(marked))).not.toContain('isMark')
  for (const view of ['', '&view=board']) {
    const found = async (value: string) => {
      const { inquiries, total } = await inboxOf(`?marked=${value}${view}`)
      expect(total).toBe(inquiries.length)
      return inquiries.map(({ id }) => id)
    }
    expect(await found('1')).toEqual([abroad, marked])
    expect(await found(license.id)).toEqual([marked])
    expect(await found(visa.id)).toEqual([abroad])
    expect(await found('0')).toEqual([silent, other])
  }
  const keys = (await employer.get(`/api/inbox/keys?marked=${license.id}`)).json<{
    keys: { id: string }[]
  }>()
  expect(keys.keys.map(({ id }) => id)).toEqual([marked])
})

test.each<[string, object]>([
  ['a text', { kind: 'text' }],
  ['an answer that cannot be chosen', { marks: ['Perhaps'] }],
  ['a choice that is not there', { kind: 'choice', choices: ['Days', 'Nights'], marks: ['Noon'] }],
])('%s marks nothing', async (_, more) => {
  expect((await save(job.id, null, [{ ...license, ...more }])).statusCode).toBe(400)
})

test('of two who change a set at once from two postings, the second is told; names are told apart', async () => {
  const second = await anotherJob()
  await save(job.id, {})
  const { setId } = await asked()
  await save(second.id, { id: setId ?? '' })
  const changed = (label: string) => [{ ...license, label }]
  const [{ version, sets }, other] = [await asked(), await asked(second.id)]
  const put = (jobId: string, seen: string | null, label: string) =>
    employer.put(`/api/job-postings/${jobId}/questions`, {
      questions: changed(label),
      version: seen,
      set: { id: setId, name: 'Texas', version: sets[0]?.version ?? null },
    })
  expect(
    await statusesOf([put(job.id, version, 'One?'), put(second.id, other.version, 'Two?')]),
  ).toEqual([200, 409])
  expect(await labelsOf(job.id)).toEqual(await labelsOf(second.id))
  expect((await save(second.id, { name: 'Texas' })).json()).toMatchObject({
    details: [{ field: 'name' }],
  })
  expect((await save(second.id, { id: randomUUID() })).statusCode).toBe(404)
})

test('a set is the organization’s; who leaves takes it along, and changes nobody else’s questions', async () => {
  const member = await signIn(app, 'recruiter')
  const stranger = await signIn(app, 'employer')
  const reader = await signIn(app, 'recruiter')
  await makeTeam([member, 'recruiter'], [reader, 'reader'])
  const theirJob = await anotherJob({ owner_id: member.user.id })
  await save(theirJob.id, {}, [license], member)
  const { setId } = await asked(theirJob.id, member)
  expect((await save(job.id, { id: setId ?? '' })).statusCode).toBe(200)
  for (const by of [stranger, reader])
    expect((await by.delete(`/api/question-sets/${setId}`)).statusCode).toBe(404)

  await sql`delete from organization_members where user_id = ${member.user.id}`.execute(app.db)
  expect((await asked()).sets).toEqual([])
  const changed = [{ ...license, label: 'Elsewhere?' }]
  expect((await save(theirJob.id, { id: setId ?? '' }, changed, member)).statusCode).toBe(200)
  expect(await asked()).toMatchObject({ setId: null, questions: [license] })
})

test('the data export has an account’s sets and marks, and erasure ends them', async () => {
  const physician = await signIn(app, 'physician')
  await save(job.id, { name: 'Zephyr set' })
  await applied({ ...answering('No'), email: physician.user.email }, physician)
  const exported = async (by: SignedIn) => (await by.get('/api/account/export')).body
  expect(await exported(employer)).toContain('Zephyr set')
  expect(await exported(physician)).toContain('isMark')
  await erase(employer)
  expect(
    (await sql`select from question_sets where name = 'Zephyr set'`.execute(app.db)).rows,
  ).toEqual([])
})
