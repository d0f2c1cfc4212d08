import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { embeddedServerRole, migrateToLatest } from '#platform/server/migrate.ts'
import { appForTest, type TestApp } from '../app.ts'
import { emptyDatabase, freshDatabase, type TestDatabase } from '../database.ts'
import { runTasks } from '../mailbox.ts'
import { asVisitor } from '../sign-in.ts'
import { catalogOf, listReleases, readRelease } from './dump.ts'
import { logIn, people, signInAs } from './fill-board.ts'

const releases = await listReleases()

describe.each(releases)('a database of release %s', (release) => {
  test('has the schema of a new database after the upgrade', async () => {
    const fresh = await freshDatabase()
    onTestFinished(() => fresh.drop())

    expect(await catalogOf((await upgraded(release)).db)).toEqual(await catalogOf(fresh.db))
  })

  test('shows its data after the upgrade, and works', async () => {
    const board = await appForTest({
      env: { RATE_LIMITS: 'off' },
      database: await upgraded(release),
    })
    const visitor = asVisitor(board)
    const [physician, employer, administrator] = await Promise.all([
      logIn(board, people.physician),
      logIn(board, people.employer),
      logIn(board, people.administrator),
    ])
    const title = 'Cardiologist with a view'

    const { jobs, total } = await read<{ jobs: { id: string; title: string }[]; total: number }>(
      visitor.get('/api/jobs?specialty=Cardiology&state=ID'),
    )
    expect(total).toBe(12)
    const posted = jobs.find((job) => job.title === title)
    expect(await read(visitor.get('/api/jobs?keyword=view'))).toMatchObject({
      total: 1,
      jobs: [{ title }],
    })
    expect(await read(visitor.get(`/api/jobs/${posted?.id}`))).toMatchObject({
      title,
      employer: 'Boise Heart',
    })

    expect(await read(physician.get('/api/favorites'))).toMatchObject([
      { jobId: posted?.id, note: 'Ask about the view.' },
    ])
    expect(await read(physician.get('/api/applications'))).toMatchObject({
      applications: including({ jobTitle: 'Cardiologist', progress: 'review' }),
    })
    expect(await read(physician.get('/api/profile/cv/openings'))).toMatchObject({
      openings: including({ about: 'Cardiologist' }),
    })
    expect(await read(physician.get('/api/alerts'))).toMatchObject({
      alerts: [{ search: { specialty: 'Cardiology' }, frequency: 'weekly' }],
    })

    expect(await read(employer.get('/api/posting-drafts'))).toMatchObject([{ title: 'Half-done' }])
    expect(await read(employer.get('/api/inbox'))).toMatchObject({
      total: 1,
      inquiries: [{ name: 'Alex Example' }],
    })
    const history = await read<{ action: string }[]>(
      employer.get(`/api/job-postings/${posted?.id}/history`),
    )
    expect(history.map((it) => it.action)).toContainEqual(
      expect.stringMatching(/^(edit|approveEdit)$/),
    )

    const audited = await read<{ entries: unknown[] }>(administrator.get('/api/admin/audit'))
    expect(audited.entries.length).toBeGreaterThan(10)
    expect(await read(administrator.get('/api/admin/queue'))).toMatchObject({
      counts: { pending: 2, report: 1 },
    })
    expect(await read(administrator.get('/api/admin/import-sources'))).toMatchObject({
      sources: including({ name: 'Larkfield' }),
    })
    expect(await read(administrator.get('/api/admin/imports'))).toMatchObject({
      runs: including({ imported: 12 }),
    })
    expect(await read(administrator.get('/api/admin/settings'))).toMatchObject({
      publishing: { value: { public: 'immediate' } },
    })

    await runTasks(board)
    expect(await read(physician.get('/api/desk'))).toMatchObject({
      introduction: { text: 'I look for a practice by a lake.' },
    })
    expect(await read(signInAs(board, people.careful))).toEqual({ success: true, twoFactor: true })
    expect(await read(administrator.get('/api/admin/decisions?action=answer'))).toMatchObject({
      items: including({ count: 2 }),
    })
  })
})

const including = (part: object): unknown => expect.arrayContaining([expect.objectContaining(part)])

/** A dump, restored and migrated. */
async function upgraded(release: string): Promise<TestDatabase> {
  const database = await emptyDatabase()
  await sql.raw(await readRelease(release)).execute(database.db)
  await migrateToLatest(database.db, { serverRole: embeddedServerRole })
  return database
}

async function read<T = unknown>(answering: ReturnType<TestApp['get']>): Promise<T> {
  const answer = await answering
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<T>()
}
