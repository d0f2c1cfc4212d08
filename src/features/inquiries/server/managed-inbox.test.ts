import { beforeEach, expect, test } from 'vitest'
import { pdfFile } from '#test/cv-files.ts'
import { publicPost } from '#test/posting-forms.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { applied, mailedTo, mailedToken } from '#test/applications.ts'
import { app, hiringForFile, physician, visitor } from '#test/hiring.ts'
import { signIn } from '#test/sign-in.ts'
import { upload } from '#test/upload-cv.ts'

/** The inbox of a posting without an account, by its manage link. */

hiringForFile()

let count = 0
let contactEmail: string
let jobId: string
let token: string
beforeEach(async () => {
  contactEmail = `author${++count}@mail.test`
  const { job } = (await visitor.post('/employers/post', publicPost({ contactEmail }))).json<{
    job: { id: string }
  }>()
  jobId = job.id
  await decide('approve')
  token = await mailedToken(contactEmail, 'manage')
})

const decide = async (action: string, reason?: string) =>
  (await signIn(app, 'admin')).post(`/api/admin/postings/${jobId}/decision`, { action, reason })
const inbox = async (more: object = {}) => {
  const answer = await visitor.post('/api/manage-posting/inquiries', { token, ...more })
  return {
    status: answer.statusCode,
    cache: answer.headers['cache-control'],
    ...answer.json<Inbox>(),
  }
}
type Inbox = ResponseOf<'POST /api/manage-posting/inquiries'>
const confirm = () => visitor.post(`/api/manage-posting/confirmation?token=${token}`)
const mailCv = (id: string) => visitor.post(`/api/manage-posting/inquiries/${id}/cv`, { token })
const guest = (n: number) =>
  applied({ jobId, email: `guest${n}@mail.test`, name: `Guest ${n}` }, visitor)

test('it shows what came to its posting alone, once the address is confirmed, and nothing that was withdrawn, hidden or taken down', async () => {
  await guest(1)
  await applied()
  expect(await inbox()).toMatchObject({
    status: 200,
    total: 1,
    needsConfirmation: true,
    inquiries: [],
    next: null,
  })
  await confirm()
  const id = await applied({ jobId })
  await applied({ jobId, message: 'A second question.' })
  const [newest, first, ...more] = (await inbox()).inquiries
  expect(more).toEqual([])
  expect(first).toMatchObject({ name: 'Guest 1', email: 'guest1@mail.test', emailConfirmed: false })
  expect(newest?.replies).toMatchObject([{ bySender: true, message: 'A second question.' }])
  expect(newest).toMatchObject({
    id,
    email: physician.user.email,
    emailConfirmed: true,
    cvFileName: null,
  })
  expect((await inbox()).cache).toContain('no-store')

  await physician.put(`/api/threads/${id}`, { blocked: true })
  expect((await inbox()).total).toBe(1)
  await physician.put(`/api/threads/${id}`, { blocked: false })
  await physician.post(`/api/applications/${id}/withdrawal`)
  expect((await inbox()).inquiries.map(({ name }) => name)).toEqual(['Guest 1'])
  const wrong = await visitor.post('/api/manage-posting/inquiries', { token: 'x'.repeat(43) })
  expect(wrong.statusCode).toBe(404)
  await decide('remove', 'A fraud.')
  expect((await inbox()).status).toBe(404)
})

test('a CV is mailed to the address of the posting alone, as a link that opens it once', async () => {
  await confirm()
  await upload(physician, pdfFile(), 'cv.pdf')
  const id = await applied({ jobId, attachCv: true })
  expect((await inbox()).inquiries[0]).toMatchObject({ cvFileName: 'cv.pdf' })
  const before = (await mailedTo(contactEmail)).length
  expect((await mailCv(id)).statusCode).toBe(200)
  expect(await mailedTo(contactEmail)).toHaveLength(before + 1)
  const link = await mailedToken(contactEmail, '/inquiry-cv')
  const open = async () => (await visitor.post('/api/inquiry-cv', { token: link })).statusCode
  expect([await open(), await open()]).toEqual([200, 409])
  // Neither of another posting's inquiry, nor where there is none.
  expect((await mailCv(await applied())).statusCode).toBe(404)
  expect((await mailCv(await guest(1))).statusCode).toBe(404)
})

test('more than a page is shown by pages', async () => {
  await confirm()
  for (let n = 1; n <= 22; n++) await guest(n)
  const { total, inquiries, next } = await inbox()
  expect([total, inquiries.length, inquiries[0]?.name]).toEqual([22, 20, 'Guest 22'])
  const last = await inbox({ after: next })
  expect([last.inquiries.map(({ name }) => name), last.next]).toEqual([
    ['Guest 2', 'Guest 1'],
    null,
  ])
})
