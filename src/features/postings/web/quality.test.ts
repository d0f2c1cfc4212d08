import { expect, test } from 'vitest'
import { emptyForm } from '#features/jobs/fields.ts'
import { payTransparencyHint } from './components/field-help.tsx'
import { completenessOf } from './components/form-frame.tsx'

const today = new Date('2026-11-21')

const law = (state: string, when: string) =>
  `must state a pay range in job postings for ${state} (${when}).`
test.each<[state: Parameters<typeof payTransparencyHint>[0], day: Date, hint: string | undefined]>([
  [
    'CA',
    today,
    `Employers with 15 or more employees ${law('California', 'since January 1, 2023')}`,
  ],
  ['CO', today, `Employers ${law('Colorado', 'since January 1, 2021')}`],
  [
    'DE',
    today,
    `Employers with 26 or more employees will have to ${law('Delaware', 'from September 26, 2027 on').slice(5)}`,
  ],
  [
    'DE',
    new Date('2027-09-26'),
    `Employers with 26 or more employees ${law('Delaware', 'since September 26, 2027')}`,
  ],
  ['TX', today, undefined],
])('a hint names the scope and date of the law in %s on %s', (state, day, hint) => {
  expect(payTransparencyHint(state, day)).toBe(hint)
})

test('the meter counts the form’s own fields, and names the most useful missing ones first', () => {
  const { percent, missing } = completenessOf(emptyForm('public'))
  expect(percent).toBeLessThan(20)
  expect(missing[0]).toEqual({ label: 'Pay', field: 'compMin' })
  expect(missing.map((part) => part.label)).toContain('Visa support')
  expect(completenessOf(emptyForm('account')).missing.map((part) => part.label)).not.toContain(
    'Benefits',
  )
})

test('a complete form reaches 100 percent, and pay as text counts', () => {
  const full = Object.fromEntries(
    Object.entries(emptyForm('account')).map(([field]) => [field, 'said']),
  )
  expect(completenessOf({ ...full, description: 'x'.repeat(400) })).toEqual({
    percent: 100,
    missing: [],
  })
  expect(completenessOf({ ...full, description: 'short' }).missing).toEqual([
    { label: 'A fuller description', field: 'description' },
  ])
})
