import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addJobs, jobRow } from '#test/factories.ts'
import { atOnce, untilLocked } from '#test/at-once.ts'
import { mailsTo, makeTasksDue, runTasks } from '#test/mailbox.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'
import * as team from '#test/team.ts'
import {
  accept,
  clinic,
  invite,
  member,
  organizationOf,
  read,
  remove,
  setSeat,
  statusOf,
} from '#test/team.ts'
import { holdReasonTexts } from '../model.ts'
import { posting } from '#test/posting-forms.ts'

/** What holds a posting stays with it, whoever owns it later. */

team.openForFile()

const held = holdReasonTexts['suspended-account']

/** What an administrator does to an account as it is now. */
async function act(person: SignedIn, action: 'suspend' | 'reinstate'): Promise<number> {
  const url = `/api/admin/users/${person.user.id}`
  const { revision } = (await team.admin.get(url)).json<{ revision: number }>()
  return statusOf(
    team.admin.post(`${url}/${action}`, {
      revision,
      ...(action === 'suspend' && { reason: 'fraud' }),
    }),
  )
}
const organizationIdOf = async (person: SignedIn) =>
  (await team.admin.get(`/api/admin/users/${person.user.id}`)).json<{
    organization: { id: string }
  }>().organization.id
const actOn = async (id: string, action: 'suspend' | 'reinstate') =>
  statusOf(
    team.admin.post(
      `/api/admin/organizations/${id}/${action}`,
      action === 'suspend' ? { reason: 'fraud' } : {},
    ),
  )

const activate = (by: SignedIn, id: string) => by.put(`/api/job-postings/${id}`, { isActive: true })
const decide = (id: string, action: string, more: object = {}) =>
  team.admin.post(`/api/admin/postings/${id}/decision`, { action, ...more })
const handOver = (by: SignedIn, id: string, { user }: SignedIn) =>
  statusOf(by.put(`/api/organization/postings/${id}`, { to: user.id }))
const statusIn = async (id: string) =>
  (await sql<{ status: string }>`select status from jobs where id = ${id}`.execute(team.app.db))
    .rows[0]?.status
const reasonsOf = async (by: SignedIn, id: string) =>
  (await read(by, id)).json<{ holds: { reason: string }[] }>().holds.map(({ reason }) => reason)

/** A clinic with a recruiter, and postings of the recruiter in these statuses. */
async function teamWith<const Status extends string>(...statuses: Status[]) {
  const owner = await clinic('Harbor Clinic')
  const writer = await member(owner, 'recruiter')
  const jobs = statuses.map((status) =>
    jobRow({
      owner_id: writer.user.id,
      channel: 'account',
      contact_email: writer.user.email,
      status: status as 'active',
    }),
  )
  await addJobs(team.app.db, jobs)
  return { owner, writer, ids: jobs.map(({ id }) => id) }
}

test('nobody shows a suspended member’s posting: not the owner, not who gets it, and not by renewing or approving it', async () => {
  const { owner, writer, ids } = await teamWith('active', 'expired', 'pending', 'inactive')
  const [live = '', expired = '', pending = '', inactive = ''] = ids
  const colleague = await member(owner, 'recruiter')
  expect(await act(writer, 'suspend')).toBe(200)
  expect(await handOver(owner, live, colleague)).toBe(200)
  const asked = [
    await activate(colleague, live),
    await activate(owner, inactive),
    await owner.post(`/api/job-postings/${expired}/renew`),
    await decide(pending, 'approve'),
  ]
  for (const answer of asked) expect([answer.statusCode, answer.json().error]).toEqual([409, held])
  expect(await reasonsOf(colleague, live)).toEqual(['suspended-account'])
  const [summary] = (await colleague.get('/api/job-postings?q=Cardiologist&status=pending')).json<
    object[]
  >()
  expect(summary).toMatchObject({ holds: [{ reason: 'suspended-account', note: null }] })
  expect((await team.app.get(`/api/jobs/${live}`)).statusCode).toBe(404)

  // Reinstated once, the account shows again what its suspension hid, wherever that is now; a
  // second time is refused.
  expect([await act(writer, 'reinstate'), await act(writer, 'reinstate')]).toEqual([200, 409])
  expect(await Promise.all([live, inactive, expired].map(statusIn))).toEqual([
    'active',
    'inactive',
    'expired',
  ])
  expect(await statusOf(decide(pending, 'approve'))).toBe(200)
})

test('a moderator releases one posting of a suspended account, with a reason; the reinstatement then leaves it as it is', async () => {
  const { owner, writer, ids } = await teamWith('active', 'active')
  const [released = '', other = ''] = ids
  await act(writer, 'suspend')
  expect(
    await statusOf(
      owner.post(`/api/admin/postings/${released}/decision`, { action: 'release', reason: 'x' }),
    ),
  ).toBe(403)
  expect(await statusOf(decide(released, 'release'))).toBe(400)
  expect(
    await statusOf(decide(released, 'release', { reason: 'The clinic vouches for it.' })),
  ).toBe(200)
  expect(await statusOf(decide(released, 'release', { reason: 'Twice.' }))).toBe(409)
  expect(await statusIn(released)).toBe('inactive')
  expect(await statusOf(activate(owner, released))).toBe(200)
  expect(await statusOf(owner.put(`/api/job-postings/${released}`, { isActive: false }))).toBe(200)
  await act(writer, 'reinstate')
  expect([await statusIn(released), await statusIn(other)]).toEqual(['inactive', 'active'])
})

test('a removed posting does not come back by undo while its account is suspended', async () => {
  const { writer, ids } = await teamWith('active')
  const [id = ''] = ids
  const { decisionId } = (await decide(id, 'remove', { reason: 'Deceit.' })).json<{
    decisionId: string
  }>()
  await act(writer, 'suspend')
  const undo = () => statusOf(team.admin.post(`/api/admin/decisions/${decisionId}/undo`))
  expect(await undo()).toBe(409)
  await act(writer, 'reinstate')
  expect([await statusIn(id), await undo(), await statusIn(id)]).toEqual(['removed', 200, 'active'])
})

test('a rejection goes along with a posting that is handed away; undo or a moderator’s release lifts it', async () => {
  const { owner, writer, ids } = await teamWith('pending', 'pending')
  const [id = '', undone = ''] = ids
  const reason = 'It names no place of work.'
  await decide(id, 'reject', { reason })
  const { decisionId } = (await decide(undone, 'reject', { reason })).json<{ decisionId: string }>()
  expect([await handOver(writer, id, owner), await statusOf(activate(owner, id))]).toEqual([
    200, 409,
  ])
  expect((await read(owner, id)).json()).toMatchObject({
    status: 'rejected',
    holds: [{ reason: 'rejected', note: reason }],
  })
  expect((await team.admin.get(`/api/admin/postings/${id}`)).json()).toMatchObject({
    items: [{ kind: 'posting', holds: [{ reason: 'rejected', note: reason, by: 'Alex Example' }] }],
  })
  expect(await statusOf(team.admin.post(`/api/admin/decisions/${decisionId}/undo`))).toBe(200)
  expect(await reasonsOf(writer, undone)).toEqual([])
  expect(await statusOf(decide(id, 'release', { reason: 'It does name it.' }))).toBe(200)
  expect([await statusIn(id), await reasonsOf(owner, id)]).toEqual(['pending', []])
  expect(await statusOf(decide(id, 'approve'))).toBe(200)
})

test('a suspended account gets no posting handed over, and no seat', async () => {
  const { owner, writer, ids } = await teamWith('active')
  const [id = ''] = ids
  const [suspended, guest] = [await member(owner, 'recruiter'), await clinic('Guest')]
  await act(suspended, 'suspend')
  expect([await handOver(writer, id, suspended), await statusIn(id)]).toEqual([409, 'active'])
  await invite(owner, guest, 'recruiter')
  const session = await signIn(team.app, 'employer')
  await sql`update users set suspended_at = now() where id = ${guest.user.id}`.execute(team.app.db)
  expect(await statusOf(accept(guest, await team.secretFor(guest)))).toBe(401)
  expect((await organizationOf(session)).members).toHaveLength(1)
})

test('what a suspended person invited to is void, also after the reinstatement', async () => {
  const { owner } = await teamWith()
  const [chief, guest] = [await member(owner, 'owner'), await clinic('Guest')]
  expect(await statusOf(invite(chief, guest, 'owner'))).toBe(200)
  await act(chief, 'suspend')
  expect(await statusOf(accept(guest))).toBe(404)
  await act(chief, 'reinstate')
  expect(await statusOf(accept(guest))).toBe(404)
})

test('a suspended organization neither posts nor shows anything, whoever holds which seat then', async () => {
  const { owner, writer, ids } = await teamWith('active', 'inactive')
  const [live = '', inactive = ''] = ids
  await team.verify(owner)
  const guest = await clinic('Guest Clinic')
  await invite(owner, guest, 'owner')
  const [invited, elsewhere] = [await team.secretFor(guest), await clinic('Elsewhere')]
  await invite(elsewhere, writer, 'recruiter')
  const id = await organizationIdOf(owner)
  expect(await actOn(id, 'suspend')).toBe(200)
  expect(await statusIn(live)).toBe('inactive')
  expect(await organizationOf(owner)).toMatchObject({
    isSuspended: true,
    isVerified: false,
    names: [],
  })

  const refused = [
    await statusOf(owner.post('/api/job-postings', posting())),
    await statusOf(writer.post('/api/job-postings', posting())),
    await statusOf(activate(writer, inactive)),
    await statusOf(invite(owner, guest, 'recruiter')),
    await statusOf(accept(guest, invited)),
    await statusOf(accept(writer)),
    await setSeat(owner, writer, 'owner'),
    await remove(owner, writer),
    await handOver(owner, live, owner),
  ]
  expect(refused).toEqual([403, 403, 409, 409, 404, 409, 409, 409, 409])

  // The owner goes, and the recruiter is the owner now: the organization is the same.
  const { revision } = (await team.admin.get(`/api/admin/users/${owner.user.id}`)).json<{
    revision: number
  }>()
  const erased = { requestedBy: 'person', revision }
  expect(
    await statusOf(
      team.admin.call({
        method: 'DELETE',
        url: `/api/admin/users/${owner.user.id}`,
        payload: erased,
      }),
    ),
  ).toBe(200)
  expect((await organizationOf(writer)).seat).toBe('owner')
  const later = [
    await statusOf(activate(writer, live)),
    await statusOf(writer.post('/api/job-postings', posting())),
  ]
  expect(later).toEqual([409, 403])
  expect([
    await actOn(id, 'suspend'),
    await actOn(id, 'reinstate'),
    await actOn(id, 'reinstate'),
  ]).toEqual([409, 200, 409])
  expect([await statusIn(live), await statusIn(inactive)]).toEqual(['active', 'inactive'])
  expect(await statusOf(activate(writer, inactive))).toBe(200)
})

const subjectsTo = async ({ user: { email } }: SignedIn) =>
  (await mailsTo(team.app, email)).map(({ subject }) => subject)

test('a decision’s mail that waits does not leave once its poster is suspended, nor one that is written later', async () => {
  const { writer, ids } = await teamWith('pending', 'pending')
  const [approved = '', later = ''] = ids
  await runTasks(team.app)
  const before = (await subjectsTo(writer)).length
  expect(await statusOf(decide(approved, 'approve'))).toBe(200)
  await act(writer, 'suspend')
  expect(await statusOf(decide(later, 'reject', { reason: 'No.' }))).toBe(200)
  await makeTasksDue(team.app)
  await runTasks(team.app)
  expect((await subjectsTo(writer)).slice(before)).toEqual(['Your Whitecoat account is suspended'])
  const { rows } = await sql<{ state: string }>`
    select state from mails where to_address = ${writer.user.email} and subject like 'Your job posting is live%'
  `.execute(team.app.db)
  expect(rows).toEqual([{ state: 'dead' }])
})

test('the team is told that its organization is suspended, and of the end; nothing else that waits leaves', async () => {
  const { owner, writer, ids } = await teamWith('pending')
  await runTasks(team.app)
  const before = [(await subjectsTo(owner)).length, (await subjectsTo(writer)).length]
  await decide(ids[0] ?? '', 'approve')
  const id = await organizationIdOf(owner)
  await actOn(id, 'suspend')
  await actOn(id, 'reinstate')
  await makeTasksDue(team.app)
  await runTasks(team.app)
  const told = [
    'Harbor Clinic is suspended on Whitecoat',
    'Harbor Clinic is open again on Whitecoat',
  ]
  for (const [index, person] of [owner, writer].entries())
    expect((await subjectsTo(person)).slice(before[index])).toEqual(told)
})

test('approved at the moment of its suspension, an organization speaks for no name', async () => {
  const { owner, ids } = await teamWith('pending')
  const [[pending = ''], id] = [ids, await organizationIdOf(owner)]
  const approve = async () => statusOf(decide(pending, 'approve'))
  const suspend = async () => {
    await untilLocked(team.app)
    return actOn(id, 'suspend')
  }
  const hold = sql`select from jobs where id = ${pending} for update`
  expect(await atOnce(team.app, [approve, suspend], hold)).toEqual([200, 200])
  expect(await statusIn(pending)).toBe('inactive')
  const { rows } =
    await sql`select name from name_grants where organization_id = ${id} and withdrawn_at is null`.execute(
      team.app.db,
    )
  expect(rows).toEqual([])
})

test('what a member posts at the moment of its organization’s suspension is held', async () => {
  const { owner, writer } = await teamWith('active')
  const id = await organizationIdOf(owner)
  const post = async () => statusOf(writer.post('/api/job-postings', posting()))
  const suspend = async () => {
    await untilLocked(team.app)
    return actOn(id, 'suspend')
  }
  const hold = sql`lock table posting_events in share mode`
  expect(await atOnce(team.app, [post, suspend], hold)).toEqual([200, 200])
  const { rows } = await sql<{ held: string | null }>`
    select (select reason from posting_holds where job_id = jobs.id) as held
    from jobs join organization_members on user_id = owner_id where organization_id = ${id}
  `.execute(team.app.db)
  expect(rows.filter(({ held }) => held !== 'suspended-organization')).toEqual([])
  expect(rows).toHaveLength(2)
})

test('what both an account’s and its organization’s suspension hold is shown after the end of both', async () => {
  const { owner, writer, ids } = await teamWith('active')
  const [live = ''] = ids
  const [id, guest] = [await organizationIdOf(owner), await clinic('Guest')]
  await invite(owner, guest, 'reader')
  await act(writer, 'suspend')
  await actOn(id, 'suspend')
  await act(writer, 'reinstate')
  expect(await statusIn(live)).toBe('inactive')
  await actOn(id, 'reinstate')
  expect(await statusIn(live)).toBe('active')
  // Its invitations do not come back.
  expect(await statusOf(accept(guest))).toBe(404)
})

test('a decision about a whole source passes by what is held', async () => {
  const source = 'Held Feed'
  const [free, kept] = [
    jobRow({ status: 'pending', source }),
    jobRow({ status: 'pending', source }),
  ]
  await addJobs(team.app.db, [free, kept])
  await sql`insert into posting_holds (job_id, reason) values (${kept.id}, 'suspended-account')`.execute(
    team.app.db,
  )
  expect(
    await statusOf(team.admin.post('/api/admin/source-decisions', { action: 'approve', source })),
  ).toBe(200)
  await runTasks(team.app)
  expect([await statusIn(free.id), await statusIn(kept.id)]).toEqual(['active', 'pending'])
})

test('suspended at the moment of an approval, of a hand-over, or while posting, an account has nothing public', async () => {
  const { owner, writer, ids } = await teamWith('pending', 'active')
  const [pending = '', live = ''] = ids
  const stranger = await clinic('Fast Clinic')
  await team.verify(stranger)
  const [suspended] = await Promise.all([
    act(writer, 'suspend'),
    decide(pending, 'approve'),
    handOver(writer, live, owner),
  ])
  expect(suspended).toBe(200)
  const [answer] = await atOnce(
    team.app,
    [
      () => stranger.post('/api/job-postings', posting()),
      () => act(stranger, 'suspend'),
    ] as (() => Promise<unknown>)[],
    sql`select from users where id = ${stranger.user.id} for update`,
  )
  expect(answer).toBeDefined()
  const { rows } = await sql`
    select from jobs join users on users.id = owner_id where status = 'active' and suspended_at is not null
  `.execute(team.app.db)
  expect(rows).toEqual([])
  expect(await statusIn(pending)).not.toBe('active')
})
