import { mappingLimits } from '#features/imports/model.ts'

/** One object of a dataset; nothing about its values can be trusted. */
export type Item = Record<string, unknown>

export const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a dotted path: 'description.html', 'links.0.url'. Tables that became items have such paths for names. */
export function at(item: Item, path: string): unknown {
  if (Object.hasOwn(item, path)) return item[path]
  if (!path.includes('.')) return undefined
  let value: unknown = item
  for (const key of path.split('.')) value = partOf(value, key)
  return value
}

/** Only what the value itself holds: nothing that JavaScript adds to every object. */
function partOf(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return /^\d{1,6}$/.test(key) ? (value as unknown[])[Number(key)] : undefined
  return isItem(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** The first path that holds a text (or a number, as text) that is not blank. */
export function text(item: Item, ...paths: string[]): string | undefined {
  for (const path of paths) {
    const value = at(item, path)
    if (typeof value === 'number' && Number.isFinite(value)) return String(value)
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return undefined
}

/** The first path that holds a number greater than zero, also written as text: '250,000'. */
export function amount(item: Item, ...paths: string[]): number | undefined {
  return paths.map((path) => amountOf(text(item, path))).find((it) => it !== undefined)
}

export function amountOf(written: string | undefined): number | undefined {
  const number = Number(written?.replaceAll(/[$,\s]/g, ''))
  return Number.isFinite(number) && number > 0 ? number : undefined
}

/** All texts under the paths, from lists and from single values. */
export function texts(item: Item, ...paths: string[]): string[] {
  return paths
    .flatMap((path) => at(item, path))
    .map((it) => (isItem(it) ? text(it, 'name', 'label', 'title', 'Name') : it))
    .filter((it) => typeof it === 'string')
    .map((it) => it.trim())
    .filter((it) => it !== '')
}

/** Dates at the paths, as they come: texts, or numbers since 1970. */
export function moments(item: Item, ...paths: string[]): (string | number)[] {
  return paths
    .map((path) => at(item, path))
    .filter((it) => (typeof it === 'string' && it.trim() !== '') || typeof it === 'number') as (string | number)[]
}

/** Leaves out what is undefined, so that an absent field stays absent. */
export function given<T extends Record<string, unknown>>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

type Leaf = { path: string; value: string }

const deepest = 6
/** Of a list of objects, one is like the other. */
const listed = 3
/** Of a longer item the first count. */
export const maxLeaves = 300

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
