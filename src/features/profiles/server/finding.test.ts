import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/contract.ts'
import { appForFile } from '#test/app.ts'
import { addJobs, jobRow, movePosting } from '#test/factories.ts'
import { runTasks } from '#test/mailbox.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'
import { candidatePageSize, invitationLimits, mostListed } from '../finding.ts'
import { profileTasks } from './finding.ts'

const board = appForFile({ env: { RATE_LIMITS: 'off' } })

type List = ResponseOf<'GET /api/job-postings/:id/candidates'>
type Posting = { employer: SignedIn; id: string }

const terms = 'Call is 1 in 5. See patients in clinic four days a week.'

async function posting(
  name: string,
  {
    email,
    role = 'employer',
    ...job
  }: { email?: string; role?: 'employer' | 'recruiter' } & Parameters<typeof jobRow>[0] = {},
): Promise<Posting> {
  const employer = await signIn(board, role, { companyName: name, ...(email && { email }) })
  const row = jobRow({
    employer: name,
    owner_id: employer.user.id,
    channel: 'account',
    description: terms,
    ...job,
  })
  await addJobs(board.db, [row])
  return { employer, id: row.id }
}

const search = ({ employer, id }: Posting, filters = '') =>
  employer.get(`/api/job-postings/${id}/candidates${filters}`)
const found = async (seeker: Posting, filters = '') =>
  (await search(seeker, filters)).json<List>().candidates
const headlines = async (seeker: Posting) => (await found(seeker)).map(({ headline }) => headline)

const fields = {
  specialty: ['Cardiology'],
  trainingEnds: ['2099-06'],
  licenses: ['TX', 'OK'],
  minPay: ['400000'],
  sentence: ['I like calm clinics.'],
  employer: ['Lakeside Clinic; Elm Group'],
  employerDomain: ['https://www.lakeside.test/jobs'],
}
const shown = ['specialty', 'trainingEnds', 'licenses', 'sentence']
const off = { isOn: false, showsName: false, toFirms: false, hiddenStates: [] }
const on = { ...off, isOn: true }

let physician: SignedIn
const setFinding = (more: object = {}) => physician.put('/api/profile/finding', { ...on, ...more })

beforeEach(async () => {
  await sql`delete from profiles`.execute(board.db)
  physician = await signIn(board, 'physician', {
    firstName: 'Jane',
    lastName: 'Rivera',
    // Colleagues share a mail domain.
    email: `${crypto.randomUUID()}@rivera.test`,
  })
  await physician.put('/api/profile', { fields, shown })
})

const headline = 'Cardiologist, in training until June 2099, licensed in Texas and Oklahoma'

test('nobody finds a physician who did not ask for it, and hiding is immediate', async () => {
  const hospital = await posting('Brook Hospital')
  expect(await headlines(hospital)).toEqual([])
  await setFinding()
  expect(await headlines(hospital)).toEqual([headline])
  const [candidate] = await found(hospital)
  const open = () =>
    hospital.employer.get(`/api/job-postings/${hospital.id}/candidates/${candidate?.id}`)
  expect((await open()).statusCode).toBe(200)
  await setFinding(off)
  expect(await headlines(hospital)).toEqual([])
  expect((await open()).statusCode).toBe(404)
  // What somebody noted leads nowhere later, either.
  await setFinding()
  expect((await open()).statusCode).toBe(404)
  await sql`update profiles set found_until = now() - interval '1 second'`.execute(board.db)
  expect(await headlines(hospital)).toEqual([])
})

test('a profile that shows no specialty cannot be found', async () => {
  await physician.put('/api/profile', { fields, shown: ['licenses'] })
  expect((await setFinding()).statusCode).toBe(409)
})

test('employers read what is shown, and nothing else', async () => {
  await setFinding()
  const hospital = await posting('Brook Hospital')
  const [candidate] = await found(hospital, '?licenses=TX,CA&specialty=Cardiology')
  expect(candidate).toMatchObject({
    name: null,
    headline,
    reasons: ['Specialties: Cardiology', 'Licensed in: Texas'],
  })
  const opened = await hospital.employer.get(
    `/api/job-postings/${hospital.id}/candidates/${candidate?.id}`,
  )
  for (const answer of [opened.body, (await search(hospital)).body])
    for (const secret of ['Rivera', physician.user.email, physician.user.id, '400000', 'Lakeside'])
      expect(answer).not.toContain(secret)
  expect(opened.body).toContain('I like calm clinics.')
  expect(await found(hospital, '?licenses=CA')).toEqual([])
  // What is not shown finds nobody.
  await physician.put('/api/profile', { fields, shown: ['specialty'] })
  expect(await found(hospital, '?licenses=TX')).toEqual([])
  await setFinding({ showsName: true })
  expect(await found(hospital)).toMatchObject([{ name: 'Jane Rivera', headline: 'Cardiologist' }])
})

test.each<[string, () => Promise<Posting>, object]>([
  ['the present employer', () => posting('LAKESIDE clinic'), {}],
  ['its further names', () => posting('Lakeside Clinic of Austin'), {}],
  ['its second name', () => posting('Elm Group'), {}],
  ['its mail domain', () => posting('Brook Hospital', { email: 'hr@lakeside.test' }), {}],
  ['a part of it', () => posting('Brook Hospital', { email: 'a@mail.lakeside.test' }), {}],
  ['a hidden state', () => posting('Brook Hospital', { state: 'OH' }), { hiddenStates: ['OH'] }],
  [
    'a further place in one',
    () => posting('Brook Hospital', { further_places: ['Columbus, OH'] }),
    { hiddenStates: ['OH'] },
  ],
  ['a search firm', () => posting('Brook Hospital', { role: 'recruiter' }), {}],
])('%s never finds the profile', async (_, seek, finding) => {
  await setFinding(finding)
  expect(await headlines(await seek())).toEqual([])
  expect(await headlines(await posting('Pine Hospital'))).toEqual([headline])
})

test('firms find who lets them, and a colleague’s domain hides the whole organization', async () => {
  await setFinding({ toFirms: true })
  expect(await headlines(await posting('Brook Hospital', { role: 'recruiter' }))).toEqual([
    headline,
  ])
  const hospital = await posting('Brook Hospital')
  const colleague = await signIn(board, 'employer', { email: 'x@lakeside.test' })
  await sql`update organization_members set seat = 'recruiter',
    organization_id = organization_of(${hospital.employer.user.id}) where user_id = ${colleague.user.id}`.execute(
    board.db,
  )
  expect(await headlines(hospital)).toEqual([])
})

test('a block of either hides the profile', async () => {
  await setFinding()
  const hospital = await posting('Brook Hospital')
  for (const by of ['person', 'employer']) {
    await sql`insert into blocks (id, employer, person, blocked_by)
      values (gen_random_uuid(), ${hospital.employer.user.id}, ${physician.user.id}, ${by})`.execute(
      board.db,
    )
    expect(await headlines(hospital)).toEqual([])
    await sql`delete from blocks`.execute(board.db)
  }
  expect(await headlines(hospital)).toEqual([headline])
})

test('only a live posting under a name of the organization finds anybody', async () => {
  await setFinding()
  const unknown = await signIn(board, 'employer', { trusted: false })
  const row = jobRow({
    owner_id: unknown.user.id,
    employer: 'Nobody’s Hospital',
    channel: 'account',
  })
  const hidden = await posting('Confidential employer')
  const hospital = await posting('Brook Hospital')
  await addJobs(board.db, [row])
  expect((await search({ employer: unknown, id: row.id })).statusCode).toBe(409)
  expect((await search(hidden)).statusCode).toBe(409)
  expect((await search({ employer: unknown, id: hospital.id })).statusCode).toBe(404)
  expect((await search({ ...hospital, employer: physician })).statusCode).toBe(403)
  await movePosting(board.db, hospital.id, 'deactivate', 'owner')
  expect((await search(hospital)).statusCode).toBe(409)
})

test('each list and each opening is logged and shown to its owner', async () => {
  await setFinding()
  const hospital = await posting('Brook Hospital')
  const [candidate] = await found(hospital)
  await found(hospital)
  await hospital.employer.get(`/api/job-postings/${hospital.id}/candidates/${candidate?.id}`)
  const { views } = (await physician.get('/api/profile/views')).json<
    ResponseOf<'GET /api/profile/views'>
  >()
  expect(views.map(({ employer, kind, times }) => [employer, kind, times])).toEqual([
    ['Brook Hospital', 'opened', 1],
    ['Brook Hospital', 'listed', 2],
  ])
  expect((await physician.get('/api/account/export')).json()).toMatchObject({
    profile: { views: [{ kind: 'opened' }, { kind: 'listed' }] },
  })
})

test('an organization that pages through everybody is stopped, and its owners are told', async () => {
  await sql`
    with people as (insert into users (id, email, role, email_verified_at) select gen_random_uuid(), 'many-' || n || '@crowd.test',
      'physician', now() from generate_series(1, ${mostListed * 2}) n returning id)
    insert into profiles (physician_id, fields, shown, words, found_id, found_until, saved_at)
    select id, '{}', '{}', '{}', gen_random_uuid(), now() + interval '1 day',
      now() - row_number() over () * interval '3 hours' from people
  `.execute(board.db)
  const hospital = await posting('Brook Hospital')
  // Anybody can make cursors, and ask for all pages at once.
  const pages = (mostListed / candidatePageSize) * 2
  const answers = await Promise.all(
    Array.from({ length: pages }, (_, page) => {
      const before = new Date(Date.now() - page * candidatePageSize * 3 * 3_600_000).toISOString()
      const after = `${before} ${'f'.repeat(8)}-ffff-ffff-ffff-${'f'.repeat(12)}`
      return search(hospital, `?after=${encodeURIComponent(after)}`)
    }),
  )
  const lists = answers.filter(({ statusCode }) => statusCode === 200)
  const seen = lists.flatMap((answer) => answer.json<List>().candidates.map(({ id }) => id))
  expect(new Set(seen).size).toBeGreaterThanOrEqual(mostListed)
  expect(new Set(seen).size).toBeLessThan(mostListed + candidatePageSize)
  expect((await search(hospital)).statusCode).toBe(429)
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from mails where to_address = ${hospital.employer.user.email}
      and cause like 'many-candidates:%'`.execute(board.db)
  expect(rows).toEqual([{ n: 1 }])
  const audit = await sql`select from audit_log where action = 'profiles.limit-reached'`.execute(
    board.db,
  )
  expect(audit.rows.length).toBeGreaterThan(0)
})

const words = { message: 'We look for a calm cardiologist.' }

async function invite(hospital: Posting, status = 200): Promise<void> {
  const [candidate] = await found(hospital)
  const answer = await hospital.employer.post(
    `/api/job-postings/${hospital.id}/candidates/${candidate?.id}/invitation`,
    words,
  )
  expect([answer.statusCode, answer.body]).toEqual([status, expect.anything()])
}
const received = async () =>
  (await physician.get('/api/profile/invitations')).json<
    ResponseOf<'GET /api/profile/invitations'>
  >().invitations
const reply = (id = '', message: string | null = 'I would like to hear more.') =>
  physician.post(`/api/profile/invitations/${id}/answer`, { message })

test('an invitation comes once, names pay and terms, and its answer opens a thread', async () => {
  await setFinding()
  const hospital = await posting('Brook Hospital')
  await invite(hospital)
  await invite(hospital, 409)
  await runTasks(board)
  expect(await received()).toMatchObject([
    {
      employer: 'Brook Hospital',
      pay: expect.stringContaining('$400,000'),
      terms: expect.stringContaining('1 in 5'),
      state: 'open',
    },
  ])
  const [invitation] = await received()
  const answer = await reply(invitation?.id)
  const { inquiryId } = answer.json<{ inquiryId: string }>()
  const inbox = (await hospital.employer.get(`/api/inbox/${inquiryId}`)).json()
  expect(inbox).toMatchObject({ name: 'Jane Rivera', message: 'I would like to hear more.' })
  // The address stays hidden until its owner shows it.
  expect(JSON.stringify(inbox)).not.toContain(physician.user.email)
  expect(await received()).toMatchObject([{ state: 'accepted', inquiryId }])
  expect((await reply(invitation?.id)).statusCode).toBe(409)
  expect((await search(hospital)).json()).toMatchObject({
    invitations: { sent: 1, read: 1, accepted: 1, declined: 0 },
  })
})

test('‘not now’ lasts a year for the whole organization', async () => {
  await setFinding()
  const hospital = await posting('Brook Hospital')
  await invite(hospital)
  const [invitation] = await received()
  expect((await reply(invitation?.id, null)).statusCode).toBe(200)
  expect(await headlines(hospital)).toEqual([])
  await sql`update posting_invitations set declined_at = now() - interval '366 days'`.execute(
    board.db,
  )
  expect(await headlines(hospital)).toEqual([headline])
})

test('a posting without pay or without terms cannot invite', async () => {
  await setFinding()
  await invite(await posting('Brook Hospital', { comp_min: null, comp_max: null }), 409)
  await invite(await posting('Brook Hospital', { description: 'See patients in clinic.' }), 409)
})

test('a physician gets three invitations a week, and a seat sends twenty', async () => {
  await setFinding()
  for (let count = 0; count < invitationLimits.physician; count += 1)
    await invite(await posting(`Brook Hospital ${count}`))
  await invite(await posting('Brook Hospital 9'), 429)
  expect(await received()).toHaveLength(3)
  const hospital = await posting('Pine Hospital')
  await sql`delete from posting_invitations`.execute(board.db)
  await sql`
    insert into posting_invitations (id, job_id, physician_id, sender_id, organization_id, message)
    select gen_random_uuid(), ${hospital.id}, id, ${hospital.employer.user.id}, gen_random_uuid(), 'x'
    from users where id <> ${physician.user.id} limit ${invitationLimits.seat}
  `.execute(board.db)
  await invite(hospital, 429)
})

test('of many invitations at once, one counts', async () => {
  await setFinding()
  const hospital = await posting('Brook Hospital')
  const [candidate] = await found(hospital)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      hospital.employer.post(
        `/api/job-postings/${hospital.id}/candidates/${candidate?.id}/invitation`,
        words,
      ),
    ),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

test('a name that is withdrawn, a block and a closed posting end open invitations', async () => {
  await setFinding()
  const hospital = await posting('Brook Hospital')
  await invite(hospital)
  const [invitation] = await received()
  const grants = sql`organization_id = organization_of(${hospital.employer.user.id})`
  await sql`update name_grants set withdrawn_at = now() where ${grants}`.execute(board.db)
  expect(await received()).toMatchObject([{ state: 'ended' }])
  expect((await reply(invitation?.id)).statusCode).toBe(409)
  await sql`update name_grants set withdrawn_at = null where ${grants}`.execute(board.db)
  expect(await received()).toMatchObject([{ state: 'open' }])
  await sql`insert into blocks (id, employer, person, blocked_by)
    values (gen_random_uuid(), ${hospital.employer.user.id}, ${physician.user.id}, 'person')`.execute(
    board.db,
  )
  expect((await reply(invitation?.id)).statusCode).toBe(409)
  await sql`delete from blocks`.execute(board.db)
  await movePosting(board.db, hospital.id, 'deactivate', 'owner')
  expect((await reply(invitation?.id)).statusCode).toBe(409)
  // Somebody else's is not there.
  const other = await signIn(board, 'physician')
  expect(
    (await other.post(`/api/profile/invitations/${invitation?.id}/answer`, { message: null }))
      .statusCode,
  ).toBe(404)
})

test('before the end its owner is asked once, and views and invitations end with the account', async () => {
  await setFinding()
  const hospital = await posting('Brook Hospital')
  await invite(hospital)
  await sql`update profiles set found_until = now() + interval '1 day'`.execute(board.db)
  for (const _ of [1, 2])
    for (const { run } of profileTasks({ db: board.db, publicUrl: '' }))
      await run({}, { isLastAttempt: true, stopping: new AbortController().signal })
  const asked =
    await sql`select from mails where cause like ${`found-ends:${physician.user.id}:%`}`.execute(
      board.db,
    )
  expect(asked.rows).toHaveLength(1)
  await sql`delete from users where id = ${physician.user.id}`.execute(board.db)
  for (const table of ['profiles', 'profile_views', 'posting_invitations'])
    expect(
      (
        await sql`select from ${sql.table(table)} where physician_id = ${physician.user.id}`.execute(
          board.db,
        )
      ).rows,
    ).toEqual([])
})
