import { beforeAll, describe, expect, it } from 'vitest'
import { databaseForFile } from '#test/database.ts'
import { realisticRows } from './realistic-rows.ts'
import { countLies, lyingRows } from './lying-rows.ts'
import { ratesOf, scoresOf, targets, verdictsOf } from './score.ts'
import type { Verdict } from './score.ts'

/** Rows that lie like the world: what is published of them is right, or it waits. `npm run bench -- --only imports` prints the table. */

const database = databaseForFile()
let verdicts: Verdict[]
let realistic: Verdict[]

beforeAll(async () => {
  verdicts = await verdictsOf(database.db, lyingRows(5000, 20_261_122))
  realistic = await verdictsOf(database.db, realisticRows)
}, 180_000)

it('lies in more than sixty ways', () => expect(countLies()).toBeGreaterThanOrEqual(60))

/** What is wrong, for people: the first few, with the lies that did it. */
const wrong = (fact: keyof Verdict['facts']): string[] =>
  verdicts.filter((it) => it.facts[fact] === 'wrong').map((it) => `${it.row.lies.join(' + ')}: ${it.shown[fact]}`)

describe('what is shown is right', () => {
  it.each(['place', 'pay', 'specialty', 'type'] as const)('%s', (fact) => {
    const score = scoresOf(verdicts).find((it) => it.fact === fact)
    expect(score?.accuracy, wrong(fact).slice(0, 10).join('\n')).toBeGreaterThanOrEqual(targets.shown[fact])
    expect((score?.missed ?? 0) / verdicts.length).toBeLessThan(0.01)
  })
})

it('publishes rows as ads are worded without a wrong fact, and holds those alone that leave something open', () => {
  const fateOf = ({ row, fate }: Verdict): string =>
    row.truth.seeks === 'physician' ? (row.mayWait && fate === 'waits' ? 'published' : fate) : fate
  const wrong = realistic.filter(
    (it) =>
      fateOf(it) !== (it.row.truth.seeks === 'physician' ? 'published' : 'skipped') ||
      Object.values(it.facts).some((fact) => fact !== 'right'),
  )
  expect(wrong.map((it) => [it.row.lies[0], it.fate, it.shown, it.doubts])).toEqual([])
})

it('publishes physicians’ jobs, and nobody else’s', () => {
  const rates = ratesOf(verdicts)
  expect(rates.othersPublished).toBeLessThanOrEqual(targets.othersPublished)
  expect(rates.physiciansSkipped).toBeLessThanOrEqual(targets.physiciansSkipped)
})

it('asks a moderator about few well-formed rows', () => {
  expect(ratesOf(verdicts).waiting).toBeLessThanOrEqual(targets.waiting)
})

it('leaves buttons, notices, copies and contact details out of the texts, and nothing else', () => {
  for (const { row, text } of verdicts.filter((it) => it.text !== null)) {
    const words = `${row.lies.join(' + ')}: ${text}`
    expect(text, words).not.toMatch(
      /Unsave job|Apply Now|We use cookies|Equal Opportunity|â€|&lt;|<p>|@example\.org|555[-) ]+\d{3}-\d{4}/,
    )
    for (const line of row.sentences) expect(text, words).toContain(line)
    if (row.sentences[0]) expect(text?.split(row.sentences[0]).length, words).toBe(2)
  }
})
