import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pdfFile } from '#test/cv-files.ts'
import {
  applicationsOf,
  applied,
  apply,
  applyByForm,
  inboxOf,
  mailedTo,
  mailedToken,
  move,
  ours,
  setDaysAgo,
  theirs,
  write,
} from '#test/applications.ts'
import { atOnce, untilLocked } from '#test/at-once.ts'
import {
  app,
  employer,
  erase,
  hiringForFile,
  job,
  physician,
  proveAddress,
  visitor,
} from '#test/hiring.ts'
import { callerOf, signIn } from '#test/sign-in.ts'
import { formOf, upload } from '#test/upload-cv.ts'

/**
 * Who wrote an application: an account, or an address that a link has proved. A stranger knows
 * every address and all fixed words.
 */

hiringForFile()

const cv = { name: 'cv.pdf', content: pdfFile() }
const stranger = { name: 'A Stranger' }
const guest = () => `guest-${job.id}@mail.test`
const received = async () => (await inboxOf()).inquiries
const confirm = (token: string) => visitor.post('/api/waiting-inquiry', { token })
const waitingToken = (email = guest()) => mailedToken(email, '/inquiry/confirm')
const setAddress = (id: string, email: string) =>
  sql`update users set email = ${email} where id = ${id}`.execute(app.db)

test('a stranger who was first with the same address and words leaves the real application and its CV alone', async () => {
  const strangers = await applied(stranger, visitor)
  await upload(physician, cv.content, cv.name)
  const real = await applied({ attachCv: true })
  expect(real).not.toBe(strangers)
  expect(await ours(real)).toMatchObject({
    name: 'Alex Example',
    cvFileName: 'cv.pdf',
    emailConfirmed: true,
    isPhysician: true,
  })
  const typed = { email: physician.user.email, emailConfirmed: false, isPhysician: false }
  expect(await ours(strangers)).toMatchObject({ ...typed, cvFileName: null, replies: [] })
})

test('a stranger who comes later learns no id and no time, opens nothing again and replaces no answers', async () => {
  const question = { id: '0197a3c0-0000-7000-8000-000000000001', kind: 'text', label: 'Why here?' }
  await employer.put(`/api/job-postings/${job.id}/questions`, {
    questions: [question],
    version: null,
  })
  const real = await applied({ answers: { [question.id]: 'The sea' } })
  await move(real, 'closed', 0, 'filled')
  await setDaysAgo([real], { created_at: 60, closed_at: 20 })
  const before = await ours(real)
  const ids = [
    await applied({}, visitor),
    await applied({ answers: { [question.id]: 'The money' } }, visitor),
  ]
  for (const id of ids)
    expect(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toBeGreaterThan(
      Date.now() - 60_000,
    )
  expect((await received()).map((inquiry) => inquiry.id)).toEqual([...ids.toReversed(), real])
  expect(await ours(real)).toEqual(before)
})

test('a guest’s confirmed CV has the guest’s name and words, whatever a stranger wrote before', async () => {
  await applied({ ...stranger, email: guest() }, visitor)
  await applyByForm({ email: guest() }, cv)
  expect((await confirm(await waitingToken())).statusCode).toBe(200)
  expect(await received()).toMatchObject([
    { name: 'Alex Example', cvFileName: 'cv.pdf', emailConfirmed: true },
    { name: 'A Stranger', cvFileName: null, emailConfirmed: false },
  ])
})

test('what strangers upload in somebody’s name deletes and blocks nothing; the owner of the mailbox decides what is sent', async () => {
  const from = async (ip: string, more: Record<string, string>) => {
    const fields = {
      name: 'Alex Example',
      email: guest(),
      message: 'Is it still open?',
      jobId: job.id,
      ...more,
    }
    const form = await formOf([
      ...Object.entries(fields).map(([field, content]) => ({ field, content })),
      cv,
    ])
    return (
      await visitor.call({
        method: 'POST',
        url: '/api/job-inquiry/form',
        remoteAddress: ip,
        ...form,
      })
    ).statusCode
  }
  expect(await from('192.0.2.1', {})).toBe(200)
  const token = await waitingToken()
  const statuses = []
  for (let n = 0; n < 11; n++) statuses.push(await from('192.0.2.2', stranger))
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  expect(await from('192.0.2.3', { message: 'Another question altogether.' })).toBe(200)
  const shown = await visitor.get(`/api/waiting-inquiry?token=${token}`)
  expect(shown.headers['cache-control']).toBe('no-store')
  expect(shown.json()).toMatchObject({
    name: 'Alex Example',
    message: 'Is it still open?',
    cvFileName: 'cv.pdf',
  })
  expect((await visitor.get(`/inquiry/confirm?token=${token}`)).body).toContain('Is it still open?')
  expect((await confirm(token)).statusCode).toBe(200)
  expect((await visitor.get(`/api/waiting-inquiry?token=${token}`)).statusCode).toBe(404)
  expect(await received()).toMatchObject([{ name: 'Alex Example', message: 'Is it still open?' }])
})

test('with a CV or other answers the same words are no repeat of an account', async () => {
  const question = { id: '0197a3c0-0000-7000-8000-000000000001', kind: 'text', label: 'Why here?' }
  await employer.put(`/api/job-postings/${job.id}/questions`, {
    questions: [question],
    version: null,
  })
  const id = await applied()
  for (const name of ['first.pdf', 'second.pdf']) {
    await upload(physician, cv.content, name)
    expect(await applied({ attachCv: true })).toBe(id)
    expect(await ours(id)).toMatchObject({ cvFileName: name, replies: [], answers: [] })
  }
  for (let n = 0; n < 2; n++)
    await applied({ attachCv: true, answers: { [question.id]: 'The sea' } })
  expect(await ours(id)).toMatchObject({ replies: [], answers: [{ answer: 'The sea' }] })
  expect(await mailedTo(employer.user.email)).toHaveLength(4)
})

test('a later CV of the same guest takes the place of the earlier one, also with the same words', async () => {
  for (const name of ['first.pdf', 'second.pdf']) {
    await applyByForm({ email: guest() }, { ...cv, name })
    expect((await confirm(await waitingToken())).statusCode).toBe(200)
  }
  expect(await received()).toMatchObject([{ cvFileName: 'second.pdf' }])
})

test('the answer is the same whether something is there or not, and equal inquiries of an unproved address are stored and mailed once', async () => {
  const ids = new Set([await applied()])
  const send = async (email: string) => {
    const start = Date.now()
    const answer = await apply({ ...stranger, email }, visitor)
    const { id, ...rest } = answer.json<{ id: string }>()
    ids.add(id)
    return { status: answer.statusCode, rest, isSlow: Date.now() - start >= 149 }
  }
  const { email } = physician.user
  const answers = [
    await send(email),
    ...(await Promise.all([send(email), send(email)])),
    await send(guest()),
  ]
  expect(answers).toEqual(
    answers.map(() => ({ status: 200, rest: { success: true }, isSlow: true })),
  )
  expect(ids.size).toBe(5)
  await applied({ name: 'Another Stranger' }, visitor)
  const names = ['A Stranger', 'A Stranger', 'Alex Example', 'Another Stranger']
  expect((await received()).map((inquiry) => inquiry.name).toSorted()).toEqual(names)
  const receipts = (await mailedTo(email)).filter((mail) => mail.text.includes('not confirmed'))
  expect(receipts).toHaveLength(2)
})

test('what was sent from an address is in the account that proves it, marked, and stays apart until it is withdrawn', async () => {
  const account = await signIn(app, 'physician', { email: guest(), emailVerified: false })
  const before = await applied({ ...stranger, email: guest() }, visitor)
  expect(await applicationsOf(account)).toEqual([])
  await proveAddress(account, guest())
  const own = await applied({ email: guest() }, account)
  const after = await applied({ name: 'Another Stranger', email: guest() }, visitor)
  const marks = (await applicationsOf(account)).map(({ id, isUnproved }) => ({ id, isUnproved }))
  expect(marks).toEqual([after, own, before].map((id) => ({ id, isUnproved: id !== own })))
  expect(await ours(before)).toMatchObject({
    emailConfirmed: false,
    isPhysician: false,
    replies: [],
  })
  await account.post(`/api/applications/${before}/withdrawal`)
  expect((await received()).map((inquiry) => inquiry.id)).toEqual([after, own])
})

test('of an address that one account leaves and another proves, each has what was sent in its time', async () => {
  const { email } = physician.user
  const first = [await applied(), await applied(stranger, visitor)]
  await upload(physician, cv.content, cv.name)
  await proveAddress(physician, guest(), email)
  const second = await signIn(app, 'physician', { emailVerified: false })
  const between = await applied({ name: 'Between' }, visitor)
  await proveAddress(second, email)
  expect((await applicationsOf()).map((application) => application.id).toSorted()).toEqual(
    first.toSorted(),
  )
  expect((await applicationsOf(second)).map((application) => application.id)).toEqual([between])
  // The poster does not learn the new address from what nobody proved.
  expect(await ours(first[1] ?? '')).toMatchObject({ email: null, emailConfirmed: false })
  const mails = (await mailedTo(email)).length
  for (const id of first) await write(employer, id, 'Please come on Monday.')
  expect(await mailedTo(email)).toHaveLength(mails)
  await erase(second)
  expect(await applicationsOf()).toHaveLength(2)
})

test('an account that has not proved its address is one account, and its application nobody else’s', async () => {
  const account = await signIn(app, 'physician', { email: guest(), emailVerified: false })
  await applyByForm({ email: guest(), name: 'The Owner' }, cv)
  await confirm(await waitingToken())
  const id = await applied({ email: guest() }, account)
  expect(await applied({ email: guest() }, account)).toBe(id)
  expect(await received()).toMatchObject([
    { id, cvFileName: null, emailConfirmed: false },
    { name: 'The Owner' },
  ])
  await write(employer, id, 'Please come on Monday.')
  const notice = (await mailedTo(guest())).at(-1)
  // Whoever reads the mailbox may be another.
  expect(notice?.text).toContain(`/applications/${id}`)
  expect(notice?.text).not.toMatch(/Monday|token=/)
  await proveAddress(account, guest())
  expect(await ours(id)).toMatchObject({ emailConfirmed: true })
})

test('what a stranger wrote in an account with somebody’s address is not theirs, once they have the account', async () => {
  const account = await signIn(app, 'physician', { email: guest(), emailVerified: false })
  const strangers = await applied({ ...stranger, email: guest() }, account)
  await visitor.post('/api/auth/links', { purpose: 'sign-in', email: guest() })
  const token = await mailedToken(guest(), '/auth/link')
  const entered = await visitor.put('/api/auth/links', { token, purpose: 'sign-in' })
  expect(entered.statusCode).toBe(200)
  const cookie = entered.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const owner = callerOf(app.app, { cookie })
  const own = await applied({ email: guest() }, owner)
  expect(own).not.toBe(strangers)
  expect(await ours(strangers)).toMatchObject({
    name: 'A Stranger',
    emailConfirmed: false,
    replies: [],
  })
})

test('erasing who has proved an address leaves what another account sent with it', async () => {
  const account = await signIn(app, 'physician', { emailVerified: false })
  await setAddress(account.user.id, guest())
  const id = await applied({ email: guest() }, account)
  const owner = await signIn(app, 'physician', { emailVerified: false })
  await setAddress(account.user.id, `left-${guest()}`)
  await proveAddress(owner, guest())
  const owners = await applied({ email: guest() }, owner)
  await erase(owner)
  expect((await received()).map((inquiry) => inquiry.id)).toEqual([id])
  expect((await employer.get(`/api/inbox/${owners}`)).statusCode).toBe(404)
})

test('the receipt repeats nothing that was typed, and its link says who wrote it', async () => {
  const id = await applied({ ...stranger, email: guest() }, visitor)
  const [receipt] = await mailedTo(guest())
  expect(receipt?.text).not.toMatch(/Stranger|may I visit/)
  const token = await mailedToken(guest(), '/inquiry')
  expect((await visitor.get(`/inquiry?token=${token}&reader=sender`)).body).toContain(
    'only if you wrote the inquiry',
  )
  expect(await ours(id)).toMatchObject({ emailConfirmed: false })
  expect((await visitor.post('/api/mailed-inquiry', { token })).json()).toMatchObject({
    reader: 'sender',
    name: 'A Stranger',
  })
  expect(await ours(id)).toMatchObject({ emailConfirmed: true })
  const account = await signIn(app, 'physician', { emailVerified: false })
  await proveAddress(account, guest())
  expect(await applicationsOf(account)).toMatchObject([{ id, isUnproved: false }])
})

test('of a guest’s and a stranger’s inquiry at once, both stand, and the account’s own is one', async () => {
  await upload(physician, cv.content, cv.name)
  const calls = [
    apply({ attachCv: true }),
    apply(stranger, visitor),
    apply({ attachCv: true }),
    apply({}, visitor),
  ]
  const ids = (await Promise.all(calls)).map((answer) => answer.json<{ id: string }>().id)
  expect(ids[0]).toBe(ids[2])
  expect((await received()).map((inquiry) => inquiry.id).toSorted()).toEqual(
    [...new Set(ids)].toSorted(),
  )
  expect(await theirs(ids[0] ?? '')).toMatchObject({
    cvFileName: 'cv.pdf',
    isUnproved: false,
    replies: [],
  })
})

test('what is sent while an account proves the address is in that account', async () => {
  const account = await signIn(app, 'physician', { emailVerified: false })
  const send = () => applied({ ...stranger, email: guest() }, visitor)
  const held = sql`select from jobs where id = ${job.id} for update`
  const proveThen = () => untilLocked(app).then(() => proveAddress(account, guest()))
  const [id] = await atOnce<unknown>(app, [send, proveThen], held)
  expect(await applicationsOf(account)).toMatchObject([{ id, isUnproved: true }])
})
