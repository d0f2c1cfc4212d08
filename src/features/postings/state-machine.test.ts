import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jobStatuses, postingChannels, type JobStatus, type PostingChannel } from '#features/jobs/model.ts'
import { postingDays, undoHours } from './model.ts'
import { actionNames, allows, decisions, inDays, postingActions, postingActors, postingCan, stateAfter } from './state-machine.ts'
import type { Decision, PostingAction, PostingActor } from './state-machine.ts'

const start = new Date('2026-11-21T08:00:00Z')

type Try = { action: PostingAction; actor: PostingActor; wait: number }
type Posting = { status: JobStatus; expiresAt: Date | null; channel: PostingChannel; decision?: Decision | null }
type Step = { action: PostingAction; actor: PostingActor; from: JobStatus; to: JobStatus; at: Date; posting: Posting }

/** Tries every step; refused ones change nothing. */
function live(posting: Posting, tries: Try[]): Step[] {
  const history: Step[] = []
  let now = start
  let current = posting
  for (const { action, actor, wait } of tries) {
    now = inDays(wait, now)
    if (!allows(action, current, actor, now)) continue
    const after = { ...current, ...stateAfter(action, current, now) }
    if (after.status !== current.status) after.decision = decisionOf(action, actor, current.status, now)
    history.push({ action, actor, from: current.status, to: after.status, at: now, posting: after })
    current = after
  }
  return history
}

function decisionOf(action: PostingAction, actor: PostingActor, from: JobStatus, at: Date): Decision | null {
  const decision = decisions.find((decision) => decision === action)
  return decision !== undefined && actor === 'administrator' ? { action: decision, from, at } : null
}

/** What holds for the history of every posting. `wait`: days that pass first. */
function forEveryLife(holds: (history: Step[]) => void, change: (tries: Try[]) => Try[] = (tries) => tries): void {
  const step = fc.record({
    action: fc.constantFrom(...actionNames),
    actor: fc.constantFrom(...postingActors),
    wait: fc.integer({ min: 0, max: 90 }),
  })
  const posting = fc.record({
    status: fc.constant('pending' as const),
    channel: fc.constantFrom(...postingChannels),
    expiresAt: fc.constantFrom(null, inDays(20, start)),
  })
  fc.assert(fc.property(posting, fc.array(step, { maxLength: 60 }), (born, tries) => holds(live(born, change(tries)))))
}

test('only the transitions of the rulings are allowed', () => {
  const ruled = new Set([
    'pending>active',
    'pending>rejected',
    'active>inactive',
    'inactive>active',
    'active>expired',
    'expired>active',
    ...jobStatuses.filter((status) => status !== 'removed').map((status) => `${status}>removed`),
  ])
  forEveryLife((history) => {
    for (const { action, from, to } of history) if (from !== to && action !== 'undo') expect(ruled).toContain(`${from}>${to}`)
  })
})

/** Random choice alone would rarely undo a decision. */
const withUndos = (tries: Try[]) =>
  tries.flatMap((it) => [it, { action: 'undo' as const, actor: 'administrator' as const, wait: it.wait % 3 }])

test('undo applies to a moderator’s last decision, within the deadline', () => {
  forEveryLife((history) => {
    const moves = history.filter((it) => it.from !== it.to)
    for (const [index, undo] of moves.entries()) {
      if (undo.action !== 'undo') continue
      const decision = moves[index - 1]
      expect(decision).toMatchObject({ actor: 'administrator', from: undo.to, to: undo.from })
      expect(decisions).toContain(decision?.action)
      expect(undo.at.getTime() - (decision?.at.getTime() ?? 0)).toBeLessThanOrEqual(undoHours * 3_600_000)
    }
  }, withUndos)
})

test.each(decisions)('a moderator takes back a decision to %s within a day, once, and nobody else does', (action) => {
  const from = action === 'remove' ? 'expired' : 'pending'
  const to = postingActions[action].to
  const decided = { status: to, expiresAt: null, channel: 'import' as const, decision: { action, from, at: start } as const }
  const undoes = (posting: Posting, days = 0) => allows('undo', posting, 'administrator', inDays(days, start))
  expect([undoes(decided, 1), undoes(decided, 1.01)]).toEqual([true, false])
  expect([undoes({ ...decided, decision: null }), undoes({ ...decided, status: 'inactive' })]).toEqual([false, false])
  expect(postingActors.filter((actor) => allows('undo', decided, actor, start))).toEqual(['administrator'])
  expect(stateAfter('undo', decided, start).status).toBe(from)
})

test('only a policy goes live without a moderator, and removed is final', () => {
  forEveryLife((history) => {
    const first = history.find((it) => it.to === 'active')
    if (first) expect(['approve', 'publish']).toContain(first.action)
    const final = history.findIndex((it) => it.to === 'removed')
    if (final !== -1) expect([undefined, 'undo']).toContain(history[final + 1]?.action)
    const rejected = history.findIndex((it) => it.to === 'rejected')
    const undone = history.findIndex((it, index) => index > rejected && it.action === 'undo')
    const after = history.slice(rejected + 1, undone === -1 ? undefined : undone)
    if (rejected !== -1) expect(after.filter((it) => it.to === 'active')).toEqual([])
  })
})

test('a posting that becomes active has time left, unless its source gives it no end', () => {
  forEveryLife((history) => {
    for (const { from, to, at, posting } of history)
      if (to === 'active' && from !== 'active' && posting.channel !== 'import')
        expect(posting.expiresAt?.getTime()).toBeGreaterThan(at.getTime())
  })
})

const authors = ['activate', 'deactivate', 'edit', 'proposeEdit', 'remove', 'renew', 'submit', 'withdrawEdit']
test.each<[PostingActor, string[]]>([
  ['author', authors],
  ['owner', [...authors, 'claim', 'handOver']],
  ['clock', ['expire', 'remind', 'unlink']],
  ['policy', ['publish']],
  ['operator', ['import', 'importApproved']],
])('the %s may do what belongs to them, and nothing else', (actor, expected) => {
  const may = actionNames.filter((action) => (postingActions[action].by as readonly PostingActor[]).includes(actor))
  expect(may.toSorted()).toEqual(expected.toSorted())
})

test('a posting can be renewed after its end and in its last fortnight', () => {
  const posting = { status: 'active' as const, expiresAt: inDays(postingDays, start) }
  expect([0, 45, 46].map((days) => postingCan.renew(posting, inDays(days, start)))).toEqual([false, false, true])
  expect(postingCan.renew({ ...posting, status: 'expired' }, inDays(300, start))).toBe(true)
  expect(stateAfter('renew', { ...posting, channel: 'account' }, inDays(50, start)).expiresAt).toEqual(inDays(110, start))
})

test('an activated posting keeps its end, or gets a new one if that has passed', () => {
  const posting = { status: 'inactive' as const, channel: 'account' as const, expiresAt: inDays(10, start) }
  expect(stateAfter('activate', posting, start)).toEqual({ status: 'active', expiresAt: inDays(10, start) })
  expect(stateAfter('activate', posting, inDays(10, start))).toEqual({ status: 'active', expiresAt: inDays(70, start) })
})

test.each([inDays(5, start), null])('an approved import ends at its source’s date: %s', (expiresAt) => {
  const imported = { status: 'pending' as const, channel: 'import' as const, expiresAt }
  expect(stateAfter('approve', imported, start).expiresAt).toEqual(expiresAt)
})
