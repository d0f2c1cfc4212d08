import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import type { InboxItem } from '#features/inquiries/contract-inbox.ts'
import {
  closeReasonNames,
  closeReasons,
  takeBackMinutes,
  stageLabels,
  stages,
  type Stage,
} from '#features/inquiries/model.ts'
import { replySchema } from '#features/inquiries/schemas.ts'
import { inquiryPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Badge } from '#ui/feedback.tsx'
import { Field, Select, SelectField, type Choice } from '#ui/field.tsx'
import { cardClass } from '#ui/layout.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import { ApiForm, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { Link, useHydrated } from '#platform/web/navigation.tsx'
import { LocalTime } from '#platform/web/page-parts.tsx'
import { deskCalls, savedRepliesQuery, threadCalls } from '../queries.ts'
import { Marks } from './inquiry-parts.tsx'
import { cvField, cvInput } from './job-forms.tsx'

type CloseReason = (typeof closeReasonNames)[number]
type Moved = Pick<InboxItem, 'id' | 'name' | 'stage' | 'version'>
type Move = { card: Moved; stage: Stage; reason?: CloseReason }

/**
 * Moves applications; a rejection asks for its reason first, and can be taken back from the toast.
 */
function useMove() {
  const [closing, setClosing] = useState<Moved>()
  const call = ({ card: { id, version }, stage, reason }: Move) =>
    callApi('PUT /api/inbox/:id/stage', {
      params: { id },
      body: { stage, version, ...(reason && { reason }) },
    })
  // Its own action: what a toast calls was made while the first one was pending.
  const takeBack = useAction({
    call,
    done: { title: 'Undone' },
    failure: 'Not undone',
    changes: deskCalls,
  })
  const action = useAction({
    call,
    done: ({ stage, version, toldAt }, { card }) => ({
      title: `${card.name}: ${stageLabels[stage]}`,
      ...(toldAt !== null && {
        description: `We tell the applicant in ${takeBackMinutes} minutes. Until then you can undo it.`,
        action: {
          label: 'Undo',
          run: () => takeBack.run({ card: { ...card, version }, stage: card.stage }),
        },
      }),
    }),
    failure: 'Not moved',
    changes: deskCalls,
  })
  return {
    move: (card: Moved, stage: Stage) => {
      if (stage === 'closed') setClosing(card)
      else if (stage !== card.stage) action.run({ card, stage })
    },
    dialog: closing && (
      <CloseDialog
        name={closing.name}
        onClose={() => setClosing(undefined)}
        onReason={(reason) => {
          action.run({ card: closing, stage: 'closed', reason })
          setClosing(undefined)
        }}
      />
    ),
  }
}

type CloseProps = { name: string; onClose: () => void; onReason: (reason: CloseReason) => void }

function CloseDialog({ name, onClose, onReason }: CloseProps) {
  const [reason, setReason] = useState<CloseReason>('others')
  return (
    <Dialog open onClose={onClose} title="Close this application">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onReason(reason)
        }}
      >
        <SelectField
          label="Reason"
          hint={`We send it to ${name} in ${takeBackMinutes} minutes. Until then you can undo it.`}
          value={reason}
          onChange={({ target }: Choice<CloseReason>) => setReason(target.value)}
          options={closeReasonNames.map((value) => ({ value, label: closeReasons[value] }))}
        />
        <DialogActions>
          <Button label="Keep it open" look="secondary" onClick={onClose} />
          <Button label="Close it" type="submit" look="danger" />
        </DialogActions>
      </form>
    </Dialog>
  )
}

type StageSelectProps = { card: Moved; move: (card: Moved, stage: Stage) => void }

const StageSelect = ({ card, move }: StageSelectProps) => (
  <Select
    id={stageId(card.id)}
    aria-label={`Stage of ${card.name}`}
    disabled={!useHydrated()}
    value={card.stage}
    onChange={({ target }: Choice<Stage>) => move(card, target.value)}
    options={stageLabels}
  />
)

const stageId = (id: string) => `stage-${id}`

/** The stage of one application, with its select. */
export function StageField({ card }: { card: Moved }) {
  const { move, dialog } = useMove()
  return (
    <Field label="Stage" id={stageId(card.id)} className="w-44 max-w-full">
      {() => (
        <>
          <StageSelect card={card} move={move} />
          {dialog}
        </>
      )}
    </Field>
  )
}

export const DaysInStage = ({ days }: { days: number }) =>
  days > 0 && <span>{days === 1 ? '1 day' : `${days} days`} in stage</span>

/** The two answers to a firm that presented the applicant; each is an ordinary move. */
export function Presented({ card, by }: { card: Moved; by: string }) {
  const { move, dialog } = useMove()
  const isReady = useHydrated()
  return (
    <div className="mt-6">
      <p className="text-muted">{by} presented this physician, who consented.</p>
      {card.stage === 'new' && (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button
            label="Interested"
            size="sm"
            disabled={!isReady}
            onClick={() => move(card, 'reviewing')}
          />
          <Button
            label="Not now"
            size="sm"
            look="secondary"
            disabled={!isReady}
            onClick={() => move(card, 'closed')}
          />
        </div>
      )}
      {dialog}
    </div>
  )
}

type BoardProps = {
  cards: readonly InboxItem[]
  counts: Partial<Record<Stage, number>>
  linkTo: (stage: Stage) => string
}

/**
 * A column for each stage. Cards are dragged by a pointer, and moved by their select with a
 * keyboard or on a phone.
 */
export function Board({ cards, counts, linkTo }: BoardProps) {
  const { move, dialog } = useMove()
  const [target, setTarget] = useState<Stage>()
  const moved = useRef<string>(undefined)

  // A card that changes its column is another element: the focus follows it.
  useEffect(() => {
    if (moved.current === undefined || document.activeElement !== document.body) return
    document.getElementById(stageId(moved.current))?.focus()
    moved.current = undefined
    // oxlint-disable-next-line react/exhaustive-deps -- once the cards are others
  }, [cards])

  function drop(event: DragEvent, stage: Stage) {
    event.preventDefault()
    setTarget(undefined)
    const card = cards.find(({ id }) => id === event.dataTransfer.getData('text/plain'))
    if (card) move(card, stage)
  }

  return (
    <div className="mt-6 flex flex-col gap-6 lg:grid lg:grid-cols-6 lg:gap-3">
      {dialog}
      {stages.map((stage) => {
        const shown = cards.filter((card) => card.stage === stage)
        const total = counts[stage] ?? 0
        return (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- each card also has a select
          <section
            key={stage}
            aria-labelledby={`column-${stage}`}
            onDragOver={(event) => {
              event.preventDefault()
              setTarget(stage)
            }}
            onDragLeave={() => setTarget(undefined)}
            onDrop={(event) => drop(event, stage)}
            className={`min-w-0 rounded-md p-2 lg:min-h-64 ${target === stage ? 'bg-action-wash' : 'bg-sunken'}`}
          >
            <h2 id={`column-${stage}`} className="px-1 text-sm font-semibold">
              {stageLabels[stage]} <span className="font-normal text-muted">{total}</span>
            </h2>
            <ul className="mt-2 flex flex-col gap-2">
              {shown.map((card) => (
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the same
                <li
                  key={card.id}
                  draggable
                  onDragStart={({ dataTransfer }) => dataTransfer.setData('text/plain', card.id)}
                  className={`${cardClass} cursor-grab p-3`}
                >
                  <Link
                    to={inquiryPath(card.id)}
                    draggable={false}
                    className={`text-link text-sm ${card.isUnread ? 'font-semibold' : ''}`}
                  >
                    {card.name}
                  </Link>
                  <p className="line-clamp-2 text-xs text-muted">{card.jobTitle}</p>
                  <p className="mt-1 flex flex-wrap items-center gap-2 text-xs text-muted">
                    <LocalTime at={card.sentAt} />
                    <DaysInStage days={card.daysInStage} />
                    {card.isUnread && <Badge tone="action">Unread</Badge>}
                    {card.isLate && <Badge tone="danger">Overdue</Badge>}
                    <Marks answers={card.answers} />
                    {card.assignee && <span className="truncate">{card.assignee.name}</span>}
                  </p>
                  <div className="mt-2">
                    <StageSelect
                      card={card}
                      move={(application, to) => {
                        moved.current = application.id
                        move(application, to)
                      }}
                    />
                  </div>
                </li>
              ))}
            </ul>
            {total > 1 && (
              <Link
                to={linkTo(stage)}
                className="text-link mt-2 inline-flex min-h-8 items-center px-1 text-xs"
              >
                All {total}
              </Link>
            )}
          </section>
        )
      })}
    </div>
  )
}

type ReplyFormProps<Answer> = {
  /** The conversation that it belongs to. */
  to: string
  submit: (message: string, file?: File) => Promise<Answer>
  onSent: (answer: Answer) => void
  /** With texts that the poster kept. */
  hasSaved?: boolean
  /** With a file, and without scripts. */
  action?: string
}

const withFile = replySchema.extend({ cv: cvField })

export function ReplyForm<Answer>({
  to,
  submit,
  onSent,
  hasSaved = false,
  action,
}: ReplyFormProps<Answer>) {
  const { data } = useQuery({ ...savedRepliesQuery, enabled: hasSaved })
  const form = useApiForm({
    schema: withFile,
    submit: ({ message, cv }) => submit(message, cv),
    done: (answer) => {
      form.hook.reset({ message: '' })
      form.element.current?.reset()
      onSent(answer)
    },
    changes: threadCalls,
    keepAs: `reply ${to}`,
    failure: { title: 'Failed to send reply' },
  })
  const label = hasSaved ? 'Reply' : 'Message'
  const text = form.hook.watch('message') ?? ''
  const saved = data?.replies ?? []
  const used = saved.find((reply) => reply.message === text)
  const save = useAction({
    call: () => {
      const title = prompt('A title for this reply')?.trim() ?? ''
      return title === ''
        ? Promise.resolve(null)
        : callApi('POST /api/saved-replies', { body: { title, message: text } })
    },
    done: (answer) => (answer ? { title: 'Reply saved' } : undefined),
    failure: 'Reply not saved',
    changes: ['GET /api/saved-replies'],
  })
  const remove = useAction({
    call: (id: string) => callApi('DELETE /api/saved-replies/:id', { params: { id } }),
    done: { title: 'Saved reply deleted' },
    changes: ['GET /api/saved-replies'],
  })
  return (
    <ApiForm
      form={form}
      {...(action !== undefined && { action })}
      label={label}
      className="flex flex-col gap-4"
    >
      {saved.length > 0 && (
        <SelectField
          label="Saved replies"
          empty="Choose one"
          value={used?.id ?? ''}
          onChange={({ target }) => {
            const message = saved.find(({ id }) => id === target.value)?.message
            if (message !== undefined) form.hook.setValue('message', message, { shouldDirty: true })
          }}
          options={saved.map(({ id, title }) => ({ value: id, label: title }))}
        />
      )}
      <FormField form={form} name="message" label={label} required area={{}} />
      {action !== undefined && (
        <FormField
          form={form}
          name="cv"
          label="File (optional)"
          hint="PDF, DOC, or DOCX, up to 5 MB."
          input={cvInput}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <SubmitButton
          label={`Send ${label}`}
          form={form}
          {...(action !== undefined && { isPlain: true })}
          pendingLabel="Sending..."
        />
        {!hasSaved ? null : used ? (
          <ActionButton
            look="quiet"
            label="Delete this saved reply"
            action={remove}
            input={used.id}
            ask={`Delete the saved reply “${used.title}”?`}
          />
        ) : (
          text.trim() !== '' && (
            <Button label="Save for later" look="quiet" onClick={() => save.run()} />
          )
        )}
      </div>
    </ApiForm>
  )
}
