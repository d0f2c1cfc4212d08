import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/contract.ts'
import { erase } from '#test/hiring.ts'
import { appForFile } from '#test/app.ts'
import { addJobs, jobRow, movePosting } from '#test/factories.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'
import { invitationLimits } from '../finding.ts'
import { tellDecisions } from './firms.ts'

const board = appForFile({ env: { RATE_LIMITS: 'off' } })

type Firm = { firm: SignedIn; jobId: string }

async function posting(owner: SignedIn, employer: string, more: Parameters<typeof jobRow>[0] = {}) {
  const row = jobRow({ owner_id: owner.user.id, employer, channel: 'account', ...more })
  await addJobs(board.db, [row])
  return row.id
}

const organizationOf = ({ user }: SignedIn) => sql`organization_of(${user.id})`

/** A firm with a posting of its own, whom the owner of the client's name allows. */
async function allowedFirm(name: string): Promise<Firm> {
  const firm = await signIn(board, 'recruiter', { companyName: name })
  await sql`insert into name_grants (id, name, organization_id, kind, authority, granted_at)
    values (gen_random_uuid(), ${clientName}, ${organizationOf(firm)}, 'client', 'owner', now())`.execute(
    board.db,
  )
  return { firm, jobId: await posting(firm, name) }
}

let client: SignedIn
let clientName: string
let clientJob: string
let physician: SignedIn
let cedar: Firm

beforeEach(async () => {
  clientName = `Brook Hospital ${crypto.randomUUID().slice(0, 8)}`
  client = await signIn(board, 'employer', { companyName: clientName })
  clientJob = await posting(client, clientName)
  physician = await signIn(board, 'physician', {
    firstName: 'Jane',
    lastName: 'Rivera',
    // Colleagues share a mail domain.
    email: `${crypto.randomUUID()}@rivera.test`,
  })
  cedar = await allowedFirm('Cedar Search')
})

const note = 'A calm cardiologist who wants to move to Texas next summer.'

/** The physician writes about a posting. @returns the inquiry's id. */
const write = async (jobId: string) =>
  (
    await physician.post('/api/job-inquiry', {
      name: 'Jane Rivera',
      email: physician.user.email,
      message: 'Is it still open?',
      jobId,
    })
  ).json<{ id: string }>().id

const ask = ({ firm }: Firm, inquiryId: string, jobId = clientJob) =>
  firm.post('/api/submittals', { jobId, message: note, physician: { inquiryId } })
const asked = async (by: Firm) => (await ask(by, await write(by.jobId))).statusCode

const received = async () =>
  (await physician.get('/api/profile/invitations')).json<
    ResponseOf<'GET /api/profile/invitations'>
  >().invitations
const answer = async (consents: boolean, at = 0) =>
  physician.post(`/api/profile/invitations/${(await received())[at]?.id}/answer`, {
    message: null,
    consents,
  })
type List = ResponseOf<'GET /api/submittals'>
const listOf = async ({ firm }: Firm) => (await firm.get('/api/submittals')).json<List>()
const statesOf = async (by: Firm) => (await listOf(by)).submittals.map(({ state }) => state)
type Inbox = { inquiries: { id: string; presentedBy: string | null; version: number }[] }
const inbox = async () => (await client.get('/api/inbox')).json<Inbox>().inquiries
const subjectsTo = async ({ user }: SignedIn) => {
  await runTasks(board)
  return (await mailsTo(board, user.email)).map(({ subject }) => subject).join('\n')
}

test('the employer learns nothing before the physician consents, then decides in the thread', async () => {
  expect(await listOf(cedar)).toMatchObject({ clients: [{ id: clientJob }], people: [] })
  expect(await asked(cedar)).toBe(200)
  expect(await subjectsTo(physician)).toContain('Cedar Search asks to present you to')
  expect(await received()).toMatchObject([
    { firm: 'Cedar Search', employer: clientName, message: note, state: 'open' },
  ])
  expect(await inbox()).toEqual([])
  for (const path of [`/api/job-postings/${clientJob}/candidates`, '/api/hiring-report'])
    expect((await client.get(path)).body).not.toContain('"sent":1')
  expect(await statesOf(cedar)).toEqual(['asked'])

  const { inquiryId } = (await answer(true)).json<{ inquiryId: string }>()
  const [thread] = await inbox()
  expect(thread).toMatchObject({ id: inquiryId, name: 'Jane Rivera', presentedBy: 'Cedar Search' })
  expect(JSON.stringify(thread)).not.toContain(physician.user.email)
  expect((await physician.get(`/api/applications/${inquiryId}`)).json()).toMatchObject({
    presentedBy: 'Cedar Search',
    message: `Cedar Search presents me, with my consent:\n\n${note}`,
  })
  expect(await statesOf(cedar)).toEqual(['presented'])
  expect(await subjectsTo(cedar.firm)).toContain('Your submittal: Jane Rivera')
  const firmHears = async () => {
    await tellDecisions(board.db, { publicUrl: '' })
    await runTasks(board)
    return (await mailsTo(board, cedar.firm.user.email)).map(({ text }) => text)
  }
  await firmHears()
  await client.put(`/api/inbox/${inquiryId}/stage`, { stage: 'reviewing', version: 0 })
  expect(await statesOf(cedar)).toEqual(['interested'])
  expect((await firmHears()).at(-1)).toContain('the employer is interested')
  const close = { stage: 'closed', version: 1, reason: 'others' }
  await client.put(`/api/inbox/${inquiryId}/stage`, close)
  // The firm learns of it when the physician does.
  expect(await statesOf(cedar)).toEqual(['interested'])
  const heard = await firmHears()
  await sql`update inquiries set closed_at = now() where id = ${inquiryId}`.execute(board.db)
  expect(await statesOf(cedar)).toEqual(['refused'])
  expect((await firmHears()).slice(heard.length)).toEqual([
    expect.stringContaining('the employer decided not to go on'),
  ])
  const { rows } =
    await sql`select origin from posting_origins where job_id = ${clientJob}`.execute(board.db)
  expect(rows).toEqual([{ origin: 'firm' }])
})

test('consent can be refused, and withdrawn', async () => {
  await asked(cedar)
  expect((await answer(false)).statusCode).toBe(200)
  expect([await statesOf(cedar), await inbox()]).toEqual([['declined'], []])
  // A second thought counts; the same question does not come again.
  expect((await ask(cedar, await write(cedar.jobId))).statusCode).toBe(409)
  const { inquiryId } = (await answer(true)).json<{ inquiryId: string }>()
  await physician.post(`/api/applications/${inquiryId}/withdrawal`)
  expect([await statesOf(cedar), await inbox()]).toEqual([['withdrawn'], []])
})

test('of two firms the first consent counts, and the second does not learn whose', async () => {
  const birch = await allowedFirm('Birch Search')
  await asked(cedar)
  await asked(birch)
  await answer(true, 1)
  expect((await answer(true, 0)).statusCode).toBe(409)
  expect([await statesOf(cedar), await statesOf(birch)]).toEqual([['presented'], ['known']])
  expect(await inbox()).toHaveLength(1)
  expect(JSON.stringify(await listOf(birch))).not.toContain('Cedar')
  expect(await subjectsTo(birch.firm)).toContain('Your submittal: Jane Rivera')
})

test('nobody is presented who has applied already, and is told so', async () => {
  await asked(cedar)
  const inquiryId = await write(clientJob)
  expect(await statesOf(cedar)).toEqual(['asked'])
  expect((await answer(true)).json()).toEqual({ inquiryId, isKnown: true })
  expect(await statesOf(cedar)).toEqual(['known'])
  expect(await inbox()).toMatchObject([{ presentedBy: null }])
})

const suspend = ({ firm }: Firm) =>
  sql`update organizations set suspended_at = now() where id = ${organizationOf(firm)}`.execute(
    board.db,
  )

const ends: [string, () => Promise<unknown>][] = [
  [
    'time',
    () =>
      sql`update posting_invitations set sent_at = now() - interval '15 days'`.execute(board.db),
  ],
  ['a suspension of the firm', () => suspend(cedar)],
  [
    'the client’s word',
    () =>
      sql`update name_grants set withdrawn_at = now()
    where organization_id = ${organizationOf(cedar.firm)} and kind = 'client'`.execute(board.db),
  ],
  [
    'another name of the firm',
    () => cedar.firm.put('/api/organization', { name: 'Mayo Clinic', site: '', description: '' }),
  ],
  ['the end of the posting', () => movePosting(board.db, clientJob, 'deactivate', 'owner')],
  ['a block of the employer', () => blockOf(client)],
  ['a block of the firm', () => blockOf(cedar.firm)],
]
const blockOf = ({ user }: SignedIn) =>
  sql`insert into blocks (id, employer, person, blocked_by)
    select gen_random_uuid(), organization_of(${user.id})::text, ${physician.user.id}, 'person'`.execute(
    board.db,
  )

test.each(ends)('%s ends the question', async (_, end) => {
  await asked(cedar)
  await end()
  expect(await received()).toMatchObject([{ state: 'ended' }])
  expect((await answer(true)).statusCode).toBe(409)
  expect(await inbox()).toEqual([])
})

/** What a firm reads on the page, and in mails about what was decided since. */
async function firmLearns({ firm }: Firm, inquiryId: string) {
  await runTasks(board)
  const before = (await mailsTo(board, firm.user.email)).length
  await client.put(`/api/inbox/${inquiryId}/stage`, { stage: 'reviewing', version: 0 })
  await tellDecisions(board.db, { publicUrl: '' })
  await runTasks(board)
  const mails = (await mailsTo(board, firm.user.email)).slice(before)
  return (await firm.get('/api/submittals')).body + mails.map(({ text }) => text).join('\n')
}
const colleagueOf = async ({ firm }: Firm) => {
  const colleague = await signIn(board, 'recruiter')
  await sql`update organization_members set organization_id = ${organizationOf(firm)}
    where user_id = ${colleague.user.id}`.execute(board.db)
  return colleague
}

test.each<[string, (thread: string) => Promise<unknown>]>([
  ['who blocks it', () => blockOf(cedar.firm)],
  ['who withdrew from it', (thread) => physician.post(`/api/applications/${thread}/withdrawal`)],
  ['anybody once it is suspended', () => suspend(cedar)],
  [
    'anybody once its posting was taken down',
    () => movePosting(board.db, cedar.jobId, 'remove', 'administrator'),
  ],
  [
    'anybody once its member has left',
    async () =>
      (await colleagueOf(cedar)).delete(`/api/organization/members/${cedar.firm.user.id}`),
  ],
])('a firm reads nothing more of %s, on the page or by mail', async (_, end) => {
  const thread = await write(cedar.jobId)
  await ask(cedar, thread)
  const { inquiryId } = (await answer(true)).json<{ inquiryId: string }>()
  await end(thread)
  expect(await firmLearns(cedar, inquiryId)).not.toContain('Rivera')
})

test('what a firm is told goes to who acts for it, and with the physician’s account', async () => {
  await asked(cedar)
  const { inquiryId } = (await answer(true)).json<{ inquiryId: string }>()
  const colleague = await colleagueOf(cedar)
  await colleague.delete(`/api/organization/members/${cedar.firm.user.id}`)
  expect(await firmLearns({ ...cedar, firm: colleague }, inquiryId)).toContain('is interested')
  await erase(physician, board)
  const { rows } = await sql`select from mails where subject like '%Rivera%'
    and to_address = any (${[cedar.firm, colleague].map(({ user }) => user.email)}::text[])`.execute(
    board.db,
  )
  expect(rows).toEqual([])
})

test('a firm asks only whom it can write to, for whom it is allowed, under its own name', async () => {
  const mine = await write(cedar.jobId)
  const stranger = await signIn(board, 'recruiter', { companyName: 'Elm Search' })
  const elm = { firm: stranger, jobId: await posting(stranger, 'Elm Search') }
  const hidden = await posting(client, 'Confidential employer')
  expect((await ask(elm, mine)).statusCode).toBe(404)
  expect((await ask(elm, await write(elm.jobId))).statusCode).toBe(404)
  expect((await ask(cedar, mine, hidden)).statusCode).toBe(404)
  expect((await ask(cedar, mine, cedar.jobId)).statusCode).toBe(404)
  expect((await ask(cedar, await write(clientJob))).statusCode).toBe(404)
  await blockOf(client)
  expect((await ask(cedar, mine)).statusCode).toBe(409)
  await sql`delete from blocks`.execute(board.db)
  await sql`update name_grants set kind = 'own' where organization_id = ${organizationOf(client)}`.execute(
    board.db,
  )
  for (const name of ['Mayo Clinic', clientName]) {
    await cedar.firm.put('/api/organization', { name, site: '', description: '' })
    expect((await ask(cedar, mine)).statusCode).toBe(409)
  }
  expect(await received()).toEqual([])
})

test('an anonymous candidate is asked, and stays anonymous to the firm', async () => {
  await sql`delete from profiles`.execute(board.db)
  await physician.put('/api/profile', {
    fields: { specialty: ['Cardiology'] },
    shown: ['specialty'],
  })
  await physician.put('/api/profile/finding', {
    isOn: true,
    showsName: false,
    toFirms: true,
    hiddenStates: [],
  })
  const found = await cedar.firm.get(`/api/job-postings/${cedar.jobId}/candidates`)
  const [candidate] = found.json<ResponseOf<'GET /api/job-postings/:id/candidates'>>().candidates
  const given = { postingId: cedar.jobId, candidateId: candidate?.id }
  const body = { jobId: clientJob, message: note, physician: given }
  expect((await cedar.firm.post('/api/submittals', body)).statusCode).toBe(200)
  await answer(true)
  const list = JSON.stringify(await listOf(cedar))
  expect(list).toContain('"Cardiologist"')
  for (const secret of ['Rivera', physician.user.email, physician.user.id])
    expect(list).not.toContain(secret)
  expect(await inbox()).toMatchObject([{ name: 'Jane Rivera' }])
})

test('questions count among the three invitations of a week, and go with the account', async () => {
  for (let count = 0; count < invitationLimits.physician; count += 1)
    expect(
      (await ask(cedar, await write(cedar.jobId), await posting(client, clientName))).statusCode,
    ).toBe(200)
  expect(await asked(cedar)).toBe(429)
  expect((await physician.get('/api/account/export')).body).toContain(note)
  await erase(physician, board)
  expect((await listOf(cedar)).submittals).toEqual([])
})
