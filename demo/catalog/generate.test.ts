import { describe, expect, test } from 'vitest'
import { jobLimits } from '#features/jobs/model.ts'
import { formatNumber } from '#shared/numbers.ts'
import { names } from './data.ts'
import { generateItems, generateJobs, generateRows } from './generate.ts'
import { toPlain } from './descriptions.ts'
import { payInWords, payLimits } from './pay.ts'
import { traps } from './traps.ts'

const options = { seed: 1, count: 2400, now: new Date('2026-03-02T15:00:00Z') }
const rows = [...generateRows(options)]
const good = rows.filter((row) => !row.trap)
const jobs = good.map((row) => row.job)

test('the same seed gives the same items, and another seed gives others', () => {
  const lines = (seed: number) =>
    [...generateItems({ ...options, seed, count: 300 })].map((item) => JSON.stringify(item))
  expect(lines(7)).toEqual(lines(7))
  const others = new Set(lines(8))
  expect(lines(7).filter((line) => line.length > 20 && others.has(line))).toEqual([])
})

describe('the demo data set', () => {
  test('holds about 8 % broken or repeated rows, of every kind', () => {
    const share = 1 - good.length / rows.length
    expect(share).toBeGreaterThan(0.06)
    expect(share).toBeLessThan(0.1)
    expect(new Set(rows.flatMap((row) => row.trap ?? []))).toEqual(new Set(traps))
  })

  test('repeats earlier rows where it says so', () => {
    const times = Map.groupBy(rows, (row) => JSON.stringify(row.item))
    const repeated = rows.filter((row) => row.trap === 'sameUrl')
    expect(repeated.filter(({ item }) => times.get(JSON.stringify(item))?.length === 1)).toEqual([])
  })

  test('uses all four shapes about equally', () => {
    const marks = ['scrapedAt', 'applyType', 'date_posted', 'descriptionText']
    const shares = marks.map(
      (mark) =>
        good.filter(({ item }) => typeof item === 'object' && item !== null && mark in item)
          .length / good.length,
    )
    expect(Math.min(...shares)).toBeGreaterThan(0.15)
  })

  test('was posted within the last 60 days, mostly recently', () => {
    const ages = good.map(
      ({ job }) => (options.now.getTime() - job.postedAt.getTime()) / 86_400_000,
    )
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...ages)).toBeLessThanOrEqual(61)
    expect(ages.filter((age) => age < 15).length / ages.length).toBeGreaterThan(0.5)
  })

  test('links and addresses lead nowhere real', () => {
    const text = good.map(({ item }) => JSON.stringify(item)).join('\n')
    const hosts = [...text.matchAll(/https?:\/\/([^/"?#]+)|@([a-z0-9.-]+)/g)].map(
      (match) => match[1] ?? match[2] ?? '',
    )
    expect(hosts.filter((host) => !/(^|\.)example\.(org|com)\.?$/.test(host))).toEqual([])
    expect(
      [...text.matchAll(/\(\d{3}\) \d{3}-\d{4}/g)].filter(
        ([number]) => !/555-01\d\d$/.test(number),
      ),
    ).toEqual([])
  })
})

describe('pay', () => {
  test('lies within the range of its specialty', () => {
    for (const { profile, track, facts, terms } of jobs) {
      if (!terms.pay) continue
      const { unit, min, max } = terms.pay
      const [low, high] = payLimits(profile.specialty, unit, track.pay ?? 1)
      const partTime = unit === 'YEAR' && facts.type === 'part-time'
      expect(min ?? max).toBeGreaterThanOrEqual(low * (partTime ? 0.5 : 1))
      expect(max ?? min).toBeLessThanOrEqual(high * (partTime ? 0.7 : 1))
      expect(max ?? min).toBeGreaterThanOrEqual(min ?? 0)
    }
  })

  test('is missing in about a fifth of the jobs, and hourly or daily for locums', () => {
    const silent = jobs.filter(({ terms }) => !terms.pay && !terms.words).length / jobs.length
    expect(silent).toBeGreaterThan(0.15)
    expect(silent).toBeLessThan(0.25)
    const units = jobs.flatMap(({ facts, terms }) =>
      facts.type === 'locums' && terms.pay ? terms.pay.unit : [],
    )
    expect(new Set(units)).toEqual(new Set(['HOUR', 'DAY']))
  })
})

describe('employers', () => {
  test('none has the name of a real organization', () => {
    const found = jobs.flatMap(({ employer, agency }) =>
      agency ? [employer.name, agency.name] : [employer.name],
    )
    expect(
      found.filter((name) => names.realOrganizations.some((real) => name.includes(real))),
    ).toEqual([])
  })

  test('have several jobs each, all in one state', () => {
    const states = Map.groupBy(jobs, ({ employer }) => employer.name)
    expect(jobs.length / states.size).toBeGreaterThan(3)
    for (const own of states.values())
      expect(new Set(own.map(({ place }) => place.state)).size).toBe(1)
  })
})

describe('texts', () => {
  const descriptions = jobs.map(({ sections }) => toPlain(sections))
  const unsaid = (words: (job: (typeof jobs)[number]) => string | false | null) =>
    jobs.filter((job, index) => {
      const said = words(job)
      return said && !descriptions[index]?.includes(said)
    })

  test('have no open blanks and fit the limits of a job', () => {
    for (const [index, text] of descriptions.entries()) {
      expect(text).not.toMatch(/[{}]|undefined|null|NaN/)
      expect(jobs[index]?.title).not.toMatch(/[{}]|undefined/)
      expect(jobs[index]?.title.length).toBeLessThanOrEqual(jobLimits.title)
      expect(text.length).toBeLessThanOrEqual(jobLimits.description)
    }
  })

  test('have realistic lengths, are all different, and have no empty list', () => {
    const lengths = descriptions.map((text) => text.split(/\s+/).length)
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(100)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(480)
    expect(new Set(descriptions).size).toBe(descriptions.length)
    for (const { sections } of jobs)
      for (const { lines } of sections)
        expect(lines.filter((line) => line !== '').length).toBeGreaterThan(0)
  })

  test('mention the job’s visa, records and bonus', () => {
    expect(unsaid(({ facts }) => facts.visa === 'J1' && 'J-1')).toEqual([])
    expect(unsaid(({ facts }) => facts.visa === 'H1B' && 'H-1B')).toEqual([])
    expect(unsaid(({ facts, employer }) => facts.namesEhr && employer.ehr)).toEqual([])
    expect(
      unsaid(
        ({ facts }) =>
          facts.signingBonus !== null && `Signing bonus of $${formatNumber(facts.signingBonus)}`,
      ),
    ).toEqual([])
    expect(unsaid(({ terms }) => terms.pay && payInWords(terms.pay))).toEqual([])
  })

  test('match the schedule in the title', () => {
    const promising = jobs.filter(
      ({ title, facts }) => title.includes('7 on/14 off') && facts.type === 'full-time',
    )
    expect(promising.length).toBeGreaterThan(0)
    expect(promising.filter(({ sections }) => !toPlain(sections).includes('ourteen off'))).toEqual(
      [],
    )
  })
})

test('as complete rows, jobs have the same columns, short texts, and ids that carry the time of posting', () => {
  const made = () => [...generateJobs({ ...options, count: 1500 })]
  const complete = made()
  expect(made()).toEqual(complete)
  expect(new Set(complete.map((row) => row.id)).size).toBe(complete.length)
  for (const row of complete) {
    expect(Object.keys(row)).toEqual(Object.keys(complete[0] ?? {}))
    expect(row.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(Number.parseInt(row.id.replace('-', '').slice(0, 12), 16)).toBe(
      new Date(row.posted_at).getTime(),
    )
    expect(row.brief?.length).toBeGreaterThan(30)
    expect(row.brief?.length).toBeLessThanOrEqual(jobLimits.brief)
    expect(row.facility_name?.length ?? 0).toBeLessThanOrEqual(jobLimits.facilityName)
    expect(row.apply_url).toMatch(/^(https:\/\/|mailto:)/)
  }
})
