import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { InboxItem } from '#features/inquiries/contract-inbox.ts'
import {
  closeReasonNames,
  closeReasons,
  maxBulk,
  maxChosen,
  placeholders,
  stageLabels,
  stages,
  takeBackMinutes,
  type Stage,
} from '#features/inquiries/model.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { SelectField, type Choice } from '#ui/field.tsx'
import { toast } from '#ui/toast.ts'
import { ActionButton, toastFailure, useAction } from '#platform/web/action.tsx'
import { callApi, invalidateCalls } from '#platform/web/api.ts'
import { organizationQuery } from '#platform/web/desk-tabs.tsx'
import { entriesOf } from '#shared/keys.ts'
import { deskCalls, type Query } from '../queries.ts'
import { ReplyForm } from './hiring.tsx'

type CloseReason = (typeof closeReasonNames)[number]
type Key = Pick<InboxItem, 'id' | 'version'>
type Kind = 'move' | 'close' | 'assign' | 'reply'

type Props = {
  chosen: readonly InboxItem[]
  filter: Query<'GET /api/inbox/keys'>
  /** Of all pages, once the whole page is chosen. */
  total: number | undefined
  onDone: () => void
}

/** What can be done with the chosen applications, or with all of the search. */
export function BulkActions({ chosen, filter, total, onDone }: Props) {
  const [everything, setEverything] = useState<readonly Key[]>()
  const [kind, setKind] = useState<Kind>()
  const keys = total === undefined ? chosen : (everything ?? chosen)
  const chooseAll = useAction({
    call: () => callApi('GET /api/inbox/keys', { query: filter }),
    done: (answer) => setEverything(answer.keys),
    failure: 'Not chosen',
  })
  const labels = { move: 'Move', close: 'Close', assign: 'Assign', reply: 'Reply' } as const
  return (
    <>
      {total !== undefined && total > chosen.length && everything === undefined && (
        <ActionButton
          label={
            total > maxChosen
              ? `Choose the newest ${maxChosen}`
              : `Choose all ${total} on every page`
          }
          size="sm"
          look="secondary"
          action={chooseAll}
        />
      )}
      {keys.length > chosen.length && (
        <p role="status" className="text-sm">
          {keys.length < (total ?? 0) ? 'The newest' : 'All'} {keys.length} on every page
        </p>
      )}
      {entriesOf(labels).map(([name, label]) => (
        <Button
          key={name}
          label={`${label} ${keys.length}`}
          size="sm"
          look="secondary"
          onClick={() => setKind(name)}
        />
      ))}
      {kind !== undefined && (
        <BulkDialog
          kind={kind}
          title={`${labels[kind]} ${keys.length} ${keys.length === 1 ? 'application' : 'applications'}`}
          keys={keys}
          onClose={() => setKind(undefined)}
          onDone={() => {
            setKind(undefined)
            setEverything(undefined)
            onDone()
          }}
        />
      )}
    </>
  )
}

type DialogProps = {
  kind: Kind
  title: string
  keys: readonly Key[]
  onClose: () => void
  onDone: () => void
}

function BulkDialog({ kind, title, keys, onClose, onDone }: DialogProps) {
  const queryClient = useQueryClient()
  const [done, setDone] = useState<number>()
  // The same for a second try.
  const [batch] = useState(() => crypto.randomUUID())
  const members = useQuery(organizationQuery).data?.members ?? []

  /** Some at a time; what is done stays done when a call fails. */
  async function runEach(
    call: (some: readonly Key[]) => Promise<number>,
    tell: (count: number) => string,
  ): Promise<void> {
    setDone(0)
    let changed = 0
    try {
      for (let from = 0; from < keys.length; from += maxBulk) {
        changed += await call(keys.slice(from, from + maxBulk))
        setDone(Math.min(from + maxBulk, keys.length))
      }
      toast({ title: tell(changed) })
      onDone()
    } catch (error) {
      toastFailure(error, `${tell(changed)}, then it stopped`)
      setDone(undefined)
    } finally {
      await invalidateCalls(queryClient, deskCalls)
    }
  }

  const move = (stage: Stage, reason?: CloseReason): Promise<void> =>
    runEach(
      async (some) =>
        (
          await callApi('POST /api/inbox/moves', {
            body: {
              batch,
              moves: some.map(({ id, version }) => ({ id, version })),
              stage,
              ...(reason && { reason }),
            },
          })
        ).moved,
      (count) => `${count} moved to ${stageLabels[stage]}`,
    )

  const assign = (userId: string): Promise<void> =>
    runEach(
      async (some) =>
        (
          await callApi('POST /api/inbox/assignments', {
            body: { ids: some.map(({ id }) => id), userId: userId || null },
          })
        ).assigned,
      (count) => `${count} assigned`,
    )

  const form = { title, isBusy: done !== undefined, onClose }
  const forms = {
    move: (
      <ChoiceForm
        {...form}
        label="Stage"
        options={stages
          .filter((stage) => stage !== 'closed')
          .map((stage) => ({ value: stage, label: stageLabels[stage] }))}
        run={(stage) => move(stage)}
      />
    ),
    close: (
      <ChoiceForm
        {...form}
        label="Reason"
        hint={`We send it to each applicant in ${takeBackMinutes} minutes. Until then you can undo it.`}
        options={closeReasonNames.map((value) => ({ value, label: closeReasons[value] }))}
        run={(reason) => move('closed', reason)}
      />
    ),
    assign: (
      <ChoiceForm
        {...form}
        label="To"
        options={[
          { value: '', label: 'Unassigned' },
          ...members.map(({ id, name, email }) => ({
            value: id,
            label: name ?? email ?? 'A colleague',
          })),
        ]}
        run={assign}
      />
    ),
  }

  return (
    <Dialog open onClose={onClose} title={title}>
      {done !== undefined && (
        <p role="status" className="mb-4">
          {done} of {keys.length} done
          <progress className="mt-2 block w-full" value={done} max={keys.length} />
        </p>
      )}
      {kind === 'reply' ? (
        <>
          <p className="mb-4 text-muted">
            Each applicant gets a separate message. Closed applications get none. In the text,{' '}
            {placeholders.map((name) => `{${name}}`).join(', ')} become each applicant’s.
          </p>
          <ReplyForm
            to="several"
            hasSaved
            submit={async (message) => {
              let sent = 0
              for (let from = 0; from < keys.length; from += maxBulk) {
                const ids = keys.slice(from, from + maxBulk).map(({ id }) => id)
                sent += (await callApi('POST /api/inbox/replies', { body: { ids, message } })).sent
                setDone(Math.min(from + maxBulk, keys.length))
              }
              return sent
            }}
            onSent={(sent) => {
              toast({ title: sent === 1 ? '1 reply sent' : `${sent} replies sent` })
              onDone()
            }}
          />
        </>
      ) : (
        forms[kind]
      )}
    </Dialog>
  )
}

type ChoiceProps<Value> = {
  title: string
  label: string
  hint?: string
  options: readonly { value: Value; label: string }[]
  run: (value: Value) => Promise<void>
  isBusy: boolean
  onClose: () => void
}

function ChoiceForm<Value extends string>(props: ChoiceProps<Value>) {
  const { title, label, hint, options, run, isBusy, onClose } = props
  const [value, setValue] = useState(options[0]?.value)
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy && value !== undefined) void run(value)
      }}
    >
      <SelectField
        label={label}
        {...(hint !== undefined && { hint })}
        value={value}
        onChange={({ target }: Choice<Value>) => setValue(target.value)}
        options={options}
      />
      <DialogActions>
        <Button label="Cancel" look="secondary" onClick={onClose} />
        <Button label={title} type="submit" aria-disabled={isBusy} />
      </DialogActions>
    </form>
  )
}

/** The last press that moved several, for as long as it can be undone. */
export function UndoMoves({ batch, count }: { batch: string; count: number }) {
  const undo = useAction({
    async call() {
      let undone = 0
      for (;;) {
        const answer = await callApi('POST /api/inbox/moves/:batch/undo', { params: { batch } })
        undone += answer.undone
        if (answer.isDone) return undone
      }
    },
    done: (undone) => ({ title: `${undone} moved back` }),
    failure: 'Not undone',
    changes: deskCalls,
  })
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-4 text-sm">
      {count === 1 ? 'You moved 1 application' : `You moved ${count} applications`} within the last{' '}
      {takeBackMinutes} minutes.
      <ActionButton label="Undo these moves" size="sm" look="secondary" action={undo} />
    </p>
  )
}
