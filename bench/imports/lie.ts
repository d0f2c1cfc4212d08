import type { Rng } from '#demo/catalog/rng.ts'
import type { Paragraph, TrueJob, Truth } from './true-jobs.ts'

/**
 * A row before it is rendered: one set of fields, which `lying-rows.ts` then names as a source
 * does.
 */
export type Draft = {
  title: string
  employer: string
  location?: string
  city?: string
  state?: string
  specialties: string[]
  profession?: string
  types: string[]
  contract?: string
  pay: { text?: string; min?: number; max?: number; unit?: string }
  paragraphs: Paragraph[]
  link: string
  /** What a page's scraper does to the finished text. */
  spoil?: (html: string) => string
}

export type Lie = {
  name: string
  /** The row leaves the fact open: a moderator has to answer. */
  mayWait?: true
  /** What changes about the truth is what nobody could know from the row. */
  tell: (draft: Draft, job: TrueJob, rng: Rng, truth: Truth) => Partial<Truth> | void
}

export const lie = (name: string, tell: Lie['tell']): Lie => ({ name, tell })
export const open = (name: string, tell: Lie['tell']): Lie => ({ name, tell, mayWait: true })

/** Somewhere among the paragraphs, but not before the first. */
export function insert(draft: Draft, rng: Rng, ...sentences: string[]): void {
  draft.paragraphs.splice(rng.int(1, draft.paragraphs.length), 0, rng.pick(sentences))
}
