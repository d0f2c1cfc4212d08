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
    .map((it) => (isItem(it) ? text(it, 'name', 'label', 'title') : it))
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
