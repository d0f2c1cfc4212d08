import { expect, test } from 'vitest'
import { parseCityState, parseState } from './us-states.ts'

test.each([
  ['tx', 'TX'],
  [' Texas ', 'TX'],
  ['NEW  YORK', 'NY'],
  ['Washington, D.C.', 'DC'],
  ['D.C.', 'DC'],
  ['District of Columbia', 'DC'],
  ['Ontario', undefined],
])('the state of %j', (text, code) => {
  expect(parseState(text)).toBe(code)
})

test.each([
  ['Austin, Texas 78701', { city: 'Austin', state: 'TX' }],
  ['Austin TX', { city: 'Austin', state: 'TX' }],
  ['West Virginia', undefined],
  [', TX', undefined],
])('city and state of %j', (text, place) => {
  expect(parseCityState(text)).toEqual(place)
})
