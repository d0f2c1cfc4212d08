import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast } from '#platform/server/setting-values.ts'

/** The design's colors, each in the light and the dark theme. */
const styles = readFileSync('src/ui/theme.css', 'utf8')
const colors = new Map(
  [...styles.matchAll(/--color-([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name = '', ...themes]) => [name, themes],
  ),
)
const contrasts = (one: string, other: string): number[] =>
  [0, 1].map((theme) => contrast(colors.get(one)?.[theme] ?? '', colors.get(other)?.[theme] ?? ''))

const backgrounds = ['paper', 'surface', 'sunken', 'action-wash', 'pay-wash', 'danger-wash']

test.each(['ink', 'muted', 'action', 'action-hover', 'pay', 'danger'])(
  '%s can be read on every background',
  (color) => {
    for (const background of backgrounds)
      expect(Math.min(...contrasts(color, background)), background).toBeGreaterThan(4.5)
  },
)

test.each([
  ['on-action', ['action', 'action-hover'], 4.5],
  ['edge', backgrounds.slice(0, 3), 3],
])('%s can be seen on %s', (color, on, least) => {
  for (const background of on)
    expect(Math.min(...contrasts(color, background)), background).toBeGreaterThan(least)
})

/** So browser tests look at the light theme only. `edge` is no color of text. */
test('what can be read in the light theme can be read in the dark one', () => {
  const names = [...colors.keys()].filter((key) => key !== 'edge')
  const lost = names.flatMap((one) =>
    names.filter((other) => {
      const [light = 0, dark = 0] = contrasts(one, other)
      return light >= 4.5 && dark < 4.5
    }),
  )
  expect(names.length).toBeGreaterThan(12)
  expect(lost).toEqual([])
})

/** The rest of the palette is switched off, and no element has a color of its own. */
test('every color is one of the design’s', () => {
  expect(styles).toContain('--color-*: initial;')
})
