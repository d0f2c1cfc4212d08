import { z } from 'zod'
import {
  benefits,
  ehrSystems,
  employmentTypes,
  organizationTypes,
  payrollTypes,
  practiceSettings,
  schedules,
  visaSupports,
} from '#features/jobs/model.ts'
import { parseSpecialty } from '#features/jobs/specialties.ts'
import { parseState } from '#shared/us-states.ts'
import { isApplyLink, isWebAddress, normalizeApplyLink } from './apply-link.ts'
import {
  choice,
  choices,
  line,
  money,
  optionalChoice,
  optionalLine,
  optionalText,
  requiredLine,
  requiredText,
  someChoices,
  unfinishedText,
} from './fields.ts'
import { emailField } from '#shared/email.ts'
import { parseLocation } from './location.ts'
import { characterCount, publicFormDurations, publicFormJobTypes } from './model.ts'

/** What the postings' forms and calls accept, with the words for what they do not. Texts come out tidied, links normalized. */

const title = requiredLine('Job title is required', 200, 'Job title is too long')
const city = requiredLine('City is required', 100, 'City is too long')

const state = fromList('State is required', parseState, 'Please choose a state from the list')
const specialty = fromList('Specialty is required', parseSpecialty, 'Please choose a specialty from the list')

/**
 * A name out of a long list, by any of its spellings. Here and elsewhere nothing says `abort`: that would keep rules about several
 * fields from being told at the same time.
 */
function fromList<T extends string>(required: string, parse: (text: string) => T | undefined, unknown: string) {
  return z
    .string(required)
    .trim()
    .min(1, required)
    .transform((text, context): T => {
      const known = parse(text)
      if (known !== undefined) return known
      context.addIssue({ code: 'custom', message: unknown })
      return z.NEVER
    })
}

const applyUrl = z
  .string('Apply URL is required')
  .trim()
  .min(1, 'Apply URL is required')
  .refine(
    (it) => it === '' || isApplyLink(it),
    'Please enter a valid URL (e.g., https://example.com www.example.com, example.com, or mailto:jobs@example.com)',
  )
  .overwrite(normalizeApplyLink)

const optionalEmail = (message: string) => z.union([z.literal(''), emailField(message)], { error: message }).optional()

const organizationType = optionalChoice(organizationTypes, 'Please choose an organization type from the list')
const payroll = optionalChoice(payrollTypes, 'Please choose a payroll type from the list')
const compNotes = optionalText(1000, 'Compensation notes too long')
const specialtyOther = optionalLine(100, 'Specialty is too long')
const unknownSetting = 'Please choose the practice settings from the list'
const unknownSchedule = 'Please choose the schedules from the list'
const benefitList = choices(benefits, 'Please choose the benefits from the list')
const publicEmail = optionalEmail('Valid public email is required')
const logoUrl = z
  .string()
  .trim()
  .refine((it) => it === '' || isWebAddress(it), 'Logo URL must be valid')
  .optional()

const practiceFields = {
  subspecialty: optionalLine(100, 'Subspecialty is too long'),
  startDateText: optionalLine(100, 'Start date is too long'),
  hireWindow: optionalLine(100, 'Hire window is too long'),
  visaSupport: optionalChoice(visaSupports, 'Please choose the visa support from the list'),
  ehr: optionalChoice(ehrSystems, 'Please choose the EHR system from the list'),
  brief: optionalText(300, 'Brief description is too long'),
  fullDescription: optionalText(5000, 'Full description is too long'),
  teamNotes: optionalText(2000, 'Team notes are too long'),
  jobDuties: optionalText(5000, 'Job duties are too long'),
}

const flags = <T extends z.ZodType>(flag: T) => ({
  fellowshipRequired: flag,
  subspecialtyRequired: flag,
  stateLicenseRequired: flag,
  boardRecertificationRequired: flag,
  medicallyUnderservedArea: flag,
  newGraduatesAcceptable: flag,
})

const facilityFields = {
  facilityName: optionalLine(100, 'Facility name is too long'),
  facilityStreet: optionalLine(200, 'Facility street is too long'),
  facilityCity: optionalLine(100, 'Facility city is too long'),
  facilityState: optionalLine(50, 'Facility state is too long'),
  facilityZip: optionalLine(20, 'Facility ZIP code is too long'),
  facilityCountry: optionalLine(50, 'Facility country is too long'),
}

/**
 * What a creating call may carry beyond its form. A form makes up the key when it opens and sends it with every attempt, here
 * or as the header `Idempotency-Key`: a double click makes one posting.
 */
const onceOnly = {
  idempotencyKey: z.string().min(8, 'The key is too short').max(100, 'The key is too long').optional(),
}
/** The draft that becomes the posting goes with it. */
const fromDraft = { draftId: z.uuid('There is no such draft').optional() }

/**
 * When rules about several fields hold: also while other fields are wrong. Whoever mends a form wants to know everything at once.
 */
const isForm = ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null

/** `POST /employers/post`, the form that needs no account. */
export const publicPostSchema = z
  .object({
    title,
    company: requiredLine('Company name is required', 100, 'Company name is too long'),
    organizationType,
    specialty: specialty.default('Family Medicine'),
    specialtyOther,
    city,
    state,
    employmentType: choice(publicFormJobTypes, 'Please choose an employment type from the list').default('full-time'),
    duration: choice(publicFormDurations, 'Please choose a duration from the list').default('Full-time'),
    payroll,
    compMin: money('Minimum compensation must be positive'),
    compMax: money('Maximum compensation must be positive'),
    compNotes,
    description: requiredText('Description is required', 5000, 'Description is too long'),
    briefDescription: optionalText(300, 'Brief description is too long'),
    setting: someChoices(practiceSettings, 'At least one practice setting is required', unknownSetting),
    schedule: someChoices(schedules, 'At least one schedule type is required', unknownSchedule),
    benefits: benefitList.default([]),
    ...practiceFields,
    ...flags(z.boolean().default(false)),
    ...facilityFields,
    applyUrl,
    /** For inquiries and the manage link; visitors never see it. */
    contactEmail: emailField('Valid contact email is required'),
    publicEmail,
    logoUrl,
    /** Hidden from people; who fills it is a program. */
    website: z.string().max(0, 'This field must stay empty').optional(),
    ...onceOnly,
  })
  .refine((it) => it.specialty !== 'Other' || Boolean(it.specialtyOther), {
    path: ['specialtyOther'],
    error: "Please specify the specialty when selecting 'Other'",
    when: isForm,
  })
  .refine(({ compMin, compMax }) => !(typeof compMin === 'number' && typeof compMax === 'number' && compMin > compMax), {
    path: ['compMax'],
    error: 'Minimum compensation must be less than or equal to maximum compensation',
    when: isForm,
  })
export type PublicPostInput = z.input<typeof publicPostSchema>
export type PublicPost = z.infer<typeof publicPostSchema>

const description = requiredText('Description must be at least 20 characters', 5000, 'Description is too long').refine(
  (it) => it === '' || characterCount(it) >= 20,
  'Description must be at least 20 characters',
)

/** `POST /api/jobs`, the form of people who are signed in; the contact e-mail is their account's. */
export const accountPostSchema = z.object({
  title,
  specialty,
  city,
  state,
  description,
  duration: requiredLine('Duration is required', 100, 'Duration is too long'),
  compensation: optionalLine(500, 'Compensation description is too long'),
  payroll: choice(payrollTypes, 'Payroll type is required'),
  company: requiredLine('Company name is required', 200, 'Company name is too long'),
  organizationType: choice(organizationTypes, 'Organization type is required'),
  applyUrl,
  contactEmail: optionalEmail('Please enter a valid email address'),
  ...onceOnly,
  ...fromDraft,
})
export type AccountPostInput = z.input<typeof accountPostSchema>
export type AccountPost = z.infer<typeof accountPostSchema>

export const emailRequired = 'Contact email is required'

/** The same form for somebody whose account has no address. */
export const addresslessPostSchema = accountPostSchema.extend({
  contactEmail: z.string(emailRequired).trim().min(1, emailRequired).pipe(emailField('Please enter a valid email address')),
})

const editFields = {
  title,
  specialty,
  /** 'Austin, TX' or 'Austin, Texas'. */
  location: requiredLine('Location is required', 200, 'Location is too long').refine(
    (it) => it === '' || parseLocation(it) !== undefined,
    'Please enter the location as City, State',
  ),
  description,
  jobType: choice(employmentTypes, 'Job type is required'),
  /** Figures where they can be read as such, else words. */
  salaryMin: line(100, 'Minimum salary is too long').optional(),
  salaryMax: line(100, 'Maximum salary is too long').optional(),
}

/** The edit form of the specification. */
export const editFormSchema = z.object({ ...editFields, isActive: z.boolean().optional() })
export type EditFormInput = z.input<typeof editFormSchema>

/** What a posting says beyond the edit form's fields; all of it can be changed, too. */
const furtherFields = {
  company: requiredLine('Company name is required', 200, 'Company name is too long'),
  organizationType,
  specialtyOther,
  duration: optionalLine(100, 'Duration is too long'),
  payroll,
  compNotes,
  setting: choices(practiceSettings, unknownSetting),
  schedule: choices(schedules, unknownSchedule),
  benefits: benefitList,
  ...practiceFields,
  ...flags(z.boolean()),
  ...facilityFields,
  applyUrl,
  contactEmail: emailField('Please enter a valid email address'),
  publicEmail,
  logoUrl,
}
const further = z.object(furtherFields).partial()

/** `POST /api/job-postings`. Who leaves out `company` posts for the company of the account. */
export const newPostingSchema = editFormSchema.extend({ ...further.shape, ...onceOnly, ...fromDraft })
export type NewPosting = z.infer<typeof newPostingSchema>

/** What was read before it was changed: a save that would undo somebody else's is told so. */
const updatedAt = z.iso.datetime({ error: 'Please reload the posting before you change it' })

/** `PUT /api/job-postings/:id`: some fields with `updatedAt`, or just `isActive`. */
export const postingChangesSchema = z
  .object({ ...editFormSchema.partial().shape, ...further.shape, updatedAt: updatedAt.optional() })
  .refine((it) => it.updatedAt !== undefined || changesOnlyWhetherActive(it), {
    path: ['updatedAt'],
    error: 'Please reload the posting before you change it',
  })
  .refine((it) => it.specialty !== 'Other' || it.specialtyOther !== '', {
    path: ['specialtyOther'],
    error: "Please specify the specialty when selecting 'Other'",
    when: isForm,
  })
function changesOnlyWhetherActive(changes: object): boolean {
  return Object.entries(changes).every(([name, value]) => name === 'isActive' || value === undefined)
}

export type PostingChanges = z.infer<typeof postingChangesSchema>

/** The secret of a manage link. */
export const manageToken = z.string().regex(/^[\w-]{20,100}$/, 'This link is not valid')

/** A form that somebody means to finish later: whatever it holds, unfinished as it is. */
export const draftFormSchema = z
  .record(
    z.string().regex(/^\w{1,50}$/),
    z.union([unfinishedText(20_000), z.number(), z.boolean(), z.array(unfinishedText(100)).max(50)]),
  )
  .refine((it) => Object.keys(it).length <= 80, 'The draft has too many fields')
export type DraftForm = z.infer<typeof draftFormSchema>
