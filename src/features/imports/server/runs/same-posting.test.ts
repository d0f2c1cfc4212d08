import { expect, it } from 'vitest'
import type { JobDetail } from '#features/jobs/contract.ts'
import { emptyBoardForEach, importSource, keepSource } from '#test/imports.ts'
import { posting } from '#test/fixtures/imports.ts'
import { sql } from 'kysely'

/** The same posting at several sites is one job with several sources. */

const board = emptyBoardForEach()
const applyUrl = 'https://jobs.larkfield.example.org/requisitions/44017'

/** The posting as another site words it. */
const copy = (site: number, change: Record<string, unknown> = {}) =>
  posting(site, {
    jobUrl: `https://site-${site}.example.org/jobs/${site}0000`,
    title: `Cardiologist wanted ${'!'.repeat(site)}`,
    companyName: `Recruiters ${site}`,
    applyUrl: `${applyUrl}?utm_source=site-${site}`,
    ...change,
  })

async function importAt(name: string, items: unknown[]) {
  const url = board.url.replace('abc', name.toLowerCase().replaceAll(' ', ''))
  board.publish(items)
  const { rows } = await sql<{
    id: string
  }>`select id from import_sources where name = ${name}`.execute(board.db)
  const id = rows[0]?.id ?? (await keepSource(board, { name, url }))
  return importSource(board, id)
}

const jobIds = async () =>
  (
    await sql<{ id: string }>`select id from jobs where status <> 'removed' order by id`.execute(
      board.db,
    )
  ).rows

it('by its apply link; differing facts are shown with their source', async () => {
  for (const site of [1, 2, 3, 4, 5, 6])
    await importAt(`Site ${site}`, [
      copy(site, site === 3 ? { salary: '$300,000.00/yr - $350,000.00/yr' } : {}),
    ])
  // Another source changes its pay: the job's page shows that pay beside the job's own.
  await importAt('Site 4', [copy(4, { salary: '$310,000.00/yr' })])
  const [job, ...more] = await jobIds()
  expect(more).toEqual([])
  await sql`update jobs set status = 'active'`.execute(board.db)
  const read = async () =>
    (await board.admin.get(`/api/jobs/${job?.id}`)).json<JobDetail>().otherSources
  const url = (site: number) => `https://site-${site}.example.org/jobs/${site}0000`
  expect(await read()).toEqual(
    [2, 3, 4, 5, 6].map((site) => ({
      source: `Site ${site}`,
      url: url(site),
      pay: { 3: '$300,000 - $350,000 a year', 4: '$310,000 a year' }[site] ?? null,
      place: null,
    })),
  )
  // While one site lists it, it stays open.
  await importAt('Site 1', [posting(99)])
  expect((await sql`select status from jobs where id = ${job?.id}`.execute(board.db)).rows).toEqual(
    [{ status: 'active' }],
  )
})

it.each([
  ['two jobs of one source with one link are two', [copy(1), copy(2)], []],
  [
    'nor is a link to a list of openings a key',
    [copy(1, { applyUrl: 'https://larkfield.example.org/careers' })],
    [copy(2, { applyUrl: 'https://larkfield.example.org/careers' })],
  ],
  ['nor one requisition in two towns', [copy(1)], [copy(2, { location: 'Dallas, TX' })]],
])('%s', async (_, first, second) => {
  await importAt('Site 1', first)
  if (second.length > 0) await importAt('Site 2', second)
  expect(await jobIds()).toHaveLength(2)
})

it('not within a source, also in a later run', async () => {
  await importAt('Site 1', [copy(1)])
  await importAt('Site 1', [copy(1), copy(2)])
  expect(await jobIds()).toHaveLength(2)
})
