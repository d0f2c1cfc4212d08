import { expect, test } from 'vitest'
import { fieldErrors } from './problems.ts'

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
