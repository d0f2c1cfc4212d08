import { describe, expect, it, test } from 'vitest'
import { scoreTerms, shareFound, shareRight } from '#bench/terms/measure.ts'
import * as tables from '#vocabulary/contract-rules.ts'
import { patternsOf, type Rules } from '#vocabulary/table.ts'
import { meaningsIn, readLine, readTerms } from './read-contract.ts'
import { sentencesOf } from './sentences.ts'
import { questionsAbout, statedTerms, termText, type ContractTerm } from './terms.ts'
import type { Term, TermName, Terms } from './terms-schema.ts'

const read = (text: string, isLocums = false) => readTerms({ texts: [text], isLocums })
const entriesOf = (terms: Terms) => Object.entries(terms) as [TermName, Term][]
const shown = (text: string, isLocums = false) =>
  Object.fromEntries(
    entriesOf(read(text, isLocums)).map(([name, it]) => [name, termText(name, it)]),
  )

const textsOf = (list = ''): string[] => (list === '' ? [] : list.split(' | '))

describe.each(Object.entries<Rules>(tables))('%s', (name, table) => {
  const isVisa = table === tables.visaDetails
  it.each(table.list.filter((rule) => !isVisa || rule.means !== 'other'))(
    '$means = $pattern',
    (rule) => {
      const { means, examples, counterExamples } = rule
      const isFound = (text: string) =>
        sentencesOf(text).some((sentence) =>
          patternsOf(rule).some((pattern) => pattern.test(sentence.text)),
        )
      const says = (text: string) => {
        if (isVisa) return means in read(text)
        const found = sentencesOf(text).flatMap((sentence) =>
          meaningsIn(name as ContractTerm, sentence.text),
        )
        return means === 'other' ? isFound(text) : found.some((meaning) => meaning.means === means)
      }
      expect(textsOf(examples).filter((text) => !says(text))).toEqual([])
      expect(textsOf(counterExamples).filter(says)).toEqual([])
      // A rule is not read by others alone.
      expect(textsOf(examples).some(isFound)).toBe(true)
    },
  )
})

test('all terms of one text, with the words that say each', () => {
  const text =
    'Call is 1:6 from home. You work 0.8 FTE, four days a week, from July 2027. Base salary guaranteed for two years, then $52/wRVU over 4,800. ' +
    'Partnership after two years. Claims-made malpractice, tail paid. A 15-mile non-compete for one year. Loan repayment up to $200K. ' +
    '90 days’ notice. CME of $5,000 and 5 days. Seven weeks of PTO. 16–18 patients a day.'
  expect(shown(`${text} Start date: July 2027.`)).toEqual({
    call: '1 in 6, from home',
    fte: '0.8 FTE, 4 days a week',
    start: 'July 2027',
    payModel:
      'Base salary, 2-year guarantee, $52 a wRVU, over 4,800 wRVUs, partnership after 2 years',
    malpractice: 'Claims-made, tail paid',
    nonCompete: '15 miles, 1 year',
    loanRepayment: '$200,000',
    notice: '90 days',
    cme: '$5,000, 5 days',
    timeOff: '7 weeks',
    patients: '16–18',
  })
  expect(read(text).call?.words).toBe('Call is 1:6 from home.')
})

test.each([
  ['Call 1 in 500.', {}],
  ['Productivity pays $58.50 per wRVU.', { payModel: '$58.50 a wRVU' }],
  ['A non-compete of 3,000 miles.', {}],
  ['Call is 1:4. You take call 1:6.', {}],
  ['No call. Call is 1:4.', {}],
  ['Weekday call is 1:6. Weekend call is 1:4.', { call: '1 in 4' }],
  ['0.8–0.6 FTE', {}],
  ['Competitive pay in a friendly town.', {}],
  ['Tail not covered. Tail paid.', {}],
  ['Seven on, seven off.', {}],
])('%s: what is absurd, contradictory or not said is not stated', (text, terms) => {
  expect(shown(text)).toEqual(terms)
})

test('travel and lodging are terms of locum work alone', () => {
  const text =
    'Dates: March 3 - May 31, 2027. 12-hour shifts. Travel and lodging paid, rental car included.'
  expect(shown(text, true)).toEqual({
    locums: 'March 3 - May 31, 2027, 12-hour shifts, travel paid, lodging paid, rental car',
  })
  expect(shown(text)).toEqual({})
})

test('each clause about visas says yes or no for itself', () => {
  const terms = read(
    'No H-1B transfers, but Conrad 30 waivers. Cap-exempt H-1B. We are not cap-exempt.',
  )
  expect(entriesOf(terms).map(([name, { is }]) => `${name} ${is}`)).toEqual([
    'transfer no',
    'conrad yes',
  ])
})

test('a line of the form is read like a text that names the term', () => {
  expect(readLine('call', '1 in 8, home, paid')).toEqual({
    is: 'yes',
    oneIn: 8,
    where: 'home',
    paid: 'yes',
    words: '1 in 8, home, paid',
    by: 'poster',
  })
  expect(readLine('nonCompete', 'None')).toMatchObject({ is: 'no' })
  expect(readLine('timeOff', 'not stated')).toMatchObject({ is: 'unstated' })
  expect(readLine('call', '1 in 500')).toBeUndefined()
})

test('the sheet counts an assignment’s terms for locum work only, and asks for what is missing', () => {
  const job = { title: 'Physician', type: 'full-time', terms: read('Call is 1:4.') }
  expect(statedTerms(job).stated).toEqual(['call'])
  expect(statedTerms(job).missing).toHaveLength(10)
  expect(statedTerms({ ...job, type: 'locums' }).missing).toHaveLength(11)
  expect(questionsAbout({ ...job, type: 'locums' }).length).toBeLessThan(1000)
})

test('a hostile text of a hundred thousand characters takes no second of the processor', () => {
  for (const piece of [
    'call 1 ',
    '$1,',
    'non-compete 1 year ',
    'tail ',
    '1 day ',
    'rvu over ',
    'a-',
    'start ',
  ]) {
    const before = process.threadCpuUsage()
    read(piece.repeat(100_000 / piece.length), true)
    expect(process.threadCpuUsage(before).user, piece).toBeLessThan(1_000_000)
  }
})

it('reads the terms of descriptions as their labels say', () => {
  const { all, faults } = scoreTerms()
  expect(shareRight(all), faults.join('\n')).toBeGreaterThanOrEqual(0.98)
  expect(shareFound(all), faults.join('\n')).toBeGreaterThanOrEqual(0.85)
})
