import {
  benefits,
  ehrSystems,
  employmentTypeLabels,
  jobTypes,
  organizationTypes,
  payrollTypes,
  practiceSettings,
  requirementFlags,
  schedules,
  visaLabels,
  visaSupports,
  type JobType,
} from './model.ts'
import type { TermField } from './terms-schema.ts'
import { specialties, specialtiesIn, type Specialty } from '#vocabulary/specialties.ts'
import { stateCodes, stateName, type StateCode } from '#shared/us-states.ts'

/**
 * Every field that a posting may have, once: its column, words and limits, and how each form asks for it. Columns, schemas,
 * defaults, labels, CSV headings, completeness, history and the forms themselves are made from this. Forms show the fields in
 * this order.
 */

/** 'public' needs no account; 'account' is the short form of people who are signed in; 'edit' changes what is posted, and copies it. */
export type FormName = 'public' | 'account' | 'edit'

export type Option = string | { readonly value: string; readonly label: string }

/** How one form asks for a field. */
type Asked = {
  /** Of the form's sections, below. */
  section: string
  required?: true
  /** Instead of the field's own. */
  limit?: number
  label?: string
  hint?: string
  options?: readonly Option[]
  /** What a call that leaves the field out means, and what the form begins with. */
  default?: string | false
  /** What the form begins with where a call has no default. */
  initial?: true
  /** Neither marked as required nor as optional. */
  unmarked?: true
  /** Beside its neighbor where there is room; 'left': at the start of a row. */
  width?: 'half' | 'left'
  rows?: number
  /** Asked only while the specialty is 'Other'. */
  onlyIfOther?: true
}

type Written = 'line' | 'text' | 'prose'
type Chosen = 'choice' | 'choices'

export type Field = {
  /** Of `jobs`; without one the column is worked out from several fields. */
  column?: string | undefined
  /** A line about this term in the column `terms`, or about all that concerns visas. */
  term?: TermField
  /** A line; a text of paragraphs as typed; prose, which loses pasted markup; one or several of a list; yes or no. */
  kind:
    | Written
    | Chosen
    | 'flag'
    | 'money'
    | 'date'
    | 'places'
    | 'specialty'
    | 'state'
    | 'location'
    | 'email'
    | 'link'
    | 'picture'
  label: string
  limit?: number
  tooLong?: string
  /** What the form says where a required one is empty. */
  missing?: string
  options?: readonly Option[]
  /** The list's kind, for 'Please choose … from the list'. */
  chosen?: string
  /** The list's first entry, which has no value; default 'Choose one'. */
  unchosen?: string
  input?: {
    type?: 'email' | 'date'
    inputMode?: 'decimal' | 'email' | 'numeric' | 'url'
    autoComplete?: string
    spellCheck?: false
  }
  /** The public answer carries this text as it is stored. */
  isPublicText?: true
  /** It is one of the facts about the practice and its terms. */
  fact?: true
  /** What it adds to a posting's completeness, and by how much; fields of one name add once. */
  helps?: readonly [string, number]
  /** The column's name in a CSV file, and other headings that mean it, folded and parted by blanks. */
  csv?: { label?: string; required?: true; aliases: string }
} & { readonly [Form in FormName]?: Asked }

/** In the order of the signed-in forms; one specialty is called differently there. */
const accountSpecialties = specialtiesIn(
  'Internal Medicine, Family Medicine, Emergency Medicine, Cardiology, Dermatology, Neurology, Orthopedic Surgery',
  'Pediatrics, Psychiatry, Physical Medicine & Rehabilitation, Radiology, Radiation Oncology, Anesthesiology',
  'Oncology, Hematology/Oncology, Gastroenterology, Pulmonology, Endocrinology, Rheumatology, Nephrology',
  'Infectious Disease, Critical Care Medicine, Urology, Ophthalmology, Otolaryngology (ENT), Pathology',
  'General Surgery, Neurosurgery, Plastic Surgery, Vascular Surgery, Sports Medicine, Occupational Medicine',
  'Obstetrics & Gynecology',
).map((value) => ({ value, label: value === 'Otolaryngology (ENT)' ? 'ENT (Otolaryngology)' : value }))

const notInThePublicForm = new Set(
  specialtiesIn(
    'Critical Care Medicine, Hematology/Oncology, Occupational Medicine, Pain Medicine, Radiation Oncology',
    'Sports Medicine, Vascular Surgery',
  ),
)
const publicSpecialties = specialties.filter((specialty) => !notInThePublicForm.has(specialty))

const typeOptions = <T extends JobType>(...types: readonly T[]): readonly { value: T; label: string }[] =>
  types.map((value) => ({ value, label: employmentTypeLabels[value] }))
const states = stateCodes.map((value) => ({ value, label: stateName(value) }))
const visas = visaSupports.map((value) => ({ value, label: value === 'None' ? 'None' : visaLabels[value] }))

/** Refuses names that fields and their forms do not have, as an object literal would. */
type Known<T> = {
  readonly [Name in keyof T]: Name extends FormName
    ? T[Name] & { readonly [Other in Exclude<keyof T[Name], keyof Asked>]: never }
    : Name extends keyof Field
      ? T[Name]
      : never
}
type Rest = Partial<Omit<Field, 'kind' | 'label' | 'column'>>

const written =
  <const Kind extends Written>(kind: Kind) =>
  <const Column extends string | undefined, const More extends Rest>(
    column: Column,
    label: string,
    limit: number,
    more: More & Known<More>,
  ) => ({ kind, column, label, limit, ...more })
const line = written('line')
const text = written('text')
const prose = written('prose')

const chosenFrom =
  <const Kind extends Chosen>(kind: Kind) =>
  <const Column extends string, const More extends Rest>(
    column: Column,
    label: string,
    options: readonly Option[],
    chosen: string,
    more: More & Known<More>,
  ) => ({ kind, column, label, options, chosen, ...more })
const choice = chosenFrom('choice')
const choices = chosenFrom('choices')

const flag = <const Column extends string>(name: keyof typeof requirementFlags, column: Column) =>
  ({
    column,
    kind: 'flag',
    label: requirementFlags[name],
    public: { section: 'requirements', default: false },
    edit: { section: 'practice-and-terms' },
  }) as const

const term = <const Name extends TermField>(name: Name, label: string, hint: string, aliases: string) => {
  const asked = { section: 'contract-terms', hint, width: 'half' } as const
  const forms = { public: asked, account: asked, edit: asked }
  return { ...line(undefined, label, 200, { fact: true, csv: { aliases } }), ...forms, term: name }
}

const facility = { public: { section: 'facility-information', unmarked: true }, edit: { section: 'facility' } } as const
const facilityHalf = { public: { ...facility.public, width: 'half' }, edit: { ...facility.edit, width: 'half' } } as const
const durations = ['Full-time', 'Part-time', 'Locums', 'Other']
const pasted = 'Paragraphs and lists stay as you paste them.'
const whereToApply = 'Where physicians apply: a web address, or mailto: with an email address'
const furtherPlaces = 'If the job can be done at several places. City, State, or a state alone'
const closesThen = 'The posting closes at the end of that day, where the job is'
const link = { inputMode: 'url', spellCheck: false } as const

export const fields = {
  title: line('title', 'Job title', 200, {
    csv: { required: true, aliases: 'job position positiontitle postitle role opening vacancy' },
    public: { section: 'basic-information', required: true, hint: 'For example Family Physician, outpatient' },
    account: { section: 'position', required: true, hint: 'For example Cardiologist, noninvasive' },
    edit: { section: 'main', required: true },
  }),
  company: line('employer', 'Company', 200, {
    missing: 'Company name is required',
    tooLong: 'Company name is too long',
    input: { autoComplete: 'organization' },
    csv: { aliases: 'employer companyname employername organization hospital practice client clienthospital hospitalclient' },
    public: { section: 'basic-information', required: true, limit: 100, hint: 'Who employs the physician', width: 'half' },
    account: { section: 'employer', required: true, hint: 'Who employs the physician', width: 'half' },
    edit: { section: 'employer-and-application', required: true, hint: 'Who employs the physician', width: 'half' },
  }),
  organizationType: choice('organization_type', 'Organization type', organizationTypes, 'an organization type', {
    helps: ['Organization type', 1],
    csv: { aliases: 'orgtype facilitytype' },
    public: { section: 'basic-information', hint: 'The kind of employer', width: 'half' },
    account: { section: 'employer', required: true, hint: 'The kind of employer', width: 'half' },
    edit: { section: 'employer-and-application', hint: 'The kind of employer', width: 'half' },
  }),
  specialty: {
    column: 'specialty',
    kind: 'specialty',
    label: 'Specialty',
    csv: { required: true, aliases: 'specialities specialties speciality medicalspecialty discipline spec' },
    public: {
      section: 'basic-information',
      required: true,
      options: publicSpecialties,
      default: 'Family Medicine',
      width: 'left',
    },
    account: { section: 'position', required: true, options: accountSpecialties },
    edit: { section: 'main', required: true, options: accountSpecialties, width: 'half' },
  },
  specialtyOther: line('specialty_other', 'Which specialty', 100, {
    isPublicText: true,
    tooLong: 'Specialty is too long',
    public: { section: 'basic-information', onlyIfOther: true, width: 'half' },
    edit: { section: 'practice-and-terms', width: 'half' },
  }),
  subspecialty: line('subspecialty', 'Subspecialty', 100, {
    isPublicText: true,
    public: { section: 'basic-information', width: 'half' },
    edit: { section: 'practice-and-terms', width: 'half' },
  }),
  jobType: {
    column: 'employment_type',
    kind: 'choice',
    label: 'Job type',
    options: typeOptions(...jobTypes),
    csv: { required: true, aliases: 'type employmenttype employment positiontype emptype' },
    edit: {
      section: 'main',
      required: true,
      options: typeOptions('full-time', 'part-time', 'locums', 'contract', 'per-diem'),
      width: 'half',
    },
  },
  location: {
    kind: 'location',
    label: 'Location',
    limit: 200,
    csv: { label: 'Location (City, State)', aliases: 'location joblocation place citystate where' },
    edit: { section: 'main', required: true, hint: 'City, State', width: 'left' },
  },
  city: line('city', 'City', 100, {
    input: { autoComplete: 'address-level2' },
    csv: { aliases: 'town loccity locationcity jobcity' },
    public: { section: 'location-and-employment', required: true, width: 'half' },
    account: { section: 'position', required: true, width: 'half' },
  }),
  state: {
    column: 'state',
    kind: 'state',
    label: 'State',
    options: states,
    csv: { aliases: 'st province region locstate locationstate jobstate' },
    public: { section: 'location-and-employment', required: true, width: 'half' },
    account: { section: 'position', required: true, width: 'half' },
  },
  furtherLocations: {
    kind: 'places',
    label: 'Further places',
    csv: {
      label: 'Further places (separated by ;)',
      aliases: 'furtherlocations locations otherlocations additionallocations morelocations',
    },
    public: { section: 'location-and-employment', hint: furtherPlaces },
    account: { section: 'position', hint: furtherPlaces },
    edit: { section: 'main', hint: furtherPlaces },
  },
  employmentType: choice(
    'employment_type',
    'Employment type',
    typeOptions('full-time', 'part-time', 'locums', 'contract'),
    'an employment type',
    { public: { section: 'location-and-employment', required: true, default: 'full-time', width: 'half' } },
  ),
  duration: line('duration', 'Duration', 100, {
    chosen: 'a duration',
    public: { section: 'location-and-employment', required: true, options: durations, default: 'Full-time', width: 'half' },
    account: { section: 'terms', required: true, hint: 'For example full-time, locums, 6 months', width: 'half' },
    edit: { section: 'practice-and-terms', width: 'half' },
  }),
  payroll: choice('payroll', 'Payroll type', payrollTypes, 'a payroll type', {
    helps: ['Payroll type', 1],
    csv: { label: 'Payroll', aliases: 'payrolltype' },
    public: { section: 'location-and-employment', width: 'left' },
    account: { section: 'terms', required: true, hint: 'Employed, or as a contractor', width: 'half' },
    edit: { section: 'practice-and-terms', width: 'half' },
  }),
  compMin: {
    kind: 'money',
    label: 'Minimum compensation',
    input: { inputMode: 'decimal' },
    helps: ['Pay', 4],
    public: { section: 'location-and-employment', hint: 'In US dollars, such as 250,000', width: 'left' },
  },
  compMax: {
    kind: 'money',
    label: 'Maximum compensation',
    input: { inputMode: 'decimal' },
    helps: ['Pay', 4],
    public: { section: 'location-and-employment', hint: 'In US dollars, such as 300,000', width: 'half' },
  },
  compensation: line(undefined, 'Compensation', 500, {
    tooLong: 'Compensation description is too long',
    helps: ['Pay', 4],
    csv: {
      label: 'Pay',
      aliases: 'pay comp salary salaryrange payrange payrate rate wage annualsalary annualpay hourlyrate income',
    },
    account: { section: 'terms', hint: 'For example $280,000–$320,000 a year, or $150 an hour' },
  }),
  salaryMin: line(undefined, 'Minimum salary', 100, {
    helps: ['Pay', 4],
    csv: { aliases: 'minsalary salarymin minimumcompensation minimumpay compmin paymin minpay salaryfrom payfrom' },
    edit: { section: 'main', hint: 'In US dollars, such as 250,000', width: 'left' },
  }),
  salaryMax: line(undefined, 'Maximum salary', 100, {
    helps: ['Pay', 4],
    csv: { aliases: 'maxsalary salarymax maximumcompensation maximumpay compmax paymax maxpay salaryto payto' },
    edit: { section: 'main', hint: 'In US dollars, such as 300,000', width: 'half' },
  }),
  compNotes: text('comp_notes', 'Compensation notes', 1000, {
    isPublicText: true,
    tooLong: 'Compensation notes too long',
    public: { section: 'location-and-employment', hint: 'Bonus, RVUs, partnership track, loan repayment' },
    edit: { section: 'practice-and-terms', rows: 3 },
  }),
  description: prose('description', 'Description', 5000, {
    helps: ['A fuller description', 3],
    csv: { required: true, aliases: 'jobdescription details text jobsummary notes' },
    public: { section: 'job-description', required: true, hint: `The work, day to day. ${pasted}`, rows: 10 },
    account: { section: 'position', required: true, hint: `At least 20 characters. ${pasted}`, rows: 10 },
    edit: { section: 'main', required: true, hint: `At least 20 characters. ${pasted}`, rows: 12 },
  }),
  isActive: { kind: 'flag', label: 'Active', edit: { section: 'main', initial: true } },
  brief: text('brief', 'Brief summary', 300, {
    tooLong: 'Brief description is too long',
    helps: ['A brief summary', 1],
    public: { section: 'job-description', hint: 'A sentence or two that open the posting' },
    edit: { section: 'further-texts', hint: 'A sentence or two that open the posting', rows: 2 },
  }),
  briefDescription: text(undefined, 'Brief description', 300, {
    helps: ['A brief summary', 1],
    public: { section: 'job-description', rows: 3 },
  }),
  fullDescription: prose('original_description', 'Full description', 5000, {
    public: { section: 'job-description', hint: 'More about the work, the organization and the community' },
    edit: { section: 'further-texts' },
  }),
  jobDuties: prose('job_duties', 'Job duties', 5000, {
    isPublicText: true,
    tooLong: 'Job duties are too long',
    public: { section: 'job-description' },
    edit: { section: 'further-texts' },
  }),
  teamNotes: prose('team_notes', 'Team notes', 2000, {
    isPublicText: true,
    tooLong: 'Team notes are too long',
    public: { section: 'job-description', hint: 'Colleagues, support staff and coverage' },
    edit: { section: 'further-texts', rows: 3 },
  }),
  setting: choices('setting', 'Practice setting', practiceSettings, 'the practice settings', {
    fact: true,
    missing: 'At least one practice setting is required',
    helps: ['Practice setting', 2],
    csv: { label: 'Practice settings (separated by ;)', aliases: 'practicesetting settings practicesettings' },
    public: { section: 'practice-details', required: true, hint: 'Choose at least one' },
    edit: { section: 'practice-and-terms', unmarked: true },
  }),
  schedule: choices('schedule', 'Schedule', schedules, 'the schedules', {
    fact: true,
    missing: 'At least one schedule type is required',
    helps: ['Schedule', 2],
    csv: { label: 'Schedules (separated by ;)', aliases: 'schedules shift' },
    public: { section: 'practice-details', required: true, hint: 'Choose at least one' },
    edit: { section: 'practice-and-terms', unmarked: true },
  }),
  benefits: choices('benefits', 'Benefits', benefits, 'the benefits', {
    fact: true,
    helps: ['Benefits', 2],
    csv: { label: 'Benefits (separated by ;)', aliases: 'benefit perks' },
    public: { section: 'benefits-and-more' },
    edit: { section: 'practice-and-terms', unmarked: true },
  }),
  startDateText: line('start_date_text', 'Start date', 100, {
    fact: true,
    helps: ['Start date', 1],
    csv: { aliases: 'start startdate' },
    public: { section: 'benefits-and-more', hint: 'For example July 2027, or as soon as possible', width: 'half' },
    edit: { section: 'practice-and-terms', width: 'left' },
  }),
  hireWindow: line('hire_window', 'Hire window', 100, {
    isPublicText: true,
    fact: true,
    helps: ['Start date', 1],
    public: { section: 'benefits-and-more', hint: 'When you plan to decide', width: 'half' },
    edit: { section: 'practice-and-terms', width: 'half' },
  }),
  visaSupport: choice('visa_support', 'Visa support', visas, 'the visa support', {
    fact: true,
    unchosen: 'Not stated',
    helps: ['Visa support', 1],
    csv: { aliases: 'visa visasponsorship' },
    public: { section: 'benefits-and-more', width: 'left' },
    edit: { section: 'practice-and-terms', width: 'half' },
  }),
  call: term('call', 'Call', '1 in 6, from home, paid', 'callschedule oncall'),
  fte: term('fte', 'Hours', '0.8 FTE, 4 days a week', 'hours workweek'),
  payModel: term('payModel', 'Pay model', 'Base for 2 years, then $52 per wRVU', 'compensationmodel'),
  malpractice: term('malpractice', 'Malpractice and tail', 'Claims-made, tail paid', 'tail tailcoverage malpracticeinsurance'),
  nonCompete: term('nonCompete', 'Non-compete', '15 miles, 1 year, or none', 'restrictivecovenant'),
  loanRepayment: term('loanRepayment', 'Loan repayment', 'Up to $100,000', 'studentloans'),
  notice: term('notice', 'Notice period', '90 days', 'noticeperiod'),
  cme: term('cme', 'CME', '$5,000 and 5 days', 'cmeallowance'),
  timeOff: term('timeOff', 'Paid time off', '7 weeks', 'pto vacation'),
  patients: term('patients', 'Patients a day', '16–18', 'patientsperday volume census'),
  locums: term(
    'locums',
    'Locums assignment',
    'March through May 2027, 12-hour shifts, travel and lodging paid',
    'assignment locumsdates',
  ),
  visaDetails: term('visas', 'Visa details', 'Conrad 30, cap-exempt, H-1B transfers', 'visaterms'),
  ehr: choice('ehr', 'EHR system', ehrSystems, 'the EHR system', {
    fact: true,
    public: { section: 'practice-details', width: 'half' },
    edit: { section: 'practice-and-terms', width: 'half' },
  }),
  fellowshipRequired: flag('fellowshipRequired', 'fellowship_required'),
  subspecialtyRequired: flag('subspecialtyRequired', 'subspecialty_required'),
  stateLicenseRequired: flag('stateLicenseRequired', 'state_license_required'),
  boardRecertificationRequired: flag('boardRecertificationRequired', 'board_recertification_required'),
  medicallyUnderservedArea: flag('medicallyUnderservedArea', 'medically_underserved_area'),
  newGraduatesAcceptable: flag('newGraduatesAcceptable', 'new_graduates_acceptable'),
  facilityName: line('facility_name', 'Facility name', 100, {
    helps: ['Facility name', 1],
    csv: { aliases: 'facility site' },
    ...facility,
  }),
  facilityStreet: line('facility_street', 'Street', 200, {
    isPublicText: true,
    tooLong: 'Facility street is too long',
    input: { autoComplete: 'street-address' },
    ...facility,
  }),
  facilityCity: line('facility_city', 'Facility city', 100, facilityHalf),
  facilityState: line('facility_state', 'Facility state', 50, facilityHalf),
  facilityZip: line('facility_zip', 'ZIP code', 20, {
    tooLong: 'Facility ZIP code is too long',
    input: { autoComplete: 'postal-code', inputMode: 'numeric' },
    ...facilityHalf,
  }),
  facilityCountry: line('facility_country', 'Country', 50, {
    isPublicText: true,
    tooLong: 'Facility country is too long',
    input: { autoComplete: 'country-name' },
    ...facilityHalf,
  }),
  applyUrl: {
    column: 'apply_url',
    kind: 'link',
    label: 'Apply URL',
    input: link,
    helps: ['Apply link', 2],
    csv: {
      aliases: 'apply applylink applyhere applyat howtoapply application applicationurl applicationlink joburl url link website',
    },
    public: { section: 'application-and-contact', required: true, hint: whereToApply },
    account: { section: 'employer', required: true, hint: whereToApply },
    edit: { section: 'employer-and-application', unmarked: true, hint: whereToApply },
  },
  applyUntil: {
    column: 'apply_until',
    kind: 'date',
    label: 'Accept applications until',
    input: { type: 'date' },
    csv: { aliases: 'closingdate deadline applicationdeadline applyby closes closedate enddate expires expirationdate' },
    public: { section: 'application-and-contact', hint: closesThen, width: 'left' },
    account: { section: 'employer', hint: closesThen, width: 'left' },
    edit: { section: 'employer-and-application', hint: closesThen, width: 'left' },
  },
  contactEmail: {
    column: 'contact_email',
    kind: 'email',
    label: 'Contact email',
    input: { type: 'email', inputMode: 'email', autoComplete: 'email' },
    csv: { aliases: 'email contact emailaddress recruiteremail' },
    public: {
      section: 'application-and-contact',
      required: true,
      hint: 'For inquiries and the link to edit the posting. Never shown.',
      width: 'half',
    },
    account: { section: 'employer', hint: 'For inquiries. Never shown.' },
    edit: { section: 'employer-and-application', unmarked: true, hint: 'For inquiries. Never shown.', width: 'half' },
  },
  publicEmail: {
    column: 'public_email',
    isPublicText: true,
    kind: 'email',
    label: 'Public email',
    input: { type: 'email', inputMode: 'email' },
    helps: ['Public contact email', 1],
    csv: { aliases: 'shownemail' },
    public: { section: 'application-and-contact', hint: 'Shown on the posting', width: 'half' },
    edit: { section: 'employer-and-application', hint: 'Shown on the posting', width: 'half' },
  },
  logoUrl: {
    column: 'logo_url',
    isPublicText: true,
    kind: 'picture',
    label: 'Logo URL',
    input: link,
    public: { section: 'application-and-contact', hint: 'The web address of an image, such as https://example.com/logo.png' },
    edit: { section: 'employer-and-application', hint: 'The web address of an image, such as https://example.com/logo.png' },
  },
} as const satisfies Record<string, Field>

type Fields = typeof fields
export type FieldName = keyof Fields
/** The fields that a form asks for. */
export type FieldOf<F extends FormName> = { [N in FieldName]: Fields[N] extends Record<F, Asked> ? N : never }[FieldName]

export const fieldNames = Object.keys(fields) as FieldName[]
export const fieldOf = (name: FieldName): Field => fields[name]
export const askedBy = <F extends FormName>(form: F): FieldOf<F>[] =>
  fieldNames.filter((name) => form in fields[name]) as FieldOf<F>[]

export const labelOf = (name: string): string => (name in fields ? fields[name as FieldName].label : '')

export const valuesOf = (options: readonly Option[]): string[] =>
  options.map((option) => (typeof option === 'string' ? option : option.value))

type PublicText = { [N in FieldName]: Fields[N] extends { isPublicText: true } ? N : never }[FieldName]
/** Of a job as everybody may read it. */
export type PublicTexts = { [N in PublicText]: string | null }
export const publicTexts = fieldNames.filter((name): name is PublicText => fieldOf(name).isPublicText === true)

/** A form's sections, in order. */
export const formSections = {
  public: [
    { id: 'basic-information', title: 'Basic Information' },
    { id: 'location-and-employment', title: 'Location & Employment' },
    { id: 'job-description', title: 'Job Description' },
    { id: 'practice-details', title: 'Practice Details' },
    { id: 'benefits-and-more', title: 'Benefits & Additional Information' },
    { id: 'contract-terms', title: 'Terms (Optional)' },
    { id: 'requirements', title: 'Requirements (Optional)', lead: 'Check all that apply.' },
    {
      id: 'facility-information',
      title: 'Facility Information (Optional)',
      lead: 'Only if the work is done somewhere other than the company’s own place.',
    },
    { id: 'application-and-contact', title: 'Application & Contact' },
  ],
  account: [
    { id: 'position', title: 'The job' },
    { id: 'terms', title: 'Terms and pay' },
    { id: 'contract-terms', title: 'Contract terms' },
    { id: 'employer', title: 'Employer and application' },
  ],
  edit: [
    { id: 'main', title: 'The job' },
    { id: 'employer-and-application', title: 'Employer and application' },
    { id: 'practice-and-terms', title: 'Practice and terms' },
    { id: 'contract-terms', title: 'Contract terms' },
    { id: 'further-texts', title: 'Further texts' },
    { id: 'facility', title: 'Facility' },
  ],
} as const satisfies Record<FormName, readonly FormSection[]>

export type FormSection = { readonly id: string; readonly title: string; readonly lead?: string }

export const fieldsOfSection = (form: FormName, section: string): FieldName[] =>
  fieldNames.filter((name) => fieldOf(name)[form]?.section === section)

/** What a field holds in a form while it is filled in, and once it is read. */
export type FormValue<N extends FieldName> = Fields[N]['kind'] extends 'flag'
  ? boolean
  : Fields[N]['kind'] extends 'choices' | 'places'
    ? string[]
    : string
export type FieldValue<N extends FieldName> = Fields[N]['kind'] extends 'money'
  ? number | undefined
  : Fields[N]['kind'] extends 'specialty'
    ? Specialty
    : Fields[N]['kind'] extends 'state'
      ? StateCode
      : FormValue<N>

export type FormValues<F extends FormName> = {
  [N in FieldOf<F>]: FormValue<N>
}

/** A form with nothing in it but what it suggests. */
export const emptyForm = <F extends FormName>(form: F): FormValues<F> =>
  Object.fromEntries(askedBy(form).map((name) => [name, emptyValue(name, form)])) as FormValues<F>

export const isList = (kind: Field['kind']): boolean => kind === 'choices' || kind === 'places'

function emptyValue(name: FieldName, form: FormName): string | boolean | string[] {
  const { kind, [form]: asked } = fieldOf(name)
  return asked?.initial ?? asked?.default ?? (isList(kind) ? [] : kind === 'flag' ? false : '')
}
