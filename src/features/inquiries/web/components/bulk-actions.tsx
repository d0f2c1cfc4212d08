import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { InboxItem } from '#features/inquiries/contract-inbox.ts'
import {
  closeReasonNames,
  closeReasons,
  maxChosen,
  placeholders,
  stageLabels,
  stages,
  takeBackMinutes,
} from '#features/inquiries/model.ts'
import type { BodyOf, ResponseOf } from '#shared/contract.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { SelectField, type Choice } from '#ui/field.tsx'
import { toast } from '#ui/toast.ts'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { callApi, invalidateCalls } from '#platform/web/api.ts'
import { organizationQuery } from '#platform/web/desk-tabs.tsx'
import { entriesOf } from '#shared/keys.ts'
import { deskCalls, pressQuery, type Query } from '../queries.ts'
import { ReplyForm } from './hiring.tsx'

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
  const labels = { move: 'Move', close: 'Close', assign: 'Assign', reply: 'Reply to' } as const
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

type Press = ResponseOf<'GET /api/presses/:id'>

const doneWords = { move: 'moved', assign: 'assigned', reply: 'answered', undo: 'undone' }
const resultText = ({ kind, changed, done, total }: Press) =>
  `${changed} ${doneWords[kind]}${done < total ? ', then it stopped' : ''}`

function BulkDialog({ kind, title, keys, onClose, onDone }: DialogProps) {
  // The same for a second try.
  const [id] = useState(() => crypto.randomUUID())
  const members = useQuery(organizationQuery).data?.members ?? []
  const press = (action: BodyOf<'POST /api/presses'>['action']) =>
    callApi('POST /api/presses', {
      body: { id, keys: keys.map(({ id, version }) => ({ id, version })), action },
    })
  const pressed = (answer: Press) => {
    onDone()
    // The page says how far a longer one is.
    return answer.isEnded ? { title: resultText(answer) } : undefined
  }
  const { isPending, run } = useAction({
    call: press,
    done: pressed,
    failure: 'Nothing is changed',
    changes: deskCalls,
  })

  const form = { title, isBusy: isPending, onClose }
  const forms = {
    move: (
      <ChoiceForm
        {...form}
        label="Stage"
        options={stages
          .filter((stage) => stage !== 'closed')
          .map((stage) => ({ value: stage, label: stageLabels[stage] }))}
        run={(stage) => run({ kind: 'move', stage })}
      />
    ),
    close: (
      <ChoiceForm
        {...form}
        label="Reason"
        hint={`We send it to each applicant in ${takeBackMinutes} minutes. Until then you can undo it.`}
        options={closeReasonNames.map((value) => ({ value, label: closeReasons[value] }))}
        run={(reason) => run({ kind: 'move', stage: 'closed', reason })}
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
        run={(userId) => run({ kind: 'assign', userId: userId || null })}
      />
    ),
  }

  return (
    <Dialog open onClose={onClose} title={title}>
      {kind === 'reply' ? (
        <>
          <p className="mb-4 text-muted">
            Each applicant gets a separate message. Closed applications get none. You cannot undo a
            reply. In the text, {placeholders.map((name) => `{${name}}`).join(', ')} become each
            applicant’s.
          </p>
          <ReplyForm
            to="several"
            hasSaved
            submit={(message) => press({ kind: 'reply', message })}
            onSent={(answer) => {
              const told = pressed(answer)
              if (told) toast(told)
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
  run: (value: Value) => void
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
        if (!isBusy && value !== undefined) run(value)
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

/** How far a press is that goes on, also once its page was closed. */
export function PressProgress({ press }: { press: Press }) {
  const queryClient = useQueryClient()
  const { data = press } = useQuery(pressQuery(press.id))
  const { isEnded, done, total } = data
  useEffect(() => {
    if (!isEnded) return
    toast({ title: resultText(data) })
    void invalidateCalls(queryClient, deskCalls)
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [isEnded])
  return (
    <p role="status" className="mt-4 text-sm">
      {done} of {total} done
      <progress className="mt-2 block w-full max-w-form" value={done} max={total} />
    </p>
  )
}

/** The last press that moved or assigned several, for as long as it can be undone. */
export function UndoPress({ press: { id, kind, changed } }: { press: Press }) {
  const undo = useAction({
    call: () => callApi('POST /api/presses/:id/undo', { params: { id } }),
    done: (answer) => (answer.isEnded ? { title: resultText(answer) } : undefined),
    failure: 'Not undone',
    changes: deskCalls,
  })
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-4 text-sm">
      You {doneWords[kind]} {changed} {changed === 1 ? 'application' : 'applications'} within the
      last {takeBackMinutes} minutes.
      <ActionButton
        label={kind === 'move' ? 'Undo these moves' : 'Undo these assignments'}
        size="sm"
        look="secondary"
        action={undo}
      />
    </p>
  )
}
