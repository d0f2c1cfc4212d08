import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import { signIn } from '#test/sign-in.ts'
import { emptyBoardForEach, importSource, keepSource } from '#test/imports.ts'
import { postings } from '#test/fixtures/imports.ts'
import { startDueImports } from '../runs/run-tasks.ts'

const board = emptyBoardForEach()

const now = new Date('2026-11-21T12:00:00Z')
const runs = async () =>
  (
    await sql<{ source: string }>`select source from imports order by source`.execute(board.db)
  ).rows.map((row) => row.source)

async function source(id: string) {
  const { rows } = await sql<{
    schedule: string
    nextRunAt: Date | null
    failures: number
    version: number
  }>`
    select schedule, next_run_at as "nextRunAt", failures_in_a_row as failures, version from import_sources where id = ${id}
  `.execute(board.db)
  return rows[0]
}

const hourly = { schedule: 'hourly', nextRunAt: new Date('2026-11-21T11:30:00Z') }

describe('a scheduled source', () => {
  it('is imported when it is due, and next at its time', async () => {
    const next = new Map<string, Date>()
    for (const [schedule, was, is] of [
      ['hourly', '2026-11-21T11:40:00Z', '2026-11-21T12:40:00Z'],
      ['hourly', '2026-11-20T03:15:00Z', '2026-11-21T12:15:00Z'],
      ['daily', '2026-11-21T12:00:00Z', '2026-11-22T12:00:00Z'],
      ['weekly', '2026-11-01T06:30:00Z', '2026-11-22T06:30:00Z'],
    ] as const) {
      const id = await keepSource(board, {
        name: `${schedule}, ${was}`,
        schedule,
        nextRunAt: new Date(was),
      })
      next.set(id, new Date(is))
    }
    board.publish(postings(2))
    await startDueImports(board.db, now)
    await runTasks(board)
    for (const [id, at] of next) expect(await source(id)).toMatchObject({ nextRunAt: at })
    const { rows } = await sql`select status, started_by from imports`.execute(board.db)
    expect(rows).toEqual(
      Array.from({ length: 4 }, () => ({ status: 'finished', started_by: null })),
    )
  })

  it('waits for its time; one that is imported only when asked waits for ever', async () => {
    await keepSource(board, { schedule: 'daily', nextRunAt: new Date('2026-11-21T12:00:01Z') })
    await keepSource(board, { schedule: 'never', nextRunAt: new Date('2026-11-21T11:00:00Z') })
    await startDueImports(board.db, now)
    expect(await runs()).toEqual([])
  })

  it('is started once, however many nodes look', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `Feed ${index}`)
    for (const [index, name] of names.entries())
      await keepSource(board, { name, url: `${board.url}?${index}`, ...hourly })
    await Promise.all([
      startDueImports(board.db, now),
      startDueImports(board.db, now),
      startDueImports(board.db, now),
    ])
    expect(await runs()).toEqual(names)
  })

  it('is passed over while its last import still runs', async () => {
    const id = await keepSource(board, { name: 'Larkfield feed', ...hourly })
    await startDueImports(board.db, now)
    await startDueImports(board.db, new Date('2026-11-21T12:45:00Z'))
    expect(await runs()).toEqual(['Larkfield feed'])
    expect((await source(id))?.nextRunAt).toEqual(new Date('2026-11-21T13:30:00Z'))
  })
})

describe('a source that fails', () => {
  const broken = () => board.publish((_, response) => response.writeHead(403).end())

  it('five times in a row is turned off, and the administrators get one email', async () => {
    const other = await signIn(board, 'admin')
    const id = await keepSource(board, {
      name: 'Larkfield feed',
      schedule: 'daily',
      nextRunAt: new Date('2026-11-22T06:00:00Z'),
    })
    broken()
    for (let failure = 1; failure <= 4; failure++) await importSource(board, id)
    expect(await source(id)).toMatchObject({ schedule: 'daily', failures: 4, version: 1 })
    for (let failure = 5; failure <= 6; failure++) await importSource(board, id)
    expect(await source(id)).toEqual({
      schedule: 'never',
      nextRunAt: null,
      failures: 6,
      version: 2,
    })
    for (const { user } of [board.admin, other]) {
      const [mail, ...more] = await mailsTo(board, user.email)
      expect(more).toEqual([])
      expect(mail?.subject).toBe('We turned off the import: Larkfield feed')
      expect(mail?.text).toContain('It failed 5 times in a row')
      expect(mail?.text).toContain('The server refuses access (403).')
      expect(mail?.text).toContain(`https://board.test/admin/sources/${id}`)
    }
  })

  it('is forgiven once it works', async () => {
    const id = await keepSource(board, {
      schedule: 'daily',
      nextRunAt: new Date('2026-11-22T06:00:00Z'),
    })
    broken()
    for (let failure = 1; failure <= 4; failure++) await importSource(board, id)
    board.publish(postings(1))
    await importSource(board, id)
    broken()
    await importSource(board, id)
    expect(await source(id)).toMatchObject({ schedule: 'daily', failures: 1 })
  })
})
