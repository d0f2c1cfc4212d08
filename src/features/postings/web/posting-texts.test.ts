import { expect, test } from 'vitest'
import { shownLocation } from '../model.ts'
import { expiryText } from './components/posting-view.tsx'

const now = Date.parse('2026-11-21T12:00:00Z')

test.each([
  ['2027-01-20T12:00:00Z', 'Expires in 60 days', false],
  ['2027-01-20T12:10:00Z', 'Expires in 60 days', false],
  ['2026-12-05T12:00:00Z', 'Expires in 14 days', true],
  ['2026-11-22T12:00:00Z', 'Expires in 1 day', true],
  ['2026-11-21T11:00:00Z', 'Expires today', true],
  [null, undefined, undefined],
])('an end at %s reads %j, unless the posting is closed', (expiresAt, text, isSoon) => {
  expect(expiryText({ status: 'active', expiresAt }, now)).toEqual(text && { text, isSoon })
  expect(expiryText({ status: 'inactive', expiresAt }, now)).toBeUndefined()
})

test('a place outside the states is only its city', () => {
  expect(['Remote, OTHER', 'Austin, TX'].map(shownLocation)).toEqual(['Remote', 'Austin, TX'])
})
