import { mapItem } from '#features/imports/server/mapping/map-item.ts'
import { judgeRows as judgeMapped, placeCache } from '#features/imports/server/runs/resolve.ts'
import type { Db } from '#platform/server/database.ts'
import type { LyingRow } from './lying-rows.ts'
import { judge } from './score.ts'
import type { Verdict } from './score.ts'

/** Reads the rows as an import does, up to where jobs are added, and judges what became of each. */
export async function judgeRows(db: Db, rows: readonly LyingRow[]): Promise<Verdict[]> {
  const now = new Date('2026-11-22T12:00:00Z')
  const mapped = rows.map(({ item }) => mapItem(item, now))
  const judged = await judgeMapped({ db, sourceName: undefined, places: placeCache() }, mapped)
  return rows.map((row, index) => {
    const it = judged[index] ?? ({ skip: 'not-an-object' } as const)
    return judge(row, 'skip' in it ? it : it.job)
  })
}
