import { expect, test } from 'vitest'
import { safeReturnTo } from './paths.ts'

const good =
  '/ /jobs?keyword=er&state=CA /jobs?keyword=a//b /jobs/018f#contact /employer/jobs/new?draft=1#x /jobs/a..b /account /authors /apis'

test.each([...good.split(' '), '/%2F%2Fevil.test'])('one may return to %s', (path) => {
  expect(safeReturnTo(path)).toBe(path)
})

const bad =
  'jobs https://evil.test/ //evil.test /a//b /..//evil.test /.//evil.test /%2e%2e//evil.test /jobs/../api/logout /\\evil.test ' +
  '\\\\evil.test /jobs\\..\\evil javascript:alert(1) /api/logout /api /auth?tab=sign-up /auth/reset'

test.each([undefined, null, '', ' /jobs', '/\t/evil.test', '/\n/evil.test', ...bad.split(' ')])(
  '%j leads Home',
  (value) => {
    expect(safeReturnTo(value)).toBe('/')
  },
)
