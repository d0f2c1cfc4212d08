import { expect, test } from 'vitest'
import { parseComparedIds } from './tab-choices.ts'

const ids = Array.from({ length: 6 }, (_, index) => `01a1fcb2-d45d-78f3-89a3-a50cc17759c${index}`)

test('an address names up to four jobs, each once, and what is no id is none', () => {
  expect(parseComparedIds(ids.join(','))).toEqual(ids.slice(0, 4))
  expect(parseComparedIds(`${ids[0]},nonsense,,${ids[1]?.toUpperCase()},${ids[0]}`)).toEqual(
    ids.slice(0, 2),
  )
  expect(parseComparedIds('')).toEqual([])
  expect(parseComparedIds()).toEqual([])
})
