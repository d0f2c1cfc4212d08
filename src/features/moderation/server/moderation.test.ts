import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { referenceCode } from '#features/jobs/model.ts'
import { statusesOf } from '#test/at-once.ts'
import { movePosting } from '#test/factories.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import * as board from '#test/moderation.ts'
import { answered, signIn } from '#test/sign-in.ts'
import type { SeveralDecided } from '../contract.ts'
import { historyPageSize } from '../model.ts'
import { insertDecision } from './queries.ts'

board.openForFile()

const subjectsTo = async (address: string) =>
  (await board.mailed(address)).map((mail) => mail.subject)
const decideSeveral = (body: object) => board.admin.post('/api/admin/decisions', body)

describe('postings', () => {
  test.each([
    ['pending', 'reject'],
    ['active', 'remove'],
  ] as const)(
    'that are %s: %s takes a reason, which the poster gets by mail',
    async (status, action) => {
      const { id, poster } = await board.posting(status)
      expect((await board.decide(id, action, {})).json()).toMatchObject({
        error: 'Please give a reason',
      })
      for (const reason of [' ', 'x'.repeat(1001)])
        expect((await board.decide(id, action, { reason })).statusCode).toBe(400)
      const reason = 'It names no place of work.'
      expect((await board.decide(id, action, { reason })).statusCode).toBe(200)
      expect((await board.mailed(poster))[0]?.text).toContain(reason)
      expect(await board.isLive(id)).toBe(false)
      expect((await board.decide(id, 'approve')).statusCode).toBe(409)
    },
  )

  test('are decided in bulk, and one refusal does not stop the others; each poster gets the reason by mail', async () => {
    const [one, other, live] = [
      await board.posting('pending'),
      await board.posting('pending'),
      await board.posting('active'),
    ]
    const ids = [one.id, other.id, live.id, board.nobodysId]
    const { decisionIds, failed } = (
      await decideSeveral({ action: 'approve', ids })
    ).json<SeveralDecided>()
    expect(decisionIds).toHaveLength(2)
    expect(failed.map((item) => item.id).toSorted()).toEqual([live.id, board.nobodysId].toSorted())
    expect([await board.isLive(one.id), await board.isLive(other.id)]).toEqual([true, true])

    const waiting = [await board.posting('pending'), await board.posting('pending')]
    const body = { action: 'reject', ids: waiting.map((item) => item.id) }
    expect((await decideSeveral(body)).json()).toMatchObject({ error: 'Please give a reason' })
    expect((await decideSeveral({ ...body, reason: 'For nurses only.' })).statusCode).toBe(200)
    for (const { poster } of waiting)
      expect((await board.mailed(poster))[0]?.text).toContain('For nurses only.')
  })

  const several = '/api/admin/decisions'
  const one = `/api/admin/postings/${board.nobodysId}/decision`
  const ofSource = '/api/admin/source-decisions'
  test.each([
    [400, several, { action: 'approve', ids: [] }],
    [400, several, { action: 'approve', ids: Array.from({ length: 201 }, () => board.nobodysId) }],
    [400, several, { action: 'approve', ids: ['nonsense'] }],
    [400, ofSource, { action: 'approve' }],
    [400, ofSource, { action: 'forget', source: 'manual' }],
    [404, ofSource, { action: 'approve', source: 'Nothing of it waits' }],
    [400, one, { action: 'forget' }],
    [400, one, { action: 'accept' }],
    [400, one, { action: 'dismiss', answer: 'x'.repeat(1001) }],
    [404, one, { action: 'dismiss' }],
    [404, one, { action: 'approve' }],
    [404, one, { action: 'read' }],
    [404, one, { action: 'reject', reason: 'x' }],
  ])('are not decided about: %i of %s for %j', async (status, path, body) => {
    expect((await board.admin.post(path, body)).statusCode).toBe(status)
  })
})

describe('corrections', () => {
  const correct = (id: string, changes: object) =>
    board.admin.put(`/api/admin/postings/${id}`, { changes })
  const updatedAt = async (id: string) =>
    (await board.admin.get(`/api/job-postings/${id}`)).json<{ updatedAt: string }>().updatedAt

  test('follow the rules of the poster’s own form, and go live with the approval', async () => {
    const { id, poster } = await board.posting('pending')
    const changes = {
      title: 'Cardiologist, outpatient',
      location: 'Boise, ID',
      updatedAt: await updatedAt(id),
    }
    const refused = await correct(id, { ...changes, location: 'Nowhere' })
    expect(refused.json()).toMatchObject({ error: 'Please enter the location as City, State' })
    expect((await correct(id, changes)).json()).toMatchObject({
      posting: { title: changes.title, location: 'Boise, ID' },
    })
    expect((await board.decide(id, 'approve')).statusCode).toBe(200)
    expect(await board.isLive(id)).toBe(true)
    const edit = { action: 'edit', actor: 'administrator', changed: ['title', 'location'] }
    const history = (await board.admin.get(`/api/job-postings/${id}/history`)).json()
    expect(history).toMatchObject([{ action: 'approve' }, edit, {}])
    const [mail] = await board.mailed(poster)
    expect(mail?.text).toMatch(
      /The moderator changed: [^.]*(Job title, Location|Location, Job title)/,
    )
  })

  test('do not overwrite what somebody else saved meanwhile', async () => {
    const { id } = await board.posting('pending')
    const stale = await updatedAt(id)
    expect((await correct(id, { title: 'First', updatedAt: stale })).statusCode).toBe(200)
    const later = correct(id, { title: 'Second', updatedAt: stale })
    expect(await answered(later)).toMatchObject([409, { current: { title: 'First' } }])
    expect((await correct(id, { title: 'Third' })).statusCode).toBe(400)
  })

  test('of live postings are mailed once the posting is marked as read', async () => {
    const { id, poster } = await board.posting('active')
    await correct(id, { title: 'Better', updatedAt: await updatedAt(id) })
    expect(await subjectsTo(poster)).toEqual([])
    for (let press = 0; press < 2; press++)
      expect((await board.decide(id, 'read')).statusCode).toBe(200)
    expect(await subjectsTo(poster)).toEqual(['Your job posting was corrected: Better'])
  })
})

describe('reports', () => {
  test('are listed and decided together: accepting them removes the posting and sends mails to poster and reporters', async () => {
    const { id, poster } = await board.posting('active')
    const reporters = [await board.report(id), await board.report(id, 'It is closed.')]
    const item = (await board.queue('?kind=report')).items.find((item) => item.posting.id === id)
    expect(item?.reports.map((report) => report.email)).toEqual(reporters)
    const decision = { reason: 'The link is broken.', answer: 'You were right.' }
    expect(await statusesOf([1, 2].map(() => board.decide(id, 'accept', decision)))).toEqual([
      200, 409,
    ])
    expect(await board.isLive(id)).toBe(false)
    for (const reporter of reporters) {
      const mails = await board.mailed(reporter)
      expect(mails.map((mail) => mail.subject)).toEqual([
        'We received your report',
        'We reviewed your report',
      ])
      expect(mails[1]?.text).toContain('You were right.')
      expect(mails[1]?.text).not.toContain('The link is broken.')
    }
    const [mail] = await board.mailed(poster)
    expect(mail?.text).toContain('The link is broken.')
    expect(mail?.text).not.toContain('It is closed.')
  })

  test('dismissed, leave the posting where it is', async () => {
    const { id, poster } = await board.posting('active')
    const reporter = await board.report(id)
    expect((await board.decide(id, 'dismiss')).statusCode).toBe(200)
    expect([await board.isLive(id), await isWaiting(id, '?kind=report')]).toEqual([true, false])
    expect([(await subjectsTo(reporter)).length, await subjectsTo(poster)]).toEqual([2, []])
  })
})

const decided = async (...[id, action, body]: Parameters<typeof board.decide>) => {
  const answer = await board.decide(id, action, body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ decisionId: string }>().decisionId
}
const undo = async (decisionId: string) => (await board.undo(decisionId)).json<{ error?: string }>()
const status = async (id: string) => (await board.stored(id)).status
const isWaiting = async (id: string, query = '') =>
  (await board.queue(query)).items.some((item) => item.posting.id === id)

test.each([
  ['pending', 'approve', {}, 'pending'],
  ['pending', 'reject', { reason: 'By mistake.' }, 'pending'],
  ['active', 'read', {}, 'unread'],
  ['active', 'dismiss', { answer: 'All is well.' }, 'report'],
] as const)(
  '%s postings: %s, taken back within the minute, is in the queue again, and nobody hears of it',
  async (was, action, body, kind) => {
    const job = await board.posting(was)
    if (kind === 'unread')
      await sql`insert into unread_postings (job_id) values (${job.id})`.execute(board.app.db)
    const reporter = kind === 'report' ? await board.report(job.id) : job.poster
    const heard = (await board.mailed(reporter)).length
    const id = await decided(job.id, action, body)
    expect(await isWaiting(job.id, `?kind=${kind}`)).toBe(false)
    expect(await undo(id)).toEqual({ success: true, subject: job.title })
    expect([await status(job.id), await isWaiting(job.id, `?kind=${kind}`)]).toEqual([was, true])
    expect(await board.mailed(reporter)).toHaveLength(heard)
    expect((await board.undo(id)).statusCode).toBe(409)
  },
)

test('a decision counts once, is on record, and is mailed after a minute; undone later, a second mail follows', async () => {
  const job = await board.posting('pending')
  expect(await board.isLive(job.id)).toBe(false)
  expect(
    await statusesOf([board.decide(job.id, 'approve'), board.decide(job.id, 'approve')]),
  ).toEqual([200, 409])
  expect(await board.isLive(job.id)).toBe(true)
  const { rows } = await sql<{ detail: { decisionId: string } }>`
    select action, detail from audit_log where subject = ${`job:${job.id}`}
  `.execute(board.app.db)
  expect(rows).toMatchObject([{ action: 'moderation.approve' }])
  await runTasks(board.app)
  expect(await mailsTo(board.app, job.poster)).toEqual([])
  expect(await board.mailed(job.poster)).toHaveLength(1)
  expect(await undo(rows[0]?.detail.decisionId ?? '')).toMatchObject({ success: true })
  await decided(job.id, 'approve')
  expect(await subjectsTo(job.poster)).toEqual([
    'Your job posting is live: Cardiologist',
    'Your job posting is in review again: Cardiologist',
    'Your job posting is live: Cardiologist',
  ])
})

test('undo reopens an accepted report and restores the posting', async () => {
  const job = await board.posting('active')
  const reporter = await board.report(job.id)
  await sql`update jobs set status = 'inactive' where id = ${job.id}`.execute(board.app.db)
  const id = await decided(job.id, 'accept', { reason: 'A fraud.' })
  expect(await status(job.id)).toBe('removed')
  expect(await board.mailed(reporter)).toHaveLength(2)
  expect(await undo(id)).toMatchObject({ success: true })
  expect([await status(job.id), await isWaiting(job.id, '?kind=report')]).toEqual([
    'inactive',
    true,
  ])
  expect((await subjectsTo(reporter)).at(-1)).toBe('We are reviewing your report again')
  const reference = referenceCode(job.id)
  const subjects = [
    `Your job posting was removed: ${reference}`,
    `Your job posting is back: ${reference}`,
  ]
  expect(await subjectsTo(job.poster)).toEqual(subjects)
})

test('undo is refused after a day, after a later decision, and after a change by the owner', async () => {
  const [old, later, moved] = [
    await board.posting('pending'),
    await board.posting('pending'),
    await board.posting('pending'),
  ]
  const oldId = await decided(old.id, 'approve')
  await sql`update moderation_decisions set at = now() - interval '25 hours' where id = ${oldId}`.execute(
    board.app.db,
  )
  expect(await undo(oldId)).toMatchObject({ error: 'You can undo a decision for 24 hours.' })
  const laterId = await decided(later.id, 'approve')
  await decided(later.id, 'read')
  expect(await undo(laterId)).toMatchObject({
    error: 'There is a newer decision about this posting.',
  })
  expect((await board.decisions()).items.find((item) => item.id === laterId)).toMatchObject({
    canUndo: false,
  })
  const movedId = await decided(moved.id, 'approve')
  await movePosting(board.app.db, moved.id, 'deactivate', 'owner')
  expect(await undo(movedId)).toMatchObject({ error: 'This posting has changed since.' })
  for (const nothing of ['999999', 'nonsense'])
    expect((await board.undo(nothing)).statusCode).toBe(404)
})

test('the history lists who decided what and why, filtered by moderator and action, in pages', async () => {
  const job = await board.posting('pending', { title: 'Told in the history' })
  const id = await decided(job.id, 'reject', { reason: 'Too short.' })
  const told = {
    id,
    action: 'reject',
    subject: 'Told in the history',
    reason: 'Too short.',
    moderator: { name: 'Alex Example' },
  }
  expect((await board.decisions()).items[0]).toMatchObject({ ...told, canUndo: true, undone: null })
  await board.undo(id)
  expect((await board.decisions()).items[0]).toMatchObject({
    ...told,
    canUndo: false,
    undone: { by: 'Alex Example' },
  })

  const { user } = await signIn(board.app, 'admin', { firstName: 'Sam' })
  for (let count = 0; count <= historyPageSize; count++)
    await insertDecision(board.app.db, {
      moderator_id: user.id,
      action: 'approve',
      subject: 'Posting of a test',
      job_id: job.id,
    })
  const names = (page: Awaited<ReturnType<typeof board.decisions>>) =>
    page.items.map((item) => item.moderator?.name)
  const first = await board.decisions('?action=approve')
  expect(names(first)).toEqual(Array.from({ length: historyPageSize }, () => 'Sam Example'))
  const second = await board.decisions(`?action=approve&before=${first.next}`)
  expect(names(second).filter((name) => name === 'Sam Example')).toHaveLength(1)
  expect(second.next).toBeNull()
  expect(
    new Set((await board.decisions('?action=reject')).items.map((item) => item.action)),
  ).toEqual(new Set(['reject']))
})
