import { payText, placeText } from '#features/jobs/display.ts'
import { employmentTypeLabels, requirementFlags, visaLabels } from '#features/jobs/model.ts'
import type { RequirementFlag, VisaSupport } from '#features/jobs/model.ts'
import { isStateCode } from '#shared/us-states.ts'
import { amountOf } from '../amount.ts'
import { publicFormJobTypes } from '../model.ts'
import type { AccountPostInput, PublicPostInput } from '../schemas.ts'
import type { PreviewedPosting } from './components/posting-preview.tsx'

/** Forms as the postings that they would become. */

export function previewOfPublicPost(form: PublicPostInput): PreviewedPosting {
  const type = publicFormJobTypes.find((it) => it === form.employmentType)
  return {
    title: form.title,
    company: form.company,
    specialty: (form.specialty === 'Other' && form.specialtyOther) || (form.specialty ?? ''),
    place: placeOf(form),
    type: type ? employmentTypeLabels[type] : '',
    pay: payOf(form),
    brief: form.brief || form.briefDescription || '',
    description: form.description,
    facts: [
      { term: 'Practice setting', value: form.setting.join(', ') },
      { term: 'Schedule', value: form.schedule.join(', ') },
      { term: 'Benefits', value: form.benefits?.join(', ') },
      { term: 'Payroll', value: form.payroll },
      { term: 'Start date', value: form.startDateText },
      { term: 'Visa support', value: form.visaSupport && visaLabels[form.visaSupport as VisaSupport] },
      { term: 'Requirements', value: requirementsOf(form) },
      { term: 'Facility', value: form.facilityName },
      { term: 'Apply at', value: form.applyUrl },
    ],
  }
}

export function previewOfAccountPost(form: AccountPostInput): PreviewedPosting {
  return {
    title: form.title,
    company: form.company,
    specialty: form.specialty,
    place: placeOf(form),
    type: form.duration,
    pay: form.compensation ?? '',
    description: form.description,
    facts: [
      { term: 'Payroll', value: form.payroll },
      { term: 'Organization type', value: form.organizationType },
      { term: 'Apply at', value: form.applyUrl },
    ],
  }
}

const placeOf = ({ city, state }: { city: string; state: string }): string =>
  isStateCode(state) ? placeText({ city, state }) : city

function payOf({ compMin, compMax }: PublicPostInput): string {
  const [min, max] = [compMin, compMax].map((text) => amountOf(String(text ?? '')))
  const figure = (amount: number | undefined) => (amount === undefined || Number.isNaN(amount) ? null : amount)
  return payText({ compMin: figure(min), compMax: figure(max), compUnit: 'YEAR', compText: null }) ?? ''
}

const requirementsOf = (form: PublicPostInput): string =>
  (Object.keys(requirementFlags) as RequirementFlag[])
    .filter((flag) => form[flag] === true)
    .map((flag) => requirementFlags[flag])
    .join(', ')
