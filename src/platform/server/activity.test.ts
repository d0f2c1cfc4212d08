import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { appForTest } from '#test/app.ts'
import { during, logSlowQueries, queries, type QueryEvent } from './activity.ts'

/** A log that collects its lines. */
function collected() {
  const lines: { activity: string; ms: number; statement: string; query?: string }[] = []
  return {
    lines,
    log: { warn: (line: unknown) => void lines.push(line as (typeof lines)[number]) },
  }
}

test('a slow query is logged with the task that asked, its text once, without values; a quick one is not', async () => {
  const board = await appForTest()
  const { lines, log } = collected()
  const end = logSlowQueries(log, 100)
  onTestFinished(end)
  const nap = () =>
    sql`select pg_sleep(0.11) from (select ${'private words'}) as given`.execute(board.db)
  await during({ name: 'task sleep' }, nap)
  queries.publish({ text: 'select 1', ms: 99 } satisfies QueryEvent)
  await nap()

  expect(lines.map((line) => line.activity)).toEqual(['task sleep', 'none'])
  expect(lines[0]).toMatchObject({ query: 'select pg_sleep(0.11) from (select $1) as given' })
  expect(lines[0]?.ms).toBeGreaterThanOrEqual(100)
  expect(lines[1]?.statement).toBe(lines[0]?.statement)
  expect(lines[1]).not.toHaveProperty('query')
})

test('queries are known by the route of their request, also after a body was received', async () => {
  const board = await appForTest()
  const { lines, log } = collected()
  const end = logSlowQueries(log, 0)
  onTestFinished(end)
  await board.get('/api/jobs?keyword=private')
  const login = `${await board.app.listen({ port: 0 })}/api/auth/login`
  const body = JSON.stringify({ email: 'nobody@mail.test', password: 'a wrong password' })
  expect(
    (await fetch(login, { method: 'POST', headers: { 'content-type': 'application/json' }, body }))
      .status,
  ).toBe(401)

  const activities = new Set(lines.map((line) => line.activity))
  expect(activities).toContain('GET /api/jobs')
  expect(activities).toContain('POST /api/auth/login')
  expect(activities).not.toContain('none')
})
