import { specialtySlug } from '#vocabulary/specialties.ts'
import type { Db } from '#platform/server/database.ts'
import { offerPath, salariesPath, specialtySalariesPath } from '#shared/paths.ts'
import { specialtiesWithPay } from './service.ts'

export { getSalaries, getSpecialtySalaries, payStatistics } from './service.ts'

export const salaryPages = async (db: Db): Promise<string[]> => [
  salariesPath,
  offerPath,
  ...(await specialtiesWithPay(db)).map((specialty) =>
    specialtySalariesPath(specialtySlug(specialty)),
  ),
]
