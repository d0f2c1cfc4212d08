import { keysOf } from '#shared/keys.ts'
import { randomUUIDv7 } from 'node:crypto'
import { takeLock, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { AppError, StaleError } from '#shared/errors.ts'
import type { Draft } from '../contract-dashboard.ts'
import { draftFormSchema, newPostingSchema, type DraftForm } from '../schemas.ts'
import * as forms from './queries-forms.ts'
import { loadPosting } from './queries.ts'
import { isId, postingsOf } from './scope.ts'
import type { DraftKind } from './tables.ts'
import { laterThan } from './next-state.ts'
import { detailOf, draftOf } from './views.ts'

/** Unfinished forms of an account. */

const maxDrafts = 200

export async function listDrafts(db: Db, viewer: Viewer): Promise<Draft[]> {
  return (await forms.findDrafts(db, viewer.id)).map(draftOf)
}

export async function saveNewDraft(
  db: Db,
  viewer: Viewer,
  kind: DraftKind,
  form: DraftForm,
): Promise<Draft> {
  return db.transaction().execute(async (trx) => {
    await takeLock(trx, `drafts:${viewer.id}`)
    if ((await forms.countDrafts(trx, viewer.id)) >= maxDrafts)
      throw new AppError(
        'CONFLICT',
        `You already have ${maxDrafts} drafts. Please delete some first.`,
      )
    return draftOf(
      await forms.insertDraft(trx, {
        id: randomUUIDv7(),
        ownerId: viewer.id,
        kind,
        form,
        now: new Date(),
      }),
    )
  })
}

/** @throws {StaleError} when it was saved elsewhere since it was read. */
export async function saveDraft(
  db: Db,
  viewer: Viewer,
  id: string,
  form: DraftForm,
  updatedAt: string,
): Promise<Draft> {
  return db.transaction().execute(async (trx) => {
    const row = (isId(id) ? await forms.lockDraft(trx, viewer.id, id) : undefined) ?? draftMissing()
    if (row.updated_at.getTime() !== Date.parse(updatedAt)) throw new StaleError(draftOf(row))
    return draftOf(await forms.updateDraft(trx, id, form, laterThan(row.updated_at, new Date())))
  })
}

export async function deleteDraft(db: Db, viewer: Viewer, id: string): Promise<void> {
  if (!isId(id) || !(await forms.deleteDraft(db, viewer.id, id))) draftMissing()
}

/** A draft with the fields of a posting. */
export async function duplicatePosting(db: Db, viewer: Viewer, id: string): Promise<Draft> {
  const posting = await loadPosting(db, postingsOf(viewer), id)
  const detail = detailOf(posting)
  const fields = Object.fromEntries(formFields.map((field) => [field, detail[field]]))
  const form = draftFormSchema.parse({ ...fields, isActive: true, applyUntil: '', requisition: '' })
  return saveNewDraft(db, viewer, 'posting', form)
}

const formFields = keysOf(newPostingSchema.omit({ idempotencyKey: true, draftId: true }).shape)

function draftMissing(): never {
  throw new AppError('NOT_FOUND', 'Draft not found.')
}
