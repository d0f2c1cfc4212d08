import { describe, expect, it } from 'vitest'
import { moneyIn } from '#features/jobs/read-money.ts'
import { typesIn } from '#features/jobs/read-terms.ts'
import * as postings from '#vocabulary/posting-rules.ts'
import * as professions from '#vocabulary/professions.ts'
import { patternsOf } from '#vocabulary/rules.ts'
import type { Rules } from '#vocabulary/rules.ts'
import * as terms from '#vocabulary/term-rules.ts'
import { readDetails, ruledOut } from './details.ts'
import { distance } from './find-place.ts'
import { remoteWords, severalPlaces } from './place.ts'
import { administration, besides, certified, listTitles, otherField, readProfession, sought } from './profession.ts'
import { noSpecialty } from './specialty.ts'
import { notices, readText } from './text.ts'
import { locumsWork, otherLocums, readType, typeClauses } from './type.ts'

/** Whether a text is read as a rule says, by the reader that the rules are for. */
type IsRead = (text: string, means: string) => boolean

const sentence = (text: string) => readDetails({ title: 'Physician', employer: 'Larkfield', remote: false, text })
const ofEmployer = (employer: string) => readDetails({ title: 'Physician', employer, remote: false, text: '' })
const inText = (text: string) => readType({ fields: [], title: '', location: '', text }).type

const isOther: IsRead = (title) => readProfession({ title, description: 'You support our physicians, MD/DO.' }).seeks === 'other'
const isPhysician: IsRead = (title) => {
  const { seeks, fact } = readProfession({ title, description: 'Join us.' })
  return seeks === 'physician' && fact.state !== 'doubtful'
}

/** Every table; one without a reader of its own is asked itself. */
const tables: [name: string, table: Rules<string>, isRead?: IsRead][] = [
  ['other professions', professions.otherRoles, isOther],
  ['abbreviations of other professions', professions.otherAbbreviations, isOther],
  ['work for physicians', administration, isOther],
  ['names of physicians', professions.physicianNouns, isPhysician],
  ['words for physicians', professions.physicianWords, isPhysician],
  ['what a title says besides', besides, isPhysician],
  ['titles of lists', listTitles, (title) => readProfession({ title, description: '' }).seeks === 'none'],
  ['who is sought', sought],
  ['certificates', certified],
  ['profession fields', otherField],
  ['specialty fields', noSpecialty],
  ['settings', postings.settings, (text, means) => sentence(text).settings.some((it) => it === means)],
  ['schedules', postings.schedules, (text, means) => sentence(text).schedules.some((it) => it === means)],
  ['what is ruled out', ruledOut],
  ['benefits', postings.benefits, (text, means) => sentence(text).benefits.some((it) => it === means)],
  ['EHRs', postings.ehrs, (text, means) => sentence(text).ehr === means],
  ['organizations', postings.organizations, (employer, means) => ofEmployer(employer).organization === means],
  ['search firms', postings.searchFirms, (employer, means) => ofEmployer(employer).userType === means],
  ['requirements', postings.requirements, (text, means) => means in sentence(text).flags],
  ['visas', postings.visas, (text, means) => sentence(text).visa === means],
  ['whether visas are spoken of', postings.aboutVisas, (text) => sentence(text).visa !== undefined],
  ['payrolls', postings.payrolls, (text, means) => sentence(text).payroll === means],
  ['engagements', postings.engagements],
  ['remote titles', postings.remoteTitles, (title) => readDetails({ title, employer: '', remote: false, text: '' }).telehealth],
  ['partly remote titles', postings.partlyRemote],
  ['remote jobs', postings.remoteJobs, (text) => sentence(text).telehealth],
  ['job types', terms.jobTypes, (text, means) => typesIn(text)[0] === means],
  ['extra pay', terms.extraPay, (text, means) => moneyIn(text).some((it) => it.extra === means)],
  ['kinds of amounts', terms.amountKinds, (text, means) => moneyIn(text).some((it) => it.kind === means)],
  ['pay units', terms.payUnits, (text, means) => moneyIn(text).some((it) => it.unit === means)],
  ['words for pay', terms.payWords, (text) => moneyIn(text).some((it) => it.isCalledPay)],
  ['where a text says its type', typeClauses, (text) => inText(text) !== 'not-stated'],
  ['locum work', locumsWork, (text) => inText(text) === 'locums'],
  ['other locum work', otherLocums, (text) => inText(text) !== 'locums'],
  ['remote places', remoteWords],
  ['several places', severalPlaces],
  ['distances', distance],
  ['notices', notices, (text) => readText(`A physician.\n\n${text}`).text === 'A physician.'],
]

const textsOf = (list: string | undefined): string[] => list?.split(' | ') ?? []

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
