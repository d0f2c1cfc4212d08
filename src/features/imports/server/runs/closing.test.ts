import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { JobDetail } from '#features/jobs/contract.ts'
import { emptyBoardForEach, importSource, keepSource } from '#test/imports.ts'
import { postings, type Answer } from '#test/fixtures/imports.ts'
import { runTasks } from '#test/mailbox.ts'
import { unseenDays } from '#features/jobs/model.ts'
import { endByAge } from '#platform/server/retention.ts'
import { checkApplyLinks, unseenRule } from './closing.ts'
import { planLinkChecks } from './queries-jobs.ts'

const board = emptyBoardForEach()

const approve = (ids: readonly string[]) =>
  board.admin.post('/api/admin/decisions', { action: 'approve', ids })

type Row = { id: string; status: string; posted_at: Date; updated_at: Date }
const jobs = async () =>
  (
    await sql<Row>`select id, status, posted_at, updated_at from jobs order by title`.execute(
      board.db,
    )
  ).rows
const statuses = async () => (await jobs()).map((job) => job.status)
const lastReason = async () =>
  (
    await sql<{
      reason: string
    }>`select reason from posting_events order by id desc limit 1`.execute(board.db)
  ).rows[0]?.reason

/** Jobs 1 to `count` of a source that does not list all, imported; their ids. */
async function imported(count: number): Promise<{ source: string; ids: string[] }> {
  const source = await keepSource(board, { name: 'Larkfield feed', isComplete: false })
  board.publish(postings(count, 1))
  await importSource(board, source)
  return { source, ids: (await jobs()).map((job) => job.id) }
}

it('keeps its source’s date through every way of approval, and is updated when we change it', async () => {
  const [first = '', second = ''] = (await imported(4)).ids
  const start = Date.now()
  expect(
    (await board.admin.post(`/api/admin/postings/${first}/decision`, { action: 'approve' }))
      .statusCode,
  ).toBe(200)
  expect((await approve([second])).statusCode).toBe(200)
  const decision = { action: 'approve', source: 'Larkfield feed' }
  expect((await board.admin.post('/api/admin/source-decisions', decision)).statusCode).toBe(200)
  await runTasks(board)
  const found = await jobs()
  expect(found.map((row) => [row.status, row.posted_at.toISOString()])).toEqual(
    found.map(() => ['active', '2026-11-18T00:00:00.000Z']),
  )
  for (const it of found) expect(it.updated_at.getTime()).toBeGreaterThanOrEqual(start)
})

it('says when its source listed it last, and is valid two months from then', async () => {
  const { source, ids } = await imported(1)
  const [id = ''] = ids
  await approve([id])
  await sql`update job_sightings set seen_at = '2026-10-01T12:00:00Z'`.execute(board.db)
  const job = (await board.get(`/api/jobs/${id}`)).json<JobDetail>()
  expect(job).toMatchObject({ seenAt: '2026-10-01T12:00:00.000Z', expiresAt: null })
  const text = (await board.get(`/jobs/${id}`)).body.replaceAll(/<[^>]*>/g, '')
  expect(text).toMatch(/Last seen there\s*October 1, 2026/)
  await importSource(board, source)
  const { rows } =
    await sql`select seen_at > now() - interval '1 hour' as recent from job_sightings`.execute(
      board.db,
    )
  expect(rows).toEqual([{ recent: true }])
})

it('is closed after sixty days in which nobody listed it, and opened when it is listed again', async () => {
  const { source, ids } = await imported(4)
  await approve(ids.slice(0, 3))
  const before = (days: number, id: string | undefined) => sql`
    update job_sightings set seen_at = now() - make_interval(days => ${days}) where job_id = ${id}
  `
  await sql`update jobs set created_at = now() - interval '70 days'`.execute(board.db)
  await before(61, ids[0]).execute(board.db)
  await before(59, ids[1]).execute(board.db)
  await before(61, ids[3]).execute(board.db)
  // From before sightings were recorded: it was seen when it was added.
  await sql`delete from job_sightings where job_id = ${ids[2]}`.execute(board.db)
  expect(await endByAge(board.db, unseenRule, unseenDays)).toBe(3)
  expect(await statuses()).toEqual(['expired', 'active', 'expired', 'removed'])
  expect(await lastReason()).toBe('not seen at its source for 60 days')
  await importSource(board, source)
  // What nobody had approved is new.
  expect(await statuses()).toEqual(['active', 'active', 'active', 'removed', 'pending'])
  expect(await endByAge(board.db, unseenRule, unseenDays)).toBe(0)
})

describe('an apply link', () => {
  const ask = (timeoutMs = 10_000) =>
    checkApplyLinks(board.db, {
      allowedHosts: [new URL(board.url).host],
      userAgent: 'test',
      pauseMs: 0,
      timeoutMs,
    })
  /** As if each of them were due, and the last answer of another day. */
  const nextWeek = () =>
    sql`update apply_links set due_at = now(), failed_on = failed_on - 7, checked_at = checked_at - interval '7 days'`.execute(
      board.db,
    )
  async function links() {
    const { rows } = await sql<{ link: string }>`
      select answer || ' ' || failures as link from apply_links join jobs on id = job_id order by title
    `.execute(board.db)
    return rows.map((row) => row.link)
  }

  /**
   * Live jobs, each with one of these links, all of them due; the paths are at a site with these
   * answers.
   */
  async function linked(site: Answer, ...addresses: string[]): Promise<{ source: string }> {
    const { source, ids } = await imported(addresses.length)
    await approve(ids)
    for (const [index, address] of addresses.entries())
      await sql`update jobs set apply_url = ${new URL(address, board.url).href} where id = ${ids[index]}`.execute(
        board.db,
      )
    await planLinkChecks(board.db)
    await nextWeek()
    board.publish(site)
    return { source }
  }

  it('closes its job after three failures on different days, and the source does not open it again', async () => {
    const site: Answer = ({ url }, response) =>
      response.writeHead(url.pathname === '/gone' ? 410 : 200).end()
    const { source } = await linked(site, '/gone', '/open')
    await ask()
    // Each link is checked once a week, however often the task runs.
    await ask()
    expect(await links()).toEqual(['410 1', '200 0'])
    // Twice on one day is one failure.
    await sql`update apply_links set due_at = now(), failed_on = current_date where failures > 0`.execute(
      board.db,
    )
    await ask()
    expect(await links()).toEqual(['410 1', '200 0'])
    await nextWeek()
    await ask()
    expect(await statuses()).toEqual(['active', 'active'])
    await nextWeek()
    await ask()
    expect(await statuses()).toEqual(['expired', 'active'])
    expect(await lastReason()).toBe('its apply link answered 410 on 3 days')
    board.publish(postings(2, 1))
    await importSource(board, source)
    expect(await statuses()).toEqual(['expired', 'active'])
    await planLinkChecks(board.db)
    expect(await links()).toEqual(['200 0'])
  })

  it('is not dead for an answer that proves nothing, and begins anew once it works', async () => {
    const statusOf: Record<string, number> = { '/refuses': 403, '/broken': 500, '/moody': 404 }
    const site: Answer = ({ url: { pathname } }, response) =>
      response.writeHead(statusOf[pathname] ?? 0).end()
    await linked(site, '/refuses', '/broken', '/moody')
    await ask()
    expect(await links()).toEqual(['403 0', '500 0', '404 1'])
    for (const link of ['502 1', '200 0']) {
      await nextWeek()
      statusOf['/moody'] = Number.parseInt(link)
      await ask()
      expect((await links())[2]).toBe(link)
    }
    board.publish(() => {})
    await nextWeek()
    await ask(100)
    expect(await links()).toEqual(['timeout 0', 'timeout 0', 'timeout 0'])
  })

  it('is asked with HEAD, then with GET, and the last redirect counts', async () => {
    const asked: string[] = []
    const site: Answer = ({ url, method }, response) => {
      asked.push(`${method} ${url.pathname}`)
      if (url.pathname === '/moved') return response.writeHead(302, { location: '/here' }).end()
      if (url.pathname === '/round') return response.writeHead(301, { location: '/round' }).end()
      return response.writeHead(method === 'HEAD' ? 404 : 200).end('text')
    }
    await linked(site, '/moved', '/round')
    await ask()
    expect(asked.filter((url) => !url.endsWith('/round'))).toEqual([
      'HEAD /moved',
      'HEAD /here',
      'GET /moved',
      'GET /here',
    ])
    expect(await links()).toEqual(['200 0', 'The address redirects too often. 0'])
  })

  it('never leads into this network', async () => {
    const inside = 'http://10.0.0.7/'
    const site: Answer = (_, response) => response.writeHead(302, { location: inside }).end()
    await linked(
      site,
      '/redirects',
      inside,
      'http://[::1]/',
      'http://localhost/',
      'mailto:a@b.example',
    )
    await ask()
    expect(await links()).toEqual([
      '10.0.0.7 is a private address 0',
      '10.0.0.7 is a private address 0',
      '::1 is a private address 0',
      'localhost is a private address: imports from there are not allowed. 0',
    ])
  })

  it('waits its turn: a host gets one request at a time, and none for as long as it asks', async () => {
    const under = { way: 0, most: 0, asked: 0 }
    const site: Answer = (_, response) => {
      under.most = Math.max(under.most, ++under.way)
      under.asked++
      setImmediate(() => {
        under.way--
        response.writeHead(under.asked === 3 ? 429 : 200, { 'retry-after': '3600' }).end()
      })
    }
    // The fourth and fifth job share a link.
    await linked(site, '/1', '/2', '/3', '/4', '/4')
    await ask()
    expect(under).toMatchObject({ most: 1, asked: 3 })
    const { rows } = await sql`
      select from apply_links where due_at between now() + interval '59 minutes' and now() + interval '1 hour'
    `.execute(board.db)
    expect(rows.length).toBeGreaterThan(0)
    await nextWeek()
    under.asked = 10
    await ask()
    expect(under.asked).toBe(14)
  })
})
