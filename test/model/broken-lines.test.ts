import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { breaks } from './broken-lines.ts'

test('each line to break stands once in its file', () => {
  const missing = breaks.filter(
    ({ file, text }) => readFileSync(file, 'utf8').split(text).length !== 2,
  )
  expect(missing.map(({ reopens }) => reopens)).toEqual([])
})
