import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeOn, scaleOf, widthOn } from './range-bar.tsx'

test('a scale is a little wider than its values, and has round ticks', () => {
  expect(scaleOf([212_500, 845_000])).toEqual({
    from: 200_000,
    to: 850_000,
    ticks: [200_000, 400_000, 600_000, 800_000],
  })
})

test('all values lie on their scale in order, with ticks between its ends', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: 1, maxLength: 20 }),
      (values) => {
        const scale = scaleOf(values)
        expect(scale.ticks.length).toBeGreaterThan(0)
        for (const it of [...values, ...scale.ticks]) {
          expect(it).toBeGreaterThanOrEqual(scale.from)
          expect(it).toBeLessThanOrEqual(scale.to)
        }
        const places = values
          .toSorted((one, other) => one - other)
          .map((value) => Number.parseFloat(placeOn(scale, value)))
        expect(places).toEqual(places.toSorted((one, other) => one - other))
      },
    ),
  )
})

test('values outside are drawn at the edge', () => {
  const scale = { from: 100, to: 200, ticks: [100, 200] }
  expect([50, 125, 300].map((value) => placeOn(scale, value))).toEqual(['0%', '25%', '100%'])
  expect(widthOn(scale, 50, 150)).toBe('50.00%')
})
