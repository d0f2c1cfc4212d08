import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { pdfFile } from '#test/cv-files.ts'
import {
  applicationsOf,
  applied,
  apply,
  applyByForm,
  inboxOf,
  mailed,
  mailedToken,
  move,
  ours,
  setDaysAgo,
} from '#test/applications.ts'
import { app, employer, hiringForFile, job, physician, visitor } from '#test/hiring.ts'
import { upload } from '#test/upload-cv.ts'
import { watchSilence } from './stages.ts'

/** Questions of a posting, and one application for each person. */

hiringForFile()

const id = {
  text: randomUUID(),
  yes: randomUUID(),
  choice: randomUUID(),
  number: randomUUID(),
  date: randomUUID(),
}
const questions = [
  { id: id.text, kind: 'text', label: 'Why this clinic?', isRequired: true },
  { id: id.yes, kind: 'yes-no', label: 'Are you board certified?', isRequired: true },
  { id: id.choice, kind: 'choice', label: 'Which shift?', choices: ['Days', 'Nights'] },
  { id: id.number, kind: 'number', label: 'Years of practice' },
  { id: id.date, kind: 'date', label: 'Earliest start' },
]

const path = () => `/api/job-postings/${job.id}/questions`
const asked = async () => (await employer.get(path())).json<{ version: string | null }>()
const ask = async (list: readonly unknown[] = questions) =>
  employer.put(path(), { questions: list, version: (await asked()).version })
const received = async () =>
  Promise.all((await inboxOf()).inquiries.map((inquiry) => ours(inquiry.id)))
const complete = { [id.text]: 'It is near the sea.', [id.yes]: 'Yes' }

test('the form asks a posting’s questions, and the employer reads the answers with them', async () => {
  expect((await ask()).statusCode).toBe(200)
  expect((await visitor.get(`/api/jobs/${job.id}/recipient`)).json()).toMatchObject({
    questions: [
      { label: 'Why this clinic?', choices: [] },
      {},
      { choices: ['Days', 'Nights'], isRequired: false },
      {},
      {},
    ],
  })
  const answers = {
    ...complete,
    [id.choice]: 'Nights',
    [id.number]: '1,200.5',
    [id.date]: '2027-03-01',
    [randomUUID()]: 'none',
  }
  await applied({ answers }, visitor)
  const expected = [
    { question: 'Why this clinic?', answer: 'It is near the sea.' },
    { question: 'Are you board certified?', answer: 'Yes' },
    { question: 'Which shift?', answer: 'Nights' },
    { question: 'Years of practice', answer: '1,200.5' },
    { question: 'Earliest start', answer: '2027-03-01' },
  ]
  expect(await received()).toMatchObject([{ answers: expected }])
  expect((await mailed(employer)).at(-1)?.text).toMatch(/Are you board certified\?[^]*Yes/)

  // A question that is changed or deleted leaves them, and is asked no more.
  await ask([{ ...questions[0], label: 'Why us?' }])
  expect(await received()).toMatchObject([{ answers: expected }])
  await applied(
    { answers: { [id.text]: 'Friends work there.' }, email: 'another@mail.test' },
    visitor,
  )
})

test.each<[Record<string, string>, string, string]>([
  [{}, id.text, 'Please answer: Why this clinic?'],
  [{ ...complete, [id.text]: '   ' }, id.text, 'Please answer: Why this clinic?'],
  [
    { ...complete, [id.text]: 'x'.repeat(1001) },
    id.text,
    'The answer is too long (max 1000 characters)',
  ],
  [{ ...complete, [id.yes]: 'Maybe' }, id.yes, 'Please answer yes or no'],
  [{ ...complete, [id.choice]: 'Weekends' }, id.choice, 'Please choose one of the answers'],
  [{ ...complete, [id.number]: 'ten' }, id.number, 'Please enter a number'],
  [{ ...complete, [id.date]: '2027-13-40' }, id.date, 'Please enter a date'],
])('answers that are missing or no answers are refused (%#)', async (answers, field, text) => {
  await ask()
  const answer = await apply({ answers }, visitor)
  expect(answer.statusCode).toBe(400)
  expect(answer.json<{ details: unknown[] }>().details).toContainEqual({
    field: `answers.${field}`,
    message: text,
  })
  expect(await received()).toEqual([])
})

const why = { kind: 'text', label: 'Why?' }

test.each([
  ['eleven', Array.from({ length: 11 }, () => ({ ...why, id: randomUUID() }))],
  ['one choice', [{ id: randomUUID(), kind: 'choice', label: 'Which?', choices: ['One'] }]],
  ['no words', [{ ...why, id: randomUUID(), label: ' ' }]],
  ['the same id twice', [questions[0], questions[0]]],
])('questions that cannot be asked are refused: %s', async (_, list) => {
  expect((await ask(list)).statusCode).toBe(400)
})

test('of two who change the questions at once, the second is told what the first saved, and can save after that', async () => {
  const put = (label: string, version: string | null) =>
    employer.put(path(), { questions: [{ ...questions[0], label }], version })
  const answers = await Promise.all([put('Why us?', null), put('Why here?', null)])
  const [saved, refused] = answers.toSorted((one, other) => one.statusCode - other.statusCode)
  expect([saved?.statusCode, refused?.statusCode]).toEqual([200, 409])
  const error = 'Somebody else saved other questions in the meantime. Save again to replace them.'
  expect(refused?.json()).toMatchObject({ error, current: await asked() })
  expect(await asked()).toMatchObject(saved?.json() ?? expect.fail())
  const { version } = await asked()
  expect((await put('Why at all?', version)).statusCode).toBe(200)
  expect(await asked()).toMatchObject({ questions: [{ label: 'Why at all?' }] })
})

test('without scripts, and with a file that waits for its link, the answers are asked for and kept', async () => {
  await ask()
  const email = `${job.id}@mail.test`
  const cv = { name: 'cv.pdf', content: pdfFile() }
  const form = (answers: Record<string, string>) =>
    applyByForm({ email, ...answers }, cv, visitor, 'text/html')
  expect((await form({})).body).toContain('Please answer: Why this clinic?')
  expect(
    (await form({ [`answers.${id.text}`]: 'The team', [`answers.${id.yes}`]: 'No' })).statusCode,
  ).toBe(303)
  await visitor.post('/api/waiting-inquiry', {
    token: await mailedToken(email, '/inquiry/confirm'),
  })
  expect(await received()).toMatchObject([
    { cvFileName: 'cv.pdf', answers: [{ answer: 'The team' }, { answer: 'No' }] },
  ])
})

test('sent again, also at once, an inquiry is stored and mailed once; a second one of the same person joins the first, with newer answers and the newer CV', async () => {
  await ask(questions.slice(0, 2))
  await upload(physician, pdfFile(), 'first.pdf')
  const send = (text: string, answer: string) =>
    applied({ answers: { ...complete, [id.text]: answer }, message: text, attachCv: true })
  const [first, again] = await Promise.all([
    send('Is it still open?', 'The team'),
    send('Is it still open?', 'The team'),
  ])
  expect(again).toBe(first)
  await upload(physician, pdfFile(), 'second.pdf')
  const others = await Promise.all([
    send('I have one more question.', 'The sea'),
    send('I have one more question.', 'The sea'),
  ])
  expect(others).toEqual([first, first])
  expect(await received()).toMatchObject([
    {
      id: first,
      message: 'Is it still open?',
      cvFileName: 'second.pdf',
      answers: [{ answer: 'The sea' }, { answer: 'Yes' }],
      replies: [{ bySender: true, message: 'I have one more question.' }],
    },
  ])
  expect(await mailed(employer)).toHaveLength(2)
})

test('who applies again after a decision opens the application again, also with the same words', async () => {
  const id = await applied()
  await move(id, 'closed', 0, 'filled')
  // They do not know it yet.
  expect(await applied()).toBe(id)
  expect(await ours(id)).toMatchObject({ stage: 'closed', replies: [] })
  await setDaysAgo([id], { created_at: 60, reminded_at: 50, closed_at: 20 })
  expect(await Promise.all([applied(), applied()])).toEqual([id, id])
  const opened = {
    stage: 'new',
    isUnread: true,
    replies: [{ bySender: true, message: expect.stringContaining('may I visit') }],
  }
  expect(await ours(id)).toMatchObject(opened)
  expect(await applicationsOf()).toMatchObject([{ id, progress: 'received', decision: null }])
  // Its silence begins anew.
  await watchSilence({ db: app.db, ...app.settings })
  expect(await ours(id)).toMatchObject(opened)
})
