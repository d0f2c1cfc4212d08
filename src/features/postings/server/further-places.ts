import { placeText, readPlace } from '#features/jobs/display.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
import { foldPlace, resolvePlaces } from '#features/places/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import { AppError } from '#shared/errors.ts'

type Placed = Pick<JobRow, 'city' | 'state'> & { further_places?: readonly string[] | undefined }

/**
 * Where the further places of a job are. Its first place may be one that nobody knows; these may not, because nobody would find the job there.
 * @throws {AppError} VALIDATION_FAILED
 */
export async function furtherPoints(db: Db, job: Placed): Promise<{ further_points: number[] | null }> {
  const places = (job.further_places ?? []).map(readPlace)
  const keys = new Set([job, ...places].map(({ city, state }) => `${foldPlace(city)}, ${state}`))
  if (keys.size <= places.length) throw invalid('Please name each place once')
  const found = await resolvePlaces(db, places)
  const unknown = places.find(({ city }, index) => city !== '' && !found[index])
  if (unknown) throw invalid(`We do not know ${placeText(unknown)}. Please check the spelling`)
  const points = found.flatMap((place) => (place ? [place.lat, place.lon] : []))
  return { further_points: places.length > 0 ? points : null }
}

function invalid(message: string): AppError {
  return new AppError('VALIDATION_FAILED', message, [{ field: 'furtherLocations', message }])
}
