import { expect, it } from 'vitest'
import { KeptSummaries } from './kept-summaries.ts'
import type { SummaryRow } from './queries.ts'

const rowsOf = (ids: string[], title: string): SummaryRow[] => ids.map((id) => ({ id, title }) as SummaryRow)

const titles = async (kept: KeptSummaries, ids: string[], found: string): Promise<string[]> =>
  (await kept.recall(ids, kept.moment, (missing) => Promise.resolve(rowsOf(missing, found)))).map((row) => row.title)

it('asks only for rows that are not kept, and tells them in their order', async () => {
  const kept = new KeptSummaries()
  await titles(kept, ['b', 'd'], 'first')

  expect(await titles(kept, ['a', 'b', 'c', 'd'], 'second')).toEqual(['second', 'first', 'second', 'first'])
})

it('asks again for a job that changed', async () => {
  const kept = new KeptSummaries()
  await titles(kept, ['a', 'b'], 'first')
  kept.remove('a')

  expect(await titles(kept, ['a', 'b'], 'second')).toEqual(['second', 'first'])
})

it('does not keep what was read before a change that was heard of since', async () => {
  const kept = new KeptSummaries()
  const { moment } = kept
  // Some hits of a search come with their rows, long before anybody recalls them.
  const early = rowsOf(['a'], 'early')
  kept.outdatePending()
  expect(await kept.recall(['a'], moment, () => Promise.resolve(early))).toEqual(early)

  expect(await titles(kept, ['a'], 'late')).toEqual(['late'])
})

it('leaves out jobs that are gone', async () => {
  const kept = new KeptSummaries()
  expect(await kept.recall(['a', 'b'], kept.moment, () => Promise.resolve(rowsOf(['b'], 'there')))).toEqual(
    rowsOf(['b'], 'there'),
  )
})
