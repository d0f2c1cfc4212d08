import { expect, test } from 'vitest'
import { jobStatuses, postingChannels } from '#features/jobs/model.ts'
import { postingDays } from './model.ts'
import {
  actionNames,
  allows,
  decisions,
  inDays,
  postingActions,
  postingActors,
  postingCan,
  stateAfter,
  type PostingActor,
  type PostingState,
} from './state-machine.ts'

const start = new Date('2026-11-21T08:00:00Z')
const [over, soon] = [inDays(-1, start), inDays(10, start)]

/** The ends that a posting may have in each status. */
const ends = {
  pending: [null],
  active: [over, soon],
  inactive: [over, soon],
  expired: [over],
  rejected: [null],
  removed: [over, soon, null],
}
/** Every step that somebody may take, but for undoing. */
const steps = jobStatuses.flatMap((from) =>
  ends[from].flatMap((expiresAt) =>
    postingChannels.flatMap((channel) =>
      actionNames
        .filter((action) =>
          postingActors.some((actor) => allows(action, { status: from, expiresAt }, actor, start)),
        )
        .map((action) => ({
          action,
          channel,
          from,
          ...stateAfter(action, { status: from, expiresAt, channel }, start),
        })),
    ),
  ),
)

test('only the transitions of the rulings are allowed; removed is final', () => {
  const moves = steps.filter((step) => step.from !== step.status)
  expect([...new Set(moves.map((move) => `${move.from}>${move.status}`))].toSorted()).toEqual([
    'active>expired',
    'active>inactive',
    'active>removed',
    'expired>active',
    'expired>removed',
    'inactive>active',
    'inactive>removed',
    'pending>active',
    'pending>rejected',
    'pending>removed',
    'rejected>pending',
    'rejected>removed',
  ])
  expect(steps.filter((step) => step.from === 'removed')).toEqual([])
})

test('what waits goes live by a moderator or a policy alone', () => {
  const live = steps.filter((step) => step.from === 'pending' && step.status === 'active')
  expect(new Set(live.map((event) => event.action))).toEqual(new Set(['publish', 'approve']))
})

test('a posting that becomes active has time left, unless its source gives it no end', () => {
  const live = steps.filter(
    (step) =>
      step.from !== 'active' &&
      step.status === 'active' &&
      step.channel !== 'import' &&
      step.action !== 'relist',
  )
  for (const { expiresAt } of live) expect(expiresAt?.getTime()).toBeGreaterThan(start.getTime())
  const decision = { action: 'remove', from: 'active', at: start } as const
  const removed = { status: 'removed', expiresAt: over, channel: 'account', decision } as const
  expect(stateAfter('undo', removed, start)).toEqual({
    status: 'active',
    expiresAt: inDays(postingDays, start),
  })
})

test.each(decisions)(
  'a moderator takes back a decision to %s within a day, and nobody else does',
  (action) => {
    const from = action === 'remove' ? 'expired' : 'pending'
    const to = postingActions[action].to
    const decided = {
      status: to,
      expiresAt: null,
      channel: 'import' as const,
      decision: { action, from, at: start } as const,
    }
    const undoes = (posting: PostingState, days = 0) =>
      allows('undo', posting, 'administrator', inDays(days, start))
    expect([undoes(decided, 1), undoes(decided, 1.01)]).toEqual([true, false])
    expect([
      undoes({ ...decided, decision: null }),
      undoes({ ...decided, status: 'inactive' }),
    ]).toEqual([false, false])
    expect(postingActors.filter((actor) => allows('undo', decided, actor, start))).toEqual([
      'administrator',
    ])
    expect(stateAfter('undo', decided, start).status).toBe(from)
  },
)
const authors = [
  'activate',
  'deactivate',
  'edit',
  'proposeEdit',
  'remove',
  'renew',
  'submit',
  'withdrawEdit',
]
test.each<[PostingActor, string[]]>([
  ['author', authors],
  ['owner', [...authors, 'claim', 'connect', 'handOver']],
  ['clock', ['expire', 'remind', 'unlink']],
  ['policy', ['publish']],
  ['operator', ['import', 'importApproved']],
])('the %s may do what belongs to them, and nothing else', (actor, expected) => {
  const may = actionNames.filter((action) =>
    (postingActions[action].by as readonly PostingActor[]).includes(actor),
  )
  expect(may.toSorted()).toEqual(expected.toSorted())
})

test('a posting can be renewed after its end and in its last fortnight', () => {
  const posting = { status: 'active' as const, expiresAt: inDays(postingDays, start) }
  expect([0, 45, 46].map((days) => postingCan.renew(posting, inDays(days, start)))).toEqual([
    false,
    false,
    true,
  ])
  expect(postingCan.renew({ ...posting, status: 'expired' }, inDays(300, start))).toBe(true)
})

test.each([
  [
    'renewed',
    'renew',
    { status: 'active', channel: 'account', expiresAt: inDays(60, start) },
    50,
    110,
  ],
  [
    'activated before its end',
    'activate',
    { status: 'inactive', channel: 'account', expiresAt: soon },
    0,
    10,
  ],
  [
    'activated at its end',
    'activate',
    { status: 'inactive', channel: 'account', expiresAt: soon },
    10,
    70,
  ],
  [
    'an approved import with an end',
    'approve',
    { status: 'pending', channel: 'import', expiresAt: soon },
    0,
    10,
  ],
  [
    'an approved import without one',
    'approve',
    { status: 'pending', channel: 'import', expiresAt: null },
    0,
    null,
  ],
] as const)('a posting that is %s has its end: %s', (_, action, posting, days, end) => {
  const after = { status: 'active', expiresAt: end && inDays(end, start) }
  expect(stateAfter(action, posting, inDays(days, start))).toEqual(after)
})
