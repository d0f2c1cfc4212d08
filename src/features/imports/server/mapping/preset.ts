import type { MappingField } from '#features/imports/model.ts'
import { at, isItem, type Item, type ScrapedJob } from './item.ts'

/**
 * Where the items of a known site's scrapers, or of an applicant tracking system's public list,
 * have what.
 */
export type Preset = {
  /** The default name of its items' source. */
  shape: string
  is: (item: Item) => boolean
  /** Where the job stands, if not at the item's top. */
  job?: (item: Item) => Item
  /**
   * Paths parted by blanks, the likelier first, or a function that finds it; what is called as
   * usual needs none.
   */
  fields: {
    [Name in MappingField]?: string | ((job: Item, item: Item) => ScrapedJob[Name] | undefined)
  }
}

/**
 * Field names that only one site's scrapers use; where two share a name, the earlier preset has a
 * mark of its own.
 */
export function has(marks: string): (item: Item) => boolean {
  const names = marks.split(' ')
  return (item) => names.some((name) => Object.hasOwn(item, name))
}

/** The objects of a list at a path, or the one object. */
export const itemsAt = (item: Item, path: string): Item[] => [at(item, path)].flat().filter(isItem)

export const joined = (...parts: (string | undefined)[]): string | undefined =>
  parts.filter(Boolean).join('\n') || undefined
