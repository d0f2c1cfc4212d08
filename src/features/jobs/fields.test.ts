import { expect, test } from 'vitest'
import { fields } from './fields.ts'

test('the signed-in forms offer specialties of the list, each once', () => {
  const values = fields.specialty.account.options.map(({ value }) => value)
  expect(values).not.toContain('Other')
  expect(new Set(values).size).toBe(33)
})
