import { sql } from 'kysely'
import { cachedFigures } from '#app/server/figures.ts'
import { importDataset } from '#features/imports/server/runs/import-dataset.ts'
import { findLatestOf } from '#features/imports/server/runs/queries-runs.ts'
import { compactSegments, hasJobs, refreshFigures } from '#features/jobs/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import type { Settings } from '#platform/server/settings.ts'
import { openStorage } from '#platform/server/storage/open-storage.ts'
import { applyIdentity } from '#app/server/identity.ts'
import type { DemoAccount, StartDemo } from '#app/server/start.ts'
import { formatNumber } from '#shared/numbers.ts'
import { loadDemoAccounts } from './accounts.ts'
import { careersFeed, careersFeedPath, moveCareersPage } from './careers-page.ts'
import { startDemoIdentityProvider } from './identity-provider/start.ts'

/** What a demo adds to production. Sample accounts go only into a database of sample jobs. */
export const startDemo: StartDemo = async (db, settings, report) => {
  const identityProvider = await startDemoIdentityProvider({
    port: settings.demoIdentityPort,
    publicUrl: settings.publicUrl,
    pages: { [careersFeedPath]: careersFeed },
  })
  const { provider } = identityProvider
  const ofDemo = {
    ...settings,
    oidcProviders: [...settings.oidcProviders, provider],
    employerPageHosts: [...(settings.employerPageHosts ?? []), new URL(provider.issuer).host],
  }
  await moveCareersPage(db, new URL(provider.issuer).host)
  const accounts = await loadDemo(db, ofDemo, report)
  return { settings: ofDemo, accounts, stop: () => identityProvider.stop() }
}

const seed = 1
/** Most become jobs; the rest is broken or repeated on purpose. */
const rows = 2960
/** At the end of the first start. */
const activeJobs = 2847
const source = 'Demo data'
const dataset = `${source} ${seed} ${rows}`
const moreRows = `${dataset} and more`

/**
 * Fills the database once, and never one with other jobs. An interrupted start is resumed: the
 * stored clock makes the generator write the same rows.
 * @returns the sample accounts; none for a board with jobs of its own.
 */
export async function loadDemo(
  db: Db,
  settings: Settings,
  report: (line: string) => void,
): Promise<DemoAccount[]> {
  const earlier = await findLatestOf(db, source)
  if (!earlier && (await hasJobs(db))) return []
  const accounts = await loadDemoAccounts(db, settings.secrets[0])
  // Also one of an earlier version.
  if (earlier?.status === 'finished' && earlier.dataset !== dataset) return accounts
  const now = earlier?.started_at ?? new Date()
  report(`Loading ${formatNumber(rows)} sample jobs, with people and inquiries …`)
  if (earlier?.status !== 'finished' && earlier?.dataset !== moreRows) await loadRows(db, now)
  applyIdentity(settings)
  const storage = await openStorage(settings)
  await (await import('./desks.ts')).fillDesks({ db, storage, settings, now })
  storage.close()
  await addMissingJobs(db, now)
  // The task would do so within a minute, and counts until then would be estimates.
  await compactSegments(db)
  for (const figures of cachedFigures(settings)) await refreshFigures(db, figures)
  report(`Demo data: ${formatNumber(await countActive(db))} active jobs.`)
  return accounts
}

async function loadRows(db: Db, now: Date): Promise<void> {
  // Loaded on demand, because the generator's data would stay in memory.
  const { generateItems } = await import('./catalog/generate.ts')
  await importDataset(
    db,
    { items: generateItems({ seed, count: rows, now }), dataset },
    optionsAt(now),
  )
}

/** Which rows become jobs depends on the importer, so the last ones are counted out. */
async function addMissingJobs(db: Db, now: Date): Promise<void> {
  const { generateMore } = await import('./catalog/generate.ts')
  const more = generateMore({ seed, count: rows, now })
  for (let missing = 1; missing > 0;) {
    missing = activeJobs - (await countActive(db))
    const items = Array.from({ length: Math.max(0, missing) }, () => more.next().value)
    if (missing > 0) await importDataset(db, { items, dataset: moreRows }, optionsAt(now))
  }
}

const optionsAt = (now: Date) => ({
  approve: true,
  ownData: true,
  sourceName: source,
  now,
  allowedHosts: [],
})

async function countActive(db: Db): Promise<number> {
  const { rows: counted } = await sql<{
    n: number
  }>`select count(*)::integer as n from jobs where status = 'active'`.execute(db)
  return counted[0]?.n ?? 0
}
