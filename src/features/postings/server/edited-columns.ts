import type { Updateable } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { readPlace } from '#features/jobs/display.ts'
import { payAnnual } from '#features/jobs/model.ts'
import { type JobRow, type JobsTable, snippetOf, termsAfter } from '#features/jobs/server/public.ts'
import { resolvePlaces } from '#features/places/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import { parseCityState } from '#shared/us-states.ts'
import type { PostingChanges } from '../schemas.ts'
import { formatLocation, isRemote, parsePlace } from '../typed-values.ts'
import {
  columnsOfChanges,
  furtherPoints,
  requireKnownTown,
  placeKey,
  rangeOfPay,
  withColumns,
} from './columns.ts'
import type { WaitingEdit } from './queries-moderation.ts'
import { endsOf, lastMomentOf, periodEndOf } from './ends.ts'

/** The columns that an edit makes. */

/** The columns that a form's fields change, with those derived from them. */
export const columnsAfterEdit = (
  db: Db,
  posting: JobRow,
  fields: PostingChanges,
): Promise<Updateable<JobsTable>> =>
  withDerived(db, posting, columnsOfChanges(withPay(posting, fields)))

export const columnsOfWaiting = (
  db: Db,
  posting: JobRow,
  { fields }: WaitingEdit,
): Promise<Updateable<JobsTable>> => columnsAfterEdit(db, posting, stillFitting(posting, fields))

/**
 * Without what no longer fits: while an edit waits, its last day may pass, and its first place may
 * become one of the others.
 */
export function stillFitting(posting: JobRow, fields: PostingChanges): PostingChanges {
  const first = (fields.location !== undefined && parseCityState(fields.location)) || posting
  const others =
    fields.furtherLocations ??
    posting.further_places.map((place) => formatLocation(readPlace(place)))
  const furtherLocations = others.filter((text) => {
    const place = parsePlace(text)
    return !place || placeKey(place) !== placeKey(first)
  })
  const last = lastMomentOf({ state: first.state, apply_until: fields.applyUntil })
  return {
    ...fields,
    ...(furtherLocations.length < others.length && { furtherLocations }),
    ...(last && last <= new Date() && { applyUntil: undefined }),
  }
}

/** With derived columns: coordinates, pay a year, snippet, end, terms. */
export async function withDerived(
  trx: Db,
  posting: JobRow,
  given: Updateable<JobsTable>,
): Promise<Updateable<JobsTable>> {
  const columns = { ...given }
  if (
    columns.city !== undefined &&
    (columns.city !== posting.city || columns.state !== posting.state || posting.lat === null)
  ) {
    const zip = columns.zip ?? null
    const [place] = await resolvePlaces(trx, [{ city: columns.city, state: columns.state, zip }])
    if (!place) await requireKnownTown(trx, withColumns(posting, columns))
    Object.assign(columns, { zip, lat: place?.lat ?? null, lon: place?.lon ?? null })
  }
  if (columns.comp_unit !== undefined)
    columns.pay_annual = payAnnual({
      min: columns.comp_min ?? null,
      max: columns.comp_max ?? null,
      unit: columns.comp_unit,
    })
  if (columns.description !== undefined) columns.snippet = snippetOf(columns.description)
  if (columns.setting !== undefined || columns.schedule !== undefined)
    columns.telehealth = isRemote(
      columns.setting ?? posting.setting,
      columns.schedule ?? posting.schedule,
    )
  const edited = withColumns(posting, columns)
  const isPlaced = edited.state !== posting.state || edited.city !== posting.city
  if (isPlaced || columns.further_places !== undefined)
    Object.assign(columns, await furtherPoints(trx, edited))
  if (
    posting.status !== 'expired' &&
    (edited.apply_until !== posting.apply_until || (isPlaced && edited.apply_until))
  )
    Object.assign(columns, endsOf(edited, periodEndOf(posting)))
  return { ...columns, ...termsAfter(posting, columns) }
}

/**
 * Pay is parsed only if its text changed, because '150 an hour' does not survive a second parse.
 */
function withPay(
  posting: JobRow,
  { salaryMin, salaryMax, ...fields }: PostingChanges,
): PostingChanges {
  const stored = rangeOfPay(posting)
  const wanted = {
    salaryMin: salaryMin ?? stored.salaryMin,
    salaryMax: salaryMax ?? stored.salaryMax,
  }
  return isDeepStrictEqual(wanted, stored) ? fields : { ...fields, ...wanted }
}
