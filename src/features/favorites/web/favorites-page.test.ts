import { expect, test } from 'vitest'
import type { JobSummary } from '#features/jobs/contract.ts'
import type { Favorite } from '../contract.ts'
import { parseOrder, sortedFavorites } from './favorites-page.tsx'

const dates: Record<string, string> = { Closed: '2026-12-01', Hourly: '2026-11-30' }

function favorite(title: string, job: Partial<JobSummary> | null): Favorite {
  const summary = {
    compMin: null,
    compMax: null,
    compUnit: 'YEAR',
    postedAt: '2026-11-01T00:00:00Z',
    title,
    ...job,
  }
  const saved = { title, employer: 'Somebody', city: 'Austin', state: 'TX' as const }
  const progress = {
    note: null,
    status: 'saved',
    nextStep: null,
    nextOn: dates[title] ?? null,
    version: 0,
  } as const
  return {
    jobId: title,
    savedAt: '2026-11-21T00:00:00Z',
    ...progress,
    job: job && (summary as JobSummary),
    saved,
  }
}

const favorites = [
  favorite('Closed', null),
  favorite('Yearly', { compMin: 250_000, compMax: 300_000, postedAt: '2026-11-03T00:00:00Z' }),
  favorite('Unstated', { postedAt: '2026-11-20T00:00:00Z' }),
  favorite('Hourly', { compMin: 200, compUnit: 'HOUR', postedAt: '2026-11-10T00:00:00Z' }),
]

test.each([
  ['saved', ['Closed', 'Yearly', 'Unstated', 'Hourly']],
  ['next', ['Hourly', 'Closed', 'Yearly', 'Unstated']],
  ['pay', ['Hourly', 'Yearly', 'Unstated', 'Closed']],
] as const)('by %s', (order, titles) => {
  expect(sortedFavorites(favorites, order).map((favorite) => favorite.jobId)).toEqual(titles)
})

test.each([undefined, '', 'toString', 'nothing'])('%o is no order of its own', (text) => {
  expect(parseOrder(text)).toBe('saved')
})
