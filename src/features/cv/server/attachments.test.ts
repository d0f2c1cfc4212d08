import { randomUUIDv7 } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { appForFile } from '#test/app.ts'
import { runTasks } from '#test/mailbox.ts'
import { signInForEach } from '#test/sign-in.ts'
import { removeCvs, storedKeys, upload } from '#test/upload-cv.ts'
import type { CvOpenings } from '../contract.ts'
import { docxFile, pdfFile } from '#test/cv-files.ts'
import { attachCv, detachCv, findAttachedNames, openAttachedCv } from './public.ts'

const pdf = pdfFile()

const site = appForFile({ env: { RATE_LIMITS: 'off' } })
const physician = signInForEach(site, 'physician')
const poster = signInForEach(site, 'employer', {
  firstName: 'Jane',
  lastName: 'Roe',
  companyName: 'Lakeside Clinic',
})
beforeEach(async () => {
  await removeCvs(site)
  await upload(physician, pdf, 'cv.pdf')
})

async function attach(about = 'Cardiologist'): Promise<string> {
  const inquiryId = randomUUIDv7()
  await site.db
    .transaction()
    .execute((trx) => attachCv(trx, { physicianId: physician.user.id, inquiryId, about }))
  return inquiryId
}

const session = {
  sessionId: '',
  emailVerified: true,
  isRecentlyAuthenticated: true,
  lacksTwoFactor: false,
  position: 0,
}
const open = (inquiryId: string) =>
  openAttachedCv(site, { inquiryId, by: { ...poster.user, ...session }, ip: '203.0.113.7' })
const contentOf = async (inquiryId: string) => buffer((await open(inquiryId)).content)
const expectGone = (inquiryId: string) =>
  expect(open(inquiryId)).rejects.toThrow(
    'This CV is no longer available. The physician removed it.',
  )
const detach = (inquiryId: string) =>
  site.db.transaction().execute((trx) => detachCv(trx, inquiryId))
const openings = async () => (await physician.get('/api/profile/cv/openings')).json<CvOpenings>()

test('an attached CV stays what it was when another replaces it, and its file goes with its last copy', async () => {
  const [one, other] = [await attach(), await attach()]
  await upload(physician, docxFile(), 'newer.docx')
  await detach(one)
  await runTasks(site)
  await expectGone(one)
  expect(await contentOf(other)).toEqual(pdf)
  expect(await storedKeys(site)).toHaveLength(2)

  await detach(other)
  await runTasks(site)
  expect(await storedKeys(site)).toHaveLength(1)
  expect((await physician.get('/api/profile/cv/download')).rawPayload).toEqual(docxFile())
  await detach(other)
})

test('attached CVs are deleted with the physician’s CV', async () => {
  const earlier = await attach()
  await upload(physician, docxFile(), 'newer.docx')
  const later = await attach()
  await physician.delete('/api/profile/cv')
  await runTasks(site)
  for (const inquiry of [earlier, later]) await expectGone(inquiry)
  expect([...(await findAttachedNames(site.db, [earlier, later])).values()]).toEqual([])
  expect(await storedKeys(site)).toEqual([])
})

test('an attached CV survives a concurrent replacement', async () => {
  const attaching = Array.from({ length: 6 }, () => attach())
  const [, ...inquiries] = await Promise.all([
    upload(physician, docxFile(), 'newer.docx'),
    ...attaching,
  ])
  await runTasks(site)
  for (const inquiry of inquiries)
    expect([pdf.length, docxFile().length]).toContain((await contentOf(inquiry)).length)
})

test('each opening is recorded for the physician, the latest first, and stays so whatever is deleted', async () => {
  const [one, other] = [await attach('Cardiologist'), await attach('Chief of Cardiology')]
  await contentOf(one)
  await contentOf(other)
  const opening = {
    id: expect.any(String),
    openedBy: 'Jane Roe, Lakeside Clinic',
    openedAt: expect.any(String),
  }
  const recorded = ['Chief of Cardiology', 'Cardiologist'].map((about) => ({ ...opening, about }))
  expect(await openings()).toEqual({ openings: recorded, total: 2, attachedTo: 2 })
  const { rows } = await sql`
    select action, actor_id, host(d.ip) as ip, detail from audit_log join audit_addresses d on entry_id = id
    where action = 'cv.opened' order by id desc limit 1
  `.execute(site.db)
  expect(rows).toEqual([
    {
      action: 'cv.opened',
      actor_id: poster.user.id,
      ip: '203.0.113.7',
      detail: { inquiryId: other },
    },
  ])

  await physician.delete('/api/profile/cv')
  await sql`delete from users where id = ${poster.user.id}`.execute(site.db)
  expect(await openings()).toEqual({ openings: recorded, total: 2, attachedTo: 0 })
})

test('an opening fails if it cannot be recorded', async () => {
  const inquiry = await attach()
  await sql`alter table cv_openings rename to cv_openings_away`.execute(site.db)
  await expect(open(inquiry)).rejects.toThrow('cv_openings')
  await sql`alter table cv_openings_away rename to cv_openings`.execute(site.db)
})
