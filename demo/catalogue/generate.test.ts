import { describe, expect, test } from 'vitest'
import { generateItems, generateRows } from './generate.ts'
import { traps } from './traps.ts'

const options = { seed: 1, count: 2400, now: new Date('2026-03-02T15:00:00Z') }
const lines = (seed: number, count: number) => [...generateItems({ ...options, seed, count })].map((item) => JSON.stringify(item))

describe('the same seed', () => {
  test('gives the same items, and another seed gives others', () => {
    expect(lines(7, 300)).toEqual(lines(7, 300))
    const others = new Set(lines(8, 300))
    expect(lines(7, 300).filter((line) => line.length > 20 && others.has(line))).toEqual([])
  })
})

describe('the demo data set', () => {
  const rows = [...generateRows(options)]
  const good = rows.filter((row) => !row.trap)

  test('holds at least 2,000 good jobs and about 8 % broken or repeated rows, of every kind', () => {
    expect(good.length).toBeGreaterThanOrEqual(2000)
    const share = 1 - good.length / rows.length
    expect(share).toBeGreaterThan(0.06)
    expect(share).toBeLessThan(0.1)
    expect(new Set(rows.flatMap((row) => row.trap ?? []))).toEqual(new Set(traps))
  })

  test('repeats earlier rows where it says so', () => {
    const repeated = rows.filter((row) => row.trap === 'sameUrl')
    for (const { item } of repeated) {
      expect(rows.filter((row) => JSON.stringify(row.item) === JSON.stringify(item)).length).toBeGreaterThan(1)
    }
  })

  test('uses all four shapes about equally', () => {
    const marks = ['scrapedAt', 'applyType', 'date_posted', 'descriptionText']
    const shares = marks.map(
      (mark) => good.filter(({ item }) => typeof item === 'object' && item !== null && mark in item).length / good.length,
    )
    expect(Math.min(...shares)).toBeGreaterThan(0.15)
  })

  test('was posted within the last 60 days, mostly recently', () => {
    const ages = good.map(({ job }) => (options.now.getTime() - job.postedAt.getTime()) / 86_400_000)
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...ages)).toBeLessThanOrEqual(61)
    expect(ages.filter((age) => age < 15).length / ages.length).toBeGreaterThan(0.5)
  })

  test('links and addresses lead nowhere real', () => {
    const text = good.map(({ item }) => JSON.stringify(item)).join('\n')
    const hosts = [...text.matchAll(/https?:\/\/([^/"?#]+)|@([a-z0-9.-]+)/g)].map((match) => match[1] ?? match[2] ?? '')
    expect(hosts.filter((host) => !/(^|\.)example\.(org|com)\.?$/.test(host))).toEqual([])
    expect([...text.matchAll(/\(\d{3}\) \d{3}-\d{4}/g)].filter(([number]) => !/555-01\d\d$/.test(number))).toEqual([])
  })
})
