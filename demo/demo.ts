import { importDataset } from '#features/imports/server/import-dataset.ts'
import { selectLatestOf } from '#features/imports/server/queries-runs.ts'
import { hasJobs } from '#features/jobs/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import type { StartDemo } from '#server/start.ts'
import { formatNumber } from '#shared/numbers.ts'
import { loadDemoAccounts } from './accounts.ts'
import { startDemoIdentityProvider } from './identity-provider/start.ts'

/** What a demo adds to production. Sample accounts go only into a database of sample jobs. */
export const startDemo: StartDemo = async (db, settings, report) => {
  const accounts = (await loadDemoData(db, report)) ? await loadDemoAccounts(db, settings.secrets[0]) : []
  const identityProvider = await startDemoIdentityProvider({ port: settings.demoIdentityPort, publicUrl: settings.publicUrl })
  const oidcProviders = [...settings.oidcProviders, identityProvider.provider]
  return { settings: { ...settings, oidcProviders }, accounts, stop: () => identityProvider.stop() }
}

const catalogue = { source: 'Demo data', seed: 1, count: 2400 }

/**
 * Imports the catalogue once per database, and never into one with other jobs. An interrupted start is resumed: the stored clock
 * makes the generator write the same rows.
 * @returns whether this database has demo data.
 */
export async function loadDemoData(db: Db, report: (line: string) => void): Promise<boolean> {
  const { source, seed, count } = catalogue
  const earlier = await selectLatestOf(db, source)
  if (earlier?.status === 'finished') return true
  if (!earlier && (await hasJobs(db))) return false
  const now = earlier?.started_at ?? new Date()
  // Loaded on demand, because the generator's data would stay in memory.
  const { generateItems } = await import('./catalogue/generate.ts')
  const items = generateItems({ seed, count, now })
  const options = { approve: true, ownData: true, sourceName: source, now, allowedHosts: [] }
  const result = await importDataset(db, { items, dataset: `${source} ${seed} ${count}` }, options)
  report(`Demo data: ${formatNumber(result.imported)} jobs added.`)
  return true
}
