import type { NewJob } from '#features/jobs/server/tables.ts'
import { daysAfter } from './dates.ts'
import { toPlain, type Section } from './descriptions.ts'
import type { DemoJob } from './job.ts'
import { weighted, type Rng } from './rng.ts'
import { applyUrl } from './shapes.ts'

/** The job as a complete active row; every row has the same keys, for bulk loading. */
export function toNewJob(job: DemoJob, rng: Rng): NewJob {
  const { employer, facts, place, profile, terms, track } = job
  const isOther = profile.specialty === 'Other'
  return {
    id: uuidV7(job.postedAt, rng),
    status: 'active',
    posted_at: job.postedAt,
    updated_at: job.postedAt,
    expires_at: daysAfter(job.postedAt, 90),
    title: job.title,
    employer: employer.name,
    city: place.city,
    state: place.state,
    zip: job.zip,
    specialty: profile.specialty,
    specialty_other: isOther ? (track.subspecialty ?? null) : null,
    subspecialty: isOther ? null : (track.subspecialty ?? null),
    employment_type: facts.type,
    duration: facts.duration,
    payroll: facts.payroll,
    priority: drawPriority.at(rng.next()),
    organization_type: employer.type,
    user_type: job.agency ? 'recruiter' : 'employer',
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
    subspecialty_required: facts.fellowshipRequired,
    state_license_required: facts.licenseRequired,
    board_recertification_required: facts.certificationRequired,
    medically_underserved_area: facts.underserved,
    new_graduates_acceptable: facts.newGraduates,
    facility_name:
      employer.sites.length > 1 ? `${employer.name}, ${place.city}`.slice(0, 100) : null,
    facility_city: place.city,
    facility_state: place.state,
    facility_zip: job.zip,
    facility_country: 'US',
    apply_url: rng.chance(0.07) ? `mailto:${job.email}` : applyUrl(job),
    contact_name: 'Physician Recruitment Office',
    contact_email: job.email,
    public_email: rng.chance(0.6) ? job.email : null,
    contact_phone: rng.chance(0.5) ? job.phone : null,
    contact_website: `https://${(job.agency ?? employer).host}`,
    source: 'manual',
    structured_data_allowed: true,
    brief: brief(job.sections),
    description: toPlain(job.sections),
    job_duties: linesOf('duties', job.sections),
    original_requirements: linesOf('requirements', job.sections),
    original_benefits: linesOf('benefits', job.sections),
  }
}

const drawPriority = weighted([
  ['Standard', 92],
  ['Featured', 6],
  ['Urgent', 2],
] as const)

/** An RFC 9562 version 7 id with the posting's time and random bits from the seed. */
function uuidV7(time: Date, rng: Rng): string {
  const stamp = time.getTime().toString(16).padStart(12, '0')
  const random = () => rng.int(0, 0xffff).toString(16).padStart(4, '0')
  const variant = ((rng.int(0, 0xffff) & 0x3fff) | 0x8000).toString(16)
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${random().slice(1)}-${variant}-${random()}${random()}${random()}`
}

/** The opening, up to the last sentence that fits. */
function brief(sections: readonly Section[]): string {
  const text = sections[0]?.lines[0] ?? ''
  return text.length <= 300 ? text : text.slice(0, text.lastIndexOf('. ', 298) + 1)
}

function linesOf(role: Section['role'], sections: readonly Section[]): string | null {
  return (
    sections
      .find((section) => section.role === role)
      ?.lines.map((line) => `• ${line}`)
      .join('\n') ?? null
  )
}
