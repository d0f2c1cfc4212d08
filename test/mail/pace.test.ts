import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { mailTasks, openSmtp, sendWaitingMailsTask } from '#platform/server/mail/delivery.ts'
import { deleteMailsAbout, deleteMailsOf, withdrawMail } from '#platform/server/mail/gathering.ts'
import { enqueueMail, enqueueMails, type MailMessage } from '#platform/server/mail/outbox.ts'
import { easternTimeText } from '#shared/dates.ts'
import { enqueueTask } from '#platform/server/tasks/task.ts'
import { appForFile } from '#test/app.ts'
import { makeTasksDue, noticeDeadWorkers, runTasksWith } from '#test/mailbox.ts'
import { startProgram } from '#test/processes/spawn.ts'
import { mailServer, type MailServer } from './smtp.ts'

const board = appForFile()
const to = 'ana@mail.test'
let server: MailServer
beforeEach(async () => {
  await sql`truncate mails, pgboss.job`.execute(board.db)
  server = await mailServer()
})

const letter = (n: number | string, more: Partial<MailMessage> = {}): MailMessage => ({
  cause: `test:${n}`,
  to,
  class: 'message',
  content: {
    subject: `Letter ${n}`,
    blocks: [{ kind: 'button', label: 'Open', href: `https://board.test/${n}` }],
    reason: 'You posted a job.',
  },
  ...more,
})

/** With a line, as an inquiry; with a key, as a decision. */
function line(
  n: number | string,
  { key, more, ...rest }: Partial<MailMessage> & { key?: string; more?: true } = {},
): MailMessage {
  const gather = {
    ...(key !== undefined && { key, intro: 'A moderator approved them.' }),
    many: key ?? 'inquiries',
  }
  const all = more && { more: { label: 'Open your inbox', href: 'https://board.test/inbox' } }
  const written = letter(n, rest)
  const item = { title: `Line ${n}.`, href: `https://board.test/${n}?a=1&b=2`, lines: [] }
  return { ...written, content: { ...written.content, gather: { ...gather, ...all, line: item } } }
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const enqueue = (...messages: MailMessage[]) => enqueueMails(board.db, messages)

/** What is due, and what waits for a mailbox that has room. */
async function deliver(url = server.url): Promise<void> {
  const transport = openSmtp(url)
  const log = { warn: () => {} }
  const delivery = {
    db: board.db,
    transport,
    from: { address: 'no-reply@board.test' },
    secrets: board.settings.secrets,
  }
  await enqueueTask(board.db, sendWaitingMailsTask, {})
  await runTasksWith(board, mailTasks({ ...delivery, keepBodies: false, log }))
  transport.close()
}

/** All that was sent or waits so far is so much older. */
const pass = (minutes: number) =>
  sql`update mails set created_at = created_at - make_interval(mins => ${minutes}),
    expires_at = expires_at - make_interval(mins => ${minutes})`.execute(board.db)
const arrived = () =>
  server.accepted
    .splice(0)
    .map(({ mail }) => ({ ...mail, subject: mail.subject ?? '', text: mail.text ?? '' }))
/** Sorted: a server takes several at a time. */
const subjects = () =>
  arrived()
    .map((mail) => mail.subject)
    .toSorted()
const linesIn = (text: string) => (text.match(/Line \d+/g) ?? []).toSorted()
const states = async () => {
  const { rows } = await sql<{ state: string; n: number }>`
    select state, count(*)::integer as n from mails group by state
  `.execute(board.db)
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

test('of 75 mails in an hour 60 arrive, and the others in one with a line and a link for each', async () => {
  const begin = new Date()
  await enqueue(...numbers(75).map((n) => line(n, { more: true })))
  await deliver()
  expect([subjects().length, await states()]).toEqual([60, { sent: 60, waiting: 15 }])

  await pass(59)
  await deliver()
  expect(subjects()).toEqual([])
  await pass(2)
  await deliver()
  const [gathered, ...others] = arrived()
  expect([others, await states()]).toEqual([[], { sent: 61, gathered: 15 }])
  const since = easternTimeText(new Date(begin.getTime() - 61 * 60_000))
  expect(gathered?.subject).toBe(`15 more inquiries since ${since}`)
  for (const n of numbers(75).slice(60))
    expect(gathered?.text).toContain(`* Line ${n}.\n  https://board.test/${n}?a=1&b=2`)
  expect(gathered?.html).toContain('href="https://board.test/75?a=1&amp;b=2"')
  expect(gathered?.text).toContain('You posted a job.')
  await deliver()
  expect(subjects()).toEqual([])
})

test('a decision, a calendar event and a security mail arrive whatever waits; nothing else overtakes', async () => {
  await enqueue(...numbers(62).map((n) => line(n)))
  const passing = [
    letter('decision', { passes: true }),
    letter('event', { calendar: 'METHOD:REQUEST' }),
  ]
  await enqueue(
    letter('63'),
    ...passing,
    letter('safety', { class: 'security' }),
    letter('other class', { class: 'notice' }),
  )
  expect(await enqueueMail(board.db, letter('late'))).toBe(true)
  await deliver()
  const others = subjects().filter((subject) => !/\d/.test(subject))
  expect(others).toEqual(['Letter decision', 'Letter event', 'Letter other class', 'Letter safety'])
})

test('letters without a line leave alone, the oldest first; a single line is the mail that it would have been', async () => {
  for (const n of numbers(8)) await enqueue(letter(n, { class: 'request' }))
  await enqueue(line(9, { class: 'request' }))
  await deliver()
  expect(subjects()).toHaveLength(5)
  await pass(40)
  await enqueue(letter(10, { class: 'request' }))
  await pass(21)
  expect(await enqueueMail(board.db, letter(11, { class: 'request' }))).toBe(true)
  await deliver()
  expect(subjects()).toEqual(['Letter 10', 'Letter 6', 'Letter 7', 'Letter 8', 'Letter 9'])
})

test('beyond the limit of a day one mail an hour leaves', async () => {
  for (const round of numbers(4)) {
    await enqueue(...numbers(5).map((n) => letter(`${round}.${n}`, { class: 'sign-in' })))
    await deliver()
    await pass(61)
  }
  expect(subjects()).toHaveLength(20)
  await enqueue(letter('21', { class: 'sign-in' }), letter('22', { class: 'sign-in' }))
  await deliver()
  expect(subjects()).toEqual(['Letter 21'])
  await pass(61)
  await deliver()
  expect(subjects()).toEqual(['Letter 22'])
})

test('a link that ends before there is room is not sent, and the mail says so', async () => {
  const expiresAt = new Date(Date.now() + 50 * 60_000)
  await enqueue(
    ...numbers(6).map((n) => letter(n, { class: 'request', sensitive: true, expiresAt })),
  )
  await pass(61)
  await deliver()
  const { rows } =
    await sql`select state, last_error, text from mails where cause = 'test:6'`.execute(board.db)
  expect(rows).toEqual([
    { state: 'dead', last_error: expect.stringContaining('It waited too long'), text: '' },
  ])
})

test('secret links keep their own lines, at most fifty in a mail, and are blanked with it', async () => {
  await enqueue(
    ...numbers(60).map((n) => letter(n)),
    ...numbers(52).map((n) => line(n + 60, { sensitive: true })),
  )
  await enqueue(line('of another address', { sensitive: true, to: 'ana+tag@mail.test' }))
  await deliver()
  await pass(61)
  arrived()
  await deliver()
  expect(new Set(arrived().map(({ text }) => linesIn(text).length))).toEqual(new Set([2, 50, 0]))
  const { rows } =
    await sql`select from mails where (text like '%/61?%' or gather::text like '%/61?%')`.execute(
      board.db,
    )
  expect(rows).toEqual([])
})

test('of many with a list of their own, fifty are named and the others counted', async () => {
  await enqueue(
    ...numbers(60).map((n) => letter(n)),
    ...numbers(53).map((n) => line(n + 60, { more: true })),
  )
  await deliver()
  await pass(61)
  arrived()
  await deliver()
  const [mail] = arrived()
  expect(mail?.text).toMatch(/And 3 more\.\n\nOpen your inbox:\nhttps:\/\/board\.test\/inbox/)
})

const soon = () => new Date(Date.now() + 60_000)

test('26 decisions at once are one mail; one that is undone within its minute takes its line along', async () => {
  await enqueue(
    ...numbers(26).map((n) =>
      line(n, { key: 'postings are live', sendAfter: soon(), passes: true }),
    ),
  )
  await deliver()
  expect(subjects()).toEqual([])
  expect(await withdrawMail(board.db, 'test:7')).toBe(false)
  await makeTasksDue(board)
  await deliver('smtp://127.0.0.1:1')
  // It is gathered, and the server was away.
  expect(await withdrawMail(board.db, 'test:8')).toBe(false)
  await makeTasksDue(board)
  await deliver()
  const [mail, ...others] = arrived()
  expect([mail?.subject, others]).toEqual(['24 postings are live', []])
  expect(mail?.text).toContain('A moderator approved them.')
  expect(linesIn(mail?.text ?? '')).toEqual(
    numbers(26)
      .flatMap((n) => (n === 7 || n === 8 ? [] : `Line ${n}`))
      .toSorted(),
  )
  expect(await withdrawMail(board.db, 'test:9')).toBe(true)
})

test('what is left alone leaves as it is; another key, address or time stays apart', async () => {
  const key = 'postings are live'
  await enqueue(line(1, { key, sendAfter: soon() }), line(2, { key, sendAfter: soon() }))
  await enqueue(line(3, { key: 'postings have closed' }), line(4, { key, to: 'ANA+tag@mail.test' }))
  await makeTasksDue(board)
  await deliver('smtp://127.0.0.1:1')
  await withdrawMail(board.db, 'test:1')
  await makeTasksDue(board)
  await deliver()
  expect(subjects()).toEqual(['Letter 2', 'Letter 3', 'Letter 4'])
})

test('one that is due waits some minutes for those that follow, and no longer', async () => {
  const key = 'postings are live'
  await enqueue(line(1, { key }), line(2, { key, sendAfter: soon() }))
  await deliver()
  expect(subjects()).toEqual([])
  await sql`update mails set due_at = now() - interval '6 minutes' where cause = 'test:1'`.execute(
    board.db,
  )
  await sql`
    update pgboss.job set start_after = now()
    where state = 'created' and data ->> 'id' = (select id::text from mails where cause = 'test:1')
  `.execute(board.db)
  await deliver()
  expect(subjects()).toEqual(['Letter 1'])
})

test('two workers, and one that dies between gathering and sending, lose nothing and send nothing twice', async () => {
  await enqueue(...numbers(75).map((n) => line(n)))
  await deliver()
  await pass(61)
  arrived()
  const asked = Promise.withResolvers<void>()
  const silent = await mailServer({ onMailFrom: () => asked.resolve() })
  await enqueueTask(board.db, sendWaitingMailsTask, {})
  const worker = startProgram([
    'test/mail/hold-mail.ts',
    JSON.stringify(board.connection),
    silent.url,
  ])
  await asked.promise
  worker.kill('SIGKILL')
  await worker.exited
  expect(await states()).toEqual({ sent: 60, gathered: 15, queued: 1 })
  await noticeDeadWorkers(board)
  await makeTasksDue(board)
  await Promise.all([deliver(), deliver()])
  const mails = arrived()
  expect(mails.map((mail) => linesIn(mail.text).length)).toEqual([15])
})

test('the pace holds for two transactions at once', async () => {
  await enqueue(...numbers(58).map((n) => letter(n)))
  const waits = await Promise.all(numbers(10).map((n) => enqueueMail(board.db, letter(58 + n))))
  expect(waits.filter(Boolean)).toHaveLength(8)
})

test('a clock that went back holds nothing up, and one that jumps ahead loses nothing', async () => {
  await enqueue(...numbers(61).map((n) => letter(n)))
  await deliver()
  expect(subjects()).toHaveLength(60)
  await pass(-24 * 60)
  expect(await enqueueMail(board.db, letter('after'))).toBe(false)
  await deliver()
  expect(subjects()).toEqual(['Letter 61', 'Letter after'])
  await enqueue(...numbers(70).map((n) => letter(n + 100)))
  await pass(365 * 24 * 60)
  await deliver()
  expect(subjects()).toHaveLength(70)
})

test('who is erased is erased from mails with others, too', async () => {
  await enqueue(...numbers(60).map((n) => letter(n)))
  await enqueue(line(61), line(62, { replyTo: 'eve@mail.test' }), line(63), line(64))
  await deliver()
  await pass(61)
  await deliver()
  await deleteMailsAbout(board.db, ['test:61'])
  await deleteMailsOf(board.db, 'Eve@mail.test')
  const { rows } = await sql<{
    text: string
  }>`select text from mails where parts is not null`.execute(board.db)
  expect(rows).toEqual([{ text: '' }])
  await deleteMailsOf(board.db, to)
  expect(await states()).toEqual({})
})
