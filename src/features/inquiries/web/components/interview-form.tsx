import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import type { Interview } from '#features/inquiries/contract.ts'
import {
  interviewMinutes,
  maxInterviewTimes,
  maxWindows,
  type Side,
} from '#features/inquiries/model.ts'
import { proposalSchema } from '#features/inquiries/schemas.ts'
import { usTimeZones, type UsTimeZone } from '#shared/dates.ts'
import { localTimeZone } from '#shared/time-zones.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import { toast } from '#ui/toast.ts'
import { ApiForm, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { useShownPage } from '#platform/web/navigation.tsx'
import { type SendChange, threadCalls } from '../queries.ts'

type Props = {
  side: Side
  interview: Interview | null
  timeZone: string
  send: SendChange
  onDone: () => void
}

const ways = { times: 'Up to three times', windows: 'Windows to book from' }
const noTimes = Array.from({ length: maxInterviewTimes }, () => '')

/** The next weekday after a day, '' without one. */
function weekdayAfter(day: string) {
  const date = new Date(`${day}T12:00Z`)
  if (Number.isNaN(date.getTime())) return ''
  do date.setUTCDate(date.getUTCDate() + 1)
  while (date.getUTCDay() % 6 === 0)
  return date.toISOString().slice(0, 10)
}

/** The employer also says where, how long, and may offer windows. */
export function ProposalForm({ side, interview, timeZone, send, onDone }: Props) {
  const isPoster = side === 'poster'
  const { now } = useShownPage()
  const agreed = interview?.chosen ?? null
  const hasAgreed = agreed !== null && new Date(agreed).getTime() > now
  const [way, setWay] = useState<keyof typeof ways>('times')
  const form = useApiForm({
    schema: proposalSchema,
    defaults: {
      times: noTimes,
      windows: [],
      timeZone: (interview?.timeZone ?? timeZone) as UsTimeZone,
      minutes: interview?.minutes ?? 30,
      ...(interview && { place: interview.place }),
    },
    submit: (body) =>
      send({
        act: 'propose',
        ...body,
        sequence: interview?.sequence ?? null,
        zone: localTimeZone(),
      }),
    done() {
      toast({ title: 'Times proposed' })
      onDone()
    },
    changes: threadCalls,
    failure: { title: 'Times not proposed' },
  })
  const { fields, append, remove } = useFieldArray({
    control: form.hook.control,
    name: 'windows',
    keyName: 'key',
  })
  const add = () => {
    const last = form.hook.getValues('windows')?.at(-1)
    append({
      day: weekdayAfter(last?.day ?? ''),
      from: last?.from ?? '09:00',
      to: last?.to ?? '12:00',
    })
  }
  const choose = (chosen: keyof typeof ways) => {
    setWay(chosen)
    form.hook.setValue('times', noTimes)
    form.hook.setValue('windows', [])
    if (chosen === 'windows') add()
  }
  const problem = form.problems.find(({ field }) =>
    [way, `${way}.root`].some((name) => name === field),
  )?.message
  return (
    <ApiForm form={form} label="Propose times" className="mt-3 flex max-w-form flex-col gap-4">
      <p className="text-muted">
        On the clocks where the job is. Both of you also see the times in your own time zone.
        {hasAgreed && ' The agreed time stays until another one is accepted.'}
      </p>
      {isPoster && (
        <SelectField
          label="What you offer"
          value={way}
          onChange={({ target }) => choose(target.value === 'windows' ? 'windows' : 'times')}
          options={ways}
        />
      )}
      {problem !== undefined && <p className="text-danger">{problem}</p>}
      {way === 'times'
        ? Array.from({ length: maxInterviewTimes }, (_, index) => (
            <FormField
              key={index}
              form={form}
              name={`times.${index}`}
              label={`Time ${index + 1}`}
              optional={index > 0}
              required={index === 0}
              input={{ type: 'datetime-local' }}
            />
          ))
        : fields.map(({ key }, index) => (
            <fieldset key={key} className="flex flex-wrap items-end gap-3">
              <legend className="sr-only">Window {index + 1}</legend>
              {(['day', 'from', 'to'] as const).map((name) => (
                <FormField
                  key={name}
                  form={form}
                  name={`windows.${index}.${name}`}
                  label={{ day: 'Day', from: 'From', to: 'To' }[name]}
                  required
                  input={{ type: name === 'day' ? 'date' : 'time' }}
                />
              ))}
              <Button
                label="Delete"
                look="quiet"
                size="sm"
                icon={Trash2}
                aria-label={`Delete window ${index + 1}`}
                onClick={() => remove(index)}
              />
            </fieldset>
          ))}
      {way === 'windows' && (
        <>
          {fields.length < maxWindows && (
            <Button
              label="Add a window"
              look="secondary"
              size="sm"
              icon={Plus}
              className="self-start"
              onClick={add}
            />
          )}
          <p className="text-muted">
            The applicant books one time in these windows. You can offer the same windows to several
            applicants: each time is for the first who takes it.
          </p>
        </>
      )}
      {isPoster && (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <FormField
              form={form}
              name="timeZone"
              label="Time zone"
              select={{ options: usTimeZones }}
            />
            {!hasAgreed && (
              <FormField
                form={form}
                name="minutes"
                label="Minutes"
                select={{ options: interviewMinutes.map(String) }}
              />
            )}
          </div>
          <FormField
            form={form}
            name="place"
            label="Where or how"
            hint={`An address, a link, or who calls whom.${hasAgreed ? ' It also counts for the agreed time.' : ''}`}
            required
          />
        </>
      )}
      <FormField form={form} name="word" label="A sentence with it" optional area={{ rows: 2 }} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton label="Send times" form={form} pendingLabel="Sending..." />
        <Button label="Not now" look="quiet" onClick={onDone} />
      </div>
    </ApiForm>
  )
}
