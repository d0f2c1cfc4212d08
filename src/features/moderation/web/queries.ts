import type { QueryClient } from '@tanstack/react-query'
import type { BodyOf, ResponseOf } from '#shared/contract.ts'
import { apiQuery, callApi, invalidateCalls } from '#platform/web/api.ts'
import type { Search } from '#platform/web/navigation.tsx'
import { factLabels } from '#features/imports/facts.ts'
import type { Doubt, QueueItem } from '../contract.ts'
import { notForPhysicians, type ItemKind, type ModeratorAction } from '../model.ts'

/** Other moderators change the lists. */
const shortlyCached = { staleTime: 5000 } as const

export const queueQuery = (query: Search) =>
  apiQuery('GET /api/admin/queue', { query }, shortlyCached)

export const foundPostingsQuery = (query: Search) =>
  apiQuery('GET /api/admin/postings', { query }, shortlyCached)

export const moderatedPostingQuery = (id: string) =>
  apiQuery('GET /api/admin/postings/:id', { params: { id } }, shortlyCached)

export const queueSourcesQuery = apiQuery('GET /api/admin/queue/sources', {}, shortlyCached)

export const decisionsQuery = (query: Search) =>
  apiQuery('GET /api/admin/decisions', { query }, shortlyCached)

/** After a decision. */
export const queueCalls = [
  'GET /api/admin/queue',
  'GET /api/admin/queue/sources',
  'GET /api/admin/decisions',
  'GET /api/admin/postings',
  'GET /api/admin/postings/:id',
] as const
export const refreshQueue = (queryClient: QueryClient): Promise<void> =>
  invalidateCalls(queryClient, queueCalls)

export type QueueAction = BodyOf<'POST /api/admin/postings/:id/decision'>['action']
export type Words = { reason: string; answer: string }

/**
 * Names the version that the moderator decides about: of the posting, or of the edit that waits.
 */
export const decide = (
  { posting: { id, updatedAt }, edit }: QueueItem,
  action: QueueAction,
  words: Words,
) =>
  callApi('POST /api/admin/postings/:id/decision', {
    params: { id },
    body: {
      action,
      version: action.endsWith('-edit') && edit ? edit.version : updatedAt,
      ...words,
    },
  })

export const undoDecision = (id: string) =>
  callApi('POST /api/admin/decisions/:id/undo', { params: { id } })

export const undoneToast = ({ subject }: ResponseOf<'POST /api/admin/decisions/:id/undo'>) => ({
  title: 'Undone',
  description: subject,
})

export type Choice = {
  action: QueueAction
  label: string
  /** The keyboard shortcut. */
  key: 'a' | 'r' | 'l'
  /** The dialog that comes before. */
  asks?: Asks
  done: string
}

export type Asks = {
  title: string
  effect: string
  button: string
  /** The poster gets a reason. */
  reason?: true
  /** The reporters may get an answer. */
  answer?: true
  hint?: string
}

const takingDown: Asks = {
  title: 'Take down?',
  reason: true,
  effect:
    'Visitors no longer see the posting and cannot apply. You can undo this in the history for a day.',
  button: 'Take down',
}

const takeDown: Choice = {
  action: 'remove',
  label: 'Take down',
  key: 'r',
  asks: takingDown,
  done: 'Taken down',
}
const release: Choice = {
  action: 'release',
  label: 'Release',
  key: 'l',
  asks: {
    title: 'Release?',
    reason: true,
    effect:
      'Nothing holds the posting any more. Its employer can activate it. A rejected posting waits for review again.',
    button: 'Release',
    hint: 'The posting’s history keeps the reason. Ctrl+Enter sends it.',
  },
  done: 'Released',
}

/** What can be decided about an item; what is held is released before it is approved. */
export function choicesOf({ kind, holds, posting: { status } }: QueueItem): readonly Choice[] {
  if (status === 'removed') return []
  const choices = choicesFor[kind]
  return holds.length === 0
    ? choices
    : [release, ...choices.filter(({ action }) => action !== 'approve')]
}

export const reject = {
  action: 'reject',
  label: 'Reject',
  key: 'r',
  asks: {
    title: 'Reject?',
    reason: true,
    effect:
      'A rejected posting does not go live, and later imports do not bring it back. You can undo this in the history for a day.',
    button: 'Reject',
  },
  done: 'Rejected',
} as const satisfies Choice

/** The decisions for each kind, the usual one first. */
const choicesFor: Record<ItemKind, readonly Choice[]> = {
  pending: [{ action: 'approve', label: 'Approve', key: 'a', done: 'Approved' }, reject],
  edit: [
    { action: 'approve-edit', label: 'Publish the changes', key: 'a', done: 'Changes published' },
    {
      action: 'reject-edit',
      label: 'Drop the changes',
      key: 'r',
      asks: {
        title: 'Drop the changes?',
        reason: true,
        effect: 'The posting stays public as it is. The poster can change it again.',
        button: 'Drop the changes',
      },
      done: 'Changes dropped',
    },
  ],
  unread: [{ action: 'read', label: 'Leave as it is', key: 'a', done: 'Left as it is' }, takeDown],
  posting: [takeDown],
  report: [
    {
      action: 'dismiss',
      label: 'Dismiss report',
      key: 'a',
      asks: {
        title: 'Dismiss the report?',
        answer: true,
        effect: 'The posting stays live, and all open reports about it are settled.',
        button: 'Dismiss',
      },
      done: 'Report dismissed',
    },
    {
      action: 'accept',
      label: 'Take down',
      key: 'r',
      asks: { ...takingDown, answer: true },
      done: 'Taken down',
    },
  ],
}

/** 'location, pay' */
export const factsText = (doubts: readonly Doubt[]): string =>
  doubts.map(({ fact }) => factLabels[fact].toLowerCase()).join(', ')

export const kindLabels: Record<Exclude<ItemKind, 'posting'>, string> = {
  pending: 'Waiting for approval',
  edit: 'Changes waiting',
  unread: 'Live, not reviewed',
  report: 'Reported',
}

export const actionLabels: Record<ModeratorAction, string> = {
  approve: 'Approved',
  reject: 'Rejected',
  remove: 'Taken down',
  read: 'Left as it is',
  edit: 'Corrected',
  accept: 'Report accepted',
  dismiss: 'Report dismissed',
  'approve-source': 'Source approved',
  'reject-source': 'Source rejected',
  'approve-edit': 'Changes published',
  'reject-edit': 'Changes dropped',
  answer: 'Fact settled',
  release: 'Released',
}

export const channelLabels: Record<QueueItem['posting']['channel'], string> = {
  account: 'Account',
  public: 'Public form',
  import: 'Import',
}

export const sourceLabel = (source: string): string =>
  source === 'manual' ? 'Posted here' : source

export const itemKey = ({ kind, posting }: QueueItem): string => `${kind}-${posting.id}`

/** Prepared reasons. */
export const readyReasons = [
  notForPhysicians,
  'The posting does not say where the work is or who employs the physician.',
  'The link to apply does not work, or leads somewhere else.',
  'The same position is already posted.',
  'The posting is too short for physicians to judge the position.',
  'The job is no longer open.',
] as const
