import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { statusesOf, untilLocked } from '#test/at-once.ts'
import { writtenTo } from '#test/mailbox.ts'
import { answered, asVisitor, callerOf, signIn, type SignedIn } from '#test/sign-in.ts'
import * as team from '#test/team.ts'
import {
  accept,
  clinic,
  invite,
  organizationOf,
  remove,
  secretFor,
  setSeat,
  statusOf,
} from '#test/team.ts'
import { maxInvitations } from '../model.ts'

/** Who may join a team, and until when. */

team.openForFile()

test('an invitation works once, for the account of its address only, and for no physician', async () => {
  const guest = await signIn(team.app, 'recruiter')
  await invite(team.owner, guest, 'recruiter')
  const token = await secretFor(guest)
  const { email } = guest.user
  const shown = (await asVisitor(team.app).get(`/api/invitation?token=${token}`)).json()
  expect(shown).toEqual({
    organization: 'Lakeshore Hospital',
    email,
    seat: 'recruiter',
    role: 'employer',
    hasAccount: true,
  })
  const stranger = await signIn(team.app, 'employer')
  const error = `This invitation is for ${email}. You are signed in as ${stranger.user.email}.`
  expect(await answered(accept(stranger, token))).toMatchObject([409, { error }])
  expect([await statusOf(accept(guest, token)), await statusOf(accept(guest, token))]).toEqual([
    200, 404,
  ])
  expect((await organizationOf(guest)).seat).toBe('recruiter')
  // Whom a hospital hires posts in-house.
  expect((await guest.get('/api/auth/user')).json()).toMatchObject({
    role: 'employer',
    companyName: 'Lakeshore Hospital',
  })
  const physician = await signIn(team.app, 'physician')
  await invite(team.owner, physician, 'reader')
  expect(await statusOf(accept(physician))).toBe(409)
})

test('who has no account gets one by the invitation, whose secret proves its address alone; of two at once one joins', async () => {
  const firm = await signIn(team.app, 'recruiter', { companyName: 'Search Firm' })
  const guest = { user: { email: 'new-colleague@mail.test' } }
  await invite(firm, guest, 'recruiter')
  const token = await secretFor(guest)
  const shown = (await asVisitor(team.app).get(`/api/invitation?token=${token}`)).json()
  expect(shown).toMatchObject({ email: guest.user.email, role: 'recruiter', hasAccount: false })
  const form = {
    firstName: 'Bo',
    lastName: 'Example',
    password: 'a harbor full of lanterns',
    token,
  }
  const join = (more: object = {}) =>
    asVisitor(team.app).post('/api/auth/register/invited', { ...form, ...more })
  expect((await join({ password: 'new-colleague@mail.test' })).statusCode).toBe(400)
  // A filled trap looks like success and does nothing.
  const trapped = await join({ website: 'https://spam.test' })
  expect([trapped.statusCode, trapped.headers['set-cookie']]).toEqual([200, undefined])
  // Whatever else the form says is of no account.
  const answers = await Promise.all([join({ email: 'else@mail.test', role: 'admin' }), join()])
  const joined = answers.find((answer) => answer.statusCode === 200)
  const refused = answers.find((answer) => answer !== joined)
  expect([joined?.statusCode, refused?.statusCode]).toEqual([200, expect.toBeOneOf([404, 409])])
  const cookie = [joined?.headers['set-cookie']]
    .flat()
    .map((set) => set?.split(';')[0])
    .join('; ')
  const colleague = callerOf(team.app.app, { cookie })
  const user = {
    email: guest.user.email,
    emailVerified: true,
    role: 'recruiter',
    companyName: 'Search Firm',
    firstName: 'Bo',
  }
  expect((await colleague.get('/api/auth/user')).json()).toMatchObject(user)
  expect((await colleague.get('/api/organization')).json()).toMatchObject({
    name: 'Search Firm',
    seat: 'recruiter',
  })
  expect((await writtenTo(team.app, guest.user.email)).map((mail) => mail.subject)).toEqual([
    expect.stringContaining('Join the team'),
  ])
  expect((await join()).statusCode).toBe(404)

  // Neither an address that has an account, nor the invitation of who has left.
  const known = await signIn(team.app, 'employer', { emailVerified: false })
  await invite(firm, known, 'reader')
  expect((await join({ token: await secretFor(known) })).statusCode).toBe(409)
  const second = await team.member(firm, 'owner', await signIn(team.app, 'recruiter'))
  const late = { user: { email: 'late-colleague@mail.test' } }
  await invite(second, late, 'reader')
  expect(await remove(second, second)).toBe(200)
  expect((await join({ token: await secretFor(late) })).statusCode).toBe(404)
})

test('it ends after seven days, when it is withdrawn, when a newer one is sent, and with the ownership of who sent it', async () => {
  const guest = await signIn(team.app, 'employer')
  const another = async () => {
    await sql`delete from mails`.execute(team.app.db)
    await invite(team.owner, guest, 'reader')
    return secretFor(guest)
  }
  const [first, second] = [await another(), await another()]
  expect(await statusOf(accept(guest, first))).toBe(404)
  const { email } = guest.user
  await sql`update organization_invitations set expires_at = now() where email = ${email}`.execute(
    team.app.db,
  )
  expect(await statusOf(accept(guest, second))).toBe(404)
  const third = await another()
  const [open] = (await organizationOf(team.owner)).invitations
  expect(await statusOf(team.owner.delete(`/api/organization/invitations/${open?.id}`))).toBe(200)
  expect(await statusOf(accept(guest, third))).toBe(404)

  const ends = [
    (sender: SignedIn) => setSeat(team.owner, sender, 'recruiter'),
    (sender: SignedIn) => remove(team.owner, sender),
  ]
  for (const end of ends) {
    const [second, friend] = [
      await team.member(team.owner, 'owner'),
      await signIn(team.app, 'employer'),
    ]
    await invite(second, friend, 'owner')
    expect(await end(second)).toBe(200)
    expect(await statusOf(accept(friend))).toBe(404)
  }
})

test('of more at once than may be open, as many as may be are', async () => {
  const eager = await clinic('Eager Clinic')
  const inviteGuest = (n: number) =>
    invite(eager, { user: { ...eager.user, email: `guest-${n}@mail.test` } }, 'reader')
  await inviteGuest(0)
  await sql`
    insert into organization_invitations (id, token_hash, organization_id, email, seat, expires_at)
    select gen_random_uuid(), sha256(n::text::bytea), organization_id, 'other-' || n || '@mail.test', 'reader', now() + interval '1 day'
    from organization_members, generate_series(3, ${maxInvitations}) n where user_id = ${eager.user.id}
  `.execute(team.app.db)
  expect(await statusesOf([1, 2, 3].map(inviteGuest))).toEqual([200, 409, 409])
  expect((await organizationOf(eager)).invitations).toHaveLength(maxInvitations)
})

test('who is removed while joining another team does not take the team along', async () => {
  const [chief, elsewhere] = [await clinic('Left Clinic'), await signIn(team.app, 'employer')]
  const guest = await team.member(chief, 'recruiter')
  await invite(elsewhere, guest, 'recruiter')
  const token = await secretFor(guest)
  const { answer } = await team.app.db.transaction().execute(async (trx) => {
    await sql`
      select from organizations join organization_members on organization_id = id where user_id = ${chief.user.id} for update of organizations
    `.execute(trx)
    await sql`delete from organization_members where user_id = ${guest.user.id}`.execute(trx)
    const joining = statusOf(accept(guest, token))
    await untilLocked(team.app)
    return { answer: joining }
  })
  expect(await answer).toBe(409)
  expect(await organizationOf(chief)).toMatchObject({ name: 'Left Clinic', seat: 'owner' })
})
