import { hasJobs } from '#features/jobs/server/public.ts'
import type { Db } from '#server/lib/database.ts'
import { findImports } from './queries.ts'
import { importDataset } from './service.ts'

/** How texts, types and pay are read wherever somebody wrote them freely. */
export { readEmploymentType } from './mapping/employment-type.ts'
export { readPay } from './mapping/pay.ts'
export { cleanText } from './mapping/text.ts'

const demo = { source: 'Demo data', seed: 1, count: 2400 }

/**
 * Imports the demo data, once for each database, and never into one that holds other jobs. A start that was killed half-way is
 * taken up again by the next one: with the first one's clock the generator writes the same rows, and what is in already counts
 * as duplicates.
 * @returns whether this is a database of demo data.
 */
export async function loadDemoData(db: Db, tell: (line: string) => void): Promise<boolean> {
  const { source, seed, count } = demo
  const earlier = await findImports(db, source)
  if (earlier.some((it) => it.status === 'finished')) return true
  if (earlier.length === 0 && (await hasJobs(db))) return false
  const now = earlier[0]?.started_at ?? new Date()
  // Only now: the generator's places and words would stay in the memory of every server.
  const { generateItems } = await import('#db/demo/generate.ts')
  const items = generateItems({ seed, count, now })
  const report = await importDataset(db, { items }, { approve: true, ownData: true, sourceName: source, now, allowedHosts: [] })
  tell(`Demo data: ${report.imported.toLocaleString('en-US')} jobs added.`)
  return true
}
