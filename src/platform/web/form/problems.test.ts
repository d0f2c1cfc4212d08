import { expect, test } from 'vitest'
import { ApiError } from '../api.ts'
import { fieldErrors, refusalOf } from './problems.ts'

test('errors become a list with the path of each field', () => {
  const errors = {
    email: { type: 'invalid_format', message: 'Please enter a valid email address' },
    items: [undefined, { name: { type: 'too_small', message: 'Name is required' } }],
    setting: { type: 'too_small', message: 'At least one practice setting is required' },
    unspoken: { type: 'custom' },
  }
  expect(fieldErrors(errors as never)).toEqual([
    { field: 'email', message: 'Please enter a valid email address' },
    { field: 'items.1.name', message: 'Name is required' },
    { field: 'setting', message: 'At least one practice setting is required' },
  ])
})

test('a field named type works like any other', () => {
  const errors = { type: { type: 'too_small', message: 'Type is required' } }
  expect(fieldErrors(errors as never)).toEqual([{ field: 'type', message: 'Type is required' }])
})

const failure = { title: 'Login failed' }
const envelope = {
  error: 'No.',
  code: 'UNAUTHENTICATED',
  requestId: '1',
  details: [{ field: 'email', message: 'Unknown' }],
}

test('the server’s message is shown, with its field errors', () => {
  expect(refusalOf(new ApiError(401, envelope), failure)).toEqual({
    message: 'No.',
    details: envelope.details,
  })
})

test('without one, the form’s fallback is shown', () => {
  expect(refusalOf(new ApiError(502, '<html>Bad Gateway</html>'), failure).message).toBe(
    'Login failed',
  )
  expect(
    refusalOf(new ApiError(502, null), { ...failure, fallback: 'Please try again.' }).message,
  ).toBe('Please try again.')
})

test('an unreachable server has its own message', () => {
  expect(refusalOf(new TypeError('Failed to fetch'), failure).message).toMatch(
    /check your connection/,
  )
  expect(
    refusalOf(new TypeError('Failed to fetch'), { ...failure, offline: 'Offline' }).message,
  ).toBe('Offline')
})
