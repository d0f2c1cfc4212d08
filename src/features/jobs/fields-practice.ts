import { choice, choices, line, prose, text, type Field } from './field.ts'
import {
  benefits,
  ehrSystems,
  practiceSettings,
  requirementFlags,
  schedules,
  visaSupports,
} from './model.ts'
import type { TermField } from './terms-schema.ts'

const flag = <const Column extends string>(name: keyof typeof requirementFlags, column: Column) =>
  ({
    column,
    kind: 'flag',
    label: requirementFlags[name],
    public: { section: 'requirements', default: false },
    edit: { section: 'practice-and-terms' },
  }) as const

const term = <const Name extends TermField>(
  name: Name,
  label: string,
  hint: string,
  aliases: string,
) => {
  const form = { section: 'contract-terms', hint, width: 'half' } as const
  const forms = { public: form, account: form, edit: form }
  return { ...line(undefined, label, 200, { fact: true, csv: { aliases } }), ...forms, term: name }
}

const pasted = 'Paragraphs and lists stay as you paste them.'

/** The texts, the practice and the terms of the contract. */
export const practiceFields = {
  description: prose('description', 'Description', 5000, {
    helps: ['A fuller description', 3],
    csv: {
      required: true,
      aliases:
        'jobdescription positiondescription details jobdetails text jobsummary notes comments',
    },
    public: {
      section: 'job-description',
      required: true,
      hint: `The work, day to day. ${pasted}`,
      rows: 8,
    },
    account: {
      section: 'position',
      required: true,
      hint: `At least 20 characters. ${pasted}`,
      rows: 10,
    },
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
    public: {
      section: 'job-description',
      hint: 'More about the work, the organization and the community',
    },
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
    csv: {
      label: 'Practice settings (separated by ;)',
      aliases: 'practicesetting settings practicesettings',
    },
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
    public: {
      section: 'benefits-and-more',
      hint: 'For example July 2027, or as soon as possible',
      width: 'half',
    },
    edit: { section: 'practice-and-terms', width: 'left' },
  }),
  hireWindow: line('hire_window', 'Hire window', 100, {
    isPublicText: true,
    fact: true,
    helps: ['Start date', 1],
    public: { section: 'benefits-and-more', hint: 'When you plan to decide', width: 'half' },
    edit: { section: 'practice-and-terms', width: 'half' },
  }),
  visaSupport: choice('visa_support', 'Visa support', visaSupports, 'the visa support', {
    fact: true,
    unchosen: 'Not stated',
    helps: ['Visa support', 1],
    csv: { aliases: 'visa visasponsorship' },
    public: { section: 'benefits-and-more', width: 'left' },
    edit: { section: 'practice-and-terms', width: 'half' },
  }),
  call: term('call', 'Call', '1 in 6, from home, paid', 'callschedule oncall'),
  fte: term('fte', 'Hours', '0.8 FTE, 4 days a week', 'hours workweek'),
  payModel: term(
    'payModel',
    'Pay model',
    'Base for 2 years, then $52 per wRVU',
    'compensationmodel',
  ),
  malpractice: term(
    'malpractice',
    'Malpractice and tail',
    'Claims-made, tail paid',
    'tail tailcoverage malpracticeinsurance',
  ),
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
  boardRecertificationRequired: flag(
    'boardRecertificationRequired',
    'board_recertification_required',
  ),
  medicallyUnderservedArea: flag('medicallyUnderservedArea', 'medically_underserved_area'),
  newGraduatesAcceptable: flag('newGraduatesAcceptable', 'new_graduates_acceptable'),
} as const satisfies Record<string, Field>

const facility = {
  public: { section: 'facility-information', unmarked: true },
  edit: { section: 'facility' },
} as const
const facilityHalf = {
  public: { ...facility.public, width: 'half' },
  edit: { ...facility.edit, width: 'half' },
} as const
const whereToApply = 'A web address, or mailto: with an email address'
const ownNumber = 'Your number for this opening. A CSV file with that number updates the posting.'
const closesThen = 'The posting closes at the end of that day, where the job is'
const link = { inputMode: 'url', spellCheck: false } as const

/** The facility, how to apply, and whom to ask. */
export const applicationFields = {
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
      aliases:
        'apply applylink applyhere applyat howtoapply application applicationurl applicationlink joburl url link website',
    },
    public: {
      section: 'application-and-contact',
      required: true,
      hint: whereToApply,
      width: 'half',
    },
    account: { section: 'employer', required: true, hint: whereToApply },
    edit: { section: 'employer-and-application', unmarked: true, hint: whereToApply },
  },
  requisition: line('requisition', 'Requisition number', 60, {
    input: { spellCheck: false },
    csv: {
      aliases:
        'reference ref refno referenceid referencenumber requisition requisitionid req reqid reqno ' +
        'reqnumber atsid jobid jobnumber jobcode postingid id',
    },
    account: { section: 'employer', hint: ownNumber, width: 'half' },
    edit: { section: 'employer-and-application', hint: ownNumber, width: 'half' },
  }),
  applyUntil: {
    column: 'apply_until',
    kind: 'date',
    label: 'Accept applications until',
    input: { type: 'date' },
    csv: {
      aliases:
        'closingdate deadline applicationdeadline applyby closes closedate enddate expires expirationdate',
    },
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
    edit: {
      section: 'employer-and-application',
      unmarked: true,
      hint: 'For inquiries. Never shown.',
      width: 'half',
    },
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
    public: {
      section: 'application-and-contact',
      hint: 'The web address of an image, such as https://example.com/logo.png',
    },
    edit: {
      section: 'employer-and-application',
      hint: 'The web address of an image, such as https://example.com/logo.png',
    },
  },
} as const satisfies Record<string, Field>
