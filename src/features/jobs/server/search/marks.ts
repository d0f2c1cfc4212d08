import type { Benefit, EmploymentType, PayrollType, PracticeSetting, Schedule, VisaSupport } from '#features/jobs/model.ts'
import type { StateCode } from '#shared/us-states.ts'

/** The lexemes that stand for a job's values in `job_search.search`, as the migration writes them; quoted, as queries want them. */
export const marks = {
  state: (it: StateCode): string => `'@state:${it}'`,
  type: (it: EmploymentType): string => `'@type:${it}'`,
  visa: (it: VisaSupport): string => `'@visa:${it}'`,
  payroll: (it: PayrollType): string => `'@payroll:${it}'`,
  setting: (it: PracticeSetting): string => `'@setting:${it}'`,
  schedule: (it: Schedule): string => `'@schedule:${it}'`,
  benefit: (it: Benefit): string => `'@benefit:${it}'`,
  telehealth: "'@telehealth'",
  newGraduates: "'@newGraduates'",
}

type Circle = { lat: number; lon: number; radius: number }

/** The squares that a circle touches, few in number; their corners lie outside it, so the distance is still to be measured. */
export function squaresAround({ lat, lon, radius }: Circle): string[] {
  const [mark, degrees] = radius <= 60 ? ['@at', 1] : ['@around', 2]
  const north = radius / milesPerDegree
  const east = north / Math.cos(((Math.abs(lat) + north) * Math.PI) / 180)
  const square = (position: number): number => Math.floor(position / degrees)
  const squares: string[] = []
  for (let row = square(lat - north); row <= square(lat + north); row++) {
    for (let column = square(lon - east); column <= square(lon + east); column++) squares.push(`'${mark}:${row},${column}'`)
  }
  return squares
}
/** Of latitude; rounded down, so that the squares are never too few. */
const milesPerDegree = 69

/** The days or weeks that the last so many days reach into; their beginning is too early, so the date is still to be compared. */
export function recently(days: number, now = Date.now()): string[] {
  const today = Math.floor(now / 86_400_000)
  const [mark, length] = days < 7 ? ['@day', 1] : ['@week', 7]
  const [first, last] = [Math.floor((today - days) / length), Math.floor((today + 1) / length)]
  return Array.from({ length: last - first + 1 }, (_, index) => `'${mark}:${first + index}'`)
}
