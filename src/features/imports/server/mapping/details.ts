import type {
  Benefit,
  EhrSystem,
  OrganizationType,
  PayrollType,
  PracticeSetting,
  RequirementFlag,
  Schedule,
  UserType,
  VisaSupport,
} from '#features/jobs/model.ts'
import * as offers from '#vocabulary/offer-rules.ts'
import { ehrs, partlyRemote, remoteJobs, remoteTitles, ruledOut, schedules, settings } from '#vocabulary/posting-rules.ts'

type Details = {
  visa?: VisaSupport
  ehr?: EhrSystem
  payroll?: PayrollType
  organization?: OrganizationType
  userType: UserType
  settings: PracticeSetting[]
  schedules: Schedule[]
  benefits: Benefit[]
  telehealth: boolean
  flags: Partial<Record<RequirementFlag, true>>
}

/** What the texts say beyond the fields. Only what is said: silence means unknown, which is never 'no'. */
export function readDetails(job: {
  title: string
  employer: string
  text: string
  remote: boolean
  contract?: string | undefined
}): Details {
  const text = `${job.title}\n${job.text}`
  const affirmed = affirmedIn(text)
  const visa = readVisa(text)
  const ehr = ehrs.first(text)
  const payroll = readPayroll(text, job.contract)
  const organization = offers.organizations.first(job.employer)
  return {
    ...(visa && { visa }),
    ...(ehr && { ehr }),
    ...(payroll && { payroll }),
    ...(organization && { organization }),
    userType: offers.searchFirms.isIn(job.employer) || /\bour client\b/i.test(job.text) ? 'recruiter' : 'employer',
    settings: withTitle(settings.all(affirmed), /hospitalist|nocturnist|inpatient/i.test(job.title), 'Inpatient'),
    schedules: withTitle(schedules.all(affirmed), /nocturnist|\bnights?\b/i.test(job.title), 'Nights'),
    benefits: offers.benefits.all(text),
    telehealth: job.remote || isTelehealth(job.title, job.text),
    flags: Object.fromEntries(offers.requirements.all(text).map((flag) => [flag, true])),
  }
}

/** Without negated clauses and those about other people's work. */
function affirmedIn(source: string): string {
  const text = ruledOut.marked(source, ' ')
  let affirmed = ''
  let from = 0
  for (const { index } of text.matchAll(/\b(?:not|covered by|handled by|managed by|go to|left to)\b/gi)) {
    if (index < from) continue
    affirmed += text.slice(from, lastClauseEnd(text, index))
    const rest = text.slice(index).search(clauseEnd)
    if (rest < 0) return affirmed
    from = index + rest + 1
  }
  return affirmed + text.slice(from)
}

const clauseEnd = /[.;,\n]/

/** Behind the last sign before `index` that ends a clause. */
function lastClauseEnd(text: string, index: number): number {
  return Math.max(...['.', ';', ',', '\n'].map((sign) => text.lastIndexOf(sign, index))) + 1
}

/** What the title says needs no sentence. */
function withTitle<T>(found: T[], said: boolean, value: T): T[] {
  return said && !found.includes(value) ? [value, ...found] : found
}

/** Read clause by clause, because 'no H-1B; J-1 waivers supported' says both. J-1 leads: its waiver brings H-1B work. */
function readVisa(text: string): VisaSupport | undefined {
  if (!offers.aboutVisas.isIn(text)) return undefined
  const clauses = text.split(/[.;\n]|\bbut\b/).filter(offers.aboutVisas.isIn)
  const said = new Set(clauses.map(offers.visas.first))
  return (['J1', 'H1B', 'Other', 'None'] as const).find((it) => said.has(it))
}

function readPayroll(text: string, contract = ''): PayrollType | undefined {
  const said = new Set([...offers.payrolls.all(text), ...offers.payrolls.all(contract), ...offers.engagements.all(contract)])
  return said.size === 1 ? [...said][0] : undefined
}

const isTelehealth = (title: string, text: string): boolean =>
  (remoteTitles.isIn(title) && !partlyRemote.isIn(title)) || remoteJobs.isIn(text)
