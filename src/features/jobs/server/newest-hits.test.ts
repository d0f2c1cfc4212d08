import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Image } from './kept-searches.ts'
import { idsIn, moveNewest, newestKept } from './newest-hits.ts'
import type { NewestHits } from './newest-hits.ts'
import type { Hit } from './queries-search.ts'

/** Transactions up to 9 had ended when it was taken. */
const snapshot = '10:10:'
const later = '10'

const hit = (id: string, at: number): Hit => ({ id, at })
const image = (at: number, xid = later): Image => ({ xid, posted_at: new Date(at) }) as Image
const newest = (hits: Hit[], isWhole = true): NewestHits => ({ hits, isWhole, snapshot })

/** What a search would find of these jobs. */
const read = (jobs: ReadonlyMap<string, number>): NewestHits => {
  const all = [...jobs].map(([id, at]) => hit(id, at)).toSorted((one, other) => other.at - one.at)
  return newest(all.slice(0, newestKept), all.length < newestKept)
}

const change = fc.record({ job: fc.nat({ max: 59 }), at: fc.option(fc.nat({ max: 200 })) })

test('however jobs come, go and move, what is known is what a search would find', () => {
  fc.assert(
    fc.property(fc.nat({ max: 60 }), fc.array(change, { maxLength: 60 }), (count, changes) => {
      const jobs = new Map(Array.from({ length: count }, (_, index) => [`job ${index}`, 1000 + 3 * index]))
      let known: NewestHits | undefined = read(jobs)
      for (const { job, at } of changes) {
        const id = `job ${job}`
        const before = jobs.get(id)
        // Each moment once, so that the order is the moments' alone.
        const after = at === null ? undefined : 1001 + 3 * at + job / 1000
        if (after === undefined) jobs.delete(id)
        else jobs.set(id, after)
        known = moveNewest(known, id, {
          before: before === undefined ? undefined : image(before),
          after: after === undefined ? undefined : image(after),
        })
        if (known === undefined) return
        const there = [...jobs.keys()].toSorted((one, other) => (jobs.get(other) ?? 0) - (jobs.get(one) ?? 0))
        for (const offset of [0, 20]) {
          const ids = idsIn(known, { offset, limit: 20 })
          if (ids) expect(ids).toEqual(there.slice(offset, offset + 20))
        }
      }
    }),
  )
})

test('a change that was read already moves nothing', () => {
  const before = newest([hit('b', 20), hit('a', 10)])
  expect(moveNewest(before, 'b', { before: undefined, after: image(20, '9') })).toBe(before)
})

test('a change of other things than the date moves nothing', () => {
  const before = newest([hit('a', 10)])
  expect(moveNewest(before, 'a', { before: image(10), after: image(10) })).toBe(before)
})

test('two jobs of one millisecond are not put in order', () => {
  expect(moveNewest(newest([hit('a', 10.25)]), 'b', { before: undefined, after: image(10) })).toBeUndefined()
})

test('pages beyond what is known are not told, unless there are none', () => {
  const hits = Array.from({ length: newestKept }, (_, index) => hit(`job ${index}`, 1000 - index))
  expect(idsIn(newest(hits, false), { offset: 20, limit: 20 })).toHaveLength(20)
  expect(idsIn(newest(hits, false), { offset: 40, limit: 20 })).toBeUndefined()
  expect(idsIn(newest(hits), { offset: 40, limit: 20 })).toEqual([])
})

test('of a search with more hits than are kept, those that go leave a gap at the end, and old ones that come are not known', () => {
  const known = moveNewest(newest([hit('b', 20), hit('a', 10)], false), 'b', { before: image(20), after: undefined })
  expect(known?.hits).toEqual([hit('a', 10)])
  expect(moveNewest(newest([hit('b', 20)], false), 'c', { before: undefined, after: image(5) })?.hits).toEqual([hit('b', 20)])
})
