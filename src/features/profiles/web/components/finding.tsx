import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateText } from '#features/jobs/display.ts'
import type { Profile } from '#features/profiles/contract.ts'
import { foundDays } from '#features/profiles/finding.ts'
import { isStateCode, stateCodes, stateName } from '#shared/us-states.ts'
import { Checkbox } from '#ui/field.tsx'
import { Fieldset } from '#ui/fieldset.tsx'
import { Section } from '#ui/layout.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import { Loaded, LocalTime } from '#platform/web/page-parts.tsx'
import { viewsQuery } from '../queries.ts'
import { FoldedBoxes } from './field-input.tsx'

/** Who finds the profile: nobody, until its owner says so. */
export function Finding({ profile }: { profile: Profile }) {
  const { until, ...saved } = profile.finding
  const [finding, setFinding] = useState(saved)
  const save = useAction({
    call: (isOn: boolean) => callApi('PUT /api/profile/finding', { body: { ...finding, isOn } }),
    done: (_, isOn) => ({
      title: isOn ? 'Employers can find you' : 'Nobody finds your profile now',
    }),
    failure: 'We could not change that',
    changes: ['GET /api/profile'],
  })
  const isOn = until !== null
  return (
    <Section
      title="Being found"
      lead={isOn ? `On until ${dateText(until)}` : 'Off: nobody finds your profile'}
      isForm
    >
      <div className="flex flex-col gap-4">
        <p className="text-muted">
          Employers with a live posting, whose name we have confirmed, can look for physicians. They
          read the fields that you marked, without your name or address. Your present employer, its
          mail domains and whom you have blocked never find you. It ends after {foundDays} days.
        </p>
        <Fieldset legend="Who finds you, and what they read">
          <Checkbox
            label="Show my name"
            checked={finding.showsName}
            onChange={({ target }) => setFinding({ ...finding, showsName: target.checked })}
          />
          <Checkbox
            label="Search firms, too"
            checked={finding.toFirms}
            onChange={({ target }) => setFinding({ ...finding, toFirms: target.checked })}
          />
        </Fieldset>
        <Fieldset legend="No employers who hire in">
          <FoldedBoxes
            id="hidden-states"
            options={stateCodes.filter((state) => state !== 'OTHER')}
            values={finding.hiddenStates}
            text={(state) => (isStateCode(state) ? stateName(state) : state)}
            onChange={(states) =>
              setFinding({ ...finding, hiddenStates: states.filter(isStateCode) })
            }
          />
        </Fieldset>
        <div className="flex flex-wrap gap-3">
          <ActionButton
            action={save}
            input
            label={isOn ? `Save, and go on for ${foundDays} days` : 'Let employers find me'}
            look={isOn ? 'secondary' : 'primary'}
          />
          {isOn && <ActionButton action={save} input={false} label="Hide me now" look="danger" />}
        </div>
        <Views />
      </div>
    </Section>
  )
}

const Views = () => (
  <Loaded query={useQuery(viewsQuery)} failure="We could not load who saw your profile.">
    {({ views }) =>
      views.length === 0 ? (
        <p className="text-xs text-muted">No employer has seen your profile.</p>
      ) : (
        <section aria-label="Who saw your profile">
          <h3 className="text-sm font-semibold">Who saw it</h3>
          <ol className="mt-2 border-t border-line">
            {views.map(({ employer, kind, times, lastAt }) => (
              <li key={`${employer} ${kind} ${lastAt}`} className="border-b border-line py-2">
                <p className="wrap-anywhere">
                  {employer} {kind === 'opened' ? 'opened it' : 'saw it in a list'}
                  {times > 1 && ` ${times} times`}
                </p>
                <p className="text-xs text-muted">
                  <LocalTime at={lastAt} />
                </p>
              </li>
            ))}
          </ol>
        </section>
      )
    }
  </Loaded>
)
