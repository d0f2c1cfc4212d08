import { hasJobs } from '#features/jobs/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import { formatNumber } from '#shared/numbers.ts'
import { importDataset } from './import-dataset.ts'
import { selectLatestOf } from './queries-runs.ts'

/** How texts, types and pay are read wherever somebody wrote them freely. */
export { readEmploymentType } from './mapping/employment-type.ts'
export { readPay } from './mapping/pay.ts'
export { cleanText } from './mapping/text.ts'
export { moveKeys } from './queries.ts'

const demo = { source: 'Demo data', seed: 1, count: 2400 }

/**
 * Imports the demo data, once for each database, and never into one that holds other jobs. A start that was killed half-way is
 * taken up again by the next one where it was: with the first one's clock the generator writes the same rows.
 * @returns whether this is a database of demo data.
 */
export async function loadDemoData(db: Db, tell: (line: string) => void): Promise<boolean> {
  const { source, seed, count } = demo
  const earlier = await selectLatestOf(db, source)
  if (earlier?.status === 'finished') return true
  if (!earlier && (await hasJobs(db))) return false
  const now = earlier?.started_at ?? new Date()
  // Only now: the generator's places and words would stay in the memory of every server.
  const { generateItems } = await import('#db/demo/generate.ts')
  const items = generateItems({ seed, count, now })
  const options = { approve: true, ownData: true, sourceName: source, now, allowedHosts: [] }
  const report = await importDataset(db, { items, dataset: `${source} ${seed} ${count}` }, options)
  tell(`Demo data: ${formatNumber(report.imported)} jobs added.`)
  return true
}
