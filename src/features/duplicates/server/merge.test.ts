import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Field } from '#features/jobs/field.ts'
import { fieldNames, fieldOf } from '#features/jobs/fields.ts'
import { referenceCode } from '#features/jobs/model.ts'
import type { NewJob } from '#features/jobs/server/public.ts'
import { atOnce, untilLocked } from '#test/at-once.ts'
import { backdateEvents } from '#test/factories.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import * as board from '#test/postings.ts'
import { answered, signIn } from '#test/sign-in.ts'
import {
  alike,
  description,
  idOf,
  jobNow,
  merge,
  merged,
  ownedBy,
  pair,
  pairOf,
} from '#test/duplicates.ts'
import { sendEvent } from '#test/insights.ts'
import { findDuplicates } from './service.ts'

board.openForFile()

const three = async (): Promise<NewJob[]> => alike({}, {}, {})
const dismiss = (id: string) => board.admin.post(`/api/admin/duplicates/${id}/dismissal`)

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

  test('also if views of the other one are written while it is merged, and views follow', async () => {
    const { kept, gone, id } = await pair()
    const flush = () => board.admin.get('/api/insights/origins')
    const views = async () => {
      await flush()
      const { rows } = await sql<object>`
        select job_id, views from posting_insights where job_id in (${kept.id}, ${gone.id})
          and views > 0 order by job_id
      `.execute(board.app.db)
      return rows
    }
    await sendEvent(board.visitor, gone)
    await flush()
    await sendEvent(board.visitor, gone)
    const flushLater = async () => {
      await untilLocked(board.app)
      return flush()
    }
    const answers = await atOnce(board.app, [() => merge(id), flushLater])
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200])
    await sendEvent(board.visitor, kept)
    expect(await views()).toEqual([
      { job_id: kept.id, views: 2 },
      { job_id: gone.id, views: 1 },
    ])
    expect(await undo(id)).toBe(200)
    expect(await views()).toEqual([
      { job_id: kept.id, views: 1 },
      { job_id: gone.id, views: 2 },
    ])
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
