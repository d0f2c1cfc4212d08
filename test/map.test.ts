import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { currentMap } from '../scripts/map.ts'

test('docs/map.md is current', async () => {
  expect(await readFile('docs/map.md', 'utf8'), 'run `npm run map`').toBe(await currentMap())
})
