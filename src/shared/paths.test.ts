import { expect, test } from 'vitest'
import { safeReturnTo } from './paths.ts'

test.each(['/', '/jobs?keyword=er&state=CA', '/jobs/018f#contact', '/account', '/authors', '/apis', '/%2F%2Fevil.test'])(
  'one may return to %s',
  (path) => {
    expect(safeReturnTo(path)).toBe(path)
  },
)

test.each([
  undefined,
  null,
  '',
  'jobs',
  'https://evil.test/',
  '//evil.test',
  '/a//b',
  '/..//evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/jobs\\..\\evil',
  ' /jobs',
  'javascript:alert(1)',
  '/api/logout',
  '/api',
  '/auth?tab=sign-up',
  '/auth/reset',
])('%j leads Home', (value) => {
  expect(safeReturnTo(value)).toBe('/')
})
