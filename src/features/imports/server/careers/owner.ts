import { findUser, type User } from '#features/accounts/server/public.ts'
import { findDomainsOf, standingsOf } from '#features/names/server/public.ts'
import { requirePoster, type Links } from '#features/postings/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import { AppError } from '#shared/errors.ts'
import type { ReadOptions } from '../reading/read-dataset.ts'
import { DatasetError } from '../reading/row.ts'
import { doubtful, stated } from '../mapping/text.ts'
import { hash, type JobKeys, type SourceKeys } from '../mapping/links.ts'
import type { Skipped } from '../mapping/map-item.ts'
import type { Mapped } from '../runs/map-rows.ts'
import { resolveRows, type Memory, type Resolved } from '../runs/resolve.ts'
import type { SourceRow } from '../sources/queries-sources.ts'
import { pageOf, type Page } from './boards.ts'
import { findActing } from './queries-pages.ts'

/** What is different about a source that an organization connected: its careers page. */

export type Owner = {
  organizationId: string
  /** The account whose postings the rows become. */
  user: User
  /** Whose openings they are where a row does not say so. */
  employer: string
  page: Page
  leftOut: readonly string[]
  links: Links
}

export type OwnerOptions = { links: Links; furtherHosts?: readonly string[] | undefined }

type OwnedSource = Pick<SourceRow, 'organization_id' | 'owner_id' | 'employer' | 'left_out' | 'url'>

/**
 * Undefined for an administrator's source.
 * @throws {DatasetError} for a page that speaks for nobody any more.
 */
export async function findOwner(
  db: Db,
  source: OwnedSource,
  { links, furtherHosts = [] }: OwnerOptions,
): Promise<Owner | undefined> {
  const { organization_id: organizationId, employer, left_out: leftOut } = source
  if (organizationId === null || employer === null) return undefined
  const userId = await findActing(db, organizationId, source.owner_id)
  const user = userId === undefined ? undefined : await findUser(db, userId)
  if (!user) throw new DatasetError('Nobody in the organization may post at the moment.')
  return explained(async () => {
    await requirePoster(db, user.id)
    const page = pageOf(source.url, { domains: await findDomainsOf(db, user.id), furtherHosts })
    if ((await standingsOf(db, user, [employer])).includes('owned'))
      throw new DatasetError(`The name ${employer} belongs to another organization.`)
    return { organizationId, user, employer, page, leftOut, links }
  })
}

/** What speaks against the page is how its run ends. */
async function explained<T>(work: () => Promise<T>) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new DatasetError(error.details?.[0]?.message ?? error.message, { cause: error })
  }
}

/** No hospital has more openings. */
const maxRows = 5_000
const maxBytes = 200_000_000
const maxMinutes = 20

/** A page is read from its own hosts, without anything that belongs to the operator. */
export function readOptionsOf<Options extends ReadOptions & { signal?: AbortSignal }>(
  options: Options,
  owner: Owner | undefined,
): Options {
  if (!owner) return options
  const tooLong = new AbortController()
  const end = () => tooLong.abort(new DatasetError('Reading the page takes too long.'))
  setTimeout(end, maxMinutes * 60_000).unref()
  const signals = [tooLong.signal, ...(options.signal ? [options.signal] : [])]
  return {
    ...options,
    allowedHosts: owner.page.hosts,
    token: undefined,
    usaJobs: undefined,
    openUpload: undefined,
    maxBytes,
    maxRows,
    signal: AbortSignal.any(signals),
  }
}

/** What mapping depends on, in words: a row that is read otherwise is no known row. */
export const hashedName = (
  sourceName: string | undefined,
  owner: Owner | undefined,
): string | undefined =>
  owner ? JSON.stringify([sourceName, owner.employer, owner.leftOut]) : sourceName

type Resolving = { db: Db; sourceName: string | undefined; memory: Memory }

/** As `resolveRows`; the rows of a careers page go through the gate of names, and get own keys. */
export async function resolveFor(
  owner: Owner | undefined,
  resolving: Resolving,
  mapped: readonly Mapped[],
): Promise<Resolved[]> {
  if (!owner) return resolveRows(resolving, mapped)
  const rows = await resolveRows(resolving, await named(resolving.db, owner, mapped))
  return rows.map((row) => ownRow(owner, row, resolving.memory))
}

const spoken = new Set(['vouched', 'accepted'])

/** Gives each row the employer for whom the organization may speak. */
async function named(db: Db, owner: Owner, mapped: readonly Mapped[]): Promise<Mapped[]> {
  const { user, employer, page } = owner
  const names = [
    ...new Set([
      employer,
      page.words,
      ...mapped.flatMap((row) => ('skip' in row ? [] : row.employer)),
    ]),
  ]
  const standings = await standingsOf(db, user, names)
  const standingOf = new Map(names.map((name, index) => [name, standings[index] ?? 'unknown']))
  const isKnown = (name: string) => spoken.has(standingOf.get(name) ?? '')
  return mapped.map((row): Mapped => {
    if ('skip' in row) return row
    const { isSilent = false } = row.origin
    if (standingOf.get(row.employer) === 'owned' || standingOf.get(page.words) === 'owned')
      return { skip: 'not-yours', title: row.title, employer: row.employer }
    const isOwnName = row.employer.toLowerCase() === employer.toLowerCase()
    if (!isSilent && (isOwnName || isKnown(row.employer))) return row
    const isProved = page.isOwnSite || isKnown(page.words)
    const words = isSilent ? page.words : row.employer
    // A row in the employer's name at a board in nobody's name, or in a name that nobody knows.
    const fact = isProved ? stated(employer) : doubtful('employer-unproved', words, { employer })
    return { ...row, employer, facts: { ...row.facts, employer: fact } }
  })
}

function ownRow(owner: Owner, row: Resolved, { numbers }: Memory): Resolved {
  if ('skip' in row) return row.keys ? { ...row, keys: ownKeys(owner, row.keys) } : row
  const { specialty, title, origin } = row.job
  if (owner.leftOut.includes(specialty)) return { skip: 'left-out', title } satisfies Skipped
  const requisition = numberOnce(origin.requisition, row.keys, numbers)
  const shared = Object.values(row.keys)
  const keys: JobKeys = {
    ...ownKeys(owner, row.keys),
    ...(requisition && { number: `number:${hashFor(owner, requisition.toLowerCase())}` }),
    content: ownKey(owner, row.keys.id ?? row.keys.url ?? row.keys.content),
  }
  return { ...row, job: { ...row.job, requisition: requisition ?? null }, keys, shared }
}

/** Of several openings with one number the first has it. */
function numberOnce(
  number: string | undefined,
  { id, url, content }: JobKeys,
  numbers: Memory['numbers'],
) {
  if (number === undefined) return undefined
  const row = id ?? url ?? content
  const first = numbers.get(number) ?? row
  numbers.set(number, first)
  return first === row ? number : undefined
}

const ownKeys = (owner: Owner, { id, url }: SourceKeys): SourceKeys => ({
  ...(id && { id: ownKey(owner, id) }),
  ...(url && { url: ownKey(owner, url) }),
})

/** A key that no row of another source has. */
const ownKey = (owner: Owner, key: string) =>
  `${key.slice(0, key.indexOf(':'))}:${hashFor(owner, key)}`

const hashFor = ({ organizationId }: Owner, text: string) => hash(`${organizationId} ${text}`)
