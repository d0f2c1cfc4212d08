import { expect, test } from 'vitest'
import { displayName, initials } from './current-user.ts'

const nobody = { firstName: null, lastName: null, email: null }

test.each([
  [{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' }, 'Ada Lovelace', 'AL'],
  [{ ...nobody, firstName: 'Ada' }, 'Ada', 'A'],
  [{ ...nobody, email: 'zoe@example.com' }, 'zoe@example.com', 'Z'],
  [{ ...nobody, firstName: '', lastName: '' }, 'User', 'U'],
  [{ ...nobody, firstName: '𝒜da', lastName: 'ångström' }, '𝒜da ångström', '𝒜Å'],
  [nobody, 'User', 'U'],
])('%o is called %s, in short %s', (user, name, short) => {
  expect(displayName(user)).toBe(name)
  expect(initials(user)).toBe(short)
})
