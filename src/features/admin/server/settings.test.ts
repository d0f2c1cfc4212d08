import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { accountPost } from '#test/posting-forms.ts'
import { expirePostingsTask, remindOfExpiryTask } from '#features/postings/server/tasks.ts'
import { refreshFiguresTask } from '#features/jobs/server/cached-figures.ts'
import { enqueueTask } from '#platform/server/tasks/task.ts'
import { appForFile, type TestApp } from '#test/app.ts'
import { lastAudit } from '#test/audit-log.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { mailsTo, runLaterTasks } from '#test/mailbox.ts'
import { answered, signIn, signInForFile } from '#test/sign-in.ts'
import type { SiteSettings } from '../contract.ts'

const board = appForFile({ env: { RATE_LIMITS: 'off' } })
const admin = signInForFile(board, 'admin')
let otherNode: TestApp
beforeAll(async () => {
  otherNode = await board.anotherNode()
})

const read = async () => (await admin.get('/api/admin/settings')).json<SiteSettings>()
/** What a page of another node shows. */
const says = async (path: string, words: string) => (await otherNode.get(path)).body.includes(words)

test('by default every setting has the product’s value', async () => {
  const settings = await read()
  expect(settings).toMatchObject({
    publishing: { value: { account: 'immediate', public: 'review' }, version: 0, changed: null },
    periods: { value: { days: 60, reminderDays: 7 }, version: 0 },
    heroFigures: { value: { mode: 'live' }, version: 0 },
  })
  expect(await says('/', 'Hospitals')).toBe(false)
})

test('a policy change reaches every node, its author is recorded, and one that cannot be read counts as none', async () => {
  expect(await says('/post-job', 'Posting is moderated.')).toBe(true)
  const { version } = (await read()).publishing
  const after = { account: 'review', public: 'immediate' }
  const answer = await admin.put('/api/admin/settings/publishing', { ...after, version })
  expect(answer.json<SiteSettings>().publishing).toMatchObject({
    value: after,
    changed: { by: admin.user.email },
  })
  await expect.poll(() => says('/post-job', 'Postings go live immediately.')).toBe(true)
  const posted = await (await signIn(otherNode, 'employer')).post('/api/jobs', accountPost())
  expect(posted.json()).toMatchObject({ job: { status: 'pending' } })
  const detail = { before: { account: 'immediate', public: 'review' }, after }
  const entry = { actor_id: admin.user.id, subject: 'setting:posting-policies', detail }
  expect(await lastAudit(board)).toMatchObject(entry)
  await sql`update site_settings set value = '{"account": "sometimes"}' where key = 'posting-policies'`.execute(
    board.db,
  )
  await expect.poll(() => says('/post-job', 'Posting is moderated.')).toBe(true)
})

test('a stale change is refused, and the answer has the current values', async () => {
  const { version } = (await read()).periods
  const change = (periods: object) =>
    answered(admin.put('/api/admin/settings/periods', { ...periods, version }))
  expect(await change({ days: 90, reminderDays: 10 })).toMatchObject([200, {}])
  expect(await change({ days: 30, reminderDays: 5 })).toMatchObject([
    409,
    { current: { days: 90, reminderDays: 10 } },
  ])
  expect((await read()).periods.value).toEqual({ days: 90, reminderDays: 10 })
})

test('new postings and reminders follow the configured days', async () => {
  const employer = await signIn(board, 'employer')
  const posted = await employer.post('/api/jobs', accountPost({ title: 'Hospitalist' }))
  const { id } = posted.json<{ job: { id: string } }>().job
  const { expiresAt } = (await employer.get(`/api/job-postings/${id}`)).json<{
    expiresAt: string
  }>()
  expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(90)
  expect(await says('/employers', 'Your posting stays live for 90 days')).toBe(true)

  await sql`update jobs set expires_at = now() + interval '9 days' where id = ${id}`.execute(
    board.db,
  )
  await enqueueTask(board.db, remindOfExpiryTask, {})
  await runLaterTasks(board)
  await runLaterTasks(board)
  const reminders = () => mailsTo(board, employer.user.email)
  expect((await reminders()).map((reminder) => reminder.subject)).toContain(
    'Your job posting closes soon: Hospitalist',
  )
  await sql`update jobs set expires_at = now() where id = ${id}`.execute(board.db)
  await enqueueTask(board.db, expirePostingsTask, {})
  await runLaterTasks(board)
  await runLaterTasks(board)
  expect((await reminders()).at(-1)?.text).toContain('renew the posting for another 90 days')
})

test.each([
  [
    'periods',
    { days: 14, reminderDays: 7 },
    'days',
    'Enter a whole number of days from 15 to 365.',
  ],
  [
    'periods',
    { days: 60.5, reminderDays: 7 },
    'days',
    'Enter a whole number of days from 15 to 365.',
  ],
  [
    'periods',
    { days: 60, reminderDays: 15 },
    'reminderDays',
    'Enter a whole number of days from 1 to 14.',
  ],
  ['publishing', { account: 'never', public: 'review' }, 'account', 'Choose one of the two.'],
  [
    'publishing',
    { account: 'review', public: 'review', import: 'immediate' },
    undefined,
    undefined,
  ],
  ['hero-figures', { mode: 'better' }, 'mode', 'Choose one of the two.'],
])('%s: %j', async (setting, body, field, message) => {
  const before = await read()
  // Imports are never published unread; other properties are ignored.
  const told = field === undefined ? [409, {}] : [400, { details: [{ field, message }] }]
  expect(
    await answered(admin.put(`/api/admin/settings/${setting}`, { ...body, version: 0 })),
  ).toMatchObject(told)
  expect(await read()).toEqual(before)
})

test('live figures are counted on the board and follow its changes; an administrator can fix them', async () => {
  await refresh()
  const hospitals = Number((await read()).liveFigures[1]?.value ?? 0)
  const paid = {
    comp_min: 280_000,
    comp_max: 290_400,
    specialty: 'Urology' as const,
    organization_type: 'Hospital' as const,
  }
  await addJobs(board.db, [
    ...Array.from({ length: 12 }, (_, index) =>
      jobRow({ ...paid, employer: index < 2 ? 'Same Hospital' : `Hospital ${index}` }),
    ),
    jobRow({ ...paid, employer: 'SAME HOSPITAL' }),
    jobRow({ ...paid, employer: 'A clinic', organization_type: 'Clinic' }),
    jobRow({ ...paid, employer: 'Same Hospital', city: 'Waco' }),
  ])
  const active = async () =>
    Number(
      (
        await sql<{ n: string }>`select count(*) as n from jobs where status = 'active'`.execute(
          board.db,
        )
      ).rows[0]?.n,
    )
  await refresh()
  expect((await read()).liveFigures).toEqual([
    { value: String(await active()), label: 'Active Jobs' },
    { value: String(hospitals + 12), label: 'Hospitals' },
    { value: '$285K', label: 'Avg. Salary' },
  ])
  // Another node keeps an answer for half a minute, unless a setting changes.
  await fix('fixed')
  await expect.poll(() => says('/', '1,200+')).toBe(true)
  await fix('live')
  await expect.poll(async () => says('/', `>${await active()}</dd>`)).toBe(true)

  await addJobs(board.db, [jobRow({ employer: 'One more' })])
  await refresh()
  expect((await read()).liveFigures[0]?.value).toBe(String(await active()))
})

const fix = async (mode: 'fixed' | 'live') =>
  admin.put('/api/admin/settings/hero-figures', {
    mode,
    version: (await read()).heroFigures.version,
  })

/** The task’s next turn, when it is due. */
async function refresh(): Promise<void> {
  await sql`update cached_figures set took_ms = 0, job_writes = -1`.execute(board.db)
  await enqueueTask(board.db, refreshFiguresTask, {})
  await runLaterTasks(board)
}
