import { expect, test } from 'vitest'
import { ApiError } from '#platform/web/api.ts'
import { refusalOf } from './problems.ts'

const failure = { title: 'Login failed' }
const envelope = { error: 'No.', code: 'UNAUTHENTICATED', requestId: '1', details: [{ field: 'email', message: 'Unknown' }] }

test('the server’s message is shown, with its field errors', () => {
  expect(refusalOf(new ApiError(401, envelope), failure)).toEqual({ message: 'No.', details: envelope.details })
})

test('without one, the form’s fallback is shown', () => {
  expect(refusalOf(new ApiError(502, '<html>Bad Gateway</html>'), failure).message).toBe('Login failed')
  expect(refusalOf(new ApiError(502, null), { ...failure, fallback: 'Please try again.' }).message).toBe('Please try again.')
})

test('an unreachable server has its own message', () => {
  expect(refusalOf(new TypeError('Failed to fetch'), failure).message).toMatch(/check your connection/)
  expect(refusalOf(new TypeError('Failed to fetch'), { ...failure, offline: 'Offline' }).message).toBe('Offline')
})
