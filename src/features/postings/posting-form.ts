import { pick } from '#shared/keys.ts'
import { z } from 'zod'
import { askedBy, type FieldOf, emptyForm, type FormValues } from '#features/jobs/fields.ts'
import type { PostingDetail } from './contract.ts'
import {
  newPostingSchema,
  postingChangesSchema,
  type DraftForm,
  type NewPosting,
  type PostingChanges,
} from './schemas.ts'

export type PostingForm = FormValues<'edit'>
export type PostingField = FieldOf<'edit'>

export const postingFields = askedBy('edit')

export const formOf = (posting: PostingDetail): PostingForm => pick(posting, postingFields)

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

type Values = Readonly<Record<string, unknown>>

/** What somebody else changed while the form was open; `theirs`: nobody typed into these fields. */
export function changedMeanwhile(before: Values, now: PostingForm, typed: Values) {
  const changed = postingFields.filter((field) => !isSame(before[field], now[field]))
  return { changed, theirs: changed.filter((field) => isSame(typed[field], before[field])) }
}

/** A value in words. */
export function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : ''
}

/**
 * Validates only the changed fields, so that a posting can be corrected in one place although
 * another place is over a limit.
 */
export const changesSchema = (base: PostingDetail): z.ZodType<PostingChanges, PostingForm> =>
  z
    .custom<PostingForm>()
    .transform((form): z.input<typeof postingChangesSchema> => ({
      ...changesOf(form, formOf(base)),
      updatedAt: base.updatedAt,
    }))
    .pipe(postingChangesSchema)

function changesOf(form: PostingForm, base: PostingForm): Partial<PostingForm> {
  const changed = new Set(postingFields.filter((field) => !isSame(form[field], base[field])))
  if (changed.has('specialty')) changed.add('specialtyOther')
  return Object.fromEntries([...changed].map((field) => [field, form[field]]))
}

/** A new posting, without its empty optional fields. */
export const newPostingFormSchema: z.ZodType<NewPosting, PostingForm> = z
  .custom<PostingForm>()
  .transform(({ applyUrl, contactEmail, ...form }): z.input<typeof newPostingSchema> => ({
    ...form,
    ...(applyUrl !== '' && { applyUrl }),
    ...(contactEmail !== '' && { contactEmail }),
  }))
  .pipe(newPostingSchema)

/** A stored draft as form values; missing fields are empty. */
export function formOfDraft(draft: DraftForm): PostingForm {
  const empty = emptyForm('edit')
  return Object.fromEntries(
    postingFields.map((field) => [field, draft[field] ?? empty[field]]),
  ) as PostingForm
}
