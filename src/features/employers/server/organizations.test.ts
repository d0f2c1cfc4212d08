import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { slugOf } from '#shared/paths.ts'
import { addJobs, backdateEvents, jobRow } from '#test/factories.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'
import * as team from '#test/team.ts'
import { clinic, fresh, organizationOf, post, statusOf, verify } from '#test/team.ts'
import { employerPages } from './public.ts'

/**
 * What an organization says about itself once somebody vouched for it, and what its name gives it.
 */

team.openForFile()

const slug = slugOf('Larkfield Health')
const about = {
  kind: 'Hospital',
  size: '500+',
  site: 'https://larkfield.example',
  description: 'Two hospitals.',
}
const said = { name: 'Larkfield Health', ...about }
const renamed = '/api/employers/larkfield-university-health'
const page = async <T = object>(path = `/api/employers/${slug}`) => (await fresh(path)).json<T>()
const addName = (by: SignedIn, name: string) =>
  statusOf(by.post('/api/organization/names', { name }))
const describe = (more: object) => statusOf(hospital.put('/api/organization', { ...said, ...more }))

let hospital: SignedIn
beforeAll(async () => {
  hospital = await clinic('Larkfield Health')
  await post(hospital, { company: 'Larkfield Health' })
})

test('it says something about itself once somebody else vouched for it', async () => {
  for (const site of ['http://larkfield.example', 'javascript:alert(1)'])
    expect(await describe({ site })).toBe(400)
  expect(await describe({})).toBe(200)
  expect(await page()).toMatchObject({ about: null, hires: 'in-house' })
  expect(await verify(hospital)).toBe(200)
  await expect.poll(() => page()).toMatchObject({ about })
})

test('it keeps its addresses after a change of name, and takes none that others use', async () => {
  await post(await clinic('Stonebridge'), { company: 'Stonebridge' })
  expect(await describe({ name: 'Stonebridge' })).toBe(200)
  const waiting = { name: 'Stonebridge', isMarked: false, waits: true }
  expect(await organizationOf(hospital)).toMatchObject({
    name: 'Larkfield Health',
    names: [{ waits: false }, waiting],
  })
  expect(await describe({ name: 'Larkfield University Health' })).toBe(200)
  await fresh(renamed)
  await expect
    .poll(async () => (await team.app.get(`/employers/${slug}`)).headers.location)
    .toBe('/employers/larkfield-university-health')
  expect(await page(renamed)).toMatchObject({ name: 'Larkfield University Health', jobs: 1 })
  const pages = await employerPages(team.app.db)
  expect(pages.filter((path) => path.includes('larkfield'))).toEqual([
    '/employers/larkfield-university-health',
  ])
  expect(await page('/api/jobs?employer=Larkfield%20University%20Health')).toMatchObject({
    total: 1,
  })
  expect([
    await addName(hospital, 'Larkfield North'),
    await addName(hospital, 'Confidential employer'),
  ]).toEqual([200, 400])
})

test('it allows search firms to post in its name; those of others wait', async () => {
  const firm = await signIn(team.app, 'recruiter', { companyName: 'Search Partners' })
  await firm.put('/api/organization', { ...said, name: 'Search Partners' })
  const offer = (title: string) => post(firm, { title, company: 'Larkfield Health' })
  expect(await offer('Not asked')).toMatchObject({ status: 'pending' })
  await sql`update jobs set status = 'active' where title = 'Not asked'`.execute(team.app.db)
  const { agencies } = await organizationOf(hospital)
  expect(agencies).toMatchObject([{ name: 'Search Partners', jobs: 1, isAllowed: false }])
  await hospital.put(`/api/organization/agencies/${agencies[0]?.id}`, { isAllowed: true })
  expect(await offer('Asked')).toMatchObject({ status: 'active' })
  // The firm's candidates are its own.
  expect((await hospital.get('/api/job-postings?q=asked')).json()).toEqual([])
})

test('it is not named by an edit of a firm that did not ask it, trusted or not', async () => {
  const firm = await signIn(team.app, 'recruiter', { companyName: 'Unasked Partners' })
  const { id, updatedAt } = await post(firm, { company: 'Unasked Partners' })
  const edit = await firm.put(`/api/job-postings/${id}`, { company: 'Larkfield Health', updatedAt })
  expect(edit.json()).toMatchObject({ waitingEdit: { changed: ['company'] } })
  expect((await team.app.get(`/api/jobs/${id}`)).json()).toMatchObject({
    employer: 'Unasked Partners',
  })
})

test('it says after how long its postings closed, by five that did', async () => {
  for (const [index, days] of [4, 9, 12, 40, 90].entries()) {
    expect(await page(renamed)).toMatchObject({ closed: null })
    const { id } = await post(hospital, { company: 'Larkfield Health', title: `Closes ${index}` })
    await backdateEvents(team.app.db, id, days)
    expect(await statusOf(hospital.put(`/api/job-postings/${id}`, { isActive: false }))).toBe(200)
  }
  await expect.poll(() => page(renamed)).toMatchObject({ closed: { days: 13, postings: 5 } })
})

test('it answers fast or not, by five inquiries that came in here', async () => {
  const answered = (...days: (number | null)[]) =>
    sql`
      insert into inquiries (id, job_id, job_title, name, email, message, created_at, answered_at)
      select gen_random_uuid(), (select id from jobs where owner_id = ${hospital.user.id} and status = 'active' limit 1), 'Job', 'Dr. Cy',
        gen_random_uuid() || '@mail.test', 'Question', asked, asked + make_interval(days => days)
      from unnest(${days}::integer[]) days, (select now() - interval '30 days') start (asked)
    `.execute(team.app.db)
  await answered(1, 2, 3, 9)
  expect(await page(renamed)).toMatchObject({ answers: null })
  await answered(null)
  await expect.poll(() => page(renamed)).toMatchObject({ answers: { days: 3, inquiries: 5 } })
  await answered(null, null, null, null)
  await expect.poll(() => page(renamed)).toMatchObject({ answers: null })
})

test('it is nobody’s by an address in a mail domain that speaks for the name', async () => {
  const grant = { name: 'Harborfield', to: { domain: 'harborfield.org' } }
  expect(await statusOf(team.admin.post('/api/admin/names', grant))).toBe(200)
  const person = await signIn(team.app, 'employer', { email: 'clerk@harborfield.org' })
  expect(await team.describeAs(person, 'Harborfield')).toBe(200)
  expect(await organizationOf(person)).toMatchObject({ isVerified: false, names: [] })
})

test('it is not verified with a name that another one has', async () => {
  const [one, other] = [await clinic('Twofold Clinic'), await clinic('Twofold Clinic')]
  expect([await verify(one), await verify(other)]).toEqual([200, 409])
  expect(await organizationOf(other)).toMatchObject({ isVerified: false })
})

test('it keeps its mark when the owner who got it is removed', async () => {
  const first = await clinic('Maplewood Hospital', { trusted: false })
  const second = await team.member(first, 'owner')
  await verify(first)
  const offer = { company: 'Maplewood Hospital' }
  expect(await post(first, offer)).toMatchObject({ status: 'active' })
  expect(await team.remove(second, first)).toBe(200)
  expect(await post(first, offer)).toMatchObject({ status: 'pending' })
  expect(await team.describeAs(first, 'Maplewood Heart')).toBe(200)
  expect(await organizationOf(first)).toMatchObject({ isVerified: false })
  expect(await organizationOf(second)).toMatchObject({ isVerified: true })
})

test('it leaves no mark with its only member, who joins another team', async () => {
  const guest = await clinic('Vouched Hospital')
  await verify(guest)
  const before = await post(guest, { title: 'Under the mark' })
  await team.member(team.owner, 'recruiter', guest)
  const after = await post(guest, { title: 'Without the mark' })
  for (const { id } of [before, after])
    expect((await team.app.get(`/api/jobs/${id}`)).json()).toMatchObject({
      isVerifiedHospital: false,
    })
})

test('it loses its page’s words with the mark, also in caches', async () => {
  const cached = async () => (await team.app.get(renamed)).body
  expect(await cached()).toContain(said.description)
  await verify(hospital, false)
  await expect.poll(cached).not.toContain(said.description)
  await expect.poll(() => page()).toMatchObject({ name: 'Larkfield Health', about: null })
})

test('the directory finds it by earlier and merged names', async () => {
  const house = await signIn(team.app, 'employer')
  const found = async (prefix: string) =>
    (await page<{ employers: object[] }>(`/api/employers?prefix=${encodeURIComponent(prefix)}`))
      .employers
  expect(await team.describeAs(house, 'Juniper Old House')).toBe(200)
  expect(await verify(house)).toBe(200)
  expect(await team.describeAs(house, 'Hazel Health')).toBe(200)
  expect(await addName(house, 'Spruce Merged Clinic')).toBe(200)
  expect(await found('juniper o')).toEqual([])
  await post(house, { company: 'Hazel Health' })
  const names = { Juniper: 'Juniper Old House', 'spruce me': 'Spruce Merged Clinic', Hazel: null }
  for (const [prefix, alsoNamed] of Object.entries(names))
    expect(await found(prefix)).toMatchObject([{ name: 'Hazel Health', jobs: 1, alsoNamed }])
  // What others see of a name that jobs still carry is its own row.
  await addJobs(team.app.db, [jobRow({ employer: 'Spruce Merged Clinic' })])
  expect(await found('spruce')).toMatchObject([{ name: 'Spruce Merged Clinic', alsoNamed: null }])
  await verify(house, false)
  expect(await found('juniper')).toEqual([])
})
