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
import { distance, remoteWords, severalPlaces } from '#vocabulary/places.ts'
import * as seeking from '#vocabulary/profession-rules.ts'
import * as professions from '#vocabulary/professions.ts'
import { patternsOf } from '#vocabulary/rules.ts'
import type { Rules } from '#vocabulary/rules.ts'
import { noSpecialty } from '#vocabulary/specialty-words.ts'
import * as terms from '#vocabulary/term-rules.ts'
import { columnNames } from './columns.ts'
import { dayForms, pastForms, readDate } from './dates.ts'
import { readDetails, readType } from './details.ts'
import { aroundPlaces, tidyPlace } from './place.ts'
import { readProfession } from './profession.ts'
import { readText } from './text.ts'

/** Whether a text is read as a rule says, by the reader that the rules are for. */
type IsRead = (text: string, means: string) => boolean

const sentence = (text: string) => readDetails({ title: 'Physician', employer: 'Larkfield', remote: false, text })
/** 'fellowshipRequired' is `fellowship_required`. */
const columnOf = (flag: string): string => flag.replaceAll(/[A-Z]/g, (it) => `_${it.toLowerCase()}`)
const ofEmployer = (employer: string) => readDetails({ title: 'Physician', employer, remote: false, text: '' })
const inText = (text: string) => readType({ fields: [], title: '', location: '', employer: '', text }).type

const isOther: IsRead = (title) => readProfession({ title, description: 'You support our physicians, MD/DO.' }).seeks === 'other'
const isPhysician: IsRead = (title) => {
  const { seeks, fact } = readProfession({ title, description: 'Join us.' })
  return seeks === 'physician' && fact.state !== 'doubtful'
}

const isDate: IsRead = (text, day) => readDate(text, new Date('2026-11-21T12:00:00Z'))?.toISOString().startsWith(day) ?? false

/** Every table; one without a reader of its own is asked itself. */
const tables: [name: string, table: Rules, isRead?: IsRead][] = [
  ['other professions', professions.otherRoles, isOther],
  ['abbreviations of other professions', professions.otherAbbreviations, isOther],
  ['work for physicians', seeking.administration, isOther],
  ['names of physicians', seeking.physicianNouns, isPhysician],
  ['words for physicians', seeking.physicianWords, isPhysician],
  ['what a title says besides', seeking.besides, isPhysician],
  ['workplaces', seeking.workplaces],
  ['who never is a physician', seeking.neverPhysicians, isOther],
  ['physicians who do more', seeking.physicianRoles, isPhysician],
  ['what only physicians do', seeking.physicianWork],
  ['who leads training', seeking.ledByPhysicians],
  ['titles of lists', seeking.listTitles, (title) => readProfession({ title, description: '' }).seeks === 'none'],
  ['who is sought', seeking.sought],
  ['certificates', seeking.certified],
  ['fields of physicians', seeking.physicianFields],
  ['fields of others', seeking.otherFields],
  ['specialty fields', noSpecialty],
  ['settings', postings.settings, (text, means) => sentence(text).setting.some((it) => it === means)],
  ['schedules', postings.schedules, (text, means) => sentence(text).schedule.some((it) => it === means)],
  ['what is ruled out', postings.ruledOut],
  ['benefits', offers.benefits, (text, means) => sentence(text).benefits.some((it) => it === means)],
  ['EHRs', postings.ehrs, (text, means) => sentence(text).ehr === means],
  ['organizations', offers.organizations, (employer, means) => ofEmployer(employer).organization_type === means],
  ['search firms', offers.searchFirms, (employer, means) => ofEmployer(employer).user_type === means],
  [
    'requirements',
    offers.requirements,
    (text, means) => Object.entries(sentence(text)).some(([name, it]) => it === true && name === columnOf(means)),
  ],
  ['visas', offers.visas, (text, means) => sentence(text).visa_support === means],
  ['whether visas are spoken of', offers.aboutVisas, (text) => sentence(text).visa_support !== null],
  ['payrolls', offers.payrolls, (text, means) => sentence(text).payroll === means],
  ['engagements', offers.engagements],
  ['remote titles', postings.remoteTitles, (title) => readDetails({ title, employer: '', remote: false, text: '' }).telehealth],
  ['partly remote titles', postings.partlyRemote],
  ['remote jobs', postings.remoteJobs, (text) => sentence(text).telehealth],
  ['job types', terms.jobTypes, (text, means) => typesIn(text)[0] === means],
  ['extra pay', terms.extraPay, (text, means) => moneyIn(text).some((it) => it.extra === means)],
  ['kinds of amounts', terms.amountKinds, (text, means) => moneyIn(text).some((it) => it.kind === means)],
  ['pay units', terms.payUnits, (text, means) => moneyIn(text).some((it) => it.unit === means)],
  ['words for pay', terms.payWords, (text) => moneyIn(text).some((it) => it.isCalledPay)],
  ['where a text says its type', terms.typeClauses, (text) => inText(text) !== 'not-stated'],
  ['locum work', terms.locumsWork, (text) => inText(text) === 'locums'],
  ['other locum work', terms.otherLocums, (text) => inText(text) !== 'locums'],
  ['remote places', remoteWords],
  ['several places', severalPlaces],
  ['what stands around places', aroundPlaces, (text) => tidyPlace(text) === 'Tulsa, OK'],
  ['names of columns', columnNames],
  ['forms of days', dayForms, isDate],
  ['days that are past', pastForms, isDate],
  ['distances', distance],
  ['notices', postings.notices, (text) => readText(`A physician.\n\n${text}`).text === 'A physician.'],
]

const textsOf = (list: string | undefined): string[] => list?.split(' | ') ?? []

it.each<[name: string, table: Rules, values: readonly string[]]>([
  ['settings', postings.settings, practiceSettings],
  ['schedules', postings.schedules, schedules],
  ['EHRs', postings.ehrs, ehrSystems],
  ['benefits', offers.benefits, benefits],
  ['organizations', offers.organizations, organizationTypes],
  ['visas', offers.visas, visaSupports],
  ['payrolls', offers.payrolls, payrollTypes],
  ['engagements', offers.engagements, payrollTypes],
  ['job types', terms.jobTypes, employmentTypes],
  ['pay units', terms.payUnits, payUnits],
  ['extra pay', terms.extraPay, Object.keys(extras)],
])('%s are values that jobs have', (_, table, values) => {
  expect(table.list.map(({ means }) => means).filter((means) => !values.includes(means))).toEqual([])
})

describe.each(tables)('%s', (_, table, isRead = (text, means) => table.all(text).includes(means)) => {
  it.each(table.list.map((rule) => [rule.means, rule] as const))('%s', (means, rule) => {
    const [examples, counterExamples] = [textsOf(rule.examples), textsOf(rule.counterExamples)]
    expect(examples.filter((text) => !isRead(text, means))).toEqual([])
    expect(counterExamples.filter((text) => isRead(text, means))).toEqual([])
    // A rule is not read by others alone.
    expect(
      examples.some((text) => patternsOf(rule).some((it) => it.test(text))),
      `an example of ${String(rule.pattern)}`,
    ).toBe(true)
  })
})
