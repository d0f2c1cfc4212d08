import type { EmploymentType, JobType } from '#features/jobs/model.ts'

/** The least number of postings for statistics, so that no single employer shows. */
export const fewestPostings = 5

/** Full-time work; other types do not pay by the year. */
export const comparedTypes = ['full-time', 'permanent'] as const satisfies readonly EmploymentType[]

/** US dollars a year; amounts outside are mistakes. */
export const plausiblePay = [40_000, 5_000_000] as const

export const isCompared = ({ type }: { type: JobType }): boolean => (comparedTypes as readonly JobType[]).includes(type)
