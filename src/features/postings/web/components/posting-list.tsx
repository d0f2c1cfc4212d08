import { counted } from '#shared/numbers.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ComponentType, type ReactNode } from 'react'
import { ageLabel } from '#features/jobs/display.ts'
import { fields, labelOf } from '#features/jobs/fields.ts'
import type { PostingSummary } from '#features/postings/contract.ts'
import {
  bulkFields,
  holdReasonTexts,
  shownLocation,
  takenBackText,
} from '#features/postings/model.ts'
import type { BulkChanges } from '#features/postings/schemas.ts'
import { postingCan } from '#features/postings/state-machine.ts'
import { editPostingPath, employerDashboardPath, employerPostingPath } from '#shared/paths.ts'
import { Alert, Badge, EmptyState, Skeleton } from '#ui/feedback.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { TextField } from '#ui/field.tsx'
import { callApi } from '#platform/web/api.ts'
import { BulkBar, Pages, SelectAll, useSelection } from '#platform/web/list-search.tsx'
import { useAction } from '#platform/web/action.tsx'
import { formText } from '#platform/web/browser.ts'
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

/** Offers these postings to a member of the team. */
export type HandOverProps = { ids: readonly string[]; onDone: () => void }

type Props = {
  postings: readonly PostingSummary[]
  found: number
  address: ListAddress
  RowFigures: RowFigures
  HandOver: ComponentType<HandOverProps>
}

export function PostingList({
  postings,
  found,
  address: { page, ...listParams },
  RowFigures,
  HandOver,
}: Props) {
  const ids = postings.map(({ id }) => id)
  const selection = useSelection(ids)
  const isReader = useIsReader()
  if (postings.length === 0) {
    return (
      <EmptyState
        title="No postings found"
        actions={<LinkButton label="Show all" to={employerDashboardPath} look="secondary" />}
      >
        No posting matches. Try other words, or another status.
      </EmptyState>
    )
  }
  return (
    <>
      <div aria-hidden className={`pb-1 text-xs font-semibold text-muted max-lg:hidden ${rowGrid}`}>
        <span className="w-8" />
        <span>Posting</span>
        <RowFigures ids={ids} />
        <span>Status and last change</span>
      </div>
      <ul aria-labelledby="postings" className="lg:-mt-2">
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
      {!isReader && (
        <BulkActions
          selection={selection}
          selected={postings.filter(({ id }) => selection.has(id))}
          HandOver={HandOver}
        />
      )}
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
  'grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-b border-line lg:grid-cols-[auto_minmax(0,1fr)_20rem_11rem_13rem] lg:items-center'

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
    <li className={`opens py-3 ${rowGrid}`}>
      {isReader ? (
        <span className="w-8" />
      ) : (
        <label className="relative z-2 flex size-8 items-center justify-center pointer-coarse:size-11">
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
        <h3 className="font-semibold">
          <Link to={employerPostingPath(id)} className="row-link">
            {title}
          </Link>
        </h3>
        <p className="text-xs text-muted">
          {company} <span aria-hidden>·</span> {shownLocation(location)} <span aria-hidden>·</span>{' '}
          {specialty}
        </p>
      </div>
      <div className="col-start-2 mt-1 lg:col-start-auto lg:mt-0">{children}</div>
      <div className="col-start-2 mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 lg:col-start-auto lg:mt-0">
        <PostingStatus status={status} />
        <span className="text-xs text-muted">
          <span className="lg:sr-only">Updated: </span>
          {ageLabel(updatedAt, now)}
        </span>
        {waitingEdit && <Badge>Changes in review</Badge>}
        {holds[0] && status !== 'rejected' && (
          <Badge tone="danger">{holdReasonTexts[holds[0].reason]}</Badge>
        )}
        <Expiry posting={posting} now={now} />
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
    <div className="col-start-2 -ml-3 flex flex-wrap items-center lg:col-start-auto lg:mt-0 lg:ml-0 lg:justify-end">
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
type Change = { action: BulkAction; changes?: BulkChanges }

const bulkActions: readonly {
  action: BulkAction
  label: string
  done: string
  fits: (posting: PostingSummary, now: Date) => boolean
}[] = [
  { action: 'edit', label: 'Edit', done: 'edited', fits: postingCan.edit },
  { action: 'activate', label: 'Activate', done: 'activated', fits: postingCan.activate },
  { action: 'deactivate', label: 'Deactivate', done: 'deactivated', fits: postingCan.deactivate },
  { action: 'renew', label: 'Renew', done: 'renewed', fits: postingCan.renew },
  { action: 'delete', label: 'Delete', done: 'deleted', fits: postingCan.remove },
]

type BulkProps = {
  selection: ReturnType<typeof useSelection>
  selected: readonly PostingSummary[]
  HandOver: ComponentType<HandOverProps>
}

/** One action on all selected postings; lists the refused ones with their reasons. */
function BulkActions({ selection, selected, HandOver }: BulkProps) {
  const queryClient = useQueryClient()
  const { now } = useShownPage()
  const [failed, setFailed] = useState<readonly Failed[]>([])
  const [isEditing, setEditing] = useState(false)
  const ids = selected.map(({ id }) => id)
  const change = useAction({
    call: ({ action, changes = {} }: Change) =>
      callApi('POST /api/job-postings/bulk', { body: { ids, action, changes } }),
    done(answer, { action }) {
      setEditing(false)
      setFailed(
        answer.failed.map(({ id, error }) => ({
          title: selected.find((posting) => posting.id === id)?.title ?? id,
          error,
        })),
      )
      finish()
      const title = `${counted(answer.changed.length, 'posting')} ${bulkActions.find((candidate) => candidate.action === action)?.done}`
      const description = takenBackText(answer.rejectionsTakenBack ?? 0)
      return { title, ...(description && { description }) }
    },
    sorry: 'Failed to change the job postings. Please try again.',
  })
  function finish() {
    selection.setAll(false)
    void refreshPostings(queryClient)
  }
  function act(action: BulkAction) {
    if (action === 'edit') setEditing(true)
    else if (action !== 'delete' || confirm(question(selected))) change.run({ action })
  }
  return (
    <>
      <BulkBar selection={selection}>
        <SelectAll selection={selection} />
        {bulkActions
          .filter(({ fits }) => selected.some((posting) => fits(posting, new Date(now))))
          .map(({ action, label }) => (
            <Button
              key={action}
              label={label}
              look={action === 'delete' ? 'danger' : 'secondary'}
              size="sm"
              aria-disabled={change.isPending}
              onClick={() => act(action)}
            />
          ))}
        <HandOver ids={ids} onDone={finish} />
      </BulkBar>
      <Dialog
        open={isEditing}
        onClose={() => setEditing(false)}
        title={`Edit ${counted(selected.length, 'posting')}`}
      >
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            const typed = new FormData(event.currentTarget)
            const filled = bulkFields.filter((name) => formText(typed, name) !== '')
            const changes = Object.fromEntries(filled.map((name) => [name, formText(typed, name)]))
            change.run({ action: 'edit', changes })
          }}
        >
          <p className="text-muted">A field that you leave empty stays as it is.</p>
          {bulkFields.map((name) => (
            <TextField key={name} label={labelOf(name)} name={name} {...fields[name].input} />
          ))}
          <DialogActions>
            <Button label="Save Changes" type="submit" aria-disabled={change.isPending} />
          </DialogActions>
        </form>
      </Dialog>
      {failed.length > 0 && (
        <Alert
          tone="danger"
          title={`${counted(failed.length, 'posting')} could not be changed`}
          action={
            <Button label="Dismiss" look="secondary" size="sm" onClick={() => setFailed([])} />
          }
        >
          <ul className="list-disc pl-5">
            {failed.map(({ title, error }) => (
              <li key={title}>
                {title}: {error}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  )
}

const question = (selected: readonly PostingSummary[]) => {
  const [only] = selected
  const what =
    only && selected.length === 1 ? `"${only.title}"` : counted(selected.length, 'posting')
  return deleteQuestion(what)
}
