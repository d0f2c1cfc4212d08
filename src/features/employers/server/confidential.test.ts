import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pdfFile } from '#test/cv-files.ts'
import { findMails } from '#platform/server/mail/queries.ts'
import { asVisitor, signIn, type Caller } from '#test/sign-in.ts'
import * as team from '#test/team.ts'
import { upload } from '#test/upload-cv.ts'
import { replyTo } from '#test/press.ts'

team.openForFile()

test('a confidential posting names its organization and its people at no door', async () => {
  const { app } = team
  const name = 'Quillmoor Hospital'
  const owner = await team.clinic(name, { firstName: 'Ottoline', lastName: 'Fernsby' })
  const physician = await signIn(app, 'physician')
  const visitor = asVisitor(app)
  const said = { site: 'https://quillmoor.example', description: 'Two houses.' }
  expect([await team.describeAs(owner, name, said), await team.verify(owner)]).toEqual([200, 200])
  const { rows } = await sql<{ logo: string }>`
    update organizations set logo_id = gen_random_uuid() where name = ${name} returning logo_id as logo
  `.execute(app.db)
  const job = await team.post(owner, { title: 'Quiet position', company: 'Confidential employer' })

  await upload(physician, pdfFile(), 'cv.pdf')
  const inquiry = {
    name: 'Dr. Ada',
    email: physician.user.email,
    message: 'Which hospital is it?',
    attachCv: true,
  }
  const sent = await physician.post('/api/job-inquiry', {
    ...inquiry,
    jobId: job.id,
    jobTitle: 'Quiet position',
  })
  const { id } = sent.json<{ id: string }>()
  expect((await owner.get(`/api/inbox/${id}/cv`)).statusCode).toBe(200)
  expect(
    (await owner.post('/api/presses', replyTo([id], 'We tell you when we meet.'))).statusCode,
  ).toBe(200)
  expect((await owner.post(`/api/inbox/${id}/notes`, { note: 'Strong letters.' })).statusCode).toBe(
    200,
  )
  await physician.post('/api/favorites', { jobId: job.id })

  const { id: widget } = (await owner.get('/api/widget')).json<{ id: string }>()
  const framed = await visitor.get(`/widget?company=${widget}`)
  expect([framed.statusCode, framed.body.includes('Quiet position')]).toEqual([200, false])
  expect((await visitor.get('/api/employers/quillmoor-hospital')).statusCode).toBe(404)

  const doors = [
    `/jobs/${job.id} /jobs/${job.id}/inquiry /api/jobs/${job.id} /api/jobs/${job.id}/recipient /api/jobs /jobs`,
    `/jobs.rss /jobs.json /jobs.xml /api/v1/jobs /api/v1/jobs/${job.id} /api/v1/employers`,
    '/api/employers /employers/all /api/suggest?q=quil',
  ].flatMap((line) => line.split(' '))
  const own =
    `/api/applications /api/applications/${id} /api/profile/cv/openings /api/favorites /api/desk /api/account/export`.split(
      ' ',
    )
  const open = (by: Caller, paths: string[]) =>
    Promise.all(
      paths.map(async (door) => {
        const { statusCode, body } = await by.get(door)
        expect([door, statusCode]).toEqual([door, 200])
        return [door, body] as const
      }),
    )
  const everywhere = async (ofPhysician: string[]) => [
    [
      'mails',
      JSON.stringify(await findMails(app.db, { to: physician.user.email, limit: 50 })),
    ] as const,
    ...(await open(visitor, doors)),
    ...(await open(physician, ofPhysician)),
  ]
  const told = await everywhere(own)
  const openings = [{ openedBy: 'Confidential employer' }]
  expect((await physician.get('/api/profile/cv/openings')).json()).toMatchObject({ openings })
  expect(told[0]?.[1]).toContain('Confidential employer')
  for (const [door, body] of told)
    for (const secret of [
      'Quillmoor',
      'quillmoor',
      'Ottoline',
      'Fernsby',
      owner.user.email,
      owner.user.id,
      rows[0]?.logo ?? '',
    ])
      expect([door, secret, body.includes(secret)]).toEqual([door, secret, false])

  // It names itself to this applicant, in the thread only.
  const other = await signIn(app, 'physician')
  const asked = await other.post('/api/job-inquiry', {
    ...inquiry,
    email: other.user.email,
    attachCv: false,
    jobId: job.id,
  })
  const theirs = asked.json<{ id: string }>().id
  await physician.put(`/api/threads/${id}/read`)
  expect((await physician.put(`/api/threads/${id}`, { showsName: true })).statusCode).toBe(200)
  expect((await physician.get(`/api/applications/${id}`)).json()).toMatchObject({ namedAs: null })
  expect((await owner.get(`/api/inbox/${id}`)).json()).toMatchObject({
    isConfidential: true,
    namedAs: null,
  })
  // An organization cannot give itself a name by saying so.
  await team.verify(owner, false)
  await sql`update name_grants set withdrawn_at = now()`.execute(app.db)
  expect((await owner.put(`/api/threads/${id}`, { showsName: true })).statusCode).toBe(409)
  await team.verify(owner)
  for (const _ of [1, 2])
    expect((await owner.put(`/api/threads/${id}`, { showsName: true })).statusCode).toBe(200)
  await team.describeAs(owner, 'Quillmoor Group', said)
  const named = { namedAs: 'Quillmoor Hospital', employer: 'Confidential employer', isUnread: true }
  expect((await physician.get(`/api/applications/${id}`)).json()).toMatchObject(named)
  const { events } = (await owner.get(`/api/inbox/${id}`)).json<{
    events: { action: string | null; by: string }[]
  }>()
  expect(events.filter((event) => event.action === 'named')).toMatchObject([
    { by: 'Ottoline Fernsby' },
  ])
  expect((await other.get(`/api/applications/${theirs}`)).json()).toMatchObject({ namedAs: null })
  await owner.post('/api/presses', replyTo([id], 'When may we call?'))
  const outside = await everywhere(own.filter((door) => !door.endsWith(id)))
  outside.push(...(await open(other, [`/api/applications/${theirs}`])))
  expect(outside.filter(([, body]) => /quillmoor/i.test(body))).toEqual([])
})
