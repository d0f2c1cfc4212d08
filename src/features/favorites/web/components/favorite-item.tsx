import { useQueryClient } from '@tanstack/react-query'
import { HeartOff, NotebookPen } from 'lucide-react'
import { useMemo, useState, type ComponentType } from 'react'
import {
  ageLabel,
  dateText,
  namesPay,
  payNotStated,
  placeText,
  payText,
} from '#features/jobs/display.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'
import { Badge, Alert } from '#ui/feedback.tsx'
import { Button, type MarkLook } from '#ui/button.tsx'
import { SelectField, Field, TextArea, TextField, type Choice } from '#ui/field.tsx'
import { toast } from '#ui/toast.ts'
import { currentOf } from '#platform/web/api.ts'
import { Link, useHydrated, useShownPage } from '#platform/web/navigation.tsx'
import type { Favorite, FavoriteProgress } from '#features/favorites/contract.ts'
import {
  favoriteStatusLabels,
  type FavoriteStatus,
  maxNextStep,
  maxNote,
} from '#features/favorites/model.ts'
import { useToggleFavorite } from '../save-button.tsx'
import { changeFavorite, showProgress } from '../queries.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { formText, storedText } from '#platform/web/browser.ts'

/** Parts of other features about a saved job. */
export type ItemParts = {
  QuickInquiry: ComponentType<{ job: { id: string; title: string; employer: string } }>
  CompareButton: ComponentType<{ job: { id: string; title: string }; look: MarkLook }>
  SentNote: ComponentType<{ jobId: string }>
}

type ItemProps = { favorite: Favorite; parts: ItemParts }

/** A saved job in its current state; a closed one as it was saved. */
export function FavoriteItem({ favorite, parts }: ItemProps) {
  const { QuickInquiry, CompareButton, SentNote } = parts
  const { jobId, job, saved, savedAt, status } = favorite
  const { now } = useShownPage()
  const remove = useToggleFavorite(jobId, true)
  const { title, employer } = job ?? saved
  const pay = (job && payText(job)) ?? payNotStated
  return (
    <li className="grid gap-x-6 border-t border-line py-4 sm:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="min-w-0">
        <h2 className="text-base leading-6 font-semibold">
          {job ? (
            <Link
              to="/jobs/:id"
              params={{ id: jobId }}
              className="text-ink no-underline hover:text-action hover:underline"
            >
              {title}
            </Link>
          ) : (
            <span className="text-muted">{title}</span>
          )}
        </h2>
        <p className="text-xs text-muted">
          {employer} · {placeText(job ?? saved)}
        </p>
        {job ? (
          <>
            <p
              className={`mt-1 ${namesPay(pay) ? 'font-semibold text-pay tabular-nums' : 'text-muted'}`}
            >
              {pay}
            </p>
            <p className="text-xs text-muted">
              {job.specialty} · {employmentTypeLabels[job.type]} · posted{' '}
              {ageLabel(job.postedAt, now).toLowerCase()} · saved {dateText(savedAt)}
            </p>
          </>
        ) : (
          <p className="mt-2 flex flex-wrap items-center gap-2 text-xs text-muted">
            <Badge>Closed</Badge>
            This job is no longer listed. Saved {dateText(savedAt)}.
          </p>
        )}
      </div>
      <div className="mt-3 flex flex-col items-start gap-2 sm:mt-0">
        <div className="flex w-full flex-wrap items-center gap-2">
          <StatusChoice favorite={favorite} title={title} />
          {job && <CompareButton job={job} look="icon" />}
          <Button
            icon={HeartOff}
            look="quiet"
            size="sm"
            aria-label={`Remove: ${title}`}
            onClick={remove}
            className="shrink-0"
          >
            <span className="sm:sr-only">Remove</span>
          </Button>
        </div>
        {job && status === 'saved' && <QuickInquiry job={job} />}
      </div>
      <div className="sm:col-span-2">
        <SentNote jobId={jobId} />
        <FavoriteProgressView favorite={favorite} title={title} />
      </div>
    </li>
  )
}

/**
 * Changes a saved job; `current` is its state after a change in another window. Other failures are
 * toasts.
 */
function useProgress(jobId: string) {
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)

  async function change(body: Parameters<typeof changeFavorite>[1], failure: string) {
    setBusy(true)
    try {
      showProgress(queryClient, await changeFavorite(jobId, body))
      return { isSaved: true }
    } catch (error) {
      const current = currentOf<FavoriteProgress>(error)
      if (!current) toast({ title: 'Error', description: failure, tone: 'danger' })
      return { isSaved: false, current }
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, change }
}

/** What was chosen last holds, in whichever window. */
function StatusChoice({
  favorite: { jobId, status },
  title,
}: {
  favorite: Favorite
  title: string
}) {
  const hydrated = useHydrated()
  const { isBusy, change } = useProgress(jobId)
  const choose = (next: FavoriteStatus) =>
    change({ status: next }, 'Failed to change the status. Please try again.')
  return (
    <SelectField
      label={`Status of ${title}`}
      hideLabel
      className="grow"
      value={status}
      disabled={!hydrated || isBusy}
      options={favoriteStatusLabels}
      onChange={({ target }: Choice<FavoriteStatus>) => void choose(target.value)}
    />
  )
}

/** The next step with its date, and the private note. */
function FavoriteProgressView({ favorite, title }: { favorite: Favorite; title: string }) {
  const { jobId, note, nextStep, nextOn } = favorite
  const [isOpened, setOpen] = useState(false)
  const current = useCurrentUser()
  const owner = current.status === 'signed-in' ? current.user.id : ''
  const typed = useMemo(() => storedText(`typed:${owner}:note ${jobId}`), [owner, jobId])
  const isLeft = typed.use() !== ''
  if (isOpened || isLeft)
    return (
      <ProgressForm
        favorite={favorite}
        typed={typed}
        onDone={() => {
          typed.write('')
          setOpen(false)
        }}
      />
    )
  const isEmpty = note === null && nextStep === null && nextOn === null
  const label = isEmpty ? 'Add a note or next step' : 'Edit note and next step'
  return (
    <>
      {(nextStep !== null || nextOn !== null) && (
        <p className="mt-2">
          <span className="text-muted">Next: </span>
          {nextStep}
          {nextStep !== null && nextOn !== null && ', '}
          {nextOn !== null && <NextDate day={nextOn} />}
        </p>
      )}
      {note !== null && (
        <p className="mt-2 max-w-prose border-l-2 border-line pl-3 whitespace-pre-line">{note}</p>
      )}
      <Button
        label={label}
        icon={NotebookPen}
        look="quiet"
        size="sm"
        aria-label={`${label}: ${title}`}
        onClick={() => setOpen(true)}
        className="mt-1 -ml-3"
      />
    </>
  )
}

const dayText = (day: string) =>
  new Date(day).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A calendar day; one that has passed, where the reader is, says so. */
function NextDate({ day }: { day: string }) {
  const { now } = useShownPage()
  const hydrated = useHydrated()
  // Swedish dates are those of ISO 8601.
  const today = hydrated
    ? new Date(now).toLocaleDateString('sv')
    : new Date(now).toISOString().slice(0, 10)
  return (
    <time
      dateTime={day}
      className={`font-semibold tabular-nums ${day < today ? 'text-danger' : ''}`}
    >
      {dayText(day)}
      {day < today && ' (past)'}
      {day === today && ' (today)'}
    </time>
  )
}

/**
 * Keeps what was typed until the server has it. After a change in another window it shows that one,
 * and saves over it only knowingly.
 */
function ProgressForm({
  favorite,
  typed,
  onDone,
}: {
  favorite: Favorite
  typed: ReturnType<typeof storedText>
  onDone: () => void
}) {
  const [left] = useState(() => new URLSearchParams(typed.read()))
  const initial = (name: 'note' | 'nextStep' | 'nextOn') => left.get(name) ?? favorite[name] ?? ''
  const { isBusy, change } = useProgress(favorite.jobId)
  const [version, setVersion] = useState(favorite.version)
  const [theirs, setTheirs] = useState<FavoriteProgress>()

  async function save(form: HTMLFormElement) {
    const data = new FormData(form)
    const [note = '', nextStep = '', nextOn = ''] = ['note', 'nextStep', 'nextOn'].map((name) =>
      formText(data, name),
    )
    const { isSaved, current } = await change(
      { note, nextStep, nextOn, version },
      'Failed to save note. Please try again.',
    )
    if (isSaved) return onDone()
    setTheirs(current)
    if (current) setVersion(current.version)
  }

  return (
    <form
      className="mt-3 flex max-w-prose flex-col gap-3"
      onInput={({ currentTarget }) =>
        typed.write(String(new URLSearchParams(textsIn(new FormData(currentTarget)))))
      }
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void save(event.currentTarget)
      }}
    >
      {theirs && (
        <Alert tone="danger" title="You changed this job in another window">
          <p>It now says:</p>
          <p className="mt-1 whitespace-pre-line">
            {[theirs.nextStep, theirs.nextOn && dayText(theirs.nextOn), theirs.note]
              .filter(Boolean)
              .join('\n') || 'Nothing'}
          </p>
          <p className="mt-1">Save again to replace it with your text below.</p>
        </Alert>
      )}
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <TextField
          label="Next step"
          name="nextStep"
          defaultValue={initial('nextStep')}
          maxLength={maxNextStep}
          autoComplete="off"
          placeholder="Call, visit, send references"
        />
        <TextField label="Date" type="date" name="nextOn" defaultValue={initial('nextOn')} />
      </div>
      <Field label="Note" hint="Only you can read it.">
        {(control) => (
          <TextArea
            {...control}
            name="note"
            defaultValue={initial('note')}
            maxLength={maxNote}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- somebody asked to write in it
            autoFocus
          />
        )}
      </Field>
      <div className="flex gap-3">
        <Button label="Save" type="submit" size="sm" aria-disabled={isBusy} />
        <Button label="Cancel" look="secondary" size="sm" onClick={onDone} />
      </div>
    </form>
  )
}

const textsIn = (form: FormData) =>
  [...form].map(([name, value]) => [name, typeof value === 'string' ? value : ''])
