import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pdfFile } from '#test/cv-files.ts'
import { atOnce, statusesOf } from '#test/at-once.ts'
import { movePosting } from '#test/factories.ts'
import { applied, appliedBy, inboxOf, move, ours } from '#test/applications.ts'
import { anotherJob, app, employer, hiringForFile, job, physician } from '#test/hiring.ts'
import { signIn } from '#test/sign-in.ts'
import { upload } from '#test/upload-cv.ts'

/** Inquiries that may be of one person are joined and parted. */

hiringForFile()

const received = async () => (await inboxOf()).inquiries.map((inquiry) => inquiry.id)
const say = (id: string, otherId: string, isSame: boolean) =>
  employer.put(`/api/inbox/${id}/person`, { otherId, isSame })

test('the same telephone number suggests the same person; a press joins, and another parts', async () => {
  const one = await applied({ message: 'Please call me at (512) 555-0142 to talk about it.' })
  const two = await appliedBy('guest', { message: 'My number is +1 512.555.0142, in the evening.' })
  const other = await appliedBy('other', { message: 'My number is 512-555-0143, in the evening.' })
  expect((await ours(one)).alike).toMatchObject([
    { id: two, isSame: false, isSamePosting: true, hasSamePhone: true },
  ])
  expect(await received()).toEqual([other, two, one])
  expect(await statusesOf([say(one, two, true), say(one, two, true)])).toEqual([200, 200])
  expect(await received()).toEqual([other, one])
  expect((await ours(two)).alike).toMatchObject([{ id: one, isSame: true }])
  expect((await ours(one)).events.map((event) => event.action)).toEqual(['joined'])
  // The decision is for both.
  await move(one, 'offer', 0)
  expect((await ours(two)).stage).toBe('offer')
  expect((await say(one, two, false)).statusCode).toBe(200)
  expect(await received()).toEqual([other, two, one])
  expect([(await ours(one)).alike, (await ours(two)).alike]).toEqual([[], []])
  await move(one, 'hired', 1)
  expect((await ours(two)).stage).toBe('offer')
})

test('of two who move joined inquiries at once, the second is told where they are; they are closed together', async () => {
  const [one, two] = [await applied(), await appliedBy('second')]
  await say(one, two, true)
  const held = sql`select from inquiries where id in (${one}, ${two}) for update`
  const answers = await atOnce(
    app,
    [() => move(one, 'offer', 0), () => move(two, 'interview', 0)],
    held,
  )
  const [moved, refused] = answers.toSorted((a, b) => a.statusCode - b.statusCode)
  const { stage } = await ours(one)
  expect([moved?.json(), (await ours(two)).stage]).toEqual([
    { stage, version: 1, toldAt: null },
    stage,
  ])
  const error = expect.stringMatching(
    /^Somebody else moved this application to (Interview|Offer) in the meantime\.$/,
  )
  expect([refused?.statusCode, refused?.json()]).toMatchObject([
    409,
    { error, current: { stage, version: 1 } },
  ])

  await movePosting(app.db, job.id, 'deactivate', 'owner')
  const outcome = await employer.put(`/api/job-postings/${job.id}/outcome`, {
    outcome: 'elsewhere',
    closesOpen: true,
  })
  expect(outcome.json()).toEqual({ closed: 1 })
  expect([(await ours(one)).stage, (await ours(two)).stage]).toEqual(['closed', 'closed'])
  // A first one that is withdrawn leaves the second.
  await physician.post(`/api/applications/${one}/withdrawal`)
  expect(await inboxOf()).toMatchObject({ inquiries: [{ id: two }], total: 1 })
})

test('the same name with the same CV suggests the same person', async () => {
  const other = await signIn(app, 'physician')
  await upload(physician, pdfFile(), 'cv.pdf')
  await upload(other, pdfFile(), 'resume.pdf')
  const one = await applied({ attachCv: true, name: 'Ana Sample' })
  const two = await applied({ attachCv: true, email: other.user.email, name: 'ana sample' }, other)
  expect((await ours(one)).alike).toMatchObject([{ id: two, isSame: false, hasSamePhone: false }])
  expect((await ours(await appliedBy('namesake', { name: 'Ana Sample' }))).alike).toEqual([])
})

test('nothing is suggested across employers, or about who has blocked the employer', async () => {
  const message = 'Please call me at (512) 555-0199 to talk about it.'
  const { user: rival } = await signIn(app, 'employer')
  const elsewhere = await anotherJob({ owner_id: rival.id, contact_email: rival.email })
  const one = await appliedBy('guest', { message })
  await appliedBy('other', { message, jobId: elsewhere.id })
  expect((await ours(one)).alike).toEqual([])
  const mine = await applied({ message })
  expect((await ours(one)).alike).toHaveLength(1)
  await physician.put(`/api/threads/${mine}`, { blocked: true })
  expect((await ours(one)).alike).toEqual([])
})
