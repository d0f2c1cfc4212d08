/** The columns that an uploaded table of postings may have. */

type CsvField = {
  name: string
  label: string
  required?: true
  /** Headings that mean the same, folded. */ aliases: readonly string[]
}

export const csvFields = [
  { name: 'title', label: 'Job title', required: true, aliases: ['job', 'position', 'positiontitle'] },
  { name: 'company', label: 'Company', aliases: ['employer', 'companyname', 'organization', 'hospital', 'client'] },
  { name: 'specialty', label: 'Specialty', required: true, aliases: ['medicalspecialty', 'discipline'] },
  { name: 'location', label: 'Location (City, State)', aliases: ['joblocation', 'place', 'citystate'] },
  { name: 'city', label: 'City', aliases: ['town'] },
  { name: 'state', label: 'State', aliases: ['province', 'region'] },
  { name: 'description', label: 'Description', required: true, aliases: ['jobdescription', 'details', 'text'] },
  { name: 'jobType', label: 'Job type', required: true, aliases: ['type', 'employmenttype', 'jobtype'] },
  {
    name: 'salaryMin',
    label: 'Minimum salary',
    aliases: ['minsalary', 'minimumcompensation', 'compmin', 'paymin', 'salaryfrom'],
  },
  { name: 'salaryMax', label: 'Maximum salary', aliases: ['maxsalary', 'maximumcompensation', 'compmax', 'paymax', 'salaryto'] },
  { name: 'applyUrl', label: 'Apply URL', aliases: ['applylink', 'applicationurl', 'url', 'link'] },
  { name: 'contactEmail', label: 'Contact email', aliases: ['email', 'contact'] },
  { name: 'publicEmail', label: 'Public email', aliases: ['shownemail'] },
  { name: 'organizationType', label: 'Organization type', aliases: ['orgtype', 'facilitytype'] },
  { name: 'payroll', label: 'Payroll', aliases: ['payrolltype'] },
  { name: 'visaSupport', label: 'Visa support', aliases: ['visa', 'visasponsorship'] },
  { name: 'setting', label: 'Practice settings (separated by ;)', aliases: ['practicesetting', 'settings', 'practicesettings'] },
  { name: 'schedule', label: 'Schedules (separated by ;)', aliases: ['schedules', 'shift'] },
  { name: 'benefits', label: 'Benefits (separated by ;)', aliases: ['benefit', 'perks'] },
  { name: 'startDateText', label: 'Start date', aliases: ['start', 'startdate'] },
  { name: 'facilityName', label: 'Facility name', aliases: ['facility', 'site'] },
] as const satisfies readonly CsvField[]

export type CsvFieldName = (typeof csvFields)[number]['name']
export const csvFieldNames: readonly CsvFieldName[] = csvFields.map((it) => it.name)

export const maxCsvCharacters = 1_000_000
/** As JSON, with room for escapes and letters that take several bytes. */
export const maxCsvBytes = 3_000_000
export const maxCsvRows = 500

/** The field that a heading means, if any: 'Job Title' and 'job_title' are one. */
export function csvFieldOf(heading: string): CsvFieldName | null {
  const folded = fold(heading)
  const field = csvFields.find(
    ({ name, label, aliases }: CsvField) => fold(name) === folded || fold(label) === folded || aliases.includes(folded),
  )
  return field?.name ?? null
}

const fold = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '')
