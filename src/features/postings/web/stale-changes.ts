import type { PostingField, PostingForm } from '#features/postings/posting-form.ts'
import { isSame, postingFields } from '#features/postings/posting-form.ts'

type Value = PostingForm[PostingField]

/** A field that somebody else changed while it was in a form. */
export type StaleField = {
  field: PostingField
  /** What the form was filled with. */
  before: Value
  /** What others saved. */
  now: Value
  /** What was typed, where that is something else. */
  yours: Value | undefined
  /** Which of the two stays; until somebody says so, neither is saved. */
  choice: 'mine' | 'theirs' | undefined
}

export const isConflict = ({ yours }: StaleField): boolean => yours !== undefined
export const isUndecided = (it: StaleField): boolean => isConflict(it) && it.choice === undefined

/** What others changed since the form was filled; what both changed is a conflict. */
export const staleFields = (before: PostingForm, now: PostingForm, yours: PostingForm): StaleField[] =>
  postingFields
    .filter((field) => !isSame(before[field], now[field]))
    .map((field) => {
      const isYours = !isSame(yours[field], before[field]) && !isSame(yours[field], now[field])
      return { field, before: before[field], now: now[field], yours: isYours ? yours[field] : undefined, choice: undefined }
    })

/** With those of an earlier save that nobody has decided yet: others may save twice. */
export const withUndecided = (found: readonly StaleField[], earlier: readonly StaleField[]): StaleField[] => [
  ...earlier.filter((it) => isUndecided(it) && !found.some(({ field }) => field === it.field)),
  ...found,
]

/** What the form is about now. What is undecided stays as it was, so that a reload asks again instead of overwriting. */
export const knownOf = (now: PostingForm, fields: readonly StaleField[]): PostingForm => ({
  ...now,
  ...Object.fromEntries(fields.filter(isUndecided).map(({ field, before }) => [field, before])),
})
