import { keysOf } from '#shared/keys.ts'
import { byModerator } from '#features/postings/server/public.ts'
import {
  answerKey,
  factLabels,
  factNames,
  factsOfFields,
  factText,
  type FactName,
  type Facts,
} from '#features/imports/facts.ts'
import * as imports from '#features/imports/server/public.ts'
import type { FactsRow } from '#features/imports/server/public.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
import { statusLabels } from '#features/postings/model.ts'
import * as postings from '#features/postings/server/public.ts'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { recordAudit } from '#platform/server/audit.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import type { Actor } from '#platform/server/http/access.ts'
import { enqueueTask, defineTask, type TaskContext } from '#platform/server/tasks/task.ts'
import type { BodyOf, ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import type { FactAnswer } from '#features/imports/schemas.ts'
import type { HistoryItem } from '../contract.ts'
import { notForPhysicians } from '../model.ts'
import * as queries from './queries.ts'
import type { AnswerDetail, DecisionRow, Moderation } from './queries.ts'

/** A moderator answers what the importer doubts. */

export const wordsOf = (facts: Facts, name: FactName): string => {
  const fact = facts[name]
  return 'words' in fact ? (fact.words ?? '') : ''
}

/** @throws {AppError} CONFLICT while a doubtful fact holds the posting. */
export async function requireCertain(trx: Db, id: string): Promise<void> {
  const [row] = await imports.findDoubtful(trx, [id])
  if (row)
    throw new AppError(
      'CONFLICT',
      `A fact is doubtful: ${row.doubtful.map((doubt) => factLabels[doubt].toLowerCase()).join(', ')}.`,
    )
}

/**
 * The answer settles a few postings itself. A task settles the others, so many in each transaction.
 */
const settledAtOnce = 3
const settledPerStep = 200

export const settleAlikeTask = defineTask({
  name: 'settle-alike',
  schema: z.object({ decisionId: z.string() }),
  timeoutSeconds: 3600,
  atOnce: 1,
})

type Answered = Omit<ResponseOf<'POST /api/admin/postings/:id/fact-answers'>, 'success'>

/**
 * Settles a doubtful fact of a posting. `all`: also of every waiting posting, and of later rows, of
 * its source that say the same. Rejects postings that are not for physicians.
 * @throws {AppError} CONFLICT if the fact is not doubtful any more, or the source says something
 * else by now.
 */
export const answerFact = (
  moderation: Moderation,
  moderator: Actor,
  id: string,
  { answer, words, all }: BodyOf<'POST /api/admin/postings/:id/fact-answers'>,
): Promise<Answered> =>
  byModerator(moderation.db, moderator, async (trx) => {
    const { fact } = answer
    if (answer.fact === 'place') await imports.requireKnownPlace(trx, answer.value)
    const source = await sourceOf(trx, id)
    await postings.requireOthers(trx, moderator, [id])
    const doubt = { source, fact, words }
    const [same = 0] = all ? await imports.countSameWords(trx, [doubt]) : []
    const first = all ? await imports.findSameWords(trx, doubt, settledAtOnce, 'first') : []
    const waiting = await lock(trx, moderator, [...new Set([id, ...first])])
    requireDoubt(waiting.get(id), fact, words)
    const targets = [...waiting.values()].filter((row) => isDoubtfulFor(row, fact, words))
    const before = all
      ? await imports.saveAnswer(trx, doubt, answer.value, moderator.actorId)
      : undefined
    const answered = Math.max(same, targets.length)
    const detail: AnswerDetail = {
      ...doubt,
      ...answer,
      all,
      postings: answered,
      before: before ?? null,
    }
    const subject = waiting.get(id)?.posting.title ?? ''
    const decisionId = await queries.insertDecision(trx, {
      moderator_id: moderator.actorId,
      action: 'answer',
      job_id: id,
      subject,
      answer: JSON.stringify(detail),
    })
    for (const target of targets)
      await settle(trx, moderation, moderator, target, { answer, decisionId })
    if (all) await enqueueTask(trx, settleAlikeTask, { decisionId })
    await recordAudit(trx, {
      action: 'moderation.answer',
      ...moderator,
      subject: `job:${id}`,
      detail: { decisionId, fact, words, postings: answered },
    })
    return { decisionId, answered, left: answered - targets.length }
  })

/**
 * Settles in batches the postings that say the same as an answered one. Once somebody undoes the
 * answer, the same task restores them.
 */
export async function settleAlike(
  moderation: Moderation,
  decisionId: string,
  { stopping }: Pick<TaskContext, 'stopping'>,
) {
  while (await inTransaction(moderation.db, (trx) => settleStep(trx, moderation, decisionId))) {
    if (stopping.aborted) return enqueueTask(moderation.db, settleAlikeTask, { decisionId })
  }
}

/** @returns false when nothing is left to do. */
async function settleStep(trx: Db, moderation: Moderation, decisionId: string) {
  const decision = await queries.lockDecision(trx, decisionId)
  const actorId = decision?.undone_at ? decision.undone_by : decision?.moderator_id
  if (!decision?.answer || !actorId || !(await postings.lockModerator(trx, { actorId })))
    return false
  const moderator = { actorId }
  if (decision.undone_at !== null)
    return restoreSome(trx, moderation, moderator, decision, settledPerStep)
  const { answer } = decision
  const { fact, words } = answer
  const ids = await imports.findSameWords(trx, answer, settledPerStep, 'any')
  const targets = [...(await lock(trx, moderator, ids)).values()].filter((row) =>
    isDoubtfulFor(row, fact, words),
  )
  for (const target of targets)
    await settle(trx, moderation, moderator, target, { answer, decisionId })
  return targets.length > 0
}

type Waiting = { posting: JobRow; facts: FactsRow }

async function sourceOf(db: Db, id: string) {
  const [facts] = await imports.lockFacts(db, [id])
  if (!facts) throw new AppError('NOT_FOUND')
  return facts.source
}

/** Leaves out the moderator's own postings. */
async function lock(
  trx: Db,
  moderator: Pick<Actor, 'actorId'>,
  ids: readonly string[],
): Promise<Map<string, Waiting>> {
  const jobs = await postings.lockPostings(trx, ids)
  const closed = await postings.findClosed(trx, moderator, ids)
  const facts = new Map((await imports.lockFacts(trx, ids)).map((fact) => [fact.job_id, fact]))
  return new Map(
    jobs.flatMap((posting) => {
      const doubts = facts.get(posting.id)
      return doubts && !closed.includes(posting.id)
        ? [[posting.id, { posting, facts: doubts }]]
        : []
    }),
  )
}

function requireDoubt(doubts: Waiting | undefined, fact: FactName, words: string) {
  if (!doubts) throw new AppError('NOT_FOUND')
  const { posting, facts } = doubts
  const label = factLabels[fact].toLowerCase()
  if (posting.status !== 'pending')
    throw new AppError(
      'CONFLICT',
      `This posting is no longer waiting. It is now '${statusLabels[posting.status]}'.`,
    )
  if (!facts.doubtful.includes(fact))
    throw new AppError('CONFLICT', `Another moderator already settled the ${label}.`)
  if (!isDoubtfulFor(doubts, fact, words))
    throw new AppError(
      'CONFLICT',
      `The source now says something else about the ${label}. Please read it again.`,
    )
}

const isDoubtfulFor = ({ posting, facts }: Waiting, fact: FactName, words: string) =>
  posting.status === 'pending' &&
  facts.doubtful.includes(fact) &&
  answerKey(wordsOf(facts.facts, fact)) === answerKey(words)

async function settle(
  trx: Db,
  links: Moderation,
  { actorId }: Pick<Actor, 'actorId'>,
  { posting, facts }: Waiting,
  { answer, decisionId }: { answer: FactAnswer; decisionId: string },
) {
  const { fact } = answer
  const correction = {
    decision_id: decisionId,
    job_id: posting.id,
    fact: JSON.stringify(facts.facts[fact]),
    columns: '{}',
  }
  if (answer.value === 'other') {
    const { eventId } = await postings.decidePosting(trx, links, posting.id, {
      actorId,
      action: 'reject',
      reason: notForPhysicians,
    })
    return queries.insertCorrection(trx, { ...correction, event_id: eventId })
  }
  const columns = imports.columnsOfFact(fact, answer.value)
  const before = Object.fromEntries(keysOf(columns).map((name) => [name, columnOf(posting, name)]))
  await postings.correctFact(trx, posting, columns, { actorId })
  await imports.updateFacts(trx, withAnswer(facts, fact))
  return queries.insertCorrection(trx, {
    ...correction,
    columns: JSON.stringify(before),
    event_id: null,
  })
}

/** The driver gives `numeric` as text. */
const columnOf = (posting: JobRow, name: keyof JobRow) =>
  (name === 'comp_min' || name === 'comp_max') && posting[name] !== null
    ? Number(posting[name])
    : posting[name]

const withAnswer = (row: FactsRow, fact: FactName): FactsRow => ({
  ...row,
  facts: {
    ...row.facts,
    [fact]: { state: 'stated', words: wordsOf(row.facts, fact), by: 'moderator' },
  },
  doubtful: row.doubtful.filter((doubt) => doubt !== fact),
})

/** What a moderator changed in the form is settled, too. */
export async function settleEdited(trx: Db, id: string, changed: readonly string[]): Promise<void> {
  const [row] = await imports.lockFacts(trx, [id])
  const facts = new Set(changed.flatMap((field) => factsOfFields[field] ?? []))
  if (row && facts.size > 0) await imports.updateFacts(trx, [...facts].reduce(withAnswer, row))
}

/** As the history shows it. */
export const answerView = (answer: AnswerDetail): HistoryItem['answer'] => ({
  fact: answer.fact,
  words: answer.words,
  text: factText(answer),
})

/**
 * Brings back the answer that held before, unless somebody has answered again since, and then the
 * postings as they were.
 */
export async function undoAnswer(
  trx: Db,
  moderation: Moderation,
  moderator: Actor,
  decision: DecisionRow,
): Promise<void> {
  const { answer } = decision
  if (!answer) throw new AppError('CONFLICT', 'You cannot undo this.')
  const [held] = await imports.findAnswers(trx, [answer])
  if (answer.all && isDeepStrictEqual(held, answer.value))
    await imports.saveAnswer(trx, answer, answer.before ?? undefined, moderator.actorId)
  if (await restoreSome(trx, moderation, moderator, decision, settledAtOnce))
    await enqueueTask(trx, settleAlikeTask, { decisionId: decision.id })
}

/**
 * Restores the postings that still wait as the answer left them, and those that it rejected. The
 * others stay as they are.
 * @returns whether more of them may be left.
 */
async function restoreSome(
  trx: Db,
  moderation: Moderation,
  moderator: Pick<Actor, 'actorId'>,
  decision: DecisionRow,
  limit: number,
) {
  const corrections = await queries.takeCorrections(trx, decision, limit)
  const waiting = await lock(
    trx,
    moderator,
    corrections.map((correction) => correction.job_id),
  )
  for (const { job_id, fact, columns, event_id } of corrections) {
    const doubts = waiting.get(job_id)
    const name = decision.answer?.fact
    if (!doubts || !name) continue
    if (event_id !== null) {
      await postings
        .undoDecision(trx, moderation, job_id, { ...moderator, eventId: event_id })
        .catch((error: unknown) => {
          // Somebody has done something else with this one since.
          if (!(error instanceof AppError) || job_id === decision.job_id) throw error
        })
    } else if (doubts.posting.status === 'pending' && !doubts.facts.doubtful.includes(name)) {
      await postings.correctFact(trx, doubts.posting, columns, moderator)
      await imports.updateFacts(trx, {
        ...doubts.facts,
        facts: { ...doubts.facts.facts, [name]: fact },
        doubtful: factNames.filter(
          (candidate) => candidate === name || doubts.facts.doubtful.includes(candidate),
        ),
      })
    } else if (job_id === decision.job_id)
      throw new AppError('CONFLICT', 'There is a newer decision about this posting.')
  }
  return corrections.length === limit
}
