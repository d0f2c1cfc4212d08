import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import type { Interview, InterviewChange } from '#features/inquiries/contract.ts'
import { spansOf, type Side } from '#features/inquiries/model.ts'
import { localTimeZone, placeSpanText, timeZoneText } from '#shared/time-zones.ts'
import { Button } from '#ui/button.tsx'
import { cardClass, LabeledSection } from '#ui/layout.tsx'
import { useAction } from '#platform/web/action.tsx'
import { useHydrated, useShownPage } from '#platform/web/navigation.tsx'
import { type SendChange, threadCalls } from '../queries.ts'
import { ProposalForm } from './interview-form.tsx'

type Change<T = InterviewChange> = T extends unknown ? Omit<T, 'sequence' | 'zone'> : never
type Props = {
  side: Side
  interview: Interview | null
  theirName: string
  /** On whose clocks this side can propose times; undefined if it cannot. */
  timeZone: string | undefined
  send: SendChange
  /** The agreed time as a file. */
  fileUrl?: string | undefined
}

/** Times for an interview, as either side sees them. */
export function InterviewPart({ side, interview, theirName, timeZone, send, fileUrl }: Props) {
  const [isProposing, setProposing] = useState(false)
  const ready = useHydrated()
  if (!interview && timeZone === undefined) return null
  return (
    <LabeledSection title="Interview" titleClass="mb-2" className="mt-8">
      {interview && <Shown {...{ side, interview, theirName, send, fileUrl }} />}
      {timeZone !== undefined &&
        (isProposing ? (
          <ProposalForm
            {...{ side, interview, timeZone, send }}
            onDone={() => setProposing(false)}
          />
        ) : (
          <Button
            label={interview ? 'Propose other times' : 'Propose times'}
            look="secondary"
            size="sm"
            className="mt-3"
            disabled={!ready}
            onClick={() => setProposing(true)}
          />
        ))}
    </LabeledSection>
  )
}

/** On the clocks of the place, and on the reader's if they differ. */
function Span({ from, to = from, timeZone }: { from: string; to?: string; timeZone: string }) {
  const differs = useHydrated() && localTimeZone() !== timeZone
  const text = (zone: string) => placeSpanText(new Date(from), new Date(to), zone)
  return (
    <time dateTime={from}>
      {text(timeZone)}
      {differs && (
        <span className="block text-xs text-muted">{text(localTimeZone())} where you are</span>
      )}
    </time>
  )
}

const dayText = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone }).format(new Date(at))
const clockText = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone }).format(new Date(at))

type ChoicesProps = { times: string[]; timeZone: string; choose: (time: string) => void }

/** A button for each time, by the days of the place. */
function Choices({ times, timeZone, choose }: ChoicesProps) {
  const ready = useHydrated()
  const differs = ready && localTimeZone() !== timeZone
  const days = [...new Set(times.map((at) => dayText(at, timeZone)))]
  return days.map((day) => (
    <div key={day} role="group" aria-label={day}>
      <p className="font-semibold">
        {day}, {timeZoneText(timeZone)}
      </p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {times
          .filter((at) => dayText(at, timeZone) === day)
          .map((at) => (
            <li key={at}>
              <Button look="secondary" size="sm" disabled={!ready} onClick={() => choose(at)}>
                <span className="sr-only">Accept {day}, </span>
                {clockText(at, timeZone)}
                {differs && (
                  <span className="text-xs text-muted">
                    {clockText(at, localTimeZone())} where you are
                  </span>
                )}
              </Button>
            </li>
          ))}
      </ul>
    </div>
  ))
}

function sentenceOf(
  { state, bySender, times, chosen }: Interview,
  { side, theirName, isOver }: { side: Side; theirName: string; isOver: boolean },
) {
  const isOwn = bySender === (side === 'sender')
  if (isOver) return 'The interview was at this time.'
  if (state === 'canceled') return 'The interview was canceled.'
  if (state === 'accepted') return 'The interview is at this time.'
  if (state === 'declined')
    return isOwn ? `${theirName} asks for other times.` : 'You asked for other times.'
  if (times.length === 0)
    return 'None of the proposed times is free any more. Please propose others, or ask for them.'
  const stays = chosen === null ? '' : ' Until one is chosen, the interview is at the time above.'
  return isOwn
    ? `You proposed these times. ${theirName} has not answered yet.${stays}`
    : `${theirName} proposes these times. Choose one.${stays}`
}

type ShownProps = Pick<Props, 'side' | 'theirName' | 'send' | 'fileUrl'> & { interview: Interview }

function Shown({ side, interview, theirName, send, fileUrl }: ShownProps) {
  const { sequence, state, bySender, times, chosen, timeZone, minutes, place, word } = interview
  const { now } = useShownPage()
  const ready = useHydrated()
  const change = useAction({
    call: (body: Change) => send({ ...body, sequence, zone: localTimeZone() }),
    done: (_, { act }) =>
      act === 'accept'
        ? {
            title: 'Interview accepted',
            description: 'We email both of you an invitation for your calendars.',
          }
        : { title: act === 'cancel' ? 'Interview canceled' : 'Answer sent' },
    failure: 'Not changed',
    changes: threadCalls,
  })
  const isOver = chosen !== null && new Date(chosen).getTime() <= now
  const isProposed = state === 'proposed' && !isOver
  const isTheirs = bySender !== (side === 'sender')
  const spans = spansOf(
    times.map((time) => new Date(time)),
    minutes,
  )
  const ask = (act: 'decline' | 'cancel', question: string) => {
    const answer = prompt(question)
    if (answer !== null) change.run({ act, word: answer })
  }
  return (
    <div className={`${cardClass} flex max-w-prose flex-col gap-3 p-4`}>
      {isProposed && chosen !== null && (
        <p className="font-semibold">
          <Span from={chosen} timeZone={timeZone} />
        </p>
      )}
      <p>{sentenceOf(interview, { side, theirName, isOver })}</p>
      {word !== null && <p className="border-l-2 border-line pl-3 whitespace-pre-line">{word}</p>}
      {!isProposed && chosen !== null && <Span from={chosen} timeZone={timeZone} />}
      {isProposed &&
        (isTheirs ? (
          <Choices
            {...{ times, timeZone }}
            choose={(time) => change.run({ act: 'accept', time })}
          />
        ) : (
          <ul aria-label="Times" className="flex flex-col gap-2">
            {spans.map(({ from, to }) => (
              <li key={from.toISOString()}>
                <Span from={from.toISOString()} to={to.toISOString()} timeZone={timeZone} />
              </li>
            ))}
          </ul>
        ))}
      {(isProposed || chosen !== null) && (
        <p className="break-words text-muted">
          {minutes} minutes · {place}
        </p>
      )}
      {(isProposed || (chosen !== null && !isOver)) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {chosen !== null && fileUrl !== undefined && (
            <a href={fileUrl} download className="text-link inline-flex min-h-8 items-center gap-2">
              <CalendarPlus aria-hidden className="size-4" /> Add to calendar
            </a>
          )}
          {isProposed && (isTheirs || chosen !== null) && (
            <Button
              label={chosen === null ? 'None of these times' : 'Keep the agreed time'}
              look="quiet"
              size="sm"
              disabled={!ready}
              onClick={() =>
                chosen === null
                  ? ask('decline', 'Which other times suit you?')
                  : change.run({ act: 'decline', word: '' })
              }
            />
          )}
          <Button
            label="Cancel the interview"
            look="quiet"
            size="sm"
            disabled={!ready}
            onClick={() =>
              ask('cancel', `Cancel the interview? ${theirName} reads what you write here.`)
            }
          />
        </div>
      )}
    </div>
  )
}
