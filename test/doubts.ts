import { sql } from 'kysely'
import type { FactName, Facts, FactValues } from '#features/imports/facts.ts'
import { importDataset } from '#features/imports/server/runs/import-dataset.ts'
import type { posting as item } from './fixtures/imports.ts'
import * as board from './moderation.ts'

/** Waiting imports with doubtful facts, and moderators' answers to them. */

type Doubts = Partial<{ [Name in FactName]: { words: string; suggestion?: FactValues[Name] } }>

const reasonOf = (fact: string) =>
  ({ place: 'unknown-city', pay: 'pay-implausible' })[fact] ?? `${fact}-unclear`

/** A waiting import with doubtful facts; its id. */
export async function waiting(source: string, doubts: Doubts): Promise<string> {
  const job = {
    channel: 'import',
    source,
    contact_email: null,
    posted_at: new Date('2026-11-01T00:00:00Z'),
  } as const
  const { id } = await board.posting('pending', {
    ...job,
    ...(doubts.pay && { comp_min: null, comp_max: null }),
  })
  const stated = { state: 'stated', words: 'x' } as const
  const facts = {
    place: stated,
    profession: stated,
    specialty: stated,
    pay: stated,
    type: stated,
    schedule: stated,
  }
  const doubtful = Object.entries(doubts).map(([fact, doubt]) => [
    fact,
    { state: 'doubtful', reason: reasonOf(fact), ...doubt },
  ])
  await sql`
    insert into job_facts (job_id, source, facts, doubtful)
    values (${id}, ${source}, ${JSON.stringify({ ...facts, ...Object.fromEntries(doubtful) } as Facts)}, ${Object.keys(doubts)})
  `.execute(board.app.db)
  return id
}

/** The queue has the oldest of those that say the same. */
export const doubtsOf = async (source: string, id: string) =>
  (await board.queue(`?source=${source}`)).items.find((item) => item.posting.id === id)?.doubts

export type Answer = { fact: FactName; value: unknown }
export const answer = (id: string, given: Answer, words: string, all = false) =>
  board.admin.post(`/api/admin/postings/${id}/fact-answers`, { answer: given, words, all })
export type Settled = { decisionId: string; answered: number; left: number }
/** An answer for all that say the same. */
export const settle = async (id: string, given: Answer, words: string) =>
  (await answer(id, given, words, true)).json<Settled>()

export const place = (city: string, state = 'CA'): Answer => ({
  fact: 'place',
  value: { city, state },
})

export const citiesOf = async (...ids: string[]) =>
  (await Promise.all(ids.map(board.stored))).map((job) => job.city)
export const plainImport = async (source: string) =>
  (await board.posting('pending', { channel: 'import', source })).id
export const take = (sourceName: string, ...items: ReturnType<typeof item>[]) =>
  importDataset(
    board.app.db,
    { items },
    { allowedHosts: [], sourceName, now: new Date('2026-11-21T12:00:00Z') },
  )
export const undone = async (decisionId: string) => (await board.undo(decisionId)).statusCode
