import type { EmploymentType, JobType } from '#features/jobs/model.ts'

/** Fewer postings than this would tell of single employers, not of a specialty. */
export const fewestPostings = 5

/** A year of full-time work: what part-time, per diem and locum work pays cannot be set beside it. */
export const comparedTypes = ['full-time', 'permanent'] as const satisfies readonly EmploymentType[]

/** In US dollars a year; a posting beyond says something else than it means, and is not counted. */
export const plausiblePay = [40_000, 5_000_000] as const

export const isCompared = ({ type }: { type: JobType }): boolean => (comparedTypes as readonly JobType[]).includes(type)
