import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { enforceRetentionTask } from '#app/server/worker.ts'
import { selectMails } from '#platform/server/mail/queries.ts'
import { enqueueTask } from '#platform/server/tasks/task.ts'
import { slugOf } from '#shared/paths.ts'
import { appForFile } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { runTasks } from '#test/mailbox.ts'
import { asVisitor, signIn, type SignedIn } from '#test/sign-in.ts'
import { posting } from '../../postings/postings.fixture.ts'
import { maxInvitations } from '../model.ts'
import { employerPages } from './public.ts'

const app = appForFile({ env: { RATE_LIMITS: 'off' } })

type Team = Awaited<ReturnType<typeof organizationOf>>

async function organizationOf(person: SignedIn) {
  const answer = await person.get('/api/organization')
  expect(answer.statusCode).toBe(200)
  return answer.json<{
    seat: string
    name: string
    isVerified: boolean
    members: { id: string; seat: string }[]
    invitations: { id: string }[]
  }>()
}

const seatsIn = ({ members }: Team) => members.map((member) => member.seat)

/** The secret in the newest invitation that was mailed to an address. */
async function secretFor(email: string): Promise<string> {
  const mails = await selectMails(app.db, { to: email, limit: 10 })
  const text = JSON.stringify(mails)
  return /invitation\?token=([\w-]+)/.exec(text)?.[1] ?? ''
}

async function invited(owner: SignedIn, seat: string, guest?: SignedIn): Promise<SignedIn> {
  const person = guest ?? (await signIn(app, 'employer', { companyName: 'Alone' }))
  const sent = await owner.post('/api/organization/invitations', { email: person.user.email, seat })
  expect(sent.statusCode, sent.body).toBe(200)
  const joined = await person.post('/api/invitation', { token: await secretFor(person.user.email) })
  expect(joined.statusCode, joined.body).toBe(200)
  return person
}

async function post(person: SignedIn, more: object = {}) {
  const answer = await person.post('/api/job-postings', posting(more))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ id: string; title: string; updatedAt: string }>()
}

const organizationIdOf = async ({ user }: SignedIn) =>
  (await sql<{ id: string }>`select organization_id as id from organization_members where user_id = ${user.id}`.execute(app.db))
    .rows[0] ?? expect.fail()

const statusOf = async (answer: Promise<{ statusCode: number }>) => (await answer).statusCode

let owner: SignedIn
beforeAll(async () => {
  owner = await signIn(app, 'employer', { companyName: 'Lakeshore Hospital' })
})

describe('invitations', () => {
  test('work once, for the account of their address only', async () => {
    const guest = await signIn(app, 'recruiter')
    await owner.post('/api/organization/invitations', { email: guest.user.email, seat: 'recruiter' })
    const token = await secretFor(guest.user.email)
    expect((await asVisitor(app).get(`/api/invitation?token=${token}`)).json()).toEqual({
      organization: 'Lakeshore Hospital',
      email: guest.user.email,
      seat: 'recruiter',
    })
    const stranger = await signIn(app, 'employer')
    const refused = await stranger.post('/api/invitation', { token })
    expect([refused.statusCode, refused.json().error]).toEqual([
      409,
      `This invitation is for ${guest.user.email}. You are signed in as ${stranger.user.email}.`,
    ])
    expect(await statusOf(guest.post('/api/invitation', { token }))).toBe(200)
    expect(await statusOf(guest.post('/api/invitation', { token }))).toBe(404)
    expect((await organizationOf(guest)).seat).toBe('recruiter')
    // Whom a hospital hires posts in-house.
    expect((await guest.get('/api/auth/user')).json()).toMatchObject({ role: 'employer', companyName: 'Lakeshore Hospital' })
  })

  test('end after seven days, when they are withdrawn, and when a newer one is sent', async () => {
    const guest = await signIn(app, 'employer')
    const invite = () => owner.post('/api/organization/invitations', { email: guest.user.email, seat: 'reader' })
    await invite()
    const first = await secretFor(guest.user.email)
    await sql`delete from mails`.execute(app.db)
    await invite()
    const second = await secretFor(guest.user.email)
    expect(await statusOf(guest.post('/api/invitation', { token: first }))).toBe(404)
    await sql`update organization_invitations set expires_at = now() - interval '1 minute' where email = ${guest.user.email}`.execute(
      app.db,
    )
    expect(await statusOf(guest.post('/api/invitation', { token: second }))).toBe(404)
    await invite()
    const open = (await organizationOf(owner)).invitations[0]
    expect(await statusOf(owner.delete(`/api/organization/invitations/${open?.id}`))).toBe(200)
    expect(await statusOf(guest.post('/api/invitation', { token: await secretFor(guest.user.email) }))).toBe(404)
  })

  test('200 at once are fifty', async () => {
    const eager = await signIn(app, 'employer', { companyName: 'Eager Clinic' })
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        statusOf(eager.post('/api/organization/invitations', { email: `guest-${index}@mail.test`, seat: 'reader' })),
      ),
    )
    expect(answers.filter((status) => status === 200)).toHaveLength(maxInvitations)
    expect((await organizationOf(eager)).invitations).toHaveLength(maxInvitations)
  })

  test('end with the ownership of who sent them', async () => {
    const clinic = await signIn(app, 'employer', { companyName: 'Cedar Clinic' })
    for (const end of [(path: string) => clinic.put(path, { seat: 'recruiter' }), (path: string) => clinic.delete(path)]) {
      const [second, friend] = [await invited(clinic, 'owner'), await signIn(app, 'employer')]
      await second.post('/api/organization/invitations', { email: friend.user.email, seat: 'owner' })
      expect(await statusOf(end(`/api/organization/members/${second.user.id}`))).toBe(200)
      expect(await statusOf(friend.post('/api/invitation', { token: await secretFor(friend.user.email) }))).toBe(404)
    }
  })

  test('a physician joins no team, and only owners invite', async () => {
    const physician = await signIn(app, 'physician')
    await owner.post('/api/organization/invitations', { email: physician.user.email, seat: 'reader' })
    expect(await statusOf(physician.post('/api/invitation', { token: await secretFor(physician.user.email) }))).toBe(409)
    const recruiter = await invited(owner, 'recruiter')
    expect(await statusOf(recruiter.post('/api/organization/invitations', { email: 'x@mail.test', seat: 'owner' }))).toBe(403)
    expect(await statusOf(recruiter.put(`/api/organization/members/${recruiter.user.id}`, { seat: 'owner' }))).toBe(403)
  })
})

describe('seats', () => {
  test('a recruiter manages the postings of all, a reader sees them, others reach their own only', async () => {
    const [recruiter, reader, assigned] = [
      await invited(owner, 'recruiter'),
      await invited(owner, 'reader'),
      await invited(owner, 'assigned'),
    ]
    const outsider = await signIn(app, 'employer')
    const { id, title } = await post(owner, { title: 'Hospitalist of all' })
    const inquiry = { name: 'Dr. Ada', email: 'ada@mail.test', message: 'Is the schedule fixed?', jobId: id, jobTitle: title }
    expect(await statusOf(asVisitor(app).post('/api/job-inquiry', inquiry))).toBe(200)
    const sees = async (person: SignedIn) => [
      await statusOf(person.get(`/api/job-postings/${id}`)),
      (await person.get('/api/job-postings?q=of%20all')).json<unknown[]>().length,
      (await person.get('/api/inbox')).json<{ total: number }>().total,
      (await person.get(`/api/insights/figures?ids=${id}&days=30`)).body.includes(id),
      await statusOf(person.put(`/api/job-postings/${id}`, { isActive: true })),
      await statusOf(person.get(`/api/job-postings/${id}/history`)),
    ]
    expect(await sees(recruiter)).toEqual([200, 1, 1, true, 200, 200])
    expect(await sees(reader)).toEqual([200, 1, 1, true, 404, 200])
    for (const other of [assigned, outsider]) expect(await sees(other)).toEqual([404, 0, 0, false, 404, 404])
    expect(await statusOf(reader.post('/api/job-postings', posting()))).toBe(403)
    expect(await statusOf(reader.put(`/api/organization/postings/${id}`, { to: owner.user.id }))).toBe(404)
    expect(await statusOf(owner.put(`/api/organization/postings/${id}`, { to: outsider.user.id }))).toBe(404)
    expect(await statusOf(owner.put(`/api/organization/postings/${id}`, { to: assigned.user.id }))).toBe(200)
    expect((await sees(assigned)).slice(0, 5)).toEqual([200, 1, 1, true, 200])
  })

  test('of two owners who remove each other at the same moment one stays', async () => {
    for (let round = 0; round < 5; round++) {
      const one = await signIn(app, 'employer', { companyName: `Twin ${round}` })
      const other = await invited(one, 'owner')
      const answers = await Promise.all([
        statusOf(one.delete(`/api/organization/members/${other.user.id}`)),
        statusOf(other.delete(`/api/organization/members/${one.user.id}`)),
      ])
      // The later one finds a changed seat, or is alone by then.
      expect(['200 404', '200 409']).toContain(answers.toSorted().join(' '))
      const { rows } = await sql`select from organization_members where user_id in (${one.user.id}, ${other.user.id})`.execute(
        app.db,
      )
      expect(rows).toHaveLength(1)
    }
  })

  test('the last owner neither leaves nor steps down, nor deletes the account of a team', async () => {
    const last = await signIn(app, 'employer', { companyName: 'Last Clinic' })
    const recruiter = await invited(last, 'recruiter')
    const self = `/api/organization/members/${last.user.id}`
    expect([await statusOf(last.delete(self)), await statusOf(last.put(self, { seat: 'reader' }))]).toEqual([409, 409])
    expect(await statusOf(last.delete('/api/account', {}))).toBe(409)
    expect(await statusOf(last.put(`/api/organization/members/${recruiter.user.id}`, { seat: 'owner' }))).toBe(200)
    const { id } = await post(last)
    expect(await statusOf(last.delete('/api/account', {}))).toBe(200)
    expect(seatsIn(await organizationOf(recruiter))).toEqual(['owner'])
    expect((await recruiter.get(`/api/job-postings/${id}`)).json()).toMatchObject({
      status: 'active',
      contactEmail: recruiter.user.email,
    })
  })
})

describe('changes meanwhile', () => {
  test('a removed member saves nothing, and gets nothing any more', async () => {
    const member = await invited(owner, 'recruiter')
    const { id, title, updatedAt } = await post(member, { title: 'Kept by the team' })
    const elsewhere = await post(member, { contactEmail: 'member@private.test' })
    const before = await statusOf(member.get(`/api/job-postings/${id}`))
    expect(await statusOf(owner.delete(`/api/organization/members/${member.user.id}`))).toBe(200)
    expect([before, await statusOf(member.put(`/api/job-postings/${id}`, { title: 'Mine', updatedAt }))]).toEqual([200, 404])
    expect((await owner.get(`/api/job-postings/${id}`)).json()).toMatchObject({ title, contactEmail: owner.user.email })
    expect((await owner.get(`/api/job-postings/${elsewhere.id}`)).json()).toMatchObject({ contactEmail: owner.user.email })
    const inquiry = { name: 'Dr. Bo', email: 'bo@mail.test', message: 'Do you sponsor visas?', jobId: id, jobTitle: title }
    await asVisitor(app).post('/api/job-inquiry', inquiry)
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from mails where to_address = ${member.user.email} and cause like 'inquiry:%'
    `.execute(app.db)
    expect(rows[0]?.n).toBe(0)
    expect((await member.get('/api/inbox')).json()).toMatchObject({ total: 0 })
    expect((await organizationOf(member)).members).toHaveLength(1)
    const history = (await owner.get(`/api/job-postings/${id}/history`)).json<{ action: string; by: string | null }[]>()
    expect(history[0]).toMatchObject({ action: 'handOver', by: 'Alex Example' })
  })

  test('who edits a posting that is handed over meanwhile is told, with what is there now', async () => {
    const [one, other] = [await invited(owner, 'recruiter'), await invited(owner, 'recruiter')]
    const { id, updatedAt } = await post(one)
    expect(await statusOf(owner.put(`/api/organization/postings/${id}`, { to: other.user.id }))).toBe(200)
    const stale = await one.put(`/api/job-postings/${id}`, { title: 'Typed before', updatedAt })
    expect([stale.statusCode, stale.json().current.contactEmail]).toEqual([409, other.user.email])
  })

  test('who was alone brings postings along, and of a team they stay there', async () => {
    const guest = await signIn(app, 'employer', { companyName: 'Solo Practice' })
    const own = await post(guest, { title: 'Came along' })
    await invited(owner, 'recruiter', guest)
    expect(await statusOf(owner.get(`/api/job-postings/${own.id}`))).toBe(200)
    const elsewhere = await signIn(app, 'employer', { companyName: 'Elsewhere' })
    await invited(elsewhere, 'recruiter', guest)
    expect([
      await statusOf(owner.get(`/api/job-postings/${own.id}`)),
      await statusOf(guest.get(`/api/job-postings/${own.id}`)),
    ]).toEqual([200, 404])
  })
})

test('an edit that waits does not bring back the address of a member who left', async () => {
  const clinic = await signIn(app, 'employer', { companyName: 'Aspen Clinic' })
  const member = await invited(clinic, 'recruiter')
  const [mixed, alone] = [await post(member), await post(member)]
  const contactEmail = 'member@private.test'
  for (const [{ id }, fields] of [
    [mixed, { title: 'Waits for a moderator', contactEmail }],
    [alone, { contactEmail }],
  ] as const)
    await sql`
      insert into waiting_edits (job_id, fields, changed, updated_at)
      values (${id}, ${JSON.stringify(fields)}, ${Object.keys(fields)}::text[], now())
    `.execute(app.db)
  expect(await statusOf(clinic.delete(`/api/organization/members/${member.user.id}`))).toBe(200)
  const { rows } = await sql<{ changed: string[]; fields: object }>`
    select changed, fields from waiting_edits where job_id in (${mixed.id}, ${alone.id})
  `.execute(app.db)
  expect(rows).toEqual([{ changed: ['title'], fields: { title: 'Waits for a moderator' } }])
  expect((await clinic.get(`/api/job-postings/${mixed.id}`)).json()).toMatchObject({
    title: 'Waits for a moderator',
    contactEmail: clinic.user.email,
  })
})

test('who is removed while joining another team does not take the team along', async () => {
  const [chief, elsewhere] = [await signIn(app, 'employer', { companyName: 'Left Clinic' }), await signIn(app, 'employer')]
  const guest = await invited(chief, 'recruiter')
  await elsewhere.post('/api/organization/invitations', { email: guest.user.email, seat: 'recruiter' })
  const token = await secretFor(guest.user.email)
  const { answer } = await app.db.transaction().execute(async (trx) => {
    await sql`
      select from organizations join organization_members on organization_id = id where user_id = ${chief.user.id} for update of organizations
    `.execute(trx)
    await sql`delete from organization_members where user_id = ${guest.user.id}`.execute(trx)
    const joining = statusOf(guest.post('/api/invitation', { token }))
    const waiting = async () =>
      (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db))
        .rows
    await expect.poll(waiting).toHaveLength(1)
    return { answer: joining }
  })
  expect(await answer).toBe(409)
  expect(await organizationOf(chief)).toMatchObject({ name: 'Left Clinic', seat: 'owner' })
})

describe('the own period of an organization', () => {
  test('is told to who applies, of its members’ postings, too', async () => {
    const [clinic, other] = [await signIn(app, 'employer', { companyName: 'Short Clinic' }), await signIn(app, 'employer')]
    const said = { name: 'Short Clinic', site: '', description: '' }
    expect(await statusOf(clinic.put('/api/organization', { ...said, keepMonths: 1 }))).toBe(400)
    expect(await statusOf(clinic.put('/api/organization', { ...said, keepMonths: 6 }))).toBe(200)
    // Of its members', too.
    const member = await invited(clinic, 'recruiter')
    const [short, long] = [await post(member, { title: 'Short' }), await post(other, { title: 'Long' })]
    const kept = async ({ id }: { id: string }) =>
      (await asVisitor(app).get(`/api/jobs/${id}/recipient`)).json<{ keptMonths: number | null }>().keptMonths
    expect([await kept(short), await kept(long)]).toEqual([6, null])
  })

  test('is never longer than those who applied were told, whatever the organization chooses later', async () => {
    const [clinic, team] = [await signIn(app, 'employer', { companyName: 'Told Clinic' }), await signIn(app, 'employer')]
    const keep = async (person: SignedIn, keepMonths?: number) =>
      expect(
        await statusOf(person.put('/api/organization', { name: 'Told Clinic', site: '', description: '', keepMonths })),
      ).toBe(200)
    const job = await post(clinic, { title: 'Told' })
    const apply = async (months: number) => {
      const inquiry = { name: 'Dr. Eve', email: `eve-${months}@mail.test`, message: 'How long is it kept?', jobId: job.id }
      expect(await statusOf(asVisitor(app).post('/api/job-inquiry', inquiry))).toBe(200)
      await sql`update inquiries set created_at = now() - make_interval(months => ${months}) where email = ${inquiry.email}`.execute(
        app.db,
      )
    }
    const left = async () => {
      await enqueueTask(app.db, enforceRetentionTask, {})
      await runTasks(app)
      const { rows } = await sql<{ email: string }>`select email from inquiries where job_id = ${job.id} order by 1`.execute(
        app.db,
      )
      return rows.map((it) => it.email)
    }
    await keep(clinic, 6)
    await keep(team, 24)
    await apply(5)
    await apply(7)
    // It moves to a team that keeps longer, and the team then chooses nothing.
    await invited(team, 'recruiter', clinic)
    await apply(8)
    expect(await left()).toEqual(['eve-5@mail.test', 'eve-8@mail.test'])
    await keep(team)
    await sql`update inquiries set created_at = created_at - interval '2 months' where job_id = ${job.id}`.execute(app.db)
    expect(await left()).toEqual(['eve-8@mail.test'])
    await keep(team, 3)
    expect(await left()).toEqual([])
  })
})

test('the directory finds an organization by earlier and merged names', async () => {
  const clinic = await signIn(app, 'employer')
  const rename = (name: string) => statusOf(clinic.put('/api/organization', { name, site: '', description: '' }))
  expect(await rename('Juniper Old House')).toBe(200)
  const { id } = await organizationIdOf(clinic)
  await sql`update organizations set verified_at = now() where id = ${id}`.execute(app.db)
  await sql`
    insert into organization_names (slug, name, organization_id) values ('juniper-old-house', 'Juniper Old House', ${id})
  `.execute(app.db)
  expect(await rename('Hazel Health')).toBe(200)
  expect(await statusOf(clinic.post('/api/organization/names', { name: 'Spruce Merged Clinic' }))).toBe(200)
  const found = async (prefix: string) =>
    (await asVisitor(app).get(`/api/employers?prefix=${encodeURIComponent(prefix)}`)).json<{ employers: object[] }>().employers
  expect(await found('juniper o')).toEqual([])
  await post(clinic, { company: 'Hazel Health' })
  const hazel = { name: 'Hazel Health', jobs: 1, isVerifiedHospital: false }
  expect(await found('Juniper')).toMatchObject([{ ...hazel, alsoNamed: 'Juniper Old House' }])
  expect(await found('spruce me')).toMatchObject([{ ...hazel, alsoNamed: 'Spruce Merged Clinic' }])
  expect(await found('Hazel')).toMatchObject([{ ...hazel, alsoNamed: null }])
  // What others see of a name that jobs still carry is its own row.
  await addJobs(app.db, [jobRow({ employer: 'Spruce Merged Clinic' })])
  expect(await found('spruce')).toMatchObject([{ name: 'Spruce Merged Clinic', alsoNamed: null }])
  await sql`update organizations set verified_at = null where id = ${id}`.execute(app.db)
  expect(await found('juniper')).toEqual([])
})

describe('an organization', () => {
  const slug = slugOf('Larkfield Health')
  const said = {
    name: 'Larkfield Health',
    kind: 'Hospital',
    size: '500+',
    site: 'https://larkfield.example',
    description: 'Two hospitals.',
  }
  let admin: SignedIn
  let hospital: SignedIn

  async function mark(person: SignedIn, verified: boolean) {
    const { revision } = (await admin.get(`/api/admin/users/${person.user.id}`)).json<{ revision: number }>()
    expect(await statusOf(admin.put(`/api/admin/users/${person.user.id}/verified-hospital`, { verified, revision }))).toBe(200)
  }
  const page = async () => (await app.get(`/api/employers/${slug}`, { 'cache-control': 'no-cache' })).json()
  /** Answers are kept for a while. */
  const forget = () => sql`notify cache_invalidation, 'all'`.execute(app.db)

  beforeAll(async () => {
    admin = await signIn(app, 'admin')
    hospital = await signIn(app, 'employer', { companyName: 'Larkfield Health' })
    await post(hospital, { company: 'Larkfield Health' })
  })

  test('says something about itself once somebody else vouched for it', async () => {
    expect(await statusOf(hospital.put('/api/organization', { ...said, site: 'http://larkfield.example' }))).toBe(400)
    expect(await statusOf(hospital.put('/api/organization', { ...said, site: 'javascript:alert(1)' }))).toBe(400)
    expect(await statusOf(hospital.put('/api/organization', said))).toBe(200)
    expect(await page()).toMatchObject({ about: null, hires: 'in-house' })
    await mark(hospital, true)
    await forget()
    const { name: _, ...about } = said
    await expect.poll(page).toMatchObject({ about })
  })

  test('keeps its addresses after a change of name, and takes none that others use', async () => {
    const other = await signIn(app, 'employer', { companyName: 'Stonebridge' })
    await post(other, { company: 'Stonebridge' })
    const rename = (name: string) => hospital.put('/api/organization', { ...said, name })
    expect(await statusOf(rename('Stonebridge'))).toBe(409)
    expect(await statusOf(rename('Larkfield University Health'))).toBe(200)
    await forget()
    await expect
      .poll(async () => (await app.get(`/employers/${slug}`)).headers.location)
      .toBe('/employers/larkfield-university-health')
    const current = await app.get('/api/employers/larkfield-university-health')
    expect(current.json()).toMatchObject({ name: 'Larkfield University Health', jobs: 1 })
    const pages = await employerPages(app.db)
    expect(pages.filter((path) => path.includes('larkfield'))).toEqual(['/employers/larkfield-university-health'])
    const jobs = await app.get('/api/jobs?employer=Larkfield%20University%20Health')
    expect(jobs.json()).toMatchObject({ total: 1 })
    expect(await statusOf(hospital.post('/api/organization/names', { name: 'Larkfield North' }))).toBe(200)
    expect(await statusOf(hospital.post('/api/organization/names', { name: 'Confidential employer' }))).toBe(400)
  })

  test('allows search firms to post in its name; those of others wait', async () => {
    const firm = await signIn(app, 'recruiter', { companyName: 'Search Partners' })
    await firm.put('/api/organization', { ...said, name: 'Search Partners' })
    const offer = (title: string) => post(firm, { title, company: 'Larkfield Health' })
    expect(await offer('Not asked')).toMatchObject({ status: 'pending' })
    await sql`update jobs set status = 'active' where title = 'Not asked'`.execute(app.db)
    const { agencies } = (await hospital.get('/api/organization')).json<{ agencies: { id: string; name: string }[] }>()
    expect(agencies).toMatchObject([{ name: 'Search Partners', jobs: 1, isAllowed: false }])
    expect(await statusOf(hospital.put(`/api/organization/agencies/${agencies[0]?.id}`, { isAllowed: true }))).toBe(200)
    expect(await offer('Asked')).toMatchObject({ status: 'active' })
    expect((await firm.get('/api/organization')).json()).toMatchObject({
      clients: [{ name: 'Larkfield Health', jobs: 2, isAllowed: true }],
    })
    // The firm's candidates are its own.
    expect((await hospital.get('/api/job-postings?q=asked')).json()).toEqual([])
  })

  test('is not named by an edit of a firm that did not ask it, trusted or not', async () => {
    const firm = await signIn(app, 'recruiter', { companyName: 'Unasked Partners' })
    const { id, updatedAt } = await post(firm, { company: 'Unasked Partners' })
    const edit = await firm.put(`/api/job-postings/${id}`, { company: 'Larkfield Health', updatedAt })
    expect(edit.json()).toMatchObject({ waitingEdit: { changed: ['company'] } })
    expect((await app.get(`/api/jobs/${id}`)).json()).toMatchObject({ employer: 'Unasked Partners' })
  })

  test('says after how long its postings closed, by five that did', async () => {
    const path = '/api/employers/larkfield-university-health'
    const current = async () => {
      await forget()
      return (await app.get(path)).json<{ closed: unknown }>().closed
    }
    for (const [index, days] of [4, 9, 12, 40, 90].entries()) {
      expect(await current()).toBeNull()
      const { id } = await post(hospital, { company: 'Larkfield Health', title: `Closes ${index}` })
      await sql`alter table posting_events disable trigger posting_events_fixed`.execute(app.db)
      await sql`update posting_events set at = at - make_interval(days => ${days}) where job_id = ${id}`.execute(app.db)
      await sql`alter table posting_events enable trigger posting_events_fixed`.execute(app.db)
      expect(await statusOf(hospital.put(`/api/job-postings/${id}`, { isActive: false }))).toBe(200)
    }
    await expect.poll(current).toEqual({ days: 13, postings: 5 })
  })

  test('answers fast or not, by five inquiries that came in here', async () => {
    const { rows } = await sql<{ id: string; title: string }>`
      select id, title from jobs where owner_id = ${hospital.user.id} and status = 'active'
    `.execute(app.db)
    const answered = async (days: number | null, index: number) => {
      await sql`
        insert into inquiries (id, job_id, job_title, name, email, message, created_at, answered_at)
        values (gen_random_uuid(), ${rows[0]?.id}, 'Job', 'Dr. Cy', ${`cy-${index}@mail.test`}, ${`Question ${index}`},
          now() - interval '30 days', now() - interval '30 days' + make_interval(days => ${days}::integer))
      `.execute(app.db)
    }
    const current = async () => {
      await forget()
      return (await app.get('/api/employers/larkfield-university-health')).json<{ answers: unknown }>().answers
    }
    for (const [index, days] of [1, 2, 3, 9].entries()) await answered(days, index)
    expect(await current()).toBeNull()
    await answered(null, 9)
    await expect.poll(current).toEqual({ days: 3, inquiries: 5 })
    await answered(null, 10)
    await answered(null, 11)
    await answered(null, 12)
    await answered(null, 13)
    await expect.poll(current).toBeNull()
  })

  test('is nobody’s by an address in a mail domain that somebody vouched for', async () => {
    const vouch = { domain: 'harborfield.org', employer: 'Harborfield' }
    expect(await statusOf(admin.post('/api/admin/vouched-employers', vouch))).toBe(200)
    const person = await signIn(app, 'employer', { email: 'clerk@harborfield.org' })
    expect(await statusOf(person.put('/api/organization', { ...said, name: 'Harborfield' }))).toBe(200)
    expect(await organizationOf(person)).toMatchObject({ isVerified: false, names: [] })
  })

  test('is not verified with a name that another one has', async () => {
    const [one, other] = [
      await signIn(app, 'employer', { companyName: 'Twofold Clinic' }),
      await signIn(app, 'employer', { companyName: 'Twofold Clinic' }),
    ]
    await mark(one, true)
    const body = { verified: true, revision: 0 }
    expect(await statusOf(admin.put(`/api/admin/users/${other.user.id}/verified-hospital`, body))).toBe(409)
    expect(await organizationOf(other)).toMatchObject({ isVerified: false })
  })

  test('keeps its mark when the owner who got it is removed', async () => {
    const first = await signIn(app, 'employer', { companyName: 'Maplewood Hospital', trusted: false })
    const second = await invited(first, 'owner')
    await mark(first, true)
    const offer = { company: 'Maplewood Hospital' }
    expect(await post(first, offer)).toMatchObject({ status: 'active' })
    expect(await statusOf(second.delete(`/api/organization/members/${first.user.id}`))).toBe(200)
    expect(await post(first, offer)).toMatchObject({ status: 'pending' })
    expect(await statusOf(first.put('/api/organization', { ...said, name: 'Maplewood Heart' }))).toBe(200)
    expect(await organizationOf(first)).toMatchObject({ isVerified: false })
    expect(await organizationOf(second)).toMatchObject({ isVerified: true })
    expect((await first.get('/api/auth/user')).json()).toMatchObject({ isVerifiedHospital: false })
  })

  test('leaves no mark with its only member, who joins another team', async () => {
    const guest = await signIn(app, 'employer', { companyName: 'Vouched Hospital' })
    await mark(guest, true)
    const before = await post(guest, { title: 'Under the mark' })
    await invited(owner, 'recruiter', guest)
    const after = await post(guest, { title: 'Without the mark' })
    const { rows } = await sql`
      select title, is_verified_hospital as marked from jobs where id in (${before.id}, ${after.id}) order by created_at
    `.execute(app.db)
    expect(rows).toEqual([
      { title: 'Under the mark', marked: false },
      { title: 'Without the mark', marked: false },
    ])
  })

  test('loses its page’s words with the mark', async () => {
    await mark(hospital, false)
    await forget()
    await expect.poll(page).toMatchObject({ name: 'Larkfield Health', about: null })
  })
})

describe('a seat at an imported employer', () => {
  const slug = 'northgate-medical-center'
  let admin: SignedIn
  beforeAll(async () => {
    admin = await signIn(app, 'admin')
    await addJobs(app.db, [
      jobRow({
        employer: 'Northgate Medical Center',
        channel: 'import',
        contact_website: 'https://careers.northgate-medical.com/jobs',
      }),
    ])
  })
  const colleague = (domain = 'northgate-medical.com', overrides = {}) =>
    signIn(app, 'employer', { email: `dr-${crypto.randomUUID()}@${domain}`, ...overrides })
  const ask = (person: SignedIn, at = slug) => person.post(`/api/employers/${at}/seat-requests`)
  const requests = async (person: SignedIn) =>
    (await person.get('/api/seat-requests')).json<{ id: string; status: string; isOwn: boolean }[]>()
  const decide = (person: SignedIn, id: string | undefined, decision: string) =>
    statusOf(person.put(`/api/seat-requests/${id}`, { decision }))
  const weekLater = () => sql`update seat_requests set decided_at = decided_at - interval '7 days'`.execute(app.db)
  const mailed = async (to: string) => (await selectMails(app.db, { to, limit: 10 })).map((mail) => mail.subject)

  test('is asked for with a confirmed address of its mail domain only', async () => {
    const unconfirmed = await colleague(undefined, { emailVerified: false })
    const elsewhere = await colleague('gmail.com')
    for (const person of [unconfirmed, elsewhere, await colleague('northgate-medical.org')])
      expect(await statusOf(ask(person))).toBe(409)
    expect(await requests(admin)).toEqual([])
  })

  test('begins a week after an administrator granted it, with notice to whom it concerns', async () => {
    const person = await colleague()
    const outsider = await colleague('other-clinic.com')
    expect([await statusOf(ask(person)), await statusOf(ask(person))]).toEqual([200, 409])
    expect(await mailed(admin.user.email)).toContain('Somebody asks for a seat at Northgate Medical Center')
    const [request] = await requests(person)
    expect(await requests(outsider)).toEqual([])
    expect([await decide(outsider, request?.id, 'grant'), await decide(person, request?.id, 'grant')]).toEqual([404, 403])
    expect(await decide(person, request?.id, 'take')).toBe(409)
    expect(await decide(admin, request?.id, 'grant')).toBe(200)
    expect(await mailed(person.user.email)).toContain('A seat at Northgate Medical Center begins in a week')
    expect(await decide(person, request?.id, 'take')).toBe(409)
    await weekLater()
    expect(await decide(person, request?.id, 'take')).toBe(200)
    expect(await organizationOf(person)).toMatchObject({ name: 'Northgate Medical Center', seat: 'recruiter', isVerified: true })
    // An owner decides about the next one.
    expect(await decide(admin, request?.id, 'own')).toBe(200)
    expect(await mailed(person.user.email)).toContain('Northgate Medical Center has an owner')
    const second = await colleague()
    await ask(second)
    const open = (await requests(person)).find((it) => it.status === 'open')
    expect(await decide(person, open?.id, 'grant')).toBe(200)
    // The objection is mailed to everybody who was told of the seat.
    expect(await decide(person, open?.id, 'refuse')).toBe(200)
    for (const { user } of [second, person, admin])
      expect(await mailed(user.email)).toContain('No seat at Northgate Medical Center')
    await weekLater()
    expect(await decide(second, open?.id, 'take')).toBe(409)
  })

  test('can be left without an owner, and then makes nobody one', async () => {
    await addJobs(app.db, [
      jobRow({ employer: 'Westgate Clinic', channel: 'import', contact_website: 'https://careers.westgate-clinic.com' }),
    ])
    const seated = async () => {
      const person = await colleague('westgate-clinic.com')
      expect(await statusOf(ask(person, 'westgate-clinic'))).toBe(200)
      const [request] = await requests(person)
      expect(await decide(admin, request?.id, 'grant')).toBe(200)
      await weekLater()
      expect(await decide(person, request?.id, 'take')).toBe(200)
      return { person, id: request?.id }
    }
    const leave = ({ user, ...person }: SignedIn) => statusOf(person.delete(`/api/organization/members/${user.id}`))
    const [first, last] = [await seated(), await seated()]
    const { id } = await post(first.person)
    expect(await leave(first.person)).toBe(200)
    expect(await statusOf(last.person.get(`/api/job-postings/${id}`))).toBe(200)
    expect(await leave(last.person)).toBe(200)
    expect(await organizationOf(last.person)).toMatchObject({ seat: 'owner', isVerified: false })
    for (const left of [first, last]) {
      await left.person.put('/api/organization', { name: 'Own Practice' })
      expect((await requests(admin)).map((it) => it.id)).not.toContain(left.id)
      expect(await decide(admin, left.id, 'own')).toBe(404)
      expect(await mailed(left.person.user.email)).not.toContain('Westgate Clinic has an owner')
    }
  })

  test.each([
    ['become an administrator', sql`role = 'admin'`],
    ['left that mail domain', sql`email = 'gone@elsewhere.test'`],
  ])('is not for who has %s in the meantime', async (_, change) => {
    const person = await colleague()
    await ask(person)
    const request = (await requests(person)).find((it) => it.isOwn)
    expect(await decide(admin, request?.id, 'grant')).toBe(200)
    await weekLater()
    await sql`update users set ${change} where id = ${person.user.id}`.execute(app.db)
    expect(await decide(person, request?.id, 'take')).toBe(409)
    expect(await organizationOf(person)).toMatchObject({ seat: 'owner', members: [{ id: person.user.id }] })
  })
})
