import type { PersonalData } from '#features/accounts/server/public.ts'
import { readCvOnFile, type Cvs } from '#features/cv/server/public.ts'
import { searchParamsOf } from '#features/jobs/search-criteria.ts'
import type { Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import type { BodyOf } from '#shared/contract.ts'
import type { CvReading, Profile } from '../contract.ts'
import { searchOf } from '../fields.ts'
import { hasName, readCv } from '../read-cv.ts'
import { deleteProfile, findProfile, upsertProfile } from './queries.ts'

export async function getProfile(db: Db, physicianId: string): Promise<Profile> {
  const row = await findProfile(db, physicianId)
  const fields = row?.fields ?? {}
  return {
    fields,
    shown: row?.shown ?? [],
    savedAt: row?.saved_at.toISOString() ?? null,
    search: searchParamsOf(searchOf(fields)),
  }
}

export async function saveProfile(
  db: Db,
  physicianId: string,
  { fields, shown }: BodyOf<'PUT /api/profile'>,
): Promise<void> {
  if (Object.keys(fields).length === 0) await deleteProfile(db, physicianId)
  else await upsertProfile(db, physicianId, { fields, shown })
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
  async export(db, { id }) {
    const { fields, shown, savedAt } = await getProfile(db, id)
    return { fields, shown, savedAt }
  },
}
