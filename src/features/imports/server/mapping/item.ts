/** One object of a dataset; nothing about its values can be trusted. */
export type Item = Record<string, unknown>

export const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a dotted path: 'description.html'. */
export function at(item: Item, path: string): unknown {
  let value: unknown = item
  for (const key of path.split('.')) {
    if (!isItem(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
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
  for (const path of paths) {
    const value = text(item, path)
    const number = Number(value?.replaceAll(/[$,\s]/g, ''))
    if (Number.isFinite(number) && number > 0) return number
  }
  return undefined
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
