import { expect, test } from 'vitest'
import { expiryText, salaryText } from './components/posting-view.tsx'

test.each([
  ['', '', 'Salary not specified'],
  ['250000', '300000', '$250,000–$300,000'],
  ['250000', '', '$250,000+'],
  ['', '300000', 'Up to $300,000'],
  ['250000', '250000', '$250,000'],
  ['150 an hour', '200 an hour', '$150–$200 an hour'],
  ['150 an hour', '', '$150+ an hour'],
  ['Competitive, with bonus', '', 'Competitive, with bonus'],
])('a salary of %j to %j reads %j', (salaryMin, salaryMax, text) => {
  expect(salaryText({ salaryMin, salaryMax })).toBe(text)
})

const now = Date.parse('2026-11-21T12:00:00Z')

test.each([
  ['2027-01-20T12:00:00Z', 'Expires in 60 days', false],
  ['2027-01-20T12:10:00Z', 'Expires in 60 days', false],
  ['2026-12-05T12:00:00Z', 'Expires in 14 days', true],
  ['2026-11-22T12:00:00Z', 'Expires in 1 day', true],
  ['2026-11-21T11:00:00Z', 'Expires today', true],
])('an end at %s reads %j', (expiresAt, text, isSoon) => {
  expect(expiryText({ status: 'active', expiresAt }, now)).toEqual({ text, isSoon })
})

test('a posting that is not active, or has no end, does not expire', () => {
  expect(expiryText({ status: 'inactive', expiresAt: '2026-12-05T12:00:00Z' }, now)).toBeUndefined()
  expect(expiryText({ status: 'active', expiresAt: null }, now)).toBeUndefined()
})
