import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { keyOf } from '#test/by-key.ts'
import { pdfFile } from '#test/cv-files.ts'
import { applied, mailed, mailedTo, theirs, write } from '#test/applications.ts'
import { addTeam } from '#test/factories.ts'
import {
  anotherJob,
  app,
  block,
  decide,
  employer,
  hiringForFile,
  job,
  physician,
  proveAddress,
  suspend,
  visitor,
} from '#test/hiring.ts'
import { runTasks } from '#test/mailbox.ts'
import { callerOf, signIn, type Caller, type SignedIn } from '#test/sign-in.ts'
import { upload } from '#test/upload-cv.ts'

/** Every door to what was sent, in every state of the posting and of the two sides. */

hiringForFile()

const file = { name: 'zq-license.pdf', content: pdfFile() }
const marks = [
  'Zq Applicant',
  'zq-message',
  'zq-answer',
  'zq-reply',
  'zq-license',
  'zq-cv',
  'zq@mail.test',
  'zq-word',
]

const suspendTeam = async (owner: SignedIn) => {
  await addTeam(app.db, [owner, 'owner'])
  const { rows } = await sql<{
    id: string
  }>`select organization_of(${owner.user.id}) as id`.execute(app.db)
  const admin = await signIn(app, 'admin')
  const answer = await admin.post(`/api/admin/organizations/${rows[0]?.id}/suspend`, {
    reason: 'fraud',
  })
  expect(answer.statusCode, answer.body).toBe(200)
}

/** An application with all that one can have, and another one that looks like the same person's. */
async function application() {
  const question = { id: '0197a3c0-0000-7000-8000-000000000001', kind: 'text', label: 'Why here?' }
  await employer.put(`/api/job-postings/${job.id}/questions`, {
    questions: [question],
    version: null,
  })
  await upload(physician, pdfFile(), 'zq-cv.pdf')
  await proveAddress(physician, `${job.id}.zq@mail.test`)
  const message = 'zq-message, call me at (206) 555-0142.'
  const sent = {
    name: 'Zq Applicant',
    email: `${job.id}.zq@mail.test`,
    message,
    attachCv: true,
    answers: { [question.id]: 'zq-answer' },
  }
  const id = await applied(sent)
  const other = await anotherJob()
  const alike = await applied(
    {
      jobId: other.id,
      name: 'Another',
      message: 'Call me at (206) 555-0142.',
      email: `guest-${job.id}@mail.test`,
    },
    visitor,
  )
  await physician.put(`/api/threads/${id}`, { showsEmail: true })
  expect((await write(physician, id, 'zq-reply', file)).statusCode).toBe(200)
  const day = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10)
  const times = {
    act: 'propose',
    times: [`${day}T15:00`],
    timeZone: 'America/Phoenix',
    minutes: 30,
    place: 'Here',
    sequence: null,
  }
  const change = (by: Caller, body: object) => by.post(`/api/threads/${id}/interview`, body)
  expect((await change(employer, times)).statusCode).toBe(200)
  const { interview, replies } = await theirs(id)
  await change(physician, { act: 'accept', sequence: 0, time: interview?.times[0] })
  const moved = await change(physician, { ...times, sequence: 1, word: 'zq-word' })
  expect(moved.statusCode).toBe(200)
  return { id, alike, ids: { id, jobId: job.id, messageId: replies[0]?.id ?? '' } }
}
type Applied = Awaited<ReturnType<typeof application>>

const has = async (by: Caller, url: string) => {
  const { body } = await by.get(url)
  return marks.some((mark) => body.includes(mark))
}

/**
 * Every call of the server that reads, with each id that it may take: what has a mark of the
 * applicant is a door.
 */
async function openDoors({ id, alike, ids }: Applied, by: Caller): Promise<string[]> {
  const isRead = ({ method, url }: (typeof app.app.routeList)[number]) =>
    [method].flat().includes('GET') &&
    url.startsWith('/api/') &&
    !/^\/api\/(logout|dev\/mail)/.test(url)
  const routes = app.app.routeList.filter(isRead)
  const doors = new Set<string>()
  for (const { url } of routes)
    for (const given of url.includes(':id') ? [id, alike, job.id] : [id]) {
      const answer = await by.get(
        url.replace(':messageId', ids.messageId).replaceAll(/:\w+/g, given).replace('*', ''),
      )
      const isFile =
        answer.statusCode === 200 && /pdf|calendar/.test(String(answer.headers['content-type']))
      if (isFile || marks.some((mark) => answer.body.includes(mark))) doors.add(url)
    }
  for (const url of [
    '/api/inbox?view=board',
    '/api/inbox?q=zq-message',
    `/employer/inbox/${id}`,
    '/employer/inbox',
  ])
    if (await has(by, url)) doors.add(url.replace(id, ':id'))
  return [...doors].toSorted()
}

const postersDoors = [
  '/api/inbox',
  '/api/inbox.csv',
  '/api/inbox/:id',
  '/api/inbox/:id/cv',
  '/api/inbox?q=zq-message',
  '/api/inbox?view=board',
  '/api/threads/:id/files/:messageId',
  '/api/threads/:id/interview.ics',
  '/api/v1/applications',
  '/api/v1/applications/:id',
  '/api/v1/applications/:id/cv',
  '/employer/inbox',
  '/employer/inbox/:id',
]

/** What the poster, and then the sender, is answered who writes. */
const states: [
  state: string,
  enter: (its: Applied) => Promise<unknown>,
  doors: string[],
  written: number[],
][] = [
  ['sent', async () => {}, postersDoors, [200, 200]],
  ['blocked by the person', ({ id }) => block(physician, id), [], [404, 403]],
  [
    'blocked by the employer',
    ({ id }) => block(employer, id),
    postersDoors.filter((door) => !door.endsWith('.ics')),
    [403, 403],
  ],
  ['removed by a moderator', () => decide('remove'), [], [404, 403]],
  ['withdrawn', ({ id }) => physician.post(`/api/applications/${id}/withdrawal`), [], [404, 409]],
  ['of a suspended poster', () => suspend(employer), [], [401, 403]],
  ['of a member of a suspended organization', () => suspendTeam(employer), [], [404, 403]],
]

test.each(states)(
  '%s: each door of the poster shows it, or none',
  async (_state, enter, doors, [byPoster, bySender]) => {
    const its = await application()
    // Its owner's cookie, and the key of a program.
    const { secret } = await keyOf(app, employer, 'applications')
    const keyed = { cookie: employer.cookie, authorization: `Bearer ${secret}` }
    await enter(its)
    await runTasks(app)
    const counts = async () => [
      (await mailed(employer)).length,
      (await mailedTo(`${job.id}.zq@mail.test`)).length,
    ]
    const before = await counts()
    expect(await openDoors(its, callerOf(app.app, keyed))).toEqual(doors)
    expect((await write(physician, its.id, 'Is it still open?')).statusCode).toBe(bySender)
    expect((await write(employer, its.id, 'Please come by.')).statusCode).toBe(byPoster)
    const isSent = byPoster === 200 ? 1 : 0
    expect(await counts()).toEqual(before.map((count) => count + isSent))
    const page = (await physician.get(`/api/applications/${its.id}`)).body
    expect(page).toContain('zq-message')
    expect(page.includes(employer.user.email)).toBe(false)
  },
  60_000,
)
