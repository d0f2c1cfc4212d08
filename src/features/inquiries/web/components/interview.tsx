import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import type { Interview } from '#features/inquiries/contract.ts'
import { interviewMinutes, maxInterviewTimes, type Side } from '#features/inquiries/model.ts'
import { interviewSchema } from '#features/inquiries/schemas.ts'
import {
  localMomentText,
  localTimeZone,
  placeMomentText,
  usTimeZones,
  type UsTimeZone,
} from '#shared/dates.ts'
import { Button } from '#ui/button.tsx'
import { cardClass, LabeledSection } from '#ui/layout.tsx'
import { toast } from '#ui/toast.ts'
import { useAction } from '#platform/web/action.tsx'
import { apiUrl, callApi } from '#platform/web/api.ts'
import { ApiForm, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { useHydrated, useShownPage } from '#platform/web/navigation.tsx'
import { threadCalls } from '../queries.ts'

type Props = {
  side: Side
  id: string
  interview: Interview | null
  theirName: string
  /** Of the job's place. The form is the poster's, as long as the thread is open. */
  timeZone: string | undefined
}

/** Times for an interview, as either side sees them. */
export function InterviewPart({ side, id, interview, theirName, timeZone }: Props) {
  const [isProposing, setProposing] = useState(false)
  const ready = useHydrated()
  if (!interview && timeZone === undefined) return null
  return (
    <LabeledSection title="Interview" titleClass="mb-2" className="mt-8">
      {interview && <Shown {...{ side, id, interview, theirName }} />}
      {timeZone !== undefined &&
        (isProposing ? (
          <ProposalForm
            id={id}
            interview={interview}
            timeZone={timeZone}
            onDone={() => setProposing(false)}
          />
        ) : (
          <Button
            look="secondary"
            size="sm"
            className="mt-3"
            disabled={!ready}
            onClick={() => setProposing(true)}
          >
            {interview ? 'Propose other times' : 'Propose times'}
          </Button>
        ))}
    </LabeledSection>
  )
}

/** On the clocks of the place, and on the reader's if they differ. */
function Time({ at, timeZone }: { at: string; timeZone: string }) {
  const differs = useHydrated() && localTimeZone() !== timeZone
  return (
    <time dateTime={at}>
      {placeMomentText(at, timeZone)}
      {differs && (
        <span className="block text-xs text-muted">{localMomentText(at)} where you are</span>
      )}
    </time>
  )
}

type ShownProps = { side: Side; id: string; interview: Interview; theirName: string }

function Shown({ side, id, interview, theirName }: ShownProps) {
  const { sequence, state, times, chosen, timeZone, minutes, place, word } = interview
  const { now } = useShownPage()
  const ready = useHydrated()
  const isSender = side === 'sender'
  const params = { id }
  const answer = useAction({
    call: (body: { time: string | null; word?: string }) =>
      callApi('POST /api/applications/:id/interview', { params, body: { sequence, ...body } }),
    done: (_, { time }) => ({
      title: time === null ? 'You asked for other times' : 'Interview accepted',
      ...(time !== null && {
        description: 'We email both of you an invitation for your calendars.',
      }),
    }),
    failure: 'Not answered',
    changes: threadCalls,
  })
  const cancel = useAction({
    call: (word: string) =>
      callApi('POST /api/threads/:id/interview/cancellation', { params, body: { sequence, word } }),
    done: { title: 'Interview canceled' },
    failure: 'Not canceled',
    changes: threadCalls,
  })
  const isOver = chosen !== null && new Date(chosen).getTime() <= now
  const isOpen = state === 'proposed' || (state === 'accepted' && !isOver)
  const sentences = {
    proposed: isSender
      ? `${theirName} proposes these times. Choose one.`
      : `You proposed these times. ${theirName} has not answered yet.`,
    accepted: isOver ? 'The interview was at this time.' : 'The interview is at this time.',
    declined: isSender ? 'You asked for other times.' : `${theirName} asks for other times.`,
    canceled: 'The interview was canceled.',
  }
  const shown = chosen === null ? (state === 'proposed' ? times : []) : [chosen]
  return (
    <div className={`${cardClass} flex max-w-prose flex-col gap-3 p-4`}>
      <p>{sentences[state]}</p>
      {word !== null && <p className="border-l-2 border-line pl-3 whitespace-pre-line">{word}</p>}
      {shown.length > 0 && (
        <ul aria-label="Times" className="flex flex-col gap-2">
          {shown.map((at) => (
            <li key={at} className="flex flex-wrap items-center justify-between gap-3">
              <Time at={at} timeZone={timeZone} />
              {isSender && state === 'proposed' && (
                <Button
                  label="Accept"
                  size="sm"
                  aria-label={`Accept ${placeMomentText(at, timeZone)}`}
                  disabled={!ready || new Date(at).getTime() <= now}
                  onClick={() => answer.run({ time: at })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {shown.length > 0 && (
        <p className="text-muted">
          {minutes} minutes · {place}
        </p>
      )}
      {isOpen && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {chosen !== null && (
            <a
              href={apiUrl('GET /api/threads/:id/interview.ics', { params })}
              download
              className="text-link inline-flex min-h-8 items-center gap-2"
            >
              <CalendarPlus aria-hidden className="size-4" /> Add to calendar
            </a>
          )}
          {isSender && (
            <Button
              label="Ask for other times"
              look="quiet"
              size="sm"
              disabled={!ready}
              onClick={() => {
                const word = prompt('Which other times suit you?')
                if (word !== null) answer.run({ time: null, word })
              }}
            />
          )}
          <Button
            label="Cancel the interview"
            look="quiet"
            size="sm"
            disabled={!ready}
            onClick={() => {
              const word = prompt(`Cancel the interview? ${theirName} reads what you write here.`)
              if (word !== null) cancel.run(word)
            }}
          />
        </div>
      )}
    </div>
  )
}

type FormProps = { id: string; interview: Interview | null; timeZone: string; onDone: () => void }

function ProposalForm({ id, interview, timeZone, onDone }: FormProps) {
  const form = useApiForm({
    schema: interviewSchema,
    defaults: {
      times: Array.from({ length: maxInterviewTimes }, () => ''),
      timeZone: (interview?.timeZone ?? timeZone) as UsTimeZone,
      minutes: interview?.minutes ?? 30,
      ...(interview && { place: interview.place }),
    },
    submit: (body) =>
      callApi('PUT /api/inbox/:id/interview', {
        params: { id },
        body: { ...body, sequence: interview?.sequence ?? null },
      }),
    done() {
      toast({ title: 'Times proposed' })
      onDone()
    },
    changes: threadCalls,
    failure: { title: 'Times not proposed' },
  })
  const problem = form.problems.find(({ field }) => field?.startsWith('times'))?.message
  return (
    <ApiForm form={form} label="Propose times" className="mt-3 flex max-w-form flex-col gap-4">
      <p className="text-muted">
        Up to {maxInterviewTimes}, on the clocks where the job is. The applicant also sees them in
        their own time.
      </p>
      {Array.from({ length: maxInterviewTimes }, (_, index) => (
        <FormField
          key={index}
          form={form}
          name={`times.${index}`}
          label={`Time ${index + 1}`}
          optional={index > 0}
          required={index === 0}
          {...(index === 0 && problem !== undefined && { hint: problem })}
          input={{ type: 'datetime-local' }}
        />
      ))}
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          form={form}
          name="timeZone"
          label="Time zone"
          select={{ options: usTimeZones }}
        />
        <FormField
          form={form}
          name="minutes"
          label="Minutes"
          select={{ options: interviewMinutes.map(String) }}
        />
      </div>
      <FormField
        form={form}
        name="place"
        label="Where or how"
        hint="An address, a link, or who calls whom."
        required
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton label="Send times" form={form} pendingLabel="Sending..." />
        <Button label="Not now" look="quiet" onClick={onDone} />
      </div>
    </ApiForm>
  )
}
