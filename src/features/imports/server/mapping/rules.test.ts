import { describe, expect, it } from 'vitest'
import {
  benefits,
  ehrSystems,
  employmentTypes,
  organizationTypes,
  payrollTypes,
  payUnits,
  practiceSettings,
  schedules,
  visaSupports,
} from '#features/jobs/model.ts'
import { extras, moneyIn } from '#features/jobs/read-money.ts'
import { typesIn } from '#features/jobs/read-terms.ts'
import * as offers from '#vocabulary/offer-rules.ts'
import * as postings from '#vocabulary/posting-rules.ts'
import * as places from '#vocabulary/place-rules.ts'
import * as physicians from '#vocabulary/physicians.ts'
import * as professions from '#vocabulary/professions.ts'
import { patternsOf, type Rules } from '#vocabulary/table.ts'
import { noSpecialty } from '#vocabulary/specialty-words.ts'
import { columnNames } from './columns.ts'
import { dayForms, pastForms, readDate } from './dates.ts'
import { readDetails } from '#features/jobs/read-details.ts'
import { readType } from './job-type.ts'
import { aroundPlaces, tidyPlace } from './place.ts'
import { readProfession } from './profession.ts'
import { readText } from './text.ts'

/** Whether a text is read as a rule says, by the reader that the rules are for. */
type IsRead = (text: string, means: string) => boolean

const sentence = (text: string) =>
  readDetails({ title: 'Physician', employer: 'Larkfield', remote: false, text })
/** 'fellowshipRequired' is `fellowship_required`. */
const columnOf = (flag: string): string =>
  flag.replaceAll(/[A-Z]/g, (match) => `_${match.toLowerCase()}`)
const ofEmployer = (employer: string) =>
  readDetails({ title: 'Physician', employer, remote: false, text: '' })
const inText = (text: string) =>
  readType({ fields: [], title: '', location: '', employer: '', text }).type

const isOther: IsRead = (title) =>
  readProfession({ title, description: 'You support our physicians, MD/DO.' }).seeks === 'other'
const isPhysician: IsRead = (title) => {
  const { seeks, fact } = readProfession({ title, description: 'Join us.' })
  return seeks === 'physician' && fact.state !== 'doubtful'
}

const isDate: IsRead = (text, day) =>
  readDate(text, new Date('2026-11-21T12:00:00Z'))?.toISOString().startsWith(day) ?? false

const isRules = (value: unknown): boolean =>
  value instanceof Object && 'list' in value && 'marked' in value
const modules = {
  ...physicians,
  ...professions,
  ...postings,
  ...offers,
  ...places,
  noSpecialty,
  aroundPlaces,
  columnNames,
}
const tables = Object.entries<unknown>({ ...modules, dayForms, pastForms }).filter(
  (entry): entry is [string, Rules] => isRules(entry[1]),
)

/** A table without a reader of its own is asked itself. */
const readers: Record<string, IsRead> = {
  otherRoles: isOther,
  otherAbbreviations: isOther,
  administration: isOther,
  physicianNouns: isPhysician,
  physicianWords: isPhysician,
  besides: isPhysician,
  neverPhysicians: isOther,
  physicianRoles: isPhysician,
  listTitles: (title) => readProfession({ title, description: '' }).seeks === 'none',
  settings: (text, means) => sentence(text).setting.some((word) => word === means),
  schedules: (text, means) => sentence(text).schedule.some((word) => word === means),
  benefits: (text, means) => sentence(text).benefits.some((benefit) => benefit === means),
  ehrs: (text, means) => sentence(text).ehr === means,
  organizations: (employer, means) => ofEmployer(employer).organization_type === means,
  searchFirms: (employer, means) => ofEmployer(employer).user_type === means,
  requirements: (text, means) =>
    Object.entries(sentence(text)).some(([name, it]) => it === true && name === columnOf(means)),
  visas: (text, means) => sentence(text).visa_support === means,
  aboutVisas: (text) => sentence(text).visa_support !== null,
  payrolls: (text, means) => sentence(text).payroll === means,
  remoteTitles: (title) => readDetails({ title, employer: '', remote: false, text: '' }).telehealth,
  remoteJobs: (text) => sentence(text).telehealth,
  jobTypes: (text, means) => typesIn(text)[0] === means,
  extraPay: (text, means) => moneyIn(text).some((amount) => amount.extra === means),
  amountKinds: (text, means) => moneyIn(text).some((amount) => amount.kind === means),
  payUnits: (text, means) => moneyIn(text).some((amount) => amount.unit === means),
  payWords: (text) => moneyIn(text).some((amount) => amount.isCalledPay),
  typeClauses: (text) => inText(text) !== 'not-stated',
  locumsWork: (text) => inText(text) === 'locums',
  otherLocums: (text) => inText(text) !== 'locums',
  aroundPlaces: (text) => tidyPlace(text) === 'Tulsa, OK',
  dayForms: isDate,
  pastForms: isDate,
  notices: (text) => readText(`A physician.\n\n${text}`).text === 'A physician.',
}

const textsOf = (list: string | undefined): string[] => list?.split(' | ') ?? []

it.each<[Rules, readonly string[]]>([
  [postings.settings, practiceSettings],
  [postings.schedules, schedules],
  [postings.ehrs, ehrSystems],
  [offers.benefits, benefits],
  [offers.organizations, organizationTypes],
  [offers.visas, visaSupports],
  [offers.payrolls, payrollTypes],
  [offers.engagements, payrollTypes],
  [offers.jobTypes, employmentTypes],
  [offers.payUnits, payUnits],
  [offers.extraPay, Object.keys(extras)],
])('jobs have the values of table %#', ({ list }, values) => {
  expect(list.map(({ means }) => means).filter((means) => !values.includes(means))).toEqual([])
})

describe.each(tables)('%s', (name, table) => {
  const isRead = readers[name] ?? ((text, means) => table.all(text).includes(means))
  it.each(table.list.map((rule) => [rule.means, rule] as const))('%s', (means, rule) => {
    const [examples, counterExamples] = [textsOf(rule.examples), textsOf(rule.counterExamples)]
    expect(examples.filter((text) => !isRead(text, means))).toEqual([])
    expect(counterExamples.filter((text) => isRead(text, means))).toEqual([])
    // A rule is not read by others alone.
    expect(
      examples.some((text) => patternsOf(rule).some((pattern) => pattern.test(text))),
      `an example of ${String(rule.pattern)}`,
    ).toBe(true)
  })
})
