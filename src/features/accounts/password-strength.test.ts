import { expect, test } from 'vitest'
import { passwordStrength } from './model.ts'

test.each([
  ['', undefined],
  ['abc', 'weak'],
  ['aaaaaaaaaaaa', 'weak'],
  ['password', 'weak'],
  ['Tr0ub4dor', 'fair'],
  ['correct horse battery', 'strong'],
  ['x7#Kp2!vQz9&', 'strong'],
] as const)('%j is %s', (password, strength) => expect(passwordStrength(password)).toBe(strength))
