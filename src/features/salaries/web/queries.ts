import { apiQuery } from '#web/lib/api.ts'
import type { ApiQuery } from '#web/lib/api.ts'
import type { GetSalaries, GetSpecialtySalaries } from '../contract.ts'

export const salariesQuery = (): ApiQuery<GetSalaries> => apiQuery<GetSalaries>('/api/salaries')

export const specialtySalariesQuery = (slug: string): ApiQuery<GetSpecialtySalaries> =>
  apiQuery<GetSpecialtySalaries>(`/api/salaries/${encodeURIComponent(slug)}`)
