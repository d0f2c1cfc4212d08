import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ResponseOf } from '#shared/contract.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { letSpeak, signIn, type SignedIn } from '#test/sign-in.ts'
import * as team from '#test/team.ts'
import { clinic, fresh, organizationOf, post, statusOf, verify } from '#test/team.ts'

/** Who speaks for an employer's name. */

team.openForFile()

/** A verified organization of this name, which nobody else has. */
async function verified(name: string): Promise<SignedIn> {
  const owner = await clinic(name, { trusted: false })
  expect(await verify(owner)).toBe(200)
  return owner
}

const claim = async (by: SignedIn, name: string) => {
  const answer = await by.post('/api/organization/names', { name })
  return answer.statusCode === 200 ? answer.json<{ waits: boolean }>() : answer.statusCode
}
const mark = async (id: string) =>
  (await fresh(`/api/jobs/${id}`)).json<{ isVerifiedHospital?: boolean }>().isVerifiedHospital
const decide = (id: string, action: string, reason = 'No.') =>
  statusOf(team.admin.post(`/api/admin/postings/${id}/decision`, { action, reason }))
/** An administrator suspends the whole organization of somebody. */
async function suspend({ user }: SignedIn): Promise<number> {
  const { organization } = (await team.admin.get(`/api/admin/users/${user.id}`)).json<{
    organization: { id: string }
  }>()
  const url = `/api/admin/organizations/${organization.id}/suspend`
  return statusOf(team.admin.post(url, { reason: 'spam' }))
}
type Names = ResponseOf<'GET /api/admin/names'>['names']
const listed = async () => (await team.admin.get('/api/admin/names')).json<{ names: Names }>().names

test.each([
  ['Mercy Hospital', 'MERCY  hospital.', true],
  ['Mercy Hospital', 'Mércy-Hospital', true],
  ['Mercy Hospital', 'Mеrcy Hоspital', true],
  ['Mercy Hospital', 'Mercy HospitaI', true],
  ['Mercy Hospital', 'ＭＥＲＣＹ Ｈｏｓｐｉｔａｌ', true],
  ['Mercy Hospital', 'rnercy hospital', true],
  ['Barnes Clinic', 'Bames Clinic', true],
  ['OLIVE CLINIC', 'OLIVE CLlNIC', true],
  ['Vale 10', 'Vale lo', true],
  ['Hail Clinic', 'Hall Clinic', false],
  ['Mercy Hospital', 'Mercy Hospital West', false],
  ['北京诊所', '上海诊所', false],
])('%s and %s are one name: %s', async (first, second, areOne) => {
  const { rows } = await sql`select name_key(${first}) = name_key(${second}) as "areOne"`.execute(
    team.app.db,
  )
  expect(rows).toEqual([{ areOne }])
})

test('a further name waits for an administrator if others have it, use it, or have one like it', async () => {
  const hospital = await verified('Pinecrest Hospital')
  const lone = await clinic('Briarwood Practice')
  await post(lone, { company: 'Briarwood Practice' })
  const waits = [
    'Briarwood Practice',
    'Вriarwood Рractice',
    'Briarwood Practise',
    'Briarwood Family Practice',
  ]
  for (const [index, name] of waits.entries()) {
    const hospital = await verified(`${['North', 'South', 'East', 'West'][index]}gate Infirmary`)
    expect(await claim(hospital, name)).toEqual({ waits: true })
  }
  expect(await claim(hospital, 'Pinecrest Lodge of its own')).toEqual({ waits: false })
  // A fresh colleague speaks for no name that waits, and its page does not lead here.
  expect(await claim(hospital, 'Briarwood Practice')).toEqual({ waits: true })
  const colleague = await team.member(
    hospital,
    'recruiter',
    await clinic('Alone', { trusted: false }),
  )
  expect(await post(colleague, { company: 'Briarwood Practice' })).toMatchObject({
    status: 'pending',
  })
  expect((await fresh('/api/employers/briarwood-practice')).json()).toMatchObject({
    name: 'Briarwood Practice',
    about: null,
  })
})

test('a claim that waits is confirmed or refused by an administrator, once', async () => {
  const hospital = await verified('Foxglove Hospital')
  await post(await clinic('Foxglove North'), { company: 'Foxglove North' })
  expect(await claim(hospital, 'Foxglove North')).toEqual({ waits: true })
  const waiting = (await listed()).find((grant) => grant.name === 'Foxglove North')
  expect(waiting).toMatchObject({
    since: null,
    organization: 'Foxglove Hospital',
    authority: 'claim',
  })
  const confirm = () => statusOf(team.admin.put(`/api/admin/names/${waiting?.id}`))
  expect([await confirm(), await confirm()]).toEqual([200, 409])
  const { id } = await post(hospital, { company: 'Foxglove North' })
  expect(await mark(id)).toBe(true)
  expect(await statusOf(team.admin.delete(`/api/admin/names/${waiting?.id}`))).toBe(200)
  // The answer of before is kept until its node hears of the change.
  await expect.poll(() => mark(id)).toBe(false)
})

test('of two claims of one name at the same moment one is granted', async () => {
  const hospitals = [await verified('Twin Oaks Hospital'), await verified('Elder Valley Hospital')]
  const answers = await Promise.all(hospitals.map((hospital) => claim(hospital, 'Quartz Ridge')))
  expect(answers.filter((answer) => answer === 409)).toHaveLength(1)
  expect(answers.filter((answer) => typeof answer === 'object' && !answer.waits)).toHaveLength(1)
})

test.each([
  ['of one letter', 'Q', { waits: false }],
  ['of 200 letters', 'Zephyr'.repeat(40).slice(0, 200), { waits: false }],
  ['of 201 letters', 'Zephyr'.repeat(40).slice(0, 201), 400],
  ['of signs alone', '?!', 400],
  ['without a Latin letter', '北京诊所', 400],
  ['of a confidential employer', 'Confidential employer', 400],
])('a name %s', async (_what, name, expected) => {
  const hospital = await verified(`Hospital for ${name.slice(0, 8)} ${name.length}`)
  expect(await claim(hospital, name)).toEqual(expected)
})

test('a mark belongs to an organization and a name, and claims bring none', async () => {
  const hospital = await verified('Juniper Hospital')
  const { id } = await post(hospital, { company: 'Juniper Hospital' })
  expect(await mark(id)).toBe(true)
  expect(await claim(hospital, 'Juniper Meadow Annex of Idaho')).toEqual({ waits: false })
  const annex = await post(hospital, { company: 'Juniper Meadow Annex of Idaho' })
  expect([annex.status, await mark(annex.id)]).toEqual(['active', false])
  const other = await post(hospital, { company: 'Somebody Else' })
  expect(other.status).toBe('pending')
  expect(await decide(other.id, 'approve')).toBe(200)
  expect(await mark(other.id)).toBe(false)
  // A job row cannot be marked in any other way.
  await sql`update jobs set is_verified_hospital = true where id = ${other.id}`.execute(team.app.db)
  expect(await mark(other.id)).toBe(false)
})

test('whoever owns a name is told of others’ postings under it, and takes them down or allows their poster', async () => {
  const [owner, rival] = [await verified('Larkspur Hospital'), await verified('Cedar Hospital')]
  const pretended = await post(rival, {
    company: 'LARKSPUR Hоspital',
    title: 'Under a borrowed name',
  })
  expect(pretended.status).toBe('pending')
  expect((await rival.get(`/api/posting-policy/own`)).json()).toEqual({
    policy: 'immediate',
    hold: null,
  })
  await runTasks(team.app)
  expect(await mailsTo(team.app, owner.user.email)).toMatchObject([
    { subject: 'Somebody posts under your name' },
  ])
  const { uses } = await organizationOf(owner)
  expect(uses).toMatchObject([
    { id: pretended.id, organization: 'Cedar Hospital', status: 'pending' },
  ])
  // A moderator’s acceptance makes this posting public, without the mark, and not the next one.
  expect(await decide(pretended.id, 'approve')).toBe(200)
  expect(await mark(pretended.id)).toBe(false)
  expect(await post(rival, { company: 'Larkspur Hospital' })).toMatchObject({ status: 'pending' })

  expect(await team.inquire(pretended.id, 'ada@mail.test')).toBe(200)
  const inbox = async () => (await rival.get('/api/inbox')).json<{ total: number }>().total
  expect(await inbox()).toBe(1)
  const takeDown = (by: SignedIn, id: string) =>
    statusOf(by.post(`/api/organization/uses/${id}/removal`))
  expect([await takeDown(rival, pretended.id), await takeDown(owner, pretended.id)]).toEqual([
    404, 200,
  ])
  expect(await takeDown(owner, pretended.id)).toBe(404)
  // Who pretended to be the employer reads nothing that was written to it.
  expect(await inbox()).toBe(0)
  expect((await team.app.get(`/api/jobs/${pretended.id}`)).statusCode).toBe(404)
  expect(await statusOf(rival.put(`/api/job-postings/${pretended.id}`, { isActive: true }))).toBe(
    404,
  )

  const cedar = (await organizationOf(owner)).agencies[0]?.id
  const allow = (isAllowed: boolean) =>
    statusOf(owner.put(`/api/organization/agencies/${cedar}`, { isAllowed }))
  expect(await allow(true)).toBe(200)
  const allowed = await post(rival, { company: 'Larkspur Hospital' })
  expect([allowed.status, await mark(allowed.id)]).toEqual(['active', false])
  expect(await allow(false)).toBe(200)
  expect(await post(rival, { company: 'Larkspur Hospital' })).toMatchObject({ status: 'pending' })
})

test.each([
  ['is no longer verified', (owner: SignedIn) => verify(owner, false)],
  ['is suspended', suspend],
])('what an owner allowed ends once it %s', async (state, lose) => {
  const name = `Willow ${state} Hospital`
  const [owner, firm] = [await verified(name), await clinic('Rowan Search', { trusted: false })]
  const next = async () => (await post(firm, { company: name })).status
  expect(await next()).toBe('pending')
  const allow = async (by: SignedIn) => {
    const [{ id } = { id: '' }] = (await organizationOf(by)).agencies
    return statusOf(by.put(`/api/organization/agencies/${id}`, { isAllowed: true }))
  }
  expect([await allow(owner), await next()]).toEqual([200, 'active'])
  expect([await lose(owner), await next()]).toEqual([200, 'pending'])
  // Nor has it the word of the name's next owner, until this one gives it.
  const heir = await verified(name)
  expect([await next(), await allow(heir), await next()]).toEqual(['pending', 200, 'active'])
  // The word is for all names of the heir, also for later ones, and for nobody else's.
  expect(await claim(heir, `Quince ${state} Lodge`)).toEqual({ waits: false })
  const lodge = await post(firm, { company: `Quince ${state} Lodge` })
  expect(lodge.status).toBe('active')
  // No administrator says that this name is the heir's: an edit waits, as one of the heir's would.
  const edit = await firm.put(`/api/job-postings/${lodge.id}`, {
    title: 'Physician, edited',
    updatedAt: lodge.updatedAt,
  })
  expect(edit.json()).toMatchObject({ waitingEdit: { changed: ['title'] } })
  await verified(`Medlar ${state} Lodge`)
  expect((await post(firm, { company: `Medlar ${state} Lodge` })).status).toBe('pending')
  await sql`delete from organizations where id = organization_of(${owner.user.id})`.execute(
    team.app.db,
  )
  expect(await next()).toBe('active')
})

test('the owner of a name takes down what the team page has no room for, and nothing of its own', async () => {
  const owner = await verified('Saltbush Hospital')
  const uses = Array.from({ length: 201 }, () => jobRow({ employer: 'Saltbush Hospital' }))
  await addJobs(team.app.db, uses)
  const shown = new Set((await organizationOf(owner)).uses.map(({ id }) => id))
  const hidden = uses.find(({ id }) => !shown.has(id))
  const own = await post(owner, { company: 'Saltbush Hospital' })
  const takeDown = (id = '') => statusOf(owner.post(`/api/organization/uses/${id}/removal`))
  expect([shown.size, await takeDown(hidden?.id), await takeDown(own.id)]).toEqual([200, 200, 404])
})

test('a claim is not confirmed once another organization has the name’s page', async () => {
  const [first, second] = [
    await verified('Tamarack Hospital'),
    await verified('Bitterroot Hospital'),
  ]
  await post(await clinic('Ash Clinic'), { company: 'Ash Clinic' })
  expect(await claim(first, 'Ash Clinic 北京')).toEqual({ waits: true })
  const waiting = (await listed()).find((grant) => grant.name === 'Ash Clinic 北京')
  const give = ({ user }: SignedIn, name: string) =>
    statusOf(team.admin.post('/api/admin/names', { name, kind: 'own', to: { userId: user.id } }))
  const given = [await give(second, 'Ash Clinic 上海'), await give(second, 'Ash Clinic 上海')]
  expect([...given, await give(first, 'Ash Clinic 東京')]).toEqual([200, 200, 409])
  const claimed = `/api/admin/names/${waiting?.id}`
  expect(await statusOf(team.admin.put(claimed))).toBe(409)
  expect(await statusOf(team.admin.delete(claimed))).toBe(200)
})

test('an acceptance before the name had an owner no longer counts once the name has one', async () => {
  const first = await clinic('Sunny Pediatrics', { trusted: false })
  const accepted = await post(first, { company: 'Sunny Pediatrics' })
  expect(await decide(accepted.id, 'approve')).toBe(200)
  expect(await post(first, { company: 'Sunny Pediatrics' })).toMatchObject({ status: 'active' })
  await verified('Sunny Pediatrics')
  expect(await post(first, { company: 'Sunny Pediatrics' })).toMatchObject({ status: 'pending' })
})

test('a grant that is withdrawn while a posting under it is approved leaves no mark', async () => {
  const hospital = await verified('Heather Hospital')
  const { id } = await post(hospital, { company: 'Heather Hospital' })
  await sql`update jobs set status = 'pending' where id = ${id}`.execute(team.app.db)
  const [approved, withdrawn] = await Promise.all([decide(id, 'approve'), verify(hospital, false)])
  expect([approved, withdrawn]).toEqual([200, 200])
  expect(await mark(id)).toBe(false)
})

test('an edit that names another’s employer waits, and the owner of the name is told', async () => {
  const [owner, rival] = [await verified('Marigold Hospital'), await verified('Hawthorn Hospital')]
  const { id, updatedAt } = await post(rival, { company: 'Hawthorn Hospital' })
  const edit = await rival.put(`/api/job-postings/${id}`, {
    company: 'Marigold Hospital',
    updatedAt,
  })
  expect(edit.json()).toMatchObject({ waitingEdit: { changed: ['company'] } })
  const { updatedAt: version } = edit.json<{ updatedAt: string }>()
  expect(
    await statusOf(
      team.admin.post(`/api/admin/postings/${id}/decision`, { action: 'approve-edit', version }),
    ),
  ).toBe(200)
  expect(await mark(id)).toBe(false)
  await runTasks(team.app)
  expect(await mailsTo(team.app, owner.user.email)).toMatchObject([
    { subject: 'Somebody posts under your name' },
  ])
})

test('a firm that may post for an employer gets no seat in its team', async () => {
  const owner = await verified('Sagebrush Hospital')
  await post(owner, { company: 'Sagebrush Hospital' })
  const firm = await signIn(team.app, 'recruiter', {
    email: 'search@sagebrush-partners.test',
    companyName: 'Sagebrush Partners',
  })
  const request = () => statusOf(firm.post('/api/employers/sagebrush-hospital/seat-requests'))
  await letSpeak(team.app, firm.user.id, 'Sagebrush Hospital')
  expect(await post(firm, { company: 'Sagebrush Hospital' })).toMatchObject({ status: 'active' })
  expect(await request()).toBe(409)
})

test('what is accepted of somebody who left a team counts from then on', async () => {
  const leaver = await team.member(await clinic('Left Behind Clinic'), 'recruiter')
  expect(await team.remove(leaver, leaver)).toBe(200)
  const first = await post(leaver, { company: 'Practice of the Leaver' })
  expect([first.status, await decide(first.id, 'approve')]).toEqual(['pending', 200])
  expect(
    (await post(leaver, { company: 'Practice of the Leaver', title: 'Second Hospitalist' })).status,
  ).toBe('active')
})

test('an address in a mail domain that speaks for a name does not outdo the owner of the name', async () => {
  const email = 'clerk@bluestem.test'
  const clerk = await signIn(team.app, 'employer', { email, trusted: false })
  const grant = { name: 'Bluestem Hospital', to: { domain: 'bluestem.test' } }
  expect(await statusOf(team.admin.post('/api/admin/names', grant))).toBe(200)
  expect(await post(clerk, { company: 'Bluestem Hospital' })).toMatchObject({ status: 'active' })
  await verified('Bluestem Hospital')
  expect(await post(clerk, { company: 'Bluestem Hospital' })).toMatchObject({ status: 'pending' })
})
