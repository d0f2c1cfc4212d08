import { describe, expect, test } from 'vitest'
import { nextRun } from './digests.ts'

const run = (frequency: 'daily' | 'weekly', timeZone: string, after: string) =>
  nextRun({ frequency, timeZone }, new Date(after)).toISOString()

/** Runs several times, each a moment after it was due. */
function runs(frequency: 'daily' | 'weekly', timeZone: string, from: string, times: number): string[] {
  const found: string[] = []
  for (let after = new Date(from); found.length < times;) {
    after = nextRun({ frequency, timeZone }, after)
    found.push(after.toISOString())
  }
  return found
}

describe('every day at seven', () => {
  test('is today before seven, and tomorrow from seven on', () => {
    expect(run('daily', 'America/New_York', '2026-07-01T10:59:59Z')).toBe('2026-07-01T11:00:00.000Z')
    expect(run('daily', 'America/New_York', '2026-07-01T11:00:00Z')).toBe('2026-07-02T11:00:00.000Z')
    // Nine in the evening in Hawaii is the next day in UTC.
    expect(run('daily', 'Pacific/Honolulu', '2026-07-02T07:00:00Z')).toBe('2026-07-02T17:00:00.000Z')
  })

  test('stays seven when New York puts its clocks forward, and back', () => {
    expect(runs('daily', 'America/New_York', '2026-03-06T13:00:00Z', 3)).toEqual([
      '2026-03-07T12:00:00.000Z',
      '2026-03-08T11:00:00.000Z',
      '2026-03-09T11:00:00.000Z',
    ])
    expect(runs('daily', 'America/New_York', '2026-10-30T12:00:00Z', 3)).toEqual([
      '2026-10-31T11:00:00.000Z',
      '2026-11-01T12:00:00.000Z',
      '2026-11-02T12:00:00.000Z',
    ])
  })

  test('comes once in the repeated hour of New York, and once in the skipped one', () => {
    for (const hour of ['05:30', '06:30'])
      expect(run('daily', 'America/New_York', `2026-11-01T${hour}:00Z`)).toBe('2026-11-01T12:00:00.000Z')
    expect(run('daily', 'America/New_York', '2026-03-08T06:59:59Z')).toBe('2026-03-08T11:00:00.000Z')
    expect(run('daily', 'America/New_York', '2026-03-08T07:00:00Z')).toBe('2026-03-08T11:00:00.000Z')
  })

  test('never moves in Arizona', () => {
    for (const day of ['2026-03-08', '2026-03-09', '2026-11-01', '2026-11-02'])
      expect(run('daily', 'America/Phoenix', `${day}T08:00:00Z`)).toBe(`${day}T14:00:00.000Z`)
  })
})

describe('every Monday at seven', () => {
  test.each([
    ['Sunday', '2026-11-22T20:00:00Z', '2026-11-23T13:00:00.000Z'],
    ['Monday before seven', '2026-11-23T12:59:00Z', '2026-11-23T13:00:00.000Z'],
    ['Monday at seven', '2026-11-23T13:00:00Z', '2026-11-30T13:00:00.000Z'],
    ['Tuesday', '2026-11-24T13:00:00Z', '2026-11-30T13:00:00.000Z'],
  ])('from %s on', (_day, after, next) => {
    expect(run('weekly', 'America/Chicago', after)).toBe(next)
  })

  test('is a calendar week later, even with a clock change in between', () => {
    expect(runs('weekly', 'America/Chicago', '2026-03-01T00:00:00Z', 2)).toEqual([
      '2026-03-02T13:00:00.000Z',
      '2026-03-09T12:00:00.000Z',
    ])
    expect(runs('weekly', 'America/Chicago', '2026-10-25T00:00:00Z', 2)).toEqual([
      '2026-10-26T12:00:00.000Z',
      '2026-11-02T13:00:00.000Z',
    ])
  })
})
