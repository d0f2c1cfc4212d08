import { z } from 'zod'
import { ownPostings } from '#features/postings/server/public.ts'
import { idsOf, inTransaction, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { withdrawMail } from '#platform/server/mail/gathering.ts'
import { enqueueMail, enqueueMails } from '#platform/server/mail/outbox.ts'
import { databaseNow, endByAge } from '#platform/server/retention.ts'
import { defineTask, enqueueTasks, forEachOf } from '#platform/server/tasks/task.ts'
import type { BodyOf, ResponseOf } from '#shared/contract.ts'
import { AppError, StaleError } from '#shared/errors.ts'
import { applicationsPath, inboxPath } from '#shared/paths.ts'
import {
  closeReasons,
  stageLabels,
  takeBackMinutes,
  type CloseReason,
  type Stage,
} from '../model.ts'
import { decisionMail, hireEndedMail, hiredMail, waitingMail } from './emails/inquiry-mails.ts'
import { endInterview } from './interviews.ts'
import type { Links } from './mailed-links.ts'
import type { Inquiries } from './notices.ts'
import type { LockedInquiry } from './queries-inbox.ts'
import * as stageQueries from './queries-stages.ts'
import * as threadQueries from './queries-threads.ts'
import * as queries from './queries.ts'
import { decisionOf, titleFor, toldAtOf } from './views.ts'

type Told = Pick<LockedInquiry, 'id' | 'version' | 'closed_at' | 'told_at'>

/**
 * One mail for each decision: the version tells a rejection from an earlier one, and the time a
 * hire.
 */
const decisionCause = ({ id, version, closed_at, told_at }: Told) =>
  closed_at ? `inquiry-decision:${id}:${version}` : `inquiry-hired:${id}:${told_at?.toISOString()}`

/** Takes back what waits to be mailed to its sender. @returns whether it was mailed before. */
export const withdrawDecision = async (trx: Db, inquiry: Told): Promise<boolean> =>
  (inquiry.closed_at ?? inquiry.told_at) !== null && withdrawMail(trx, decisionCause(inquiry))

/** What those who hire do with applications. Everything is loaded through their postings. */

/**
 * Moves an application. What its sender hears of it waits for a while, in which another move takes
 * it back.
 */
export async function moveInquiry(
  inquiries: Inquiries,
  viewer: Viewer,
  id: string,
  { stage, version, reason }: BodyOf<'PUT /api/inbox/:id/stage'>,
): Promise<ResponseOf<'PUT /api/inbox/:id/stage'>> {
  return inTransaction(inquiries.db, async (trx) => {
    await threadQueries.lockWithJoined(trx, [id])
    const inquiry = await queries.lockOwn(trx, viewer, id)
    if (inquiry.version !== version) {
      const current = { stage: inquiry.shown, version: inquiry.version }
      throw new StaleError(
        current,
        `Somebody else moved this application to ${stageLabels[inquiry.shown]} in the meantime.`,
      )
    }
    if (stage === 'closed' && reason === undefined) throw reasonMissing()
    if (stage === inquiry.shown)
      return { stage, version, toldAt: toldAtOf(inquiry)?.toISOString() ?? null }
    const moved = await moveLocked(trx, inquiries, viewer, [inquiry], { stage, reason })
    const placed = moved.get(id)
    return {
      stage,
      version: placed?.version ?? version,
      toldAt: placed?.toldAt?.toISOString() ?? null,
    }
  })
}

export const reasonMissing = () => new AppError('VALIDATION_FAILED', 'Please choose a reason')

type Wanted = { stage: Stage; reason?: CloseReason | undefined; batch?: string }

export async function moveLocked(
  trx: Db,
  inquiries: Links,
  viewer: Pick<Viewer, 'id'>,
  chosen: readonly LockedInquiry[],
  { stage, reason, batch }: Wanted,
): Promise<Map<string, Placed>> {
  if (chosen.length === 0) return new Map()
  const placing = {
    isRead: true,
    stage,
    reason: stage === 'closed' && reason ? reason : null,
    toldAt: whenTold(),
    actorId: viewer.id,
    batch,
  }
  return placeAll(trx, inquiries, await withJoined(trx, chosen), placing)
}

export const whenTold = () => new Date(Date.now() + takeBackMinutes * 60_000)

/** `toldAt` is when the sender is told, if there is something to tell; a rejection has a reason. */
type Placing = {
  stage: Stage
  reason: CloseReason | null
  toldAt: Date
  actorId: string | null
  withPosting?: boolean
  /** Who moves it has seen it. */
  isRead?: boolean
  /** Of the press that moves several. */
  batch?: string | undefined
}

type Closing = Omit<Placing, 'stage'> & { reason: CloseReason }

type Placed = { version: number; toldAt: Date | null }

/** Takes back what waits about the moves before. @returns what is new of each by its id. */
export async function placeAll(
  trx: Db,
  links: Links,
  all: readonly LockedInquiry[],
  placing: Placing,
): Promise<Map<string, Placed>> {
  const hired: LockedInquiry[] = []
  const others: LockedInquiry[] = []
  for (const inquiry of all) {
    // A clock that was put back makes nothing unread that was mailed.
    const wasSent = await withdrawDecision(trx, inquiry)
    const wasHired = (wasSent ? inquiry.shown : decisionOf(inquiry)) === 'hired'
    ;(wasHired ? hired : others).push(inquiry)
  }
  return new Map([
    ...(await place(trx, links, hired, { ...placing, wasHired: true })),
    ...(await place(trx, links, others, { ...placing, wasHired: false })),
  ])
}

async function place(
  trx: Db,
  { publicUrl }: Links,
  all: readonly LockedInquiry[],
  placing: Placing & { wasHired: boolean },
): Promise<[string, Placed][]> {
  const { stage, reason, toldAt, actorId, withPosting = false, isRead, batch, wasHired } = placing
  if (all.length === 0) return []
  const isClosed = stage === 'closed'
  const isNews = isClosed || wasHired !== (stage === 'hired')
  const times = {
    closed_at: isClosed ? toldAt : null,
    told_at: isNews && !isClosed ? toldAt : null,
  }
  const versions = await stageQueries.moveTo(
    trx,
    idsOf(all),
    {
      stage,
      ...times,
      was_hired: isNews && wasHired,
      ...(isNews && stage === 'hired' && { hire_confirmed_at: null }),
    },
    { actor_id: actorId, reason, with_posting: withPosting, batch, isRead },
  )
  if (isClosed)
    await enqueueTasks(
      trx,
      endApplicationTask,
      versions.map((data) => ({ data, startAfter: toldAt })),
    )
  const mailed = isNews ? all.filter(({ reach }) => reach.senderMailed) : []
  const versionOf = new Map(versions.map(({ id, version }) => [id, version]))
  await enqueueMails(
    trx,
    mailed.map((inquiry) => {
      const { id, email, is_proved: isProved, version: before } = inquiry
      const about = { jobTitle: titleFor(inquiry, isProved), href: publicUrl + applicationsPath }
      return {
        cause: decisionCause({ id, version: versionOf.get(id) ?? before, ...times }),
        to: email,
        class: 'message',
        passes: isProved,
        sendAfter: toldAt,
        content:
          reason === null
            ? (stage === 'hired' ? hiredMail : hireEndedMail)(about)
            : decisionMail({ ...about, sentence: closeReasons[reason] }),
      }
    }),
  )
  return versions.map(({ id, version }) => [id, { version, toldAt: isNews ? toldAt : null }])
}

export const endApplicationTask = defineTask({
  name: 'end-application',
  /** Without a version its employer has left. */
  schema: z.object({ id: z.uuid(), version: z.number().optional() }),
})

/**
 * Cancels the interview of one that is closed, once its sender is told. One whose employer has left
 * is closed first.
 */
export const endApplication = (
  links: Watching,
  { id, version }: z.infer<typeof endApplicationTask.schema>,
): Promise<void> =>
  inTransaction(links.db, async (trx) => {
    const inquiry = await queries.lockInquiry(trx, id)
    if (!inquiry) return
    if (version === undefined) {
      if (inquiry.shown !== 'hired')
        await closeAll(trx, links, inquiry, {
          reason: 'gone',
          toldAt: new Date(),
          actorId: null,
        })
    } else if (inquiry.version === version)
      await endInterview(trx, links, inquiry, { side: 'poster', actorId: null })
  })

/**
 * What becomes of an application becomes of those that somebody said are the same person's, about
 * the same posting.
 */
const withJoined = async (trx: Db, chosen: readonly LockedInquiry[]): Promise<LockedInquiry[]> => [
  ...chosen,
  ...(await threadQueries.lockJoined(trx, idsOf(chosen))),
]

export async function closeAll(trx: Db, links: Links, inquiry: LockedInquiry, closing: Closing) {
  const open = (await withJoined(trx, [inquiry])).filter(
    (candidate) => candidate.shown !== 'closed',
  )
  await placeAll(trx, links, open, { stage: 'closed', ...closing })
}

export const watchSilenceTask = defineTask({ name: 'watch-unanswered-applications', atOnce: 1 })

type Watching = Links & { db: Db }

/** Reminds posters of what waits longer than their usual time, and closes what nobody answers. */
export async function watchSilence(links: Watching): Promise<void> {
  const works = [
    { id: 'reminders', work: remindOwners },
    { id: 'silence', work: closeSilent },
  ]
  await forEachOf(works, ({ work }) => work(links))
}

const remindOwners = async ({ db, publicUrl }: Watching): Promise<unknown> =>
  forEachOf(await stageQueries.findOwnersToRemind(db), async ({ id, email }) => {
    const usual = await stageQueries.findUsualWait(db, ownPostings(id))
    const now = (await databaseNow(db)).getTime()
    await inTransaction(db, async (trx) => {
      const count = await stageQueries.markReminded(trx, id, new Date(now - usual))
      if (count === 0) return
      const cause = `inquiries-wait:${id}:${new Date().toISOString()}`
      await enqueueMail(trx, {
        cause,
        to: email,
        content: waitingMail({ count, href: publicUrl + inboxPath }),
      })
    })
  })

const closeSilent = (links: Watching): Promise<unknown> =>
  endByAge(links.db, {
    what: 'applications that nobody answered',
    of: 'inquiries where closed_at is null',
    count: async (db) => (await stageQueries.findSilent(db)).length,
    async enforce(db, toldAt) {
      const closing = { reason: 'silence', toldAt, actorId: null } as const
      await forEachOf(await stageQueries.findSilent(db), ({ id }) =>
        inTransaction(db, async (trx) => {
          const silent = await stageQueries.lockSilent(trx, id)
          for (const inquiry of silent) await closeAll(trx, links, inquiry, closing)
        }),
      )
      return 0
    },
  })

/** The physician agrees with the employer that they were hired. */
export async function confirmHire({ db }: Inquiries, viewer: Viewer, id: string): Promise<void> {
  await queries.changeOwn(db, viewer, id, async (trx, inquiry) => {
    if (inquiry.withdrawn_at || inquiry.shown !== 'hired' || decisionOf(inquiry) !== 'hired')
      throw new AppError('CONFLICT', 'The employer no longer says so.')
    await queries.updateInquiry(trx, id, {}, 'hire_confirmed_at')
  })
}
