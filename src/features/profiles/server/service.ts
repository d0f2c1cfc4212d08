import type { PersonalData } from '#features/accounts/server/public.ts'
import { readCvOnFile, type Cvs } from '#features/cv/server/public.ts'
import { searchParamsOf } from '#features/jobs/search-criteria.ts'
import { getJob, searchJobs } from '#features/jobs/server/public.ts'
import { getDomain } from 'tldts'
import { AppError } from '#shared/errors.ts'
import { isStateCode } from '#shared/us-states.ts'
import type { Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import type { BodyOf, ResponseOf } from '#shared/contract.ts'
import type { CvReading, Profile } from '../contract.ts'
import { linesOf, searchOf, soughtFields, type ProfileFieldName } from '../fields.ts'
import { wordOf } from '../finding.ts'
import { fitOf } from '../fit.ts'
import { hasName, readCv } from '../read-cv.ts'
import { deleteMailsToFirms } from './firms.ts'
import { findInvitations, findSent, findViews } from './queries-finding.ts'
import { deleteProfile, findProfile, upsertProfile } from './queries.ts'

export async function getProfile(db: Db, physicianId: string): Promise<Profile> {
  const row = await findProfile(db, physicianId)
  const fields = row?.fields ?? {}
  return {
    fields,
    shown: row?.shown ?? [],
    savedAt: row?.saved_at.toISOString() ?? null,
    search: searchParamsOf(searchOf(fields)),
    lines: linesOf(fields, row?.shown ?? []),
    finding: {
      until:
        row?.found_until && row.found_until > new Date() ? row.found_until.toISOString() : null,
      showsName: row?.shows_name ?? false,
      toFirms: row?.to_firms ?? false,
      hiddenStates: (row?.hidden_states ?? []).filter(isStateCode),
    },
  }
}

const mostFitting = 5

/** Few jobs meet all wishes, so those of the specialties and places follow them. */
export async function listFittingJobs(
  db: Db,
  physicianId: string,
): Promise<ResponseOf<'GET /api/profile/jobs'>> {
  const search = searchOf((await findProfile(db, physicianId))?.fields ?? {})
  const { specialty, state, city, radius } = search
  if (Object.keys(search).length === 0) return { search: {}, jobs: [] }
  const wide = {
    ...(specialty && { specialty }),
    ...(state && { state }),
    ...(city && { city, radius }),
  }
  const newest = { sortBy: 'recent', limit: mostFitting } as const
  const found = await Promise.all(
    [search, ...(Object.keys(wide).length > 0 ? [wide] : [])].map((criteria) =>
      searchJobs(db, { ...criteria, ...newest }),
    ),
  )
  const jobs = new Map(found.flatMap((list) => list.jobs.map((job) => [job.id, job])))
  const fits = await Promise.all(
    [...jobs.values()].slice(0, mostFitting).map(async (job) => {
      const details = await getJob(db, job.id).catch(closedMeanwhile)
      return details ? [{ job, ...fitOf(search, details) }] : []
    }),
  )
  return { search: searchParamsOf(search), jobs: fits.flat() }
}

function closedMeanwhile(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}

export async function saveProfile(
  db: Db,
  physicianId: string,
  { fields, shown }: BodyOf<'PUT /api/profile'>,
): Promise<void> {
  if (Object.keys(fields).length === 0) return void (await deleteProfile(db, physicianId))
  const typed = (name: ProfileFieldName) =>
    (fields[name] ?? []).flatMap((text) => text.split(';')).map((text) => text.trim())
  await upsertProfile(db, physicianId, {
    fields,
    shown,
    words: soughtFields
      .filter((name) => shown.includes(name))
      .flatMap((name) => (fields[name] ?? []).map((value) => wordOf(name, value))),
    employers: typed('employer'),
    domains: typed('employerDomain').flatMap((text) => getDomain(text) ?? []),
  })
}

/** Proposes what the CV on file seems to say; what its owner confirms comes with the form. */
export async function readOwnCv(cvs: Cvs, viewer: Viewer): Promise<CvReading> {
  const { format, text } = await readCvOnFile(cvs, viewer.id)
  const problem =
    format === 'doc' ? 'format' : !text ? 'unread' : text.lines.length === 0 ? 'pictures' : null
  const { lines, pages, pagesRead } = text ?? { lines: [], pages: 0, pagesRead: 0 }
  return {
    found: readCv(lines),
    problem,
    pages,
    pagesRead,
    hasName: problem !== null || hasName(lines, viewer.lastName),
  }
}

/** Deleted with the account. */
export const profilesPersonalData: PersonalData = {
  name: 'profile',
  erase: (trx, { id }) => deleteMailsToFirms(trx, id),
  async export(db, { id }) {
    const { search: _search, lines: _lines, ...profile } = await getProfile(db, id)
    const [views, received, sent] = await Promise.all([
      findViews(db, id, 10_000),
      findInvitations(db, id),
      findSent(db, id),
    ])
    return { ...profile, views, invitations: { received, sent } }
  },
}
