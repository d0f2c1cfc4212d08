import { mappingLimits } from '#features/imports/mapping.ts'
import { isItem } from './item.ts'
import type { Item } from './item.ts'

export type Leaf = { path: string; value: string }

const deepest = 6
/** Of a list of objects, one is like the other. */
const listed = 3
const maxLeaves = 300

/** Where an item has something that can be read, and what: texts, numbers, and lists of these as one. */
export function* leavesOf(item: Item): Generator<Leaf> {
  let count = 0
  for (const leaf of walk(item, '', 1)) {
    if (leaf.value === '' || leaf.path.length > mappingLimits.path) continue
    yield leaf
    if (++count === maxLeaves) return
  }
}

function* walk(value: unknown, path: string, depth: number): Generator<Leaf> {
  if (isScalar(value)) yield { path, value: String(value).trim() }
  else if (Array.isArray(value) && value.every(isScalar)) yield { path, value: value.join(', ') }
  else if (depth <= deepest) {
    const parts = Array.isArray(value) ? value.slice(0, listed).entries() : isItem(value) ? Object.entries(value) : []
    for (const [key, part] of parts) yield* walk(part, path === '' ? String(key) : `${path}.${key}`, depth + 1)
  }
}

const isScalar = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value)

const maxSample = 80

/** Every path of these items, each with the first value that it has. */
export function pathsOf(items: readonly unknown[]): { path: string; sample: string }[] {
  const samples = new Map<string, string>()
  for (const item of items.filter(isItem)) {
    for (const { path, value } of leavesOf(item)) {
      if (samples.size === maxLeaves) break
      if (!samples.has(path)) samples.set(path, value.slice(0, maxSample))
    }
  }
  return [...samples].map(([path, sample]) => ({ path, sample }))
}
