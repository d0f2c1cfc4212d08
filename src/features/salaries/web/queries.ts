import type { QueryClient } from '@tanstack/react-query'
import type { JobDetail } from '#features/jobs/contract.ts'
import { isSpecialty, specialtySlug } from '#vocabulary/specialties.ts'
import { apiQuery } from '#platform/web/api.ts'

export const salariesQuery = apiQuery('GET /api/salaries')

export const specialtySalariesQuery = (specialty: string) => apiQuery('GET /api/salaries/:specialty', { params: { specialty } })

/** Null for jobs without a specialty. */
export const comparablePayQuery = ({ specialty, state }: Pick<JobDetail, 'specialty' | 'state'>) =>
  apiQuery('GET /api/salaries/:specialty/:state', {
    params: { specialty: isSpecialty(specialty) ? specialtySlug(specialty) : 'other', state },
  })

export const prefetchComparablePay = (queryClient: QueryClient, job: JobDetail): Promise<void> =>
  queryClient.prefetchQuery(comparablePayQuery(job))
