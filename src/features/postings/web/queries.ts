import { isSpecialty, specialtySlug } from '#features/jobs/specialties.ts'
import type { GetComparablePay } from '#features/salaries/contract.ts'
import { apiQuery } from '#web/lib/api.ts'
import type { ApiQuery } from '#web/lib/api.ts'
import type { GetPostedJob, GetPostingPeriods, GetPostingPolicy } from '../contract.ts'
import type { GetDraft, ListDrafts } from '../contract-drafts.ts'

export const policyQuery = apiQuery<GetPostingPolicy>('/api/posting-policy')
export const periodsQuery = apiQuery<GetPostingPeriods>('/api/posting-periods')

/** Somebody else's stays hidden, however often it is asked for. */
export const postedJobQuery = (id: string): ApiQuery<GetPostedJob> => ({
  ...apiQuery<GetPostedJob>(`/api/jobs/${encodeURIComponent(id)}/posted`),
  retryOnMount: false,
})

export const draftsQuery = apiQuery<ListDrafts>('/api/posting-drafts')

export const draftQuery = (id: string): ApiQuery<GetDraft> => apiQuery<GetDraft>(`/api/posting-drafts/${encodeURIComponent(id)}`)

export const comparablePayQuery = (specialty: string, state: string): ApiQuery<GetComparablePay> =>
  apiQuery<GetComparablePay>(`/api/salaries/${isSpecialty(specialty) ? specialtySlug(specialty) : 'other'}/${state}`)
