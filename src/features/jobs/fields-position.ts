import { choice, line, text, type Field } from './field.ts'
import {
  employmentTypeLabels,
  jobTypes,
  organizationTypes,
  payrollTypes,
  type JobType,
} from './model.ts'
import { specialties, specialtiesIn } from '#vocabulary/specialties.ts'
import { stateCodes, stateName } from '#shared/us-states.ts'

/** In the order of the signed-in forms; one specialty is called differently there. */
const accountSpecialties = specialtiesIn(
  'Internal Medicine, Family Medicine, Emergency Medicine, Cardiology, Dermatology, Neurology, Orthopedic Surgery',
  'Pediatrics, Psychiatry, Physical Medicine & Rehabilitation, Radiology, Radiation Oncology, Anesthesiology',
  'Oncology, Hematology/Oncology, Gastroenterology, Pulmonology, Endocrinology, Rheumatology, Nephrology',
  'Infectious Disease, Critical Care Medicine, Urology, Ophthalmology, Otolaryngology (ENT), Pathology',
  'General Surgery, Neurosurgery, Plastic Surgery, Vascular Surgery, Sports Medicine, Occupational Medicine',
  'Obstetrics & Gynecology',
).map((value) => ({
  value,
  label: value === 'Otolaryngology (ENT)' ? 'ENT (Otolaryngology)' : value,
}))

const notInThePublicForm = new Set(
  specialtiesIn(
    'Critical Care Medicine, Hematology/Oncology, Occupational Medicine, Pain Medicine, Radiation Oncology',
    'Sports Medicine, Vascular Surgery',
  ),
)
const publicSpecialties = specialties.filter((specialty) => !notInThePublicForm.has(specialty))

const typeOptions = <T extends JobType>(
  ...types: readonly T[]
): readonly { value: T; label: string }[] =>
  types.map((value) => ({ value, label: employmentTypeLabels[value] }))
const states = stateCodes.map((value) => ({ value, label: stateName(value) }))

const durations = ['Full-time', 'Part-time', 'Locums', 'Other']
const otherLocations = 'If the job can be done at several locations. City, State, or a state alone'

/** The job, its place and its pay. */
export const positionFields = {
  title: line('title', 'Job title', 200, {
    csv: { required: true, aliases: 'job position positiontitle postitle role opening vacancy' },
    public: {
      section: 'basic-information',
      required: true,
      hint: 'For example Family Physician, outpatient',
    },
    account: { section: 'position', required: true, hint: 'For example Cardiologist, noninvasive' },
    edit: { section: 'main', required: true },
  }),
  company: line('employer', 'Company', 200, {
    missing: 'Company name is required',
    tooLong: 'Company name is too long',
    input: { autoComplete: 'organization' },
    csv: {
      aliases:
        'employer companyname employername organization hospital practice client clienthospital hospitalclient',
    },
    public: {
      section: 'basic-information',
      required: true,
      limit: 100,
      width: 'half',
    },
    account: {
      section: 'employer',
      required: true,
      hint: 'Who employs the physician',
      width: 'half',
    },
    edit: {
      section: 'employer-and-application',
      required: true,
      hint: 'Who employs the physician',
      width: 'half',
    },
  }),
  organizationType: choice(
    'organization_type',
    'Employer type',
    organizationTypes,
    'an employer type',
    {
      helps: ['Employer type', 1],
      csv: { aliases: 'organizationtype orgtype facilitytype' },
      public: { section: 'basic-information', width: 'half' },
      account: { section: 'employer', required: true, width: 'half' },
      edit: { section: 'employer-and-application', width: 'half' },
    },
  ),
  specialty: {
    column: 'specialty',
    kind: 'specialty',
    label: 'Specialty',
    csv: {
      required: true,
      aliases:
        'specialities specialties speciality medicalspecialty discipline spec dept department',
    },
    public: {
      section: 'basic-information',
      required: true,
      options: publicSpecialties,
      default: 'Family Medicine',
      width: 'half',
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
    csv: {
      required: true,
      aliases: 'type employmenttype employment positiontype emptype ftestatus employmentstatus',
    },
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
    label: 'Other locations',
    csv: {
      label: 'Other locations (separated by ;)',
      aliases:
        'furtherlocations furtherplacesseparatedby locations otherlocations additionallocations morelocations',
    },
    public: { section: 'location-and-employment', hint: otherLocations },
    account: { section: 'position', hint: otherLocations },
    edit: { section: 'main', hint: otherLocations },
  },
  employmentType: choice(
    'employment_type',
    'Employment type',
    typeOptions('full-time', 'part-time', 'locums', 'contract'),
    'an employment type',
    {
      public: {
        section: 'location-and-employment',
        required: true,
        default: 'full-time',
        width: 'half',
      },
    },
  ),
  duration: line('duration', 'Duration', 100, {
    public: {
      section: 'location-and-employment',
      required: true,
      options: durations,
      default: 'Full-time',
      width: 'half',
    },
    account: {
      section: 'terms',
      required: true,
      hint: 'For example full-time, locums, 6 months',
      width: 'half',
    },
    edit: { section: 'practice-and-terms', width: 'half' },
  }),
  payroll: choice('payroll', 'Payroll type', payrollTypes, 'a payroll type', {
    helps: ['Payroll type', 1],
    csv: { label: 'Payroll', aliases: 'payrolltype' },
    public: { section: 'location-and-employment', width: 'left' },
    account: {
      section: 'terms',
      required: true,
      hint: 'Employed, or as a contractor',
      width: 'half',
    },
    edit: { section: 'practice-and-terms', width: 'half' },
  }),
  compMin: {
    kind: 'money',
    label: 'Minimum compensation',
    input: { inputMode: 'decimal' },
    helps: ['Pay', 4],
    public: {
      section: 'location-and-employment',
      hint: 'In US dollars, such as 250,000',
      width: 'left',
    },
  },
  compMax: {
    kind: 'money',
    label: 'Maximum compensation',
    input: { inputMode: 'decimal' },
    helps: ['Pay', 4],
    public: {
      section: 'location-and-employment',
      hint: 'In US dollars, such as 300,000',
      width: 'half',
    },
  },
  compensation: line(undefined, 'Compensation', 500, {
    tooLong: 'Compensation description is too long',
    helps: ['Pay', 4],
    csv: {
      label: 'Pay',
      aliases:
        'pay comp salary salaryrange payrange payrate rate wage annualsalary annualpay hourlyrate income',
    },
    account: { section: 'terms', hint: 'For example $280,000–$320,000 a year, or $150 an hour' },
  }),
  salaryMin: line(undefined, 'Minimum salary', 100, {
    helps: ['Pay', 4],
    csv: {
      aliases:
        'minsalary salarymin minimumcompensation minimumpay compmin paymin minpay salaryfrom payfrom',
    },
    edit: {
      section: 'main',
      hint: 'In US dollars, such as 250,000 or $150 an hour',
      width: 'left',
    },
  }),
  salaryMax: line(undefined, 'Maximum salary', 100, {
    helps: ['Pay', 4],
    csv: {
      aliases:
        'maxsalary salarymax maximumcompensation maximumpay compmax paymax maxpay salaryto payto',
    },
    edit: { section: 'main', hint: 'In US dollars, such as 300,000', width: 'half' },
  }),
  compNotes: text('comp_notes', 'Compensation notes', 1000, {
    isPublicText: true,
    tooLong: 'Compensation notes too long',
    public: {
      section: 'location-and-employment',
      hint: 'Bonus, RVUs, partnership track, loan repayment',
    },
    edit: { section: 'practice-and-terms', rows: 3 },
  }),
} as const satisfies Record<string, Field>
