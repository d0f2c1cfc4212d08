import { hash } from 'node:crypto'
import type { Updateable } from 'kysely'
import { placeText } from '#features/jobs/display.ts'
import { fieldOf, labelOf } from '#features/jobs/fields.ts'
import { payAnnual } from '#features/jobs/model.ts'
import {
  snippetOf,
  termsAfter,
  type JobRow,
  type JobsTable,
  type NewJob,
} from '#features/jobs/server/public.ts'
import type { Place } from '#features/places/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import { giveWay } from '#platform/server/turns.ts'
import { postingFields, textOf, type PostingField } from '../posting-form.ts'
import { parsePlace } from '../typed-values.ts'
import {
  deleteWaitingEdits,
  findWaitingEdits,
  upsertWaitingEdits,
  type NewEdit,
} from './queries-moderation.ts'
import { findProposers, findRestless } from './queries-events.ts'
import { lockFollowing } from './queries-followed.ts'
import { tellSavers } from './savers.ts'
import { bySource } from './scope.ts'
import { versionOf } from './service-changes.ts'
import { mustWait } from './settings.ts'
import { endsOf, periodEndOf } from './ends.ts'
import { applyEdits, type Edited } from './transitions.ts'
import { laterThan } from './next-state.ts'
import { detailOf } from './views.ts'
import { withColumns } from './columns.ts'

/** What a source says of a job, by field of the form; long values as their hash. */
export type Said = Partial<Record<string, string>>

export type SourceRow = {
  jobId: string
  /** What the source says now. A field that none of these columns belongs to is left alone. */
  columns: Partial<NewJob>
  place: Place | undefined
  /** What the source said last; null where nobody knows. */
  before: Said | null
  /** The fields that the row leaves in doubt, with its words. */
  doubts: ReadonlyMap<PostingField, string>
}

export type Followed = {
  jobId: string
  status: JobRow['status']
  applied: readonly PostingField[]
  waits: readonly PostingField[]
}

/** Pay, specialty and places are one thing each, whatever fields and columns they have. */
const columnsTogether: { [Field in PostingField]?: readonly (keyof NewJob)[] } = {
  specialty: ['specialty', 'specialty_other'],
  specialtyOther: [],
  location: ['city', 'state'],
  furtherLocations: ['further_places'],
  salaryMin: ['comp_min', 'comp_max', 'comp_unit', 'comp_text'],
  salaryMax: [],
}

const columnsOfFields = new Map(
  postingFields.flatMap((field): [PostingField, readonly (keyof NewJob)[]][] => {
    const { column } = fieldOf(field)
    const columns = columnsTogether[field] ?? (column ? [column] : [])
    return columns.length > 0 ? [[field, columns]] : []
  }),
)

/** Columns that only a source changes: the form has no fields for them. */
const unasked = [
  'original_requirements',
  'original_benefits',
  'contact_name',
  'contact_phone',
] as const

/** What these columns say. A doubt counts as said, too: by its words. */
export function saidBy(
  columns: Partial<NewJob> | JobRow,
  doubts: SourceRow['doubts'] = new Map(),
): Said {
  const statement: Said = {}
  for (const [field, names] of columnsOfFields)
    if (names.some((name) => columns[name] !== undefined))
      statement[field] = shortOf(
        JSON.stringify(names.map((name) => comparable(name, columns[name]))),
      )
  for (const [field, words] of doubts) statement[`${field}?`] = shortOf(words)
  return statement
}

function comparable(name: string, value: unknown): unknown {
  if (value === undefined || value === '' || value === false) return null
  // The driver gives `numeric` as text.
  if (name === 'comp_min' || name === 'comp_max') return value === null ? null : Number(value)
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(String).toSorted()
  return value
}

const longestSaid = 60
const shortOf = (text: string) =>
  text.length <= longestSaid ? text : `#${hash('sha256', text, 'base64url').slice(0, 20)}`

/** Of fields that wait: the actor that wants the change. */
type Proposers = ReadonlyMap<string, string>
const noProposers: Proposers = new Map()

/** So many changes within a week are no accident. */
const changesAWeek = 5

/**
 * Changes imported postings as their source did. Fields that nobody corrected and nothing makes
 * doubtful change immediately. The others wait for a moderator.
 */
export async function followSource(trx: Db, rows: readonly SourceRow[]): Promise<Followed[]> {
  if (rows.length === 0) return []
  const byId = new Map(rows.map((row) => [row.jobId, row]))
  const ids = [...byId.keys()]
  const postings = await lockFollowing(trx, ids)
  const [restless, waiting] = await Promise.all([
    findRestless(trx, ids, changesAWeek),
    findWaitingEdits(trx, ids),
  ])
  const proposed = await findProposers(
    trx,
    postings.flatMap(({ id, follows_page: follows }) => (follows && waiting.has(id) ? [id] : [])),
  )
  const edits: Edited[] = []
  const proposals: Proposal[] = []
  const followed: Followed[] = []
  for (const posting of postings) {
    const row = byId.get(posting.id)
    if (!row?.before) continue
    const sorted = await held(
      trx,
      posting,
      row,
      sortChanges(posting, row, row.before, {
        isRestless: restless.has(posting.id),
        proposers: proposed.get(posting.id) ?? noProposers,
      }),
    )
    if (sorted.applied.length > 0 || hasUnasked(posting, row))
      edits.push(editOf(posting, row, sorted.applied))
    const edit = waiting.get(posting.id)
    if (sorted.waits.length > 0 || edit) proposals.push(proposalOf(posting, row, sorted, edit))
    followed.push({ jobId: posting.id, status: posting.status, ...sorted })
    await giveWay()
  }
  await applyEdits(trx, edits, bySource)
  await propose(trx, proposals)
  const changes = edits.flatMap(({ posting: { id, status }, changed, lines }) => {
    const about = lines.filter((_, index) => toldFields.has(changed[index] ?? ''))
    return status === 'active' && about.length > 0 ? [{ jobId: id, change: about.join('; ') }] : []
  })
  await tellSavers(trx, changes)
  return followed
}

const toldFields = new Set<string>(['salaryMin', 'location', 'furtherLocations'])

type Sorted = { applied: PostingField[]; waits: PostingField[]; agreed: PostingField[] }

function sortChanges(
  posting: JobRow,
  { columns, doubts }: SourceRow,
  before: Said,
  { isRestless, proposers }: { isRestless: boolean; proposers: Proposers },
) {
  const [stated, stored] = [saidBy(columns, doubts), saidBy(posting)]
  const isPending = posting.status === 'pending'
  const isNewDoubt = (field: PostingField) =>
    doubts.has(field) && stated[`${field}?`] !== before[`${field}?`]
  const sorted: Sorted = { applied: [], waits: [], agreed: [] }
  for (const field of columnsOfFields.keys()) {
    if (stated[field] === undefined || before[field] === undefined) continue
    // Whom a job seeks stands in its text, too.
    const isDoubtful = isNewDoubt(field) || (field === 'description' && isNewDoubt('title'))
    if (stated[field] === before[field] && !isDoubtful) continue
    const proposer = proposers.get(field)
    // What an organization edited here goes before its own page.
    const isEdited = proposer ? proposer !== 'source' : before[field] !== stored[field]
    if (posting.follows_page && isEdited) continue
    if (stated[field] === stored[field]) {
      sorted.agreed.push(field)
      if (isPending && isDoubtful) sorted.applied.push(field)
    } else if (proposer || before[field] !== stored[field]) sorted.waits.push(field)
    else if (!isPending && (isDoubtful || isRestless)) sorted.waits.push(field)
    else sorted.applied.push(field)
  }
  return sorted
}

/** A page changes its organization's posting as an edit by hand would. */
async function held(trx: Db, posting: JobRow, row: SourceRow, sorted: Sorted) {
  if (!posting.follows_page || sorted.applied.length === 0) return sorted
  const edited = withColumns(posting, columnsFor(posting, row, sorted.applied))
  const [applied, waits]: [PostingField[], PostingField[]] = [[], [...sorted.waits]]
  for (const field of sorted.applied) {
    const waitsToo = await mustWait(trx, bySource, { posting, edited, changed: [field] })
    ;(waitsToo ? waits : applied).push(field)
  }
  return { ...sorted, applied, waits }
}

const hasUnasked = (posting: JobRow, { columns }: SourceRow) =>
  unasked.some((name) => columns[name] !== undefined && columns[name] !== posting[name])

function editOf(posting: JobRow, row: SourceRow, applied: readonly PostingField[]): Edited {
  const columns = columnsFor(posting, row, applied)
  for (const name of unasked)
    if (row.columns[name] !== undefined) Object.assign(columns, { [name]: row.columns[name] })
  const after = withColumns(posting, columns)
  return {
    posting,
    columns: { ...columns, ...termsAfter(posting, columns) },
    changed: [...applied],
    lines:
      applied.length > 0
        ? applied.map((field) => lineOfChange(field, posting, after))
        : ['Further texts changed'],
  }
}

/** The columns of these fields, and those derived from them. */
function columnsFor(
  posting: JobRow,
  { columns, place }: SourceRow,
  fields: readonly PostingField[],
): Updateable<JobsTable> {
  const names = fields.flatMap((field) => columnsOfFields.get(field) ?? [])
  const wanted: Updateable<JobsTable> = Object.fromEntries(
    names.map((name) => [name, columns[name] ?? null]),
  )
  if (fields.includes('location'))
    Object.assign(wanted, {
      zip: columns.zip ?? null,
      lat: place?.lat ?? null,
      lon: place?.lon ?? null,
    })
  if (fields.includes('furtherLocations')) wanted.further_points = columns.further_points ?? null
  if (fields.includes('salaryMin'))
    Object.assign(wanted, {
      typed_pay: null,
      pay_annual: payAnnual({
        min: columns.comp_min ?? null,
        max: columns.comp_max ?? null,
        unit: columns.comp_unit ?? 'YEAR',
      }),
    })
  if (fields.includes('applyUntil'))
    Object.assign(wanted, endsOf(withColumns(posting, wanted), periodEndOf(posting)))
  if (fields.includes('description')) wanted.snippet = snippetOf(columns.description ?? '')
  if (fields.includes('setting') || fields.includes('schedule'))
    wanted.telehealth = columns.telehealth ?? posting.telehealth
  return wanted
}

export const labelOfSaid = (field: PostingField): string =>
  field === 'salaryMin' ? 'Pay' : labelOf(field)

/** 'Pay: $240,000 a year → $265,000 a year', or the label alone for longer texts. */
function lineOfChange(field: PostingField, before: JobRow, after: JobRow) {
  const label = labelOfSaid(field)
  const [was, is] = [before, after].map((row) => valueText(field, row) || 'not stated')
  const { kind } = fieldOf(field)
  const isLong = kind === 'prose' || kind === 'text' || `${was}${is}`.length > longestLine
  return !isLong && was !== is ? `${label}: ${was} → ${is}` : `${label} changed`
}
const longestLine = 160

function valueText(field: PostingField, row: JobRow) {
  if (field === 'location') return placeText(row)
  return textOf(detailOf(row)[field === 'salaryMin' ? 'pay' : field])
}

type Proposal = {
  edit?: NewEdit
  /** Of an edit of which nothing is left. */
  settled?: string
  /** For the history. */
  proposed?: Edited
}

/**
 * Fields that wait join the edit that waits already. Fields on which source and posting agree leave
 * it.
 */
function proposalOf(
  posting: JobRow,
  row: SourceRow,
  { waits, agreed }: Sorted,
  waiting: Parameters<typeof versionOf>[1],
): Proposal {
  const after = withColumns(posting, columnsFor(posting, row, waits))
  const detail = detailOf(after)
  const fields: Record<string, unknown> = { ...waiting?.fields }
  for (const field of agreed) for (const name of namesOf(field)) delete fields[name]
  for (const field of waits)
    // A place that the form cannot hold stands in the history only.
    if (field !== 'location' || parsePlace(detail.location))
      for (const name of namesOf(field)) fields[name] = detail[name]
  if (Object.keys(fields).length === 0) return { settled: posting.id }
  if (waits.length === 0 && agreed.length === 0) return {}
  return {
    edit: {
      jobId: posting.id,
      fields,
      changed: Object.keys(fields),
      updatedAt: laterThan(versionOf(posting, waiting), new Date()),
    },
    ...(waits.length > 0 && {
      proposed: {
        posting,
        columns: {},
        changed: [...waits],
        lines: waits.map((field) => lineOfChange(field, posting, after)),
      },
    }),
  }
}

async function propose(trx: Db, proposals: readonly Proposal[]) {
  await deleteWaitingEdits(
    trx,
    proposals.flatMap(({ settled }) => settled ?? []),
  )
  await upsertWaitingEdits(
    trx,
    proposals.flatMap(({ edit }) => edit ?? []),
  )
  const proposed = proposals.flatMap((proposal) => proposal.proposed ?? [])
  await applyEdits(trx, proposed, bySource, 'proposeEdit')
}

function namesOf(field: PostingField): PostingField[] {
  if (field === 'salaryMin') return ['salaryMin', 'salaryMax']
  return field === 'specialty' ? ['specialty', 'specialtyOther'] : [field]
}
