import { foundEmployers } from '#db/demo/employers.ts'
import type { DemoJob, World } from '#db/demo/job.ts'
import { makeJob } from '#db/demo/job.ts'
import { toPlain } from '#db/demo/layout.ts'
import type { NewJob } from '#features/jobs/server/public.ts'

export const worldOf = (count: number): World => ({ seed: 1, now: new Date(), employers: foundEmployers(1, count) })

/** Jobs `from` up to `to` of a generated world, as the catalogue takes them. */
export function* generateRows(world: World, from: number, to: number): Generator<NewJob> {
  for (let index = from; index < to; index++) yield rowOf(makeJob(world, index), index)
}

export function rowOf(job: DemoJob, index: number): NewJob {
  const { facts, terms, track, employer, agency, place } = job
  return {
    id: idOf(job.postedAt, index),
    status: 'active',
    posted_at: job.postedAt,
    updated_at: job.postedAt,
    title: job.title,
    employer: (agency ?? employer).name,
    city: place.city,
    state: place.state,
    zip: job.zip,
    specialty: job.profile.specialty,
    subspecialty: track.subspecialty ?? null,
    employment_type: facts.type,
    duration: facts.duration,
    payroll: facts.payroll,
    organization_type: employer.type,
    user_type: agency ? 'recruiter' : 'employer',
    start_date_text: facts.startDate,
    hire_window: facts.hireWindow,
    comp_text: terms.words,
    comp_min: terms.pay?.min ?? null,
    comp_max: terms.pay?.max ?? null,
    comp_unit: terms.pay?.unit ?? 'YEAR',
    visa_support: facts.visa,
    ehr: facts.namesEhr ? employer.ehr : null,
    setting: [...track.setting],
    schedule: [...track.schedule],
    benefits: facts.benefits,
    telehealth: facts.telehealth,
    fellowship_required: facts.fellowshipRequired,
    state_license_required: facts.licenseRequired,
    board_recertification_required: facts.certificationRequired,
    medically_underserved_area: facts.underserved,
    new_graduates_acceptable: facts.newGraduates,
    facility_name: employer.name,
    apply_url: `https://${(agency ?? employer).host}/apply/${index}`,
    public_email: job.email,
    contact_phone: job.phone,
    description: toPlain(job.sections),
  }
}

/** A version 7 UUID: the time of the posting, then the number in the world. */
function idOf(postedAt: Date, index: number): string {
  const time = postedAt.getTime().toString(16).padStart(12, '0')
  const number = index.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${number}`
}
