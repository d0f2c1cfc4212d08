import { useRef, useState, type SyntheticEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/fieldset.tsx'
import { Section } from '#ui/layout.tsx'
import { useAction } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import { useHydrated } from '#platform/web/navigation.tsx'
import type { Profile } from '#features/profiles/contract.ts'
import {
  isShownAtFirst,
  problemWith,
  profileField,
  profileFieldNames,
  textOfField,
  type ProfileFieldName,
  type ProfileValues,
} from '#features/profiles/fields.ts'
import { CvReader } from './cv-reader.tsx'
import { FieldInput } from './field-input.tsx'
import { ProfileSearch } from './profile-search.tsx'

const sections = [
  { id: 'training', title: 'You', lead: 'Training, board, licenses and work authorization' },
  { id: 'wishes', title: 'What you look for', lead: 'Finds jobs that fit' },
  {
    id: 'private',
    title: 'Who must not find you',
    lead: 'Nobody reads this. It only keeps your profile from your employer.',
  },
] as const

export function ProfileForm({ profile }: { profile: Profile }) {
  const isReady = useHydrated()
  const summary = useRef<HTMLDivElement>(null)
  const [values, setValues] = useState<ProfileValues>(profile.fields)
  const [shown, setShown] = useState<ReadonlySet<ProfileFieldName>>(
    new Set(profile.savedAt === null ? profileFieldNames.filter(isShownAtFirst) : profile.shown),
  )
  const [problems, setProblems] = useState<{ name: ProfileFieldName; message: string }[]>([])
  const saving = useAction({
    call: () => callApi('PUT /api/profile', { body: { fields: values, shown: [...shown] } }),
    done: { title: 'Profile saved' },
    failure: 'We could not save your profile',
    changes: ['GET /api/profile', 'GET /api/profile/jobs'],
  })
  const change = (name: ProfileFieldName, given: string[]) =>
    setValues((before) => ({ ...before, [name]: given }))
  function show(name: ProfileFieldName, isShown: boolean) {
    const others = [...shown].filter((field) => field !== name)
    setShown(new Set(isShown ? [...others, name] : others))
  }
  function save(event: SyntheticEvent) {
    event.preventDefault()
    const found = profileFieldNames.flatMap((name) => {
      const message = problemWith(
        name,
        (values[name] ?? []).filter((value) => value !== ''),
      )
      return message === undefined ? [] : [{ name, message }]
    })
    setProblems(found)
    if (found.length === 0) saving.run()
    else setTimeout(() => summary.current?.focus())
  }
  return (
    <>
      <ProfileSearch profile={profile} onRemove={setValues} />
      <CvReader values={values} onUse={(name, found) => change(name, [...found])} />
      <form method="post" noValidate onSubmit={save} aria-label="Your profile">
        {problems.length > 0 && (
          <ErrorSummary
            ref={summary}
            problems={problems.map(({ name, message }) => ({
              message,
              controlId: `field-${name}`,
            }))}
          />
        )}
        <p className="mb-4 text-muted">
          Employers who find you read the fields that you mark ‘Employers’.
        </p>
        <div className="flex flex-col gap-8">
          {sections.map(({ id, title, lead }, index) => {
            const names = profileFieldNames.filter((name) => profileField(name).section === id)
            const isWrong = problems.some(({ name }) => names.includes(name))
            return (
              <Section key={id} title={title} lead={lead} isForm>
                <details open={isWrong || (index === 0 && profile.savedAt === null)}>
                  <summary className="filter-summary cursor-pointer gap-3">
                    <span className="truncate text-sm text-action">
                      <span className="sr-only">{title}: </span>
                      {saidIn(names, values) || 'Nothing said yet'}
                    </span>
                  </summary>
                  <div className="mt-4 flex flex-col gap-5">
                    {names.map((name) => (
                      <FieldInput
                        key={name}
                        name={name}
                        values={values[name] ?? []}
                        isShown={shown.has(name)}
                        error={problems.find((problem) => problem.name === name)?.message}
                        onChange={(given) => change(name, given)}
                        onShow={(isShown) => show(name, isShown)}
                      />
                    ))}
                  </div>
                </details>
              </Section>
            )
          })}
        </div>
        <Button
          type="submit"
          label={saving.isPending ? 'Saving...' : 'Save profile'}
          className="mt-8 md:ml-60"
          disabled={!isReady}
          aria-disabled={saving.isPending}
        />
      </form>
    </>
  )
}

/** What can be read of it already. */
const saidIn = (names: readonly ProfileFieldName[], values: ProfileValues) =>
  names
    .map((name) => [name, (values[name] ?? []).filter((value) => value !== '')] as const)
    .filter(([name, values]) => values.length > 0 && problemWith(name, values) === undefined)
    .map(([name, values]) => textOfField(name, values))
    .join(' · ')
