import * as offers from '#vocabulary/offer-rules.ts'
import {
  ehrs,
  partlyRemote,
  remoteJobs,
  remoteTitles,
  ruledOut,
  schedules,
  settings,
} from '#vocabulary/posting-rules.ts'
import type { Benefit, EhrSystem, OrganizationType, PayrollType, Schedule } from './model.ts'

/**
 * Columns that the texts fill beyond the fields. A text that is silent leaves its column unknown,
 * which is never 'no'.
 */
export function readDetails(job: {
  title: string
  employer: string
  text: string
  remote: boolean
  contract?: string | undefined
}) {
  const text = `${job.title}\n${job.text}`
  const affirmed = affirmedIn(text)
  const required = new Set(offers.requirements.all(text))
  const isRecruiter = offers.searchFirms.isIn(job.employer) || /\bour client\b/i.test(job.text)
  return {
    visa_support: readVisa(text) ?? null,
    ehr: ehrs.first<EhrSystem>(text) ?? null,
    payroll: readPayroll(text, job.contract) ?? null,
    organization_type: offers.organizations.first<OrganizationType>(job.employer) ?? null,
    user_type: isRecruiter ? ('recruiter' as const) : ('employer' as const),
    setting: withTitle(
      settings.all(affirmed),
      /hospitalist|nocturnist|inpatient/i.test(job.title),
      'Inpatient',
    ),
    schedule: withTitle(
      schedules.all<Schedule>(affirmed),
      /nocturnist|\bnights?\b/i.test(job.title),
      'Nights',
    ),
    benefits: offers.benefits.all<Benefit>(text),
    telehealth: job.remote || isTelehealth(job.title, job.text),
    fellowship_required: required.has('fellowshipRequired'),
    state_license_required: required.has('stateLicenseRequired'),
    board_recertification_required: required.has('boardRecertificationRequired'),
    medically_underserved_area: required.has('medicallyUnderservedArea'),
    new_graduates_acceptable: required.has('newGraduatesAcceptable'),
  }
}

/** Without negated clauses and those about other people's work. */
const affirmedIn = (text: string): string =>
  (ruledOut.marked(text, ' ').match(/[^.;,\n]*[.;,\n]|[^.;,\n]+$/g) ?? [])
    .filter((clause) => !/\b(?:not|covered by|handled by|managed by|go to|left to)\b/i.test(clause))
    .join('')

/** What the title says needs no sentence. */
function withTitle<T>(found: T[], isStated: boolean, value: T) {
  return isStated && !found.includes(value) ? [value, ...found] : found
}

/**
 * Read clause by clause, because 'no H-1B; J-1 waivers supported' says both. J-1 leads: its waiver
 * brings H-1B work.
 */
function readVisa(text: string) {
  if (!offers.aboutVisas.isIn(text)) return undefined
  const clauses = text.split(/[.;\n]|\bbut\b/).filter(offers.aboutVisas.isIn)
  const answers = new Set(clauses.map(offers.visas.first))
  return (['J1', 'H1B', 'Other', 'None'] as const).find((type) => answers.has(type))
}

function readPayroll(text: string, contract = '') {
  const types = new Set([
    ...offers.payrolls.all<PayrollType>(text),
    ...offers.payrolls.all<PayrollType>(contract),
    ...offers.engagements.all<PayrollType>(contract),
  ])
  return types.size === 1 ? [...types][0] : undefined
}

const isTelehealth = (title: string, text: string) =>
  (remoteTitles.isIn(title) && !partlyRemote.isIn(title)) || remoteJobs.isIn(text)
