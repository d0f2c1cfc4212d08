import { randomUUIDv7 } from 'node:crypto'
import type { NewJob } from '#features/jobs/server/public.ts'

export { addJobs } from '#features/jobs/server/public.ts'

/** An active job as an employer might have entered it; say only what the test is about. */
export function jobRow(overrides: Partial<NewJob> = {}): NewJob {
  const postedAt = overrides.posted_at ?? new Date()
  return {
    id: randomUUIDv7(),
    status: 'active',
    posted_at: postedAt,
    updated_at: postedAt,
    title: 'Cardiologist',
    employer: 'Lakeside Clinic',
    city: 'Austin',
    state: 'TX',
    specialty: 'Cardiology',
    employment_type: 'full-time',
    comp_min: 400_000,
    comp_max: 450_000,
    description: 'See patients in clinic four days a week.',
    ...overrides,
  }
}
