import { expect, test } from 'vitest'
import { differences, typedStatements } from './row-types.ts'

const code = `
  type Named = { name: string; born: Date | null }
  const one = sql<Named & { count?: number }>\`select name, born from users where id = \${id}\`
  const two = sql<boolean>\`exists (select)\`
  const three = sql<FromElsewhere>\`select 1\`
`

test('raw statements with types of the same file are found', () => {
  const [named, ...others] = typedStatements('named.ts', code)
  expect(named).toMatchObject({
    place: 'named.ts:3',
    texts: ['select name, born from users where id =', ''],
  })
  expect(others).toEqual([])
})

test.each([
  [{ name: 'Ada', born: null }, []],
  [{ name: 'Ada', born: new Date(), count: 1, more: true }, []],
  [{ name: 'Ada', born: '1815-12-10' }, ['born is string']],
  [{ born: null, count: '1' }, ['name is missing', 'count is string']],
  [{ name: null, born: null }, ['name is null']],
])('a row is compared with its type: %o', (row, found) => {
  const [named] = typedStatements('named.ts', code)
  expect(differences(named?.columns ?? new Map(), row)).toEqual(found)
})
