import { expect, test } from 'vitest'
import { emptyForm } from '#features/jobs/forms.ts'
import { payTransparencyHint } from './components/field-help.tsx'
import { completenessOf } from './components/form-frame.tsx'

const today = new Date('2026-11-21')

test('a hint names the law’s scope once it is in force', () => {
  expect(payTransparencyHint('CA', today)).toBe(
    'Employers with 15 or more employees must state a pay range in job postings for California (since January 1, 2023).',
  )
  expect(payTransparencyHint('CO', today)).toBe(
    'Employers must state a pay range in job postings for Colorado (since January 1, 2021).',
  )
  expect(payTransparencyHint('ME', today)).toContain('(since July 13, 2026)')
  expect(payTransparencyHint('TX', today)).toBeUndefined()
})

test('a law that is not yet in force shows its date', () => {
  expect(payTransparencyHint('DE', today)).toBe(
    'Employers with 26 or more employees will have to state a pay range in job postings for Delaware (from September 26, 2027 on).',
  )
  expect(payTransparencyHint('DE', new Date('2027-09-26'))).toContain('must state a pay range')
})

test('the meter counts the form’s own fields, and names the most useful missing ones first', () => {
  const { percent, missing } = completenessOf(emptyForm('public'))
  expect(percent).toBeLessThan(20)
  expect(missing[0]).toEqual({ label: 'Pay', field: 'compMin' })
  expect(missing.map((it) => it.label)).toContain('Visa support')
  expect(completenessOf(emptyForm('account')).missing.map((it) => it.label)).not.toContain('Benefits')
})

test('a complete form reaches 100 percent, and pay as text counts', () => {
  const full = Object.fromEntries(Object.entries(emptyForm('account')).map(([field]) => [field, 'said']))
  expect(completenessOf({ ...full, description: 'x'.repeat(400) })).toEqual({ percent: 100, missing: [] })
  expect(completenessOf({ ...full, description: 'short' }).missing).toEqual([
    { label: 'A fuller description', field: 'description' },
  ])
})
