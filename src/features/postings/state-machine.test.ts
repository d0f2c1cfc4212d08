import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jobStatuses, postingChannels, type JobStatus, type PostingChannel } from '#features/jobs/model.ts'
import { postingDays, undoHours } from './model.ts'
import { actionNames, allows, decisions, inDays, postingActions, postingActors, postingCan, stateAfter } from './state-machine.ts'
import type { Decision, PostingAction, PostingActor } from './state-machine.ts'

const start = new Date('2026-11-21T08:00:00Z')
/** Random choice alone would rarely undo a decision. */
const withUndos = (tries: { action: PostingAction; actor: PostingActor; wait: number }[]) =>
  tries.flatMap((it) => [it, { action: 'undo' as const, actor: 'administrator' as const, wait: it.wait % 3 }])
const channels = fc.constantFrom(...postingChannels)
const steps = fc.array(
  fc.record({
    action: fc.constantFrom(...actionNames),
    actor: fc.constantFrom(...postingActors),
    /** Days that pass first. */
    wait: fc.integer({ min: 0, max: 90 }),
  }),
  { maxLength: 60 },
)

type Posting = { status: JobStatus; expiresAt: Date | null; channel: PostingChannel; decision?: Decision | null }
type Step = { action: PostingAction; actor: PostingActor; from: JobStatus; to: JobStatus; at: Date; posting: Posting }

/** Tries every step; refused ones change nothing. */
function live(
  posting: Posting,
  tries: { action: PostingAction; actor: PostingActor; wait: number }[],
): { end: Posting; history: Step[] } {
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
  return { end: current, history }
}

function decisionOf(action: PostingAction, actor: PostingActor, from: JobStatus, at: Date): Decision | null {
  const decision = decisions.find((it) => it === action)
  return decision !== undefined && actor === 'administrator' ? { action: decision, from, at } : null
}

const anyLife = fc.record({ channel: channels, expiresAt: fc.constantFrom(null, inDays(20, start)), tries: steps })

test('only the transitions of the rulings are allowed', () => {
  const ruled = new Set([
    'pending>active',
    'pending>rejected',
    'active>inactive',
    'inactive>active',
    'active>expired',
    'expired>active',
    ...jobStatuses.filter((it) => it !== 'removed').map((it) => `${it}>removed`),
  ])
  fc.assert(
    fc.property(anyLife, ({ channel, expiresAt, tries }) => {
      const { history } = live({ status: 'pending', channel, expiresAt }, tries)
      for (const { action, from, to } of history) if (from !== to && action !== 'undo') expect(ruled).toContain(`${from}>${to}`)
    }),
  )
})

test('undo applies to a moderator’s last decision, within the deadline', () => {
  fc.assert(
    fc.property(anyLife, ({ channel, expiresAt, tries }) => {
      const { history } = live({ status: 'pending', channel, expiresAt }, withUndos(tries))
      const moves = history.filter((it) => it.from !== it.to)
      for (const [index, undo] of moves.entries()) {
        if (undo.action !== 'undo') continue
        const decision = moves[index - 1]
        expect(decision).toMatchObject({ actor: 'administrator', from: undo.to, to: undo.from })
        expect(decisions).toContain(decision?.action)
        expect(undo.at.getTime() - (decision?.at.getTime() ?? 0)).toBeLessThanOrEqual(undoHours * 3_600_000)
      }
    }),
  )
})

test.each(decisions)('a moderator takes back a decision to %s within a day, once, and nobody else does', (action) => {
  const from = action === 'remove' ? 'expired' : 'pending'
  const to = postingActions[action].to
  const decided = { status: to, expiresAt: null, channel: 'import' as const, decision: { action, from, at: start } as const }
  expect(allows('undo', decided, 'administrator', inDays(1, start))).toBe(true)
  expect(allows('undo', decided, 'administrator', inDays(1.01, start))).toBe(false)
  expect(allows('undo', { ...decided, decision: null }, 'administrator', start)).toBe(false)
  expect(allows('undo', { ...decided, status: 'inactive' }, 'administrator', start)).toBe(false)
  expect(postingActors.filter((actor) => allows('undo', decided, actor, start))).toEqual(['administrator'])
  expect(stateAfter('undo', decided, start).status).toBe(from)
})

test('only a policy goes live without a moderator, and removed is final', () => {
  fc.assert(
    fc.property(anyLife, ({ channel, expiresAt, tries }) => {
      const { history } = live({ status: 'pending', channel, expiresAt }, tries)
      const first = history.find((it) => it.to === 'active')
      if (first) expect(['approve', 'publish']).toContain(first.action)
      const final = history.findIndex((it) => it.to === 'removed')
      if (final !== -1) expect([undefined, 'undo']).toContain(history[final + 1]?.action)
      const rejected = history.findIndex((it) => it.to === 'rejected')
      const undone = history.findIndex((it, index) => index > rejected && it.action === 'undo')
      const after = history.slice(rejected + 1, undone === -1 ? undefined : undone)
      if (rejected !== -1) expect(after.filter((it) => it.to === 'active')).toEqual([])
    }),
  )
})

test('a posting that becomes active has time left', () => {
  fc.assert(
    fc.property(
      fc.record({ channel: fc.constantFrom('account' as const, 'public' as const), tries: steps }),
      ({ channel, tries }) => {
        const { history } = live({ status: 'pending', channel, expiresAt: null }, tries)
        for (const { from, to, at, posting } of history)
          if (to === 'active' && from !== 'active') expect(posting.expiresAt?.getTime()).toBeGreaterThan(at.getTime())
      },
    ),
  )
})

test.each([
  [
    'an author without an account',
    'author',
    ['activate', 'deactivate', 'edit', 'proposeEdit', 'remove', 'renew', 'submit', 'withdrawEdit'],
  ],
  [
    'the owner',
    'owner',
    ['activate', 'claim', 'deactivate', 'edit', 'handOver', 'proposeEdit', 'remove', 'renew', 'submit', 'withdrawEdit'],
  ],
  ['the clock', 'clock', ['expire', 'remind', 'unlink']],
  ['the policy', 'policy', ['publish']],
  ['the operator', 'operator', ['import', 'importApproved']],
] as const)('%s may do what belongs to them, and nothing else', (_name, actor, expected) => {
  const may = actionNames.filter((action) => (postingActions[action].by as readonly PostingActor[]).includes(actor))
  expect(may.toSorted()).toEqual(expected)
})

test('a posting can be renewed after its end and in its last fortnight', () => {
  const posting = { status: 'active' as const, expiresAt: inDays(postingDays, start) }
  expect(postingCan.renew(posting, start)).toBe(false)
  expect(postingCan.renew(posting, inDays(45, start))).toBe(false)
  expect(postingCan.renew(posting, inDays(46, start))).toBe(true)
  expect(postingCan.renew({ ...posting, status: 'expired' }, inDays(300, start))).toBe(true)
  expect(stateAfter('renew', { ...posting, channel: 'account' }, inDays(50, start)).expiresAt).toEqual(inDays(110, start))
})

test('an activated posting keeps its end, or gets a new one if that has passed', () => {
  const posting = { status: 'inactive' as const, channel: 'account' as const, expiresAt: inDays(10, start) }
  expect(stateAfter('activate', posting, start)).toEqual({ status: 'active', expiresAt: inDays(10, start) })
  expect(stateAfter('activate', posting, inDays(10, start))).toEqual({ status: 'active', expiresAt: inDays(70, start) })
})

test('an approved import ends at its source’s date', () => {
  const imported = { status: 'pending' as const, channel: 'import' as const }
  expect(stateAfter('approve', { ...imported, expiresAt: inDays(5, start) }, start).expiresAt).toEqual(inDays(5, start))
  expect(stateAfter('approve', { ...imported, expiresAt: null }, start).expiresAt).toBeNull()
})
