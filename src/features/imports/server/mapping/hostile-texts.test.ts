import { describe, expect, onTestFinished, test } from 'vitest'
import { mapRows } from '../runs/map-rows.ts'
import { openMapThread } from '../runs/map-threads.ts'
import { mapItem } from './map-item.ts'
import { readRows } from '../reading/read-dataset.ts'
import { newSurvey } from './columns.ts'

/**
 * Text made to cost time: four times as much may cost four times the processor time, not sixteen
 * times.
 */

const now = new Date('2026-11-21T12:00:00Z')
const [length, factor] = [8_000, 4]
const linear = 2 * factor

/** Processor time of this thread in ms, and nothing below what can be told apart. */
async function cost(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return Math.max(8, (user + system) / 1000)
}

async function expectLinear(work: (length: number) => unknown, from: number): Promise<void> {
  const short = await cost(() => work(from))
  let long = await cost(() => work(factor * from))
  // The first run may have compiled, or collected garbage.
  if (long / short >= linear) long = Math.min(long, await cost(() => work(factor * from)))
  expect(long / short, `${short} ms, then ${long} ms`).toBeLessThan(linear)
}

const filled = (unit: string, size: number): string =>
  unit.repeat(Math.ceil(size / unit.length)).slice(0, size)
const job = {
  id: '1',
  title: 'Cardiologist',
  company: 'Larkfield Heart',
  location: 'Austin, TX',
  description: 'A physician.',
}

describe('a description of', () => {
  const markup = ['<a', '</', '<a b="', '<!--', '<li>', '&', '&lt;a', '&#1']
  const figures = [
    '$1-',
    '$1 to $',
    '$100 ',
    '$1,111,111 ',
    '$1/hr ',
    '1,',
    '1',
    '2026-',
    '78701-',
    '512-555-',
    '(1',
  ]
  const words = ['a', '_', 'a-', 'a.', 'a@', 'Aa', 'or ', 'and ', 'up to ', 'equal opportunity ']
  const spaces = [
    ' ',
    '\n',
    ' \n',
    '\n\n',
    '• ',
    '\n- ',
    'A\n',
    'A.\nB',
    '\u00a0',
    'Â',
    'â€',
    '\uFDFA',
    '\u0301',
    '😀',
  ]
  test.each([...markup, ...figures, ...words, ...spaces])('%j', async (unit) => {
    await expectLinear((size) => {
      mapItem({ ...job, description: `Our physician sees patients. ${filled(unit, size)}` }, now)
    }, length)
  })
})

const fields =
  'title company location salary url jobType specialty profession postedAt requirements benefits'.split(
    ' ',
  )
test.each(fields)('a field %s of letters', async (field) => {
  for (const unit of ['a', 'a ', '$1-'])
    await expectLinear((size) => void mapItem({ ...job, [field]: filled(unit, size) }, now), length)
})

const source = '<source><job><title>A</title><b>B</b></job><job><title>A</title><b>B</b></job>'
test.each<[string, (size: number) => string]>([
  ['elements within each other', (size) => source + filled('<a>', size)],
  ['elements within each other in a row', (size) => `${source}<job>${filled('<a>', size)}`],
  ['elements within each other before any row', (size) => filled('<a>', size)],
  ['ampersands', (size) => `${source}<job>${filled('&a', size)}`],
  ['an object that does not end', (size) => `{"a":"${filled('x', 10 * size)}`],
  ['lists within each other', (size) => filled('{"a":[', size)],
  ['columns of one name', (size) => `${filled('a,', size)}\nx\n`],
  ['an open quote', (size) => `a,b\n1,2\n"${filled('""', size)}`],
])('a dataset with %s', async (_, text) => {
  await expectLinear(async (size) => {
    const bytes = Buffer.from(text(size))
    const chunks = async function* () {
      for (let at = 0; at < bytes.length; at += 16_384) yield bytes.subarray(at, at + 16_384)
    }
    const rows = readRows(chunks())
    // Broken ones end with an error.
    while (!(await rows.next().catch(() => ({ done: true }))).done);
  }, 4 * length)
})

describe('a row that takes too long', () => {
  const rules = { now, mapping: undefined }
  const maxRowMs = 200
  /** Backtracks for years. */
  const hang = (): boolean => /^(?:a+)+$/.test(`${'a'.repeat(60)}b`)
  const clock = new Int32Array(new SharedArrayBuffer(4))
  /** As on a machine that does something else meanwhile. */
  const standStill = () => Atomics.wait(clock, 0, 0, 10_000)
  const slow = (times: number, stop: () => unknown = hang) => {
    let left = times
    return {
      item: {
        ...job,
        get title() {
          if (left-- > 0) stop()
          return 'Cardiologist'
        },
      },
    }
  }

  test('is skipped with a reason, and the others are mapped', async () => {
    const mapped = await mapRows(
      [{ item: job }, slow(Infinity), { item: job }],
      rules,
      newSurvey(),
      maxRowMs,
    )
    expect(mapped.map((row) => ('title' in row ? row.title : row))).toEqual([
      'Cardiologist',
      { skip: 'too-slow' },
      'Cardiologist',
    ])
  })

  test.each([
    ['once', slow(1)],
    ['again and again, because the machine stands still,', slow(4, standStill)],
  ])('%s is mapped', async (_, row) => {
    expect(await mapRows([row], rules, newSurvey(), maxRowMs)).toEqual([
      expect.objectContaining({ title: 'Cardiologist' }),
    ])
  })

  test('costs others nothing in a thread, which maps as this one does', async () => {
    const rows = [
      { item: job },
      { skip: 'not-an-object' as const },
      { item: { ...job, title: 'RN' } },
    ]
    const [survey, surveyHere] = [newSurvey(), newSurvey()]
    const thread = openMapThread(rules, survey)
    onTestFinished(async () => void (await thread.close()))
    expect(await thread.map(rows)).toEqual(await mapRows(rows, rules, surveyHere))
    expect(survey).toEqual(surveyHere)
  })
})
