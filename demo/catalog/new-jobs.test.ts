import { expect, test } from 'vitest'
import { jobLimits } from '#features/jobs/model.ts'
import { generateJobs } from './generate.ts'

const options = { seed: 3, count: 1500, now: new Date('2026-03-02T15:00:00Z') }
const rows = [...generateJobs(options)]

test('the same seed gives the same rows', () => {
  expect([...generateJobs(options)]).toEqual(rows)
})

test('ids are unique, of version 7, and carry the time of posting', () => {
  expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length)
  for (const row of rows) {
    expect(row.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(Number.parseInt(row.id.replace('-', '').slice(0, 12), 16)).toBe(new Date(row.posted_at).getTime())
  }
})

test('all rows have the same columns', () => {
  const columns = Object.keys(rows[0] ?? {})
  for (const row of rows) expect(Object.keys(row)).toEqual(columns)
})

test('short texts are present and within their limits', () => {
  for (const row of rows) {
    expect(row.brief?.length).toBeGreaterThan(30)
    expect(row.brief?.length).toBeLessThanOrEqual(jobLimits.brief)
    expect(row.facility_name?.length ?? 0).toBeLessThanOrEqual(jobLimits.facilityName)
    expect(row.apply_url).toMatch(/^(https:\/\/|mailto:)/)
  }
})
