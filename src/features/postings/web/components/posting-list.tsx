import { useQueryClient } from '@tanstack/react-query'
import { useState, type ComponentType, type ReactNode } from 'react'
import { ageLabel } from '#features/jobs/display.ts'
import type { PostingSummary } from '#features/postings/contract.ts'
import { holdReasonTexts, shownLocation, takenBackText } from '#features/postings/model.ts'
import { postingCan } from '#features/postings/state-machine.ts'
import { editPostingPath, employerDashboardPath, employerPostingPath } from '#shared/paths.ts'
import { Alert, Badge, EmptyState, Skeleton } from '#ui/feedback.tsx'
import { Button } from '#ui/button.tsx'
import { callApi } from '#platform/web/api.ts'
import { BulkBar, Pages, useSelection } from '#platform/web/list-search.tsx'
import { useAction } from '#platform/web/action.tsx'
import { useIsReader } from '#platform/web/desk-tabs.tsx'
import { Link, LinkButton, useHydrated, useShownPage } from '#platform/web/navigation.tsx'
import { pageSize, refreshPostings, type BulkAction, type ListAddress } from '../queries.ts'
import { ActionButton, deleteQuestion, usePostingActions } from './posting-actions.tsx'
import { Expiry, PostingStatus } from './posting-view.tsx'

/**
 * What came of a posting, or without `id` the heads of these columns; `ids` are all postings of the
 * list.
 */
export type RowFigures = ComponentType<{ id?: string; ids: readonly string[] }>

type Props = {
  postings: readonly PostingSummary[]
  found: number
  address: ListAddress
  RowFigures: RowFigures
}

export function PostingList({
  postings,
  found,
  address: { page, ...listParams },
  RowFigures,
}: Props) {
  const ids = postings.map(({ id }) => id)
  const selection = useSelection(ids)
  const isReader = useIsReader()
  if (postings.length === 0) {
    return (
      <EmptyState title="No postings found">
        None of your postings fits. Try other words, or another status.
      </EmptyState>
    )
  }
  return (
    <>
      {!isReader && (
        <BulkActions
          selection={selection}
          selected={postings.filter(({ id }) => selection.has(id))}
        />
      )}
      <div
        aria-hidden
        className={`-mt-2 py-2 text-xs font-semibold text-muted max-lg:hidden ${rowGrid}`}
      >
        <span className="w-8" />
        <span>Posting</span>
        <RowFigures ids={ids} />
        <span>Status and last change</span>
      </div>
      <ul aria-labelledby="postings" className="-mt-4">
        {postings.map((posting) => (
          <PostingRow
            key={posting.id}
            posting={posting}
            isReader={isReader}
            isChosen={selection.has(posting.id)}
            onChoose={() => selection.toggle(posting.id)}
          >
            <RowFigures id={posting.id} ids={ids} />
          </PostingRow>
        ))}
      </ul>
      <Pages
        to={employerDashboardPath}
        params={{ ...listParams, page: String(page) }}
        totalPages={Math.ceil(found / pageSize)}
      />
    </>
  )
}

export function PostingListSkeleton() {
  return (
    <ul aria-label="Loading your job postings" aria-busy="true">
      {['first', 'second', 'third'].map((row) => (
        <li key={row} className="flex flex-col gap-2 border-b border-line py-4">
          <Skeleton className="h-6 w-64 max-w-full" />
          <Skeleton className="h-5 w-96 max-w-full" />
        </li>
      ))}
    </ul>
  )
}

const rowGrid =
  'grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-b border-line lg:grid-cols-[auto_minmax(0,1fr)_21rem_9rem_14rem] lg:items-center'

type PostingRowProps = {
  posting: PostingSummary
  isReader: boolean
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}

function PostingRow({ posting, isReader, isChosen, onChoose, children }: PostingRowProps) {
  const { now } = useShownPage()
  const hydrated = useHydrated()
  const { id, title, company, location, specialty, status, updatedAt, waitingEdit, holds } = posting
  return (
    <li className={`py-3 ${rowGrid}`}>
      {isReader ? (
        <span className="w-8" />
      ) : (
        <label className="flex size-8 items-center justify-center pointer-coarse:size-11">
          <span className="sr-only">Select {title}</span>
          <input
            type="checkbox"
            className="size-4 accent-action"
            disabled={!hydrated}
            checked={isChosen}
            onChange={onChoose}
          />
        </label>
      )}
      <div className="min-w-0">
        <h3 className="font-semibold break-words">
          <Link to={employerPostingPath(id)} className="text-ink no-underline hover:text-action">
            {title}
          </Link>
        </h3>
        <p className="text-xs break-words text-muted">
          {company} <span aria-hidden>·</span> {shownLocation(location)} <span aria-hidden>·</span>{' '}
          {specialty}
        </p>
      </div>
      <div className="col-start-2 mt-2 lg:col-start-auto lg:mt-0">{children}</div>
      <div className="col-start-2 mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 lg:col-start-auto lg:mt-0 lg:flex-col lg:items-start">
        <span className="flex flex-wrap items-center gap-x-3">
          <PostingStatus status={status} />
          {waitingEdit && <Badge>Changes in review</Badge>}
          {holds[0] && status !== 'rejected' && (
            <Badge tone="danger">{holdReasonTexts[holds[0].reason]}</Badge>
          )}
          <Expiry posting={posting} now={now} />
        </span>
        <span className="text-xs text-muted">
          <span className="lg:sr-only">Updated: </span>
          {ageLabel(updatedAt, now)}
        </span>
      </div>
      <RowActions posting={posting} isReader={isReader} />
    </li>
  )
}

function RowActions({ posting, isReader }: { posting: PostingSummary; isReader: boolean }) {
  const actions = usePostingActions(posting)
  const { id, title } = posting
  const look = { look: 'quiet', size: 'sm', about: title } as const
  return (
    <div className="col-start-2 mt-2 -ml-3 flex flex-wrap items-center lg:col-start-auto lg:mt-0 lg:ml-0 lg:justify-end">
      <LinkButton label="View" to={employerPostingPath(id)} {...look} />
      {!isReader && postingCan.edit(posting) && (
        <LinkButton label="Edit" to={editPostingPath(id)} {...look} />
      )}
      {!isReader && posting.status === 'rejected' && (
        <ActionButton label="Edit" isBusy={actions.isBusy} act={actions.duplicate} {...look} />
      )}
      {!isReader && (
        <ActionButton
          label="Delete"
          isBusy={actions.isBusy}
          act={() => actions.remove()}
          {...look}
        />
      )}
    </div>
  )
}

type Failed = { title: string; error: string }

const bulkActions: readonly {
  action: BulkAction
  label: string
  done: string
  fits: (posting: PostingSummary, now: Date) => boolean
}[] = [
  { action: 'activate', label: 'Activate', done: 'activated', fits: postingCan.activate },
  { action: 'deactivate', label: 'Deactivate', done: 'deactivated', fits: postingCan.deactivate },
  { action: 'renew', label: 'Renew', done: 'renewed', fits: postingCan.renew },
  { action: 'delete', label: 'Delete', done: 'deleted', fits: postingCan.remove },
]

type BulkProps = { selection: ReturnType<typeof useSelection>; selected: readonly PostingSummary[] }

/** One action on all selected postings; lists the refused ones with their reasons. */
function BulkActions({ selection, selected }: BulkProps) {
  const queryClient = useQueryClient()
  const { now } = useShownPage()
  const [failed, setFailed] = useState<readonly Failed[]>([])
  const change = useAction({
    call: (action: BulkAction) =>
      callApi('POST /api/job-postings/bulk', {
        body: { ids: selected.map(({ id }) => id), action },
      }),
    done(answer, action) {
      setFailed(
        answer.failed.map(({ id, error }) => ({
          title: selected.find((posting) => posting.id === id)?.title ?? id,
          error,
        })),
      )
      selection.setAll(false)
      void refreshPostings(queryClient)
      const title = `${countOf(answer.changed.length)} ${bulkActions.find((candidate) => candidate.action === action)?.done}`
      const description = takenBackText(answer.rejectionsTakenBack ?? 0)
      return { title, ...(description && { description }) }
    },
    sorry: 'Failed to change the job postings. Please try again.',
  })
  return (
    <>
      <BulkBar selection={selection}>
        {bulkActions.map(({ action, label, fits }) => (
          <Button
            key={action}
            label={label}
            look={action === 'delete' ? 'danger' : 'secondary'}
            size="sm"
            disabled={!selected.some((posting) => fits(posting, new Date(now)))}
            aria-disabled={change.isPending}
            onClick={() => {
              if (action !== 'delete' || confirm(question(selected))) change.run(action)
            }}
          />
        ))}
      </BulkBar>
      {failed.length > 0 && (
        <Alert
          tone="danger"
          title={`${countOf(failed.length)} could not be changed`}
          action={
            <Button label="Dismiss" look="secondary" size="sm" onClick={() => setFailed([])} />
          }
        >
          <ul className="list-disc pl-5">
            {failed.map(({ title, error }) => (
              <li key={title} className="break-words">
                {title}: {error}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  )
}

const countOf = (count: number): string => (count === 1 ? '1 posting' : `${count} postings`)

const question = (selected: readonly PostingSummary[]): string => {
  const [only] = selected
  const what = only && selected.length === 1 ? `"${only.title}"` : countOf(selected.length)
  return deleteQuestion(what)
}
