import { expect, it } from 'vitest'
import type { JobType } from '#features/jobs/model.ts'
import { payPer, readRowPay } from './pay.ts'

const read = (
  text: string,
  more: {
    title?: string
    text?: string
    min?: number
    max?: number
    unit?: string
    type?: JobType
  } = {},
) => {
  const { title = 'Internist', text: description = '', type = 'not-stated', ...figures } = more
  const written = { ...(text && { text }), ...figures }
  return readRowPay({ written, title, text: description, specialty: 'Internal Medicine', type })
}

it.each([
  ['$350-$400k', {}, { min: 350_000, max: 400_000, unit: 'YEAR' }],
  ['$1,900/24h', {}, { min: 1900, max: 1900, unit: 'DAY' }],
  ['950–1,050 a day', {}, { min: 950, max: 1050, unit: 'DAY' }],
  [
    '$300K base plus RVU',
    {},
    { min: 300_000, max: 300_000, unit: 'YEAR', text: '$300K base plus RVU' },
  ],
  ['', { title: 'Internist – $300K' }, { min: 300_000, max: 300_000, unit: 'YEAR' }],
  [
    '',
    { min: 364_000, max: 395_200, unit: 'YEAR', text: 'Rate: $175-$190/hour.' },
    { min: 175, max: 190, unit: 'HOUR' },
  ],
  // A range names the other end of what a field has, and an explicit unit its unit.
  ['$310,000', { title: 'Internist $310K–$360K' }, { min: 310_000, max: 360_000, unit: 'YEAR' }],
  [
    '',
    { min: 290_000, unit: 'YEAR', text: 'We pay $290,000 - $320,000.' },
    { min: 290_000, max: 320_000, unit: 'YEAR' },
  ],
  ['$175', { text: 'Nights; $175 an hour.' }, { min: 175, max: 175, unit: 'HOUR' }],
  [
    '$480,000 a year',
    { text: 'Base $450,000 - $510,000.' },
    { min: 450_000, max: 510_000, unit: 'YEAR' },
  ],
  ['$900,000–$950,000 total over 3 years', {}, { text: '$900,000–$950,000 total over 3 years' }],
  // What is no pay
  ['Up to $150,000 in incentives', {}, {}],
  ['', { text: 'Call paid at $1,200 a day.' }, {}],
  // Thousands, and hours
  ['275-310', { type: 'full-time' }, { min: 275_000, max: 310_000, unit: 'YEAR' }],
  ['$180–$210', { type: 'locums' }, { min: 180, max: 210, unit: 'HOUR' }],
  [
    '',
    { min: 185, max: 215, unit: 'YEAR', type: 'per-diem' },
    { min: 185, max: 215, unit: 'HOUR' },
  ],
  ['$125 - $140', { type: 'part-time' }, { min: 125, max: 140, unit: 'HOUR' }],
  [
    '',
    { min: 225, max: 250, unit: 'YEAR', type: 'full-time' },
    { min: 225_000, max: 250_000, unit: 'YEAR' },
  ],
  ['', { min: 120, max: 140, unit: 'per-hour-wage' }, { min: 120, max: 140, unit: 'HOUR' }],
  ['$4,300/24', {}, { min: 4300, max: 4300, unit: 'DAY' }],
  [
    'Idaho: $230K – $260K · Elsewhere: $250K – $290K',
    {},
    { min: 230_000, max: 260_000, unit: 'YEAR', text: 'Idaho' },
  ],
] as const)('reads %j beside %j', (text, more, pay) => expect(read(text, more).pay).toEqual(pay))

it('takes a bonus for a benefit with its amount', () =>
  expect(read('Up to $60K signing')).toMatchObject({
    pay: {},
    fact: { state: 'not-stated' },
    notes: ['Sign-on bonus: up to $60,000'],
    benefits: ['Signing Bonus'],
  }))

it.each([
  ['$60', {}, 'pay-unit-unclear'],
  ['400-450', {}, 'pay-unit-unclear'],
  ['', { min: 400_000, max: 350_000, unit: 'YEAR' }, 'pay-conflict'],
  ['', { min: 2400, max: 2400, unit: 'YEAR' }, 'pay-implausible'],
] as const)('doubts %j beside %j', (text, more, reason) =>
  expect(read(text, more)).toMatchObject({ pay: {}, fact: { state: 'doubtful', reason } }),
)

it.each(['contract', 'temporary'] as const)('offers no salary in thousands for %s work', (type) =>
  expect(read('$180–$210', { type }).fact).toMatchObject({
    suggestion: { min: 180, max: 210, unit: 'HOUR' },
  }),
)

it.each([
  ['YEAR', 'full-time', { min: 275_000, max: 310_000, unit: 'YEAR' }],
  ['HOUR', 'part-time', { min: 275, max: 310, unit: 'HOUR' }],
  ['YEAR', 'part-time', undefined],
  ['YEAR', 'locums', undefined],
] as const)(
  'figures of three digits per %s for %s work, as a source’s answer says',
  (unit, type, pay) =>
    expect(payPer(unit, '275-310', { specialty: 'Internal Medicine', type })).toEqual(pay),
)
