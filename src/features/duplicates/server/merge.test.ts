import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { referenceCode } from '#features/jobs/model.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import { mergingBoard } from '#test/merging.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'
import { findDuplicates } from './service.ts'

const { board, admin, alike, pairOf, pair, merge } = await mergingBoard()
afterAll(() => board.close())

const jobNow = async (id: string) => (await board.get(`/api/jobs/${id}`)).json<Record<string, unknown>>()

describe('the kept job', () => {
  test('answers at the other one’s addresses, also through a chain of merges', async () => {
    const source = 'Chain'
    const [first, second, third] = await alike({ source }, { source }, { source })
    // The page of the last one is cached before.
    expect((await board.get(`/jobs/${third?.id}`)).statusCode).toBe(200)
    expect((await merge((await pairOf(second, third)).id)).statusCode).toBe(200)
    await findDuplicates(board.db)
    expect((await merge((await pairOf(first, second)).id)).statusCode).toBe(200)
    for (const gone of [second, third]) {
      const page = await board.get(`/jobs/${gone?.id}`)
      expect([page.statusCode, page.headers.location]).toEqual([301, `/jobs/${first?.id}`])
      const answer = await board.get(`/api/jobs/${gone?.id}`)
      expect([answer.statusCode, answer.headers.location]).toEqual([301, `/api/jobs/${first?.id}`])
      expect(answer.json()).toEqual({ id: first?.id })
    }
    expect((await board.get(`/jobs/${first?.id}`)).statusCode).toBe(200)
    expect((await board.get(`/jobs/${randomUUIDv7()}`)).statusCode).toBe(404)
  })

  test('is the other one if an administrator says so', async () => {
    const { kept, gone, id } = await pair({ brief: 'In short.' }, { title: 'A Cardiologist', brief: null })
    const merged = await merge(id, { keepsOther: true })
    expect(merged.json()).toEqual({ keptId: gone.id, referenceId: referenceCode(gone.id) })
    expect((await board.get(`/jobs/${kept.id}`)).headers.location).toBe(`/jobs/${gone.id}`)
    expect(await jobNow(gone.id)).toMatchObject({ title: 'A Cardiologist', brief: 'In short.' })
  })

  test('keeps its details, and fills what is missing', async () => {
    const { kept, id } = await pair(
      { comp_min: null, comp_max: null, apply_url: 'https://kept.example', brief: null },
      {
        comp_min: 200,
        comp_max: 220,
        comp_unit: 'HOUR',
        apply_url: 'https://gone.example',
        brief: 'In short.',
        title: 'A Cardiologist',
      },
    )
    expect((await merge(id)).statusCode).toBe(200)
    expect(await jobNow(kept.id)).toMatchObject({
      title: 'Cardiologist',
      compMin: 200,
      compMax: 220,
      compUnit: 'HOUR',
      applyUrl: 'https://kept.example',
      brief: 'In short.',
    })
  })

  test('gets the other one’s poster, who gets a mail', async () => {
    const employer = await signIn(board, 'employer')
    const { kept, gone, id } = await pair(
      {},
      { owner_id: employer.user.id, channel: 'account', contact_email: employer.user.email },
    )
    expect((await merge(id)).statusCode).toBe(200)
    await runTasks(board)
    const [mail] = await mailsTo(board, employer.user.email)
    expect(mail?.subject).toBe('Your job posting was merged: Cardiologist')
    expect(mail?.text).toContain(`/employer/jobs/${kept.id}`)
    expect((await employer.get(`/api/job-postings/${kept.id}`)).statusCode).toBe(200)
    const history = (await admin.get(`/api/job-postings/${gone.id}/history`)).body
    expect(history).toContain(`Merged into ${referenceCode(kept.id)}`)
  })

  test('is not compared again with jobs that the other one was dismissed with', async () => {
    const source = 'Dismissed'
    const [first, second, third] = await alike({ source }, { source }, { source })
    await admin.post('/api/admin/duplicates/dismissals', { ids: [(await pairOf(second, third)).id] })
    expect((await merge((await pairOf(first, second)).id)).statusCode).toBe(200)
    await findDuplicates(board.db)
    expect((await admin.get(`/api/admin/duplicates?source=${source}`)).json()).toMatchObject({ pairs: [] })
  })
})

describe('merging is refused', () => {
  test('where two different people posted the jobs', async () => {
    const [one, other] = [await signIn(board, 'employer'), await signIn(board, 'recruiter')]
    const of = ({ user }: SignedIn) => ({ owner_id: user.id, channel: 'account' as const, contact_email: user.email })
    const { gone, id } = await pair(of(one), of(other))
    const answer = await merge(id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json<{ error: string }>().error).toMatch(/^These jobs belong to different owners/)
    expect(await jobNow(gone.id)).toMatchObject({ id: gone.id })
    const anonymous = await pair(of(one), { channel: 'public', contact_email: 'somebody@mail.test' })
    expect((await merge(anonymous.id)).statusCode).toBe(409)
    const own = await pair(of(one), { channel: 'public', contact_email: one.user.email })
    expect((await merge(own.id)).statusCode).toBe(200)
  })

  test('the second time, also concurrently, and after a dismissal', async () => {
    const { id } = await pair()
    const answers = await Promise.all([merge(id), merge(id), merge(id)])
    expect(answers.map((it) => it.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const dismissed = await pair()
    await admin.post('/api/admin/duplicates/dismissals', { ids: [dismissed.id] })
    expect((await merge(dismissed.id)).statusCode).toBe(409)
  })

  test('where what stays would go live unread, or with a doubtful fact', async () => {
    const employer = await signIn(board, 'employer')
    const posted = { status: 'pending', owner_id: employer.user.id, channel: 'account' } as const
    for (const { kept, gone, id } of [await pair(posted, {}), await pair({}, posted)]) {
      for (const keepsOther of [false, true]) {
        const refused = await merge(id, { keepsOther })
        expect([refused.statusCode, refused.json()]).toMatchObject([
          409,
          { error: expect.stringContaining('waits for approval') },
        ])
      }
      expect(await jobNow(kept.status === 'active' ? kept.id : gone.id)).toMatchObject({ title: 'Cardiologist' })
    }
    const { kept, gone, id } = await pair({ status: 'pending' }, {})
    await sql`insert into job_facts (job_id, source, facts, doubtful) values (${kept.id}, 'Feed', '{}', '{place}')`.execute(
      board.db,
    )
    expect((await merge(id)).json()).toMatchObject({ error: expect.stringContaining('doubtful fact') })
    expect((await merge(id, { keepsOther: true })).json()).toMatchObject({ keptId: gone.id })
  })

  test('for an unknown pair', async () => {
    expect((await merge(randomUUIDv7())).statusCode).toBe(404)
    expect((await merge('no-id')).statusCode).toBe(400)
  })
})

test('the merge is in the audit log', async () => {
  const { kept, gone, id } = await pair()
  await merge(id)
  const entries = await board.db
    .withTables<{ audit_log: { id: string; action: string; actor_id: string; subject: string; detail: unknown } }>()
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'detail'])
    .where('subject', '=', `job:${kept.id}`)
    .execute()
  expect(entries).toEqual([{ action: 'duplicates.merged', actor_id: admin.user.id, detail: { merged: gone.id } }])
})
