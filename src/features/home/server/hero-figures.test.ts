import { expect, test } from 'vitest'
import { site } from '#features/site/config.ts'
import { liveFigures } from './public.ts'

const values = (jobs: number, hospitals: number, medianPay: number | null) =>
  liveFigures({ jobs, hospitals, medianPay }).map((figure) => figure.value)

test.each([
  [0, 0, null, ['0', '0']],
  [87, 9, 284_600, ['87', '9', '$285K']],
  [2847, 99, 1_250_000, ['2,847', '99', '$1.3M']],
  [100_000, 1234, 285_400, ['100,000', '1,200+', '$285K']],
  [1_000_000, 1200, 299_500, ['1,000,000', '1,200', '$300K']],
])('%i jobs of %i hospitals: never more than there are', (jobs, employers, pay, expected) => {
  expect(values(jobs, employers, pay)).toEqual(expected)
})

test('live and fixed figures have the same labels', () => {
  const labels = liveFigures({ jobs: 1, hospitals: 1, medianPay: 1 }).map((figure) => figure.label)
  expect(labels).toEqual(['Active Jobs', 'Hospitals', 'Avg. Salary'])
  expect(site.heroFigures.map((figure) => figure.label)).toEqual(labels)
})
