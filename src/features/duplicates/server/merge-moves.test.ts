import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { mailNewJobs } from '#features/alerts/server/tasks.ts'
import { pdfFile } from '#test/cv-files.ts'
import { importDataset } from '#features/imports/server/runs/import-dataset.ts'
import { referenceCode } from '#features/jobs/model.ts'
import type { NewJob } from '#features/jobs/server/public.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import * as board from '#test/postings.ts'
import { signIn, type Caller, type SignedIn } from '#test/sign-in.ts'
import { upload } from '#test/upload-cv.ts'
import { atOnce, untilLocked } from '#test/at-once.ts'
import { description, jobNow, list, merge, merged, ownedBy, pair } from '#test/duplicates.ts'
import { posting } from '#test/fixtures/imports.ts'
import { sendEvent } from '#test/insights.ts'
import { findDuplicates } from './service.ts'
import { replyTo } from '#test/press.ts'

board.openForFile()

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

  test('nothing later: what is sent, reported, saved or hidden meanwhile is refused', async () => {
    const { gone, id } = await pair()
    const physician = await signIn(board.app, 'physician')
    const jobId = gone.id
    const ada = { name: 'Ada', email: 'ada@mail.test', jobId }
    const later = [
      () => board.visitor.post('/api/job-inquiry', { ...ada, message: 'May I visit?' }),
      () =>
        board.visitor.post('/api/job-report', { ...ada, reason: 'The link leads nowhere at all.' }),
      () => physician.post('/api/favorites', { jobId }),
      () => physician.put(`/api/hidden-jobs/${jobId}`, { isHidden: true }),
    ].map((call) => async () => {
      await untilLocked(board.app)
      return call()
    })
    const answers = await atOnce(board.app, [() => merge(id), ...later])
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 404, 404, 404, 404])
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
