import { expect, it } from 'vitest'
import { readRowPay } from './pay.ts'

const read = (text: string, more: { title?: string; text?: string; min?: number; max?: number; unit?: string } = {}) => {
  const { title = 'Internist', text: description = '', ...figures } = more
  return readRowPay({
    written: { ...(text && { text }), ...figures },
    title,
    text: description,
    specialty: 'Internal Medicine',
    type: 'not-stated',
  })
}

it.each([
  ['$350-$400k', {}, { min: 350_000, max: 400_000, unit: 'YEAR' }],
  ['$1,900/24h', {}, { min: 1900, max: 1900, unit: 'DAY' }],
  ['950–1,050 a day', {}, { min: 950, max: 1050, unit: 'DAY' }],
  ['$300K base plus RVU', {}, { min: 300_000, max: 300_000, unit: 'YEAR', text: '$300K base plus RVU' }],
  ['', { title: 'Internist – $300K' }, { min: 300_000, max: 300_000, unit: 'YEAR' }],
  ['', { min: 364_000, max: 395_200, unit: 'YEAR', text: 'Rate: $175-$190/hour.' }, { min: 175, max: 190, unit: 'HOUR' }],
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
