import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { mailNewJobs } from '#features/alerts/server/tasks.ts'
import { pdfFile } from '#test/cv-files.ts'
import { importDataset } from '#features/imports/server/runs/import-dataset.ts'
import type { Field } from '#features/jobs/field.ts'
import { fieldNames, fieldOf } from '#features/jobs/fields.ts'
import { referenceCode } from '#features/jobs/model.ts'
import type { NewJob } from '#features/jobs/server/public.ts'
import { backdateEvents } from '#test/factories.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import * as board from '#test/postings.ts'
import { answered, signIn, type Caller, type SignedIn } from '#test/sign-in.ts'
import { upload } from '#test/upload-cv.ts'
import { alike, list, pairOf } from '#test/duplicates.ts'
import { posting } from '#test/fixtures/imports.ts'
import { sendEvent } from '#test/insights.ts'
import { findDuplicates } from './service.ts'
import { replyTo } from '#test/press.ts'

board.openForFile()

async function pair(one: Partial<NewJob> = {}, other: Partial<NewJob> = {}) {
  const [kept = expect.fail(), gone = expect.fail()] = await alike(one, other)
  return { kept, gone, id: await idOf(kept, gone) }
}
const description =
  '<p>A physician for the heart team of the high plains, with four colleagues and two nurses.</p>'
const three = async (): Promise<NewJob[]> => alike({}, {}, {})
const idOf = async (one?: NewJob, other?: NewJob) =>
  (await pairOf(one ?? expect.fail(), other))?.id ?? expect.fail()

const merge = (id: string, body: object = {}) =>
  board.admin.post(`/api/admin/duplicates/${id}/merge`, body)
const merged = async (id: string, body: object = {}) => {
  const answer = await merge(id, body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<object>()
}
const dismiss = (id: string) => board.admin.post(`/api/admin/duplicates/${id}/dismissal`)
const jobNow = async (id: string) => (await board.shown(id)).json<Record<string, unknown>>()
const ownedBy = ({ user }: SignedIn) => ({
  owner_id: user.id,
  channel: 'account' as const,
  contact_email: user.email,
})

describe('the kept job', () => {
  test('answers at the other one’s addresses, also through a chain of merges', async () => {
    const [first, second, third] = await three()
    // The page of the last one is cached before.
    expect((await board.app.get(`/jobs/${third?.id}`)).statusCode).toBe(200)
    await merged(await idOf(second, third))
    await findDuplicates(board.app.db)
    await merged(await idOf(first, second))
    for (const gone of [second, third])
      for (const path of ['/jobs', '/api/jobs']) {
        const answered = async () => {
          const { statusCode, headers } = await board.app.get(`${path}/${gone?.id}`)
          return [statusCode, headers.location]
        }
        // The cached page goes when the server hears of the change, just after the answer.
        await expect.poll(answered).toEqual([301, `${path}/${first?.id}`])
      }
    expect(await jobNow(third?.id ?? '')).toEqual({ id: first?.id })
    expect((await board.app.get(`/jobs/${first?.id}`)).statusCode).toBe(200)
    expect((await board.app.get(`/jobs/${randomUUIDv7()}`)).statusCode).toBe(404)
  })

  test.each([
    ['pending', 200],
    ['active', 409],
  ] as const)(
    'is held by what held the other one; %s, the merge is answered with %i',
    async (status, expected) => {
      const poster = ownedBy(await signIn(board.app, 'employer'))
      const { kept, gone, id } = await pair({ ...poster, status }, { ...poster, status })
      await sql`insert into posting_holds (job_id, reason) values (${gone.id}, 'suspended-account')`.execute(
        board.app.db,
      )
      expect((await merge(id)).statusCode).toBe(expected)
      if (expected === 200) expect((await board.decide(kept.id, 'approve')).statusCode).toBe(409)
    },
  )

  test('is the other one if an administrator says so', async () => {
    const { kept, gone, id } = await pair(
      { brief: 'In short.' },
      { title: 'A Cardiologist', brief: null },
    )
    expect(await merged(id, { keepsOther: true })).toEqual({ referenceId: referenceCode(gone.id) })
    const { rows } = await sql`
      select action, actor_id, detail from audit_log where subject = ${`job:${gone.id}`}
    `.execute(board.app.db)
    expect(rows).toEqual([
      { action: 'duplicates.merged', actor_id: board.admin.user.id, detail: { merged: kept.id } },
    ])
    expect((await board.app.get(`/jobs/${kept.id}`)).headers.location).toBe(`/jobs/${gone.id}`)
    expect(await jobNow(gone.id)).toMatchObject({ title: 'A Cardiologist', brief: 'In short.' })
  })

  test('keeps its details, and fills what is missing', async () => {
    const pay = { comp_min: 200, comp_max: 220, comp_unit: 'HOUR' } as const
    const { kept, id } = await pair(
      { apply_url: 'https://kept.example', brief: null, comp_min: null, comp_max: null },
      { title: 'A Cardiologist', apply_url: 'https://gone.example', brief: 'In short.', ...pay },
    )
    await merged(id)
    const own = { title: 'Cardiologist', applyUrl: 'https://kept.example' }
    expect(await jobNow(kept.id)).toMatchObject({
      ...own,
      compMin: 200,
      compMax: 220,
      compUnit: 'HOUR',
      brief: 'In short.',
    })
  })

  test('is filled with every field of the registry that it lacks, also a flag', async () => {
    const sample = ({ kind, options: [option = ''] = [] }: Field) =>
      kind === 'flag'
        ? true
        : kind === 'choices'
          ? [typeof option === 'string' ? option : option.value]
          : kind === 'choice'
            ? typeof option === 'string'
              ? option
              : option.value
            : kind === 'link' || kind === 'picture'
              ? 'https://clinic.example/'
              : 'Some words'
    const always = [
      'title',
      'employer',
      'specialty',
      'city',
      'state',
      'employment_type',
      'description',
    ]
    const apart = ['specialty_other', 'apply_until', 'contact_email', 'public_email']
    const filled = fieldNames.flatMap((name) => {
      const { column, ...field } = fieldOf(name)
      return column === undefined || [...always, ...apart].includes(column)
        ? []
        : [[column, sample(field)] as const]
    })
    const lacking = filled.map(([column, value]) => [
      column,
      value === true ? false : Array.isArray(value) ? [] : null,
    ])
    const { kept, id } = await pair(Object.fromEntries(lacking), Object.fromEntries(filled))
    await merged(id)
    const { rows } = await sql<object>`select * from jobs where id = ${kept.id}`.execute(
      board.app.db,
    )
    expect(rows[0]).toMatchObject(Object.fromEntries(filled))
  })

  test('gets the other one’s poster, who gets a mail', async () => {
    const employer = await signIn(board.app, 'employer')
    const { kept, gone, id } = await pair({}, ownedBy(employer))
    await merged(id)
    await runTasks(board.app)
    const [mail] = await mailsTo(board.app, employer.user.email)
    expect(mail?.subject).toBe('Your job posting was merged: Cardiologist')
    expect(mail?.text).toContain(`/employer/jobs/${kept.id}`)
    expect(await board.read(kept.id, employer)).toMatchObject({ id: kept.id })
    const reason = expect.stringContaining(`Merged into ${referenceCode(kept.id)}`) as string
    expect(JSON.stringify(await board.historyOf(gone.id, board.admin))).toEqual(reason)
  })

  test('is not compared again with jobs that the other one was dismissed with', async () => {
    const [first, second, third] = await three()
    await dismiss(await idOf(second, third))
    await merged(await idOf(first, second))
    await findDuplicates(board.app.db)
    expect(await pairOf(first ?? expect.fail(), third)).toBeUndefined()
  })
})

describe('a merge is undone', () => {
  const undo = async (id: string) =>
    (await board.admin.delete(`/api/admin/duplicates/${id}/merge`)).statusCode

  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

  test('takes the details that the other one states better, until the merge is undone', async () => {
    const { kept, id } = await pair(
      { title: 'Cardiologist', description, comp_min: null, comp_text: 'Competitive' },
      { title: 'A Cardiologist', description: `${description}<p>Two more.</p>`, comp_min: 310_000 },
    )
    const before = await jobNow(kept.id)
    await merged(id, { takes: ['pay', 'description'] })
    const now = () => jobNow(kept.id)
    await expect.poll(now).toMatchObject({
      title: 'Cardiologist',
      compMin: 310_000,
      compText: null,
      description: expect.stringContaining('Two more.') as string,
    })
    expect(await undo(id)).toBe(200)
    const { title, compMin, compText, description: text } = before
    await expect.poll(now).toMatchObject({ title, compMin, compText, description: text })
  })

  test('for a day: each job has its own again, and a change since then stays', async () => {
    const { kept, gone, id } = await pair(
      { brief: null, ehr: null, expires_at: inDays(20) },
      { brief: 'In short.', ehr: 'Epic', expires_at: inDays(30) },
    )
    const [saver, both] = [
      await signIn(board.app, 'physician'),
      await signIn(board.app, 'physician'),
    ]
    for (const [by, jobId] of [
      [saver, gone.id],
      [both, gone.id],
      [both, kept.id],
    ] as const)
      await by.post('/api/favorites', { jobId })
    for (const job of [gone, gone, kept]) await sendEvent(board.visitor, job)
    const inquiry = {
      name: 'Ada',
      email: 'ada@mail.test',
      message: 'Is this open?',
      jobId: gone.id,
      jobTitle: 'Cardiologist',
    }
    await board.visitor.post('/api/job-inquiry', inquiry)
    const state = async () => {
      const { rows } = await sql<object>`
        select j.id, status, brief, ehr, expires_at,
          (select count(*)::integer from favorites where job_id = j.id and removed_at is null) as saves,
          (select count(*)::integer from inquiries where job_id = j.id) as inquiries,
          (select sum(views)::integer from posting_insights where job_id = j.id) as views
        from jobs j where id in (${kept.id}, ${gone.id}) order by id
      `.execute(board.app.db)
      return rows
    }
    const before = await state()
    await merged(id)
    await sql`update jobs set ehr = 'Cerner' where id = ${kept.id}`.execute(board.app.db)
    expect(await undo(id)).toBe(200)
    expect(await state()).toEqual([{ ...before[0], ehr: 'Cerner' }, before[1]])
    expect((await board.app.get(`/jobs/${gone.id}`)).statusCode).toBe(200)
    expect(await pairOf(kept, gone)).toMatchObject({ id })
    expect(await undo(id)).toBe(409)
  })

  test('not after a day, and the job that it put live waits again', async () => {
    const late = await pair()
    await merged(late.id)
    await backdateEvents(board.app.db, late.gone.id, 2, 'merge')
    expect(await undo(late.id)).toBe(409)
    expect((await board.app.get(`/jobs/${late.gone.id}`)).statusCode).toBe(301)
    const { kept, id } = await pair({ status: 'pending' })
    await merged(id)
    expect((await board.shown(kept.id)).statusCode).toBe(200)
    expect(await undo(id)).toBe(200)
    await expect.poll(async () => (await board.shown(kept.id)).statusCode).toBe(404)
  })
})

describe('merging is refused', () => {
  test('where two different people posted the jobs', async () => {
    const [one, other] = [
      ownedBy(await signIn(board.app, 'employer')),
      ownedBy(await signIn(board.app, 'recruiter')),
    ]
    const { gone, id } = await pair(one, other)
    const error = expect.stringMatching(/^These jobs belong to different owners/) as string
    expect(await answered(merge(id))).toMatchObject([409, { error }])
    expect(await jobNow(gone.id)).toMatchObject({ id: gone.id })
    const withPublic = async (contact_email: string) =>
      (await merge((await pair(one, { channel: 'public', contact_email })).id)).statusCode
    expect([await withPublic('somebody@mail.test'), await withPublic(one.contact_email)]).toEqual([
      409, 200,
    ])
  })

  test('the second time, also concurrently, after a dismissal, and for an unknown pair', async () => {
    const { id } = await pair()
    const answers = await Promise.all([merge(id), merge(id), merge(id)])
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409,
    ])
    const dismissed = await pair()
    await dismiss(dismissed.id)
    expect((await merge(dismissed.id)).statusCode).toBe(409)
    expect((await merge(randomUUIDv7())).statusCode).toBe(404)
  })

  test('where what stays would go live unread, or with a doubtful fact', async () => {
    const refused = async (id: string, body: object = {}) =>
      (await merge(id, body)).json<{ error: string }>().error
    const posted = { status: 'pending' as const, ...ownedBy(await signIn(board.app, 'employer')) }
    for (const { kept, gone, id } of [await pair(posted, {}), await pair({}, posted)]) {
      for (const keepsOther of [false, true])
        expect(await refused(id, { keepsOther })).toContain('waits for approval')
      expect(await jobNow(kept.status === 'active' ? kept.id : gone.id)).toMatchObject({
        title: 'Cardiologist',
      })
    }
    const { kept, gone, id } = await pair({ status: 'pending' })
    await sql`insert into job_facts (job_id, source, facts, doubtful) values (${kept.id}, 'Feed', '{}', '{place}')`.execute(
      board.app.db,
    )
    expect(await refused(id)).toContain('doubtful fact')
    expect(await merged(id, { keepsOther: true })).toMatchObject({
      referenceId: referenceCode(gone.id),
    })
  })
})

describe('merging moves', () => {
  test('favorites: each physician keeps one, with both notes and the later stage', async () => {
    const { kept, gone, id } = await pair()
    const physician = () => signIn(board.app, 'physician')
    const [both, one, removing] = [await physician(), await physician(), await physician()]
    const save = async (by: SignedIn, { id: jobId }: NewJob, changes: object = {}) => {
      expect((await by.post('/api/favorites', { jobId })).statusCode).toBe(200)
      expect((await by.put(`/api/favorites/${jobId}`, changes)).statusCode).toBe(200)
    }
    await save(removing, kept, { note: 'Stays.' })
    await save(removing, gone, { note: 'Removed.' })
    await removing.delete(`/api/favorites/${gone.id}`)
    await save(both, kept, { note: 'Ask about call.', status: 'closed', nextOn: '2027-01-31' })
    await save(both, gone, {
      note: 'My friend works there.',
      status: 'applied',
      nextStep: 'Call',
      nextOn: '2027-02-01',
    })
    await save(one, gone, { status: 'saved' })
    expect(await merged(id)).toEqual({ referenceId: referenceCode(kept.id) })
    const favoritesOf = async (physician: SignedIn) =>
      (await physician.get('/api/favorites')).json<object[]>()
    const job = { jobId: kept.id, job: { id: kept.id } }
    const note = 'Ask about call.\n\nMy friend works there.'
    // The step and date of one job stay together.
    expect(await favoritesOf(both)).toMatchObject([
      { ...job, note, status: 'applied', nextStep: null, nextOn: '2027-01-31' },
    ])
    expect(await favoritesOf(removing)).toMatchObject([{ ...job, note: 'Stays.' }])
    expect(await favoritesOf(one)).toMatchObject([{ ...job, note: null }])
  })

  test('inquiries with their replies and CVs, and the insights', async () => {
    const [employer, physician] = [
      await signIn(board.app, 'employer'),
      await signIn(board.app, 'physician'),
    ]
    const { kept, gone, id } = await pair(ownedBy(employer), ownedBy(employer))
    await upload(physician, pdfFile(), 'cv.pdf')
    const inquire = async (by: Caller, jobId: string, email: string, more: object = {}) => {
      const answer = await by.post('/api/job-inquiry', {
        name: 'Alex Example',
        email,
        message: 'May I visit?',
        jobId,
        ...more,
      })
      expect(answer.statusCode).toBe(200)
      return answer.json<{ id: string }>().id
    }
    const inquiryId = await inquire(physician, gone.id, physician.user.email, {
      name: 'Dr. Example',
      attachCv: true,
    })
    expect(
      (await employer.post('/api/presses', replyTo([inquiryId], 'Any Tuesday.'))).statusCode,
    ).toBe(200)
    // The same text of the same person to both.
    for (const job of [kept, gone]) await inquire(board.visitor, job.id, 'alex@mail.test')
    const view = (job: NewJob) => sendEvent(board.visitor, job, 'view', { mark: 'feed' })
    await Promise.all([kept, gone, gone].map(view))
    // Views are written down when somebody reads them.
    const insights = async () => (await employer.get(`/api/insights?id=${kept.id}`)).json<object>()
    expect(await insights()).toMatchObject({ origins: [{ origin: 'feed', views: 1 }, {}] })

    await merged(id)
    const inbox = (await employer.get(`/api/inbox?jobId=${kept.id}`)).json<{
      inquiries: { name: string }[]
    }>()
    expect(inbox.inquiries.map((inquiry) => inquiry.name).toSorted()).toEqual([
      'Alex Example',
      'Alex Example',
      'Dr. Example',
    ])
    expect((await employer.get(`/api/inbox/${inquiryId}`)).body).toContain('Any Tuesday.')
    expect((await employer.get(`/api/inbox/${inquiryId}/cv`)).statusCode).toBe(200)
    expect((await physician.get('/api/applications')).body).toContain(kept.id)
    const none = { views: 0, applyClicks: 0, inquiries: 0 }
    const feed = { ...none, origin: 'feed', views: 3 }
    const unknown = { ...none, origin: 'unknown', inquiries: 3 }
    expect(await insights()).toMatchObject({ origins: [feed, unknown] })
  })

  test('reports', async () => {
    const { kept, gone, id } = await pair()
    const [both, other] = ['The link leads nowhere at all.', 'It is no job for physicians.']
    const report = async (jobId: string, reason: string) =>
      (
        await board.visitor.post('/api/job-report', {
          name: 'Alex',
          email: 'alex@mail.test',
          reason,
          jobId,
        })
      ).statusCode
    expect([
      await report(kept.id, both),
      await report(gone.id, both),
      await report(gone.id, other),
    ]).toEqual([200, 200, 200])
    await merged(id)
    const { rows } = await sql`
      select job_id, reason from job_reports where job_id in (${kept.id}, ${gone.id}) and outcome is null order by reason
    `.execute(board.app.db)
    expect(rows).toEqual([other, both].map((reason) => ({ job_id: kept.id, reason })))
  })

  test('alert state: an older job that goes live by the merge is not mailed again', async () => {
    const physician = await signIn(board.app, 'physician')
    await mailNewJobs(board.app.db, new Date())
    const { kept, gone, id } = await pair({ status: 'pending' })
    const alert = { search: { specialty: 'Cardiology', state: 'TX' }, frequency: 'instant' }
    expect((await physician.post('/api/alerts', alert)).statusCode).toBe(200)
    const mailsAbout = async (job: NewJob) => {
      await mailNewJobs(board.app.db, new Date())
      await runTasks(board.app)
      return (await mailsTo(board.app, physician.user.email)).filter((mail) =>
        mail.html.includes(job.id),
      ).length
    }
    expect(await mailsAbout(gone)).toBe(1)
    await merged(id)
    expect((await board.shown(kept.id)).statusCode).toBe(200)
    expect(await mailsAbout(kept)).toBe(0)
  })

  test('import references: importing either again adds nothing', async () => {
    const place = {
      companyName: 'Larkfield Heart Group of Amarillo',
      location: 'Amarillo, TX',
      description,
    }
    const items = ['Cardiologist', 'Cardiology Physician (MD/DO)'].map((title, index) =>
      posting(770 + index, { ...place, title }),
    )
    const run = () =>
      importDataset(
        board.app.db,
        { items },
        { allowedHosts: [], approve: true, sourceName: 'Two of one' },
      )
    expect((await run()).imported).toBe(2)
    await findDuplicates(board.app.db)
    const [{ id, kept, other } = expect.fail()] = (await list('?source=Two%20of%20one')).pairs
    await sql`update job_sightings set seen_at = now() - interval '50 days' where job_id = ${kept.id}`.execute(
      board.app.db,
    )
    await merged(id)
    // The day when it was seen, too: otherwise it would be closed while its source lists the other
    // one.
    expect(Date.parse(String((await jobNow(kept.id))['seenAt']))).toBeGreaterThan(
      Date.now() - 86_400_000,
    )
    expect(await run()).toMatchObject({ imported: 0, skipped: 2 })
    const { rows } = await sql`
      select distinct job_id from import_keys where job_id in (${kept.id}, ${other.id})
    `.execute(board.app.db)
    expect(rows).toEqual([{ job_id: kept.id }])
  })
})
