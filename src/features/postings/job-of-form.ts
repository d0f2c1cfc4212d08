import { entriesOf, keysOf, tableOf } from '#shared/keys.ts'
import type { JobDetail } from '#features/jobs/contract.ts'
import { fieldNames, fieldOf, publicTexts, type FieldName } from '#features/jobs/fields.ts'
import { requirementFlags } from '#features/jobs/model.ts'
import { readTerms, saidIn } from '#features/jobs/read-contract.ts'
import { readDetails } from '#features/jobs/read-details.ts'
import type { Terms } from '#features/jobs/terms-schema.ts'
import { timeZoneOfState } from '#shared/dates.ts'
import { isStateCode } from '#shared/us-states.ts'
import {
  amountOf,
  isRemote,
  normalizeApplyLink,
  openingOf,
  parsePlace,
  payOfPost,
  payOfRange,
} from './typed-values.ts'

export type FormValues = { readonly [Name in FieldName]?: unknown }

/** What the short form does not ask for, as its texts say it. */
function withDetails(form: FormValues): FormValues {
  const { title: named, company, brief, briefDescription, description, fullDescription } = form
  const texts = [named, company, brief, briefDescription, description, fullDescription]
  const [title = '', employer = '', ...furtherTexts] = texts.map((text) =>
    typeof text === 'string' ? text : '',
  )
  const read = readDetails({ title, employer, text: furtherTexts.join('\n'), remote: false })
  const { setting, schedule, benefits, visa_support: visaSupport } = read
  const unasked = entriesOf({ setting, schedule, benefits, visaSupport }).filter(
    ([name]) => Object.keys(form[name] ?? {}).length === 0,
  )
  return { ...form, ...Object.fromEntries(unasked) }
}

/** An unfinished form as the job that its page would show; `isShort`: the texts say the rest. */
export function jobOfForm(typed: FormValues, now: number, isShort = false): JobDetail {
  const form = isShort ? withDetails(typed) : typed
  const text = (name: FieldName) => {
    const value = form[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  const textOrNull = (name: FieldName) => text(name) || null
  const list = (name: FieldName) => {
    const value = form[name]
    return Array.isArray(value) ? value : []
  }
  const place = parsePlace(text('location')) ?? {
    city: text('city'),
    state: isStateCode(text('state')) ? text('state') : 'OTHER',
  }
  const { brief, fullDescription } = openingOf({
    brief: text('brief'),
    briefDescription: text('briefDescription'),
    fullDescription: text('fullDescription'),
  })
  const range = [text('salaryMin'), text('salaryMax')] as const
  const pay = range.some(Boolean)
    ? payOfRange(...range)
    : payOfPost(figure(text('compMin')), figure(text('compMax')), text('compensation'))
  const at = new Date(now).toISOString()
  return {
    ...tableOf(publicTexts, textOrNull),
    specialtyOther: text('specialty') === 'Other' ? textOrNull('specialtyOther') : null,
    ...tableOf(keysOf(requirementFlags), (name) => form[name] === true),
    ...place,
    ...pay,
    minComp: pay.compMin,
    maxComp: pay.compMax,
    id: '',
    title: text('title') || 'Job title',
    employer: text('company') || 'Company',
    furtherLocations: list('furtherLocations').flatMap((line) => parsePlace(line) ?? []),
    specialty: text('specialty'),
    type: text('jobType') || text('employmentType') || 'full-time',
    duration: textOrNull('duration'),
    startDateText: textOrNull('startDateText'),
    brief: brief || null,
    description: text('description') || 'No description yet.',
    descriptionSnippet: '',
    originalData: { description: fullDescription || null, requirements: null, benefits: null },
    organizationType: textOrNull('organizationType'),
    payrollType: textOrNull('payroll'),
    visaSupport: textOrNull('visaSupport'),
    ehr: textOrNull('ehr'),
    setting: list('setting'),
    schedule: list('schedule'),
    benefits: list('benefits'),
    telehealth: isRemote(list('setting'), list('schedule')),
    terms: termsOf(form),
    applyUrl: text('applyUrl') ? normalizeApplyLink(text('applyUrl')) : null,
    requisition: textOrNull('requisition'),
    applyUntil: text('applyUntil')
      ? { day: text('applyUntil'), timeZone: timeZoneOfState(place.state) }
      : null,
    facilityName: textOrNull('facilityName') ?? textOrNull('company'),
    facilityCity: textOrNull('facilityCity') ?? textOrNull('city'),
    facilityState: textOrNull('facilityState') ?? (text('facilityCity') ? null : place.state),
    facilityZip: textOrNull('facilityZip'),
    postedAt: at,
    updatedAt: at,
    source: 'manual',
    userType: 'employer',
    priority: 'Standard',
    answeredBy: 'poster',
    referenceId: '',
    isVerifiedHospital: false,
    logoId: null,
    zip: null,
    contactName: null,
    contactPhone: null,
    contactWebsite: null,
    sourceUrl: null,
    expiresAt: null,
    seenAt: null,
    mapPoint: null,
    otherSources: [],
    structuredDataAllowed: true,
  } as JobDetail
}

/** What is no figure is not shown; the form refuses it. */
function figure(text: string) {
  const amount = amountOf(text)
  return Number.isNaN(amount) ? undefined : amount
}

export const readTexts = [
  ...fieldNames.filter((name) => ['text', 'prose'].includes(fieldOf(name).kind)),
  ...(['title', 'compensation', 'jobType', 'employmentType', 'duration'] as const),
]

/** What the texts say of the terms. */
export function termsOfTexts(form: FormValues): Terms {
  const kinds = [form.jobType, form.employmentType, form.duration]
  return readTerms({
    texts: readTexts.map((name) => form[name]).filter((text) => typeof text === 'string'),
    start: typeof form.startDateText === 'string' ? form.startDateText : '',
    isLocums: kinds.some((kind) => /locum/i.test(String(kind))),
  })
}

/** What the fields of the terms say counts more than the texts. */
function termsOf(form: FormValues): Terms {
  const terms: Terms = termsOfTexts(form)
  for (const name of fieldNames) {
    const { term } = fieldOf(name)
    const line = form[name]
    if (term !== undefined && typeof line === 'string' && line !== '')
      Object.assign(terms, saidIn(term, line))
  }
  return Object.fromEntries(Object.entries(terms).filter(([, term]) => term?.is !== 'unstated'))
}
