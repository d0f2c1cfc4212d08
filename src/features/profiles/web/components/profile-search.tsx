import { alertTexts } from '#features/alerts/model.ts'
import { appliedFilters, parseSearchCriteria } from '#features/jobs/search-criteria.ts'
import { jobsPath } from '#shared/paths.ts'
import { chipClass, RemovableChipContent } from '#ui/button.tsx'
import { cardClass, LabeledSection } from '#ui/layout.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import { LinkButton, useHydrated } from '#platform/web/navigation.tsx'
import type { Profile } from '#features/profiles/contract.ts'
import { withoutFilter, type ProfileValues } from '#features/profiles/fields.ts'

type Props = {
  profile: Profile
  /** Takes what was removed out of the form, too. */
  onRemove: (remove: (values: ProfileValues) => ProfileValues) => void
}

/** The saved profile as a search for jobs: each filter can be removed, the rest is as elsewhere. */
export function ProfileSearch({ profile, onRemove }: Props) {
  const isReady = useHydrated()
  const removing = useAction({
    call: (remove: (values: ProfileValues) => ProfileValues) =>
      callApi('PUT /api/profile', {
        body: { fields: remove(profile.fields), shown: profile.shown },
      }),
    done: (_, remove) => onRemove(remove),
    failure: 'We could not save your profile',
    changes: ['GET /api/profile', 'GET /api/profile/jobs'],
  })
  const { search } = profile
  const mailing = useAction({
    call: () =>
      callApi('POST /api/alerts', {
        body: {
          search,
          frequency: 'weekly',
          timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
        },
      }),
    done: ({ status, message }) => ({
      title: status === 'active' ? 'Job alert saved' : 'Check your email',
      description: message,
    }),
    failure: alertTexts.failed,
    changes: ['GET /api/alerts'],
  })
  const filters = appliedFilters(parseSearchCriteria(search))
  if (filters.length === 0) return null
  return (
    <LabeledSection title="Jobs that fit" className={`${cardClass} p-5`}>
      <p className="mt-1 max-w-prose text-muted">
        Your saved profile searches for jobs by these filters.
      </p>
      <ul aria-label="Your search" className="mt-3 flex flex-wrap gap-2">
        {filters.map(({ key, name, label }) => (
          <li key={key} className="max-w-full">
            <button
              type="button"
              className={`${chipClass} max-w-full`}
              aria-label={`Remove filter: ${label}`}
              disabled={!isReady}
              aria-disabled={removing.isPending}
              onClick={() =>
                removing.run((values) => withoutFilter(values, name, key.slice(name.length + 1)))
              }
            >
              <RemovableChipContent>
                <span className="truncate">{label}</span>
              </RemovableChipContent>
            </button>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <LinkButton label="See the jobs" to={jobsPath} search={search} look="secondary" />
        <ActionButton
          action={mailing}
          label="Send me these once a week"
          pendingLabel="Saving..."
          look="secondary"
          disabled={!isReady}
        />
      </div>
    </LabeledSection>
  )
}
