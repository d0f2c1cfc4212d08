import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { enforceRetentionTask } from '#platform/server/retention.ts'
import { enqueueTask } from '#platform/server/tasks/task.ts'
import { runTasks, writtenTo } from '#test/mailbox.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'
import * as team from '#test/team.ts'
import {
  clinic,
  member,
  organizationOf,
  post,
  read,
  remove,
  setSeat,
  statusOf,
} from '#test/team.ts'
import { erase } from '#test/hiring.ts'
import { posting } from '#test/posting-forms.ts'

/** What each seat reaches, and what becomes of postings when somebody comes or leaves. */

team.openForFile()

const handOver = (by: SignedIn, id: string, { user }: SignedIn) =>
  statusOf(by.put(`/api/organization/postings/${id}`, { to: user.id }))

test('a recruiter manages the postings of all, a reader sees them, others reach their own only', async () => {
  const { owner } = team
  const [recruiter, reader] = [await member(owner, 'recruiter'), await member(owner, 'reader')]
  const assigned = await member(owner, 'assigned')
  const outsider = await signIn(team.app, 'employer')
  const { id } = await post(owner, { title: 'Hospitalist of all' })
  expect(await team.inquire(id, 'ada@mail.test')).toBe(200)
  const sees = async (person: SignedIn) => [
    await statusOf(read(person, id)),
    (await person.get('/api/job-postings?q=of%20all')).json<unknown[]>().length,
    (await person.get('/api/inbox')).json<{ total: number }>().total,
    (await person.get(`/api/insights/figures?ids=${id}&days=30`)).body.includes(id),
    await statusOf(person.put(`/api/job-postings/${id}`, { isActive: true })),
    await statusOf(person.get(`/api/job-postings/${id}/history`)),
  ]
  expect(await sees(recruiter)).toEqual([200, 1, 1, true, 200, 200])
  expect(await sees(reader)).toEqual([200, 1, 1, true, 404, 200])
  for (const other of [assigned, outsider])
    expect(await sees(other)).toEqual([404, 0, 0, false, 404, 404])
  expect(await statusOf(reader.post('/api/job-postings', posting()))).toBe(403)
  expect([await handOver(owner, id, outsider), await handOver(owner, id, assigned)]).toEqual([
    404, 200,
  ])
  expect((await sees(assigned)).slice(0, 5)).toEqual([200, 1, 1, true, 200])
})

test('of two owners who remove each other at the same moment one stays', async () => {
  for (let round = 0; round < 3; round++) {
    const one = await clinic(`Twin ${round}`)
    const other = await member(one, 'owner')
    const seats = (ids: string[]) =>
      sql<{
        organization_id: string
      }>`select organization_id from organization_members where user_id = any (${ids}::uuid[])`
    const [common] = (await seats([one.user.id]).execute(team.app.db)).rows
    const answers = await Promise.all([remove(one, other), remove(other, one)])
    // The later one finds a changed seat, or is alone by then.
    expect(['200 404', '200 409']).toContain(answers.toSorted().join(' '))
    const { rows: left } = await seats([one.user.id, other.user.id]).execute(team.app.db)
    const rows = left.filter((seat) => seat.organization_id === common?.organization_id)
    expect(rows).toHaveLength(1)
  }
})

test('the last owner neither leaves nor steps down, nor deletes the account of a team', async () => {
  const last = await clinic('Last Clinic')
  const recruiter = await member(last, 'recruiter')
  const erase = () => statusOf(last.delete('/api/account', {}))
  expect([await remove(last, last), await setSeat(last, last, 'reader'), await erase()]).toEqual([
    409, 409, 409,
  ])
  expect(await setSeat(last, recruiter, 'owner')).toBe(200)
  const { id } = await post(last)
  expect(await erase()).toBe(200)
  expect((await organizationOf(recruiter)).members.map((member) => member.seat)).toEqual(['owner'])
  expect((await read(recruiter, id)).json()).toMatchObject({
    status: 'active',
    contactEmail: recruiter.user.email,
  })
})

test('a removed member saves nothing and gets nothing any more, and no edit that waits brings back their address', async () => {
  const { owner } = team
  const leaver = await member(owner, 'recruiter')
  const { id, title, updatedAt } = await post(leaver, { title: 'Kept by the team' })
  const personal = { contactEmail: 'member@private.test' }
  const [elsewhere, waiting] = [await post(leaver, personal), { title: 'Waits for a moderator' }]
  for (const [job, fields] of [
    [id, { ...waiting, ...personal }] as const,
    [elsewhere.id, personal] as const,
  ])
    await sql`
      insert into waiting_edits (job_id, fields, changed, updated_at)
      values (${job}, ${JSON.stringify(fields)}, ${Object.keys(fields)}::text[], now())
    `.execute(team.app.db)
  expect(await remove(owner, leaver)).toBe(200)
  expect(await statusOf(leaver.put(`/api/job-postings/${id}`, { title: 'Mine', updatedAt }))).toBe(
    404,
  )
  const edits =
    await sql`select changed, fields from waiting_edits where job_id in (${id}, ${elsewhere.id})`.execute(
      team.app.db,
    )
  expect(edits.rows).toEqual([{ changed: ['title'], fields: waiting }])
  const contactEmail = owner.user.email
  expect((await read(owner, id)).json()).toMatchObject({ ...waiting, contactEmail })
  expect((await read(owner, elsewhere.id)).json()).toMatchObject({ contactEmail })
  await sql`delete from waiting_edits`.execute(team.app.db)
  expect((await read(owner, id)).json()).toMatchObject({ title })
  expect(await team.inquire(id, 'bo@mail.test')).toBe(200)
  const { rows } = await sql`
    select from mails where to_address = ${leaver.user.email} and cause like 'inquiry:%'
  `.execute(team.app.db)
  expect(rows).toEqual([])
  expect((await leaver.get('/api/inbox')).json()).toMatchObject({ total: 0 })
  expect((await organizationOf(leaver)).members).toHaveLength(1)
  const history = (await owner.get(`/api/job-postings/${id}/history`)).json<object[]>()
  expect(history[0]).toMatchObject({ action: 'handOver', by: 'Alex Example' })
})

test('where a posting still names who left, its owner sees and is mailed; what was assigned to them is nobody’s, on record', async () => {
  const owner = await clinic('Left Behind Clinic')
  const leaver = await member(owner, 'recruiter')
  const { email } = leaver.user
  const { id, title } = await post(owner, {
    title: 'Names who left',
    applyUrl: `mailto:${email}?subject=Job`,
    publicEmail: email,
  })
  await post(leaver, { title: 'Went to the owner' })
  expect(await team.inquire(id, 'ada@mail.test')).toBe(200)
  const inquiries = async () =>
    (await owner.get('/api/inbox')).json<{ inquiries: { id: string; assignee: object }[] }>()
      .inquiries
  const [inquiry] = await inquiries()
  expect(
    await statusOf(owner.put(`/api/inbox/${inquiry?.id}/assignee`, { userId: leaver.user.id })),
  ).toBe(200)
  expect((await organizationOf(owner)).staleContacts).toEqual([])

  expect(await remove(owner, leaver)).toBe(200)
  const stale = [{ id, title, fields: ['applyUrl', 'publicEmail'] }]
  expect((await organizationOf(owner)).staleContacts).toEqual(stale)
  const mailed = async () =>
    (await writtenTo(team.app, owner.user.email)).filter((mail) =>
      mail.subject.includes('somebody who left'),
    )
  expect(await mailed()).toMatchObject([{ text: expect.stringContaining(`/employer/jobs/${id}`) }])
  expect((await inquiries())[0]?.assignee).toBeNull()
  const { events } = (await owner.get(`/api/inbox/${inquiry?.id}`)).json<{ events: object[] }>()
  expect(events[0]).toMatchObject({ action: 'unassigned', by: 'Alex Example', to: 'Alex Example' })

  await member(owner, 'reader', leaver)
  expect((await organizationOf(owner)).staleContacts).toEqual([])
  await erase(leaver, team.app)
  expect((await organizationOf(owner)).staleContacts).toEqual(stale)
  expect(await mailed()).toHaveLength(2)
  const { updatedAt } = (await read(owner, id)).json<{ updatedAt: string }>()
  const mended = { applyUrl: 'mailto:jobs@clinic.test', publicEmail: 'jobs@clinic.test', updatedAt }
  expect(await statusOf(owner.put(`/api/job-postings/${id}`, mended))).toBe(200)
  expect((await organizationOf(owner)).staleContacts).toEqual([])
})

test('who edits a posting that is handed over meanwhile is told, with what is there now', async () => {
  const [one, other] = [
    await member(team.owner, 'recruiter'),
    await member(team.owner, 'recruiter'),
  ]
  const { id, updatedAt } = await post(one)
  expect(await handOver(team.owner, id, other)).toBe(200)
  const stale = await one.put(`/api/job-postings/${id}`, { title: 'Typed before', updatedAt })
  expect([stale.statusCode, stale.json().current.contactEmail]).toEqual([409, other.user.email])
})

test('who was alone brings postings along, and of a team they stay there', async () => {
  const guest = await clinic('Solo Practice')
  const { id } = await post(guest, { title: 'Came along' })
  await member(team.owner, 'recruiter', guest)
  expect(await statusOf(read(team.owner, id))).toBe(200)
  await member(await clinic('Elsewhere'), 'recruiter', guest)
  expect([await statusOf(read(team.owner, id)), await statusOf(read(guest, id))]).toEqual([
    200, 404,
  ])
})

test('the own period of an organization is told to who applies, of its members’ postings, too', async () => {
  const [short, other] = [await clinic('Short Clinic'), await signIn(team.app, 'employer')]
  expect(await team.describeAs(short, 'Short Clinic', { keepMonths: 1 })).toBe(400)
  expect(await team.describeAs(short, 'Short Clinic', { keepMonths: 6 })).toBe(200)
  const told = async (by: SignedIn) =>
    (await team.app.get(`/api/jobs/${(await post(by)).id}/recipient`)).json().keptMonths
  expect([await told(await member(short, 'recruiter')), await told(other)]).toEqual([6, null])
})

test('the period is never longer than those who applied were told, whatever the organization chooses later', async () => {
  const [told, longer] = [await clinic('Told Clinic'), await signIn(team.app, 'employer')]
  const keep = async (person: SignedIn, keepMonths?: number) =>
    expect(await team.describeAs(person, 'Told Clinic', { keepMonths })).toBe(200)
  const { id } = await post(told, { title: 'Told' })
  const age = async (months: number, where = sql`true`) =>
    sql`update inquiries set created_at = created_at - make_interval(months => ${months}) where job_id = ${id} and ${where}`.execute(
      team.app.db,
    )
  const apply = async (months: number) => {
    const email = `eve-${months}@mail.test`
    expect(await team.inquire(id, email)).toBe(200)
    await age(months, sql`email = ${email}`)
  }
  const left = async () => {
    await enqueueTask(team.app.db, enforceRetentionTask, {})
    await runTasks(team.app)
    const { rows } = await sql<{
      email: string
    }>`select email from inquiries where job_id = ${id} order by 1`.execute(team.app.db)
    return rows.map((row) => row.email)
  }
  await keep(told, 6)
  await keep(longer, 24)
  await apply(5)
  await apply(7)
  // It moves to a team that keeps longer, and the team then chooses nothing.
  await member(longer, 'recruiter', told)
  await apply(8)
  expect(await left()).toEqual(['eve-5@mail.test', 'eve-8@mail.test'])
  await keep(longer)
  await age(2)
  expect(await left()).toEqual(['eve-8@mail.test'])
  await keep(longer, 3)
  expect(await left()).toEqual([])
})
