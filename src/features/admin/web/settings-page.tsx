import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { ReactNode } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { fixedFigures } from '#features/home/hero-figures.ts'
import { heroFiguresSchema } from '#features/home/schemas.ts'
import { policyTexts, renewableDays } from '#features/postings/model.ts'
import { policiesSchema, periodsSchema } from '#features/postings/schemas.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import { momentText } from '#shared/dates.ts'
import { siteSettingsPath } from '#shared/paths.ts'
import { Alert } from '#ui/alert.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { toast } from '#ui/toast.ts'
import { AdminPage } from '#web/lib/admin-page.tsx'
import { ApiError } from '#web/lib/api.ts'
import { ApiForm } from '#web/lib/form/api-form.tsx'
import { FormField } from '#web/lib/form/form-field.tsx'
import { SubmitButton } from '#web/lib/form/submit-button.tsx'
import { useApiForm } from '#web/lib/form/use-api-form.ts'
import type { ApiFormState } from '#web/lib/form/use-api-form.ts'
import type { PageLoad } from '#web/lib/page-route.ts'
import type { SiteSettings } from '../contract.ts'
import { settingsQuery, savePublishing, savePeriods, saveHeroFigures } from './queries.ts'

/** For others there is nothing to load, and the page says so. */
export const load: PageLoad = ({ queryClient }) => queryClient.prefetchQuery(settingsQuery)

export const head = unlistedHead('Settings', 'What holds on this site.', siteSettingsPath)

export function Page() {
  return (
    <AdminPage title="Settings" intro="A change holds at once, on every page and every node.">
      <Settings />
    </AdminPage>
  )
}

function Settings() {
  const { data, isError } = useQuery(settingsQuery)
  if (isError && !data)
    return <Alert tone="danger">Failed to load the settings. Please refresh the page or try again later.</Alert>
  if (!data) return <Spinner />
  // What was changed meanwhile is another form: nobody sends what they no longer see.
  return (
    <div className="flex flex-col gap-10">
      <PublishingForm key={`publishing-${data.publishing.version}`} setting={data.publishing} />
      <PeriodsForm key={`periods-${data.periods.version}`} setting={data.periods} />
      <HeroFiguresForm key={`figures-${data.heroFigures.version}`} setting={data.heroFigures} live={data.liveFigures} />
    </div>
  )
}

type Setting = SiteSettings['publishing']

const policyNames = { immediate: 'Live at once', review: 'Live after review' }

/** Each choice says what visitors will read, so that nobody has to guess. */
function PublishingForm({ setting }: { setting: Setting }) {
  const form = useSettingForm({ schema: policiesSchema, setting, save: savePublishing })
  return (
    <SettingSection
      title="Publishing"
      intro="Whether a new posting is live at once and read afterwards, or live once a moderator has approved it. What is waiting goes on waiting."
      changes={setting.changes}
      words={(value) =>
        `signed in: ${policyNames[value.account].toLowerCase()}, without an account: ${policyNames[value.public].toLowerCase()}`
      }
    >
      <ApiForm form={form} label="Publishing" className="flex flex-col gap-6">
        <RadioCards
          legend="Employers and recruiters who are signed in"
          columns={2}
          options={(['immediate', 'review'] as const).map((policy) => ({
            value: policy,
            title: policyNames[policy],
            description: <Texts of={[policyTexts[policy].notice, policyTexts[policy].success]} />,
          }))}
          {...form.group('account')}
        />
        <RadioCards
          legend="The form that needs no account"
          columns={2}
          options={(['immediate', 'review'] as const).map((policy) => ({
            value: policy,
            title: policyNames[policy],
            description: <Texts of={[policyTexts[policy].publicNotice, policyTexts[policy].promise]} />,
          }))}
          {...form.group('public')}
        />
        <p>
          <span className="font-semibold">Imports</span> are always reviewed, whatever is chosen here.
        </p>
        <SubmitButton form={form} pendingLabel="Saving..." className="self-start">
          Save publishing
        </SubmitButton>
      </ApiForm>
    </SettingSection>
  )
}

function Texts({ of }: { of: readonly string[] }) {
  return of.map((text) => (
    <span key={text} className="block">
      “{text}”
    </span>
  ))
}

function PeriodsForm({ setting }: { setting: SiteSettings['periods'] }) {
  const form = useSettingForm({ schema: periodsSchema, setting, save: savePeriods })
  return (
    <SettingSection
      title="Expiry"
      intro="For postings and renewals from now on; what is live keeps its end."
      changes={setting.changes}
      words={({ days, reminderDays }) => `${days} days, reminder ${reminderDays} days before`}
    >
      <ApiForm form={form} label="Expiry" className="flex flex-col gap-4">
        <div className="grid max-w-form gap-4 sm:grid-cols-2">
          <FormField
            form={form}
            name="days"
            label="Days that a posting stays live"
            hint="From 15 to 365."
            options={{ valueAsNumber: true }}
          >
            {(control) => <TextInput {...control} inputMode="numeric" />}
          </FormField>
          <FormField
            form={form}
            name="reminderDays"
            label="Reminder, days before the end"
            hint={`From 1 to ${renewableDays}, when it can be renewed.`}
            options={{ valueAsNumber: true }}
          >
            {(control) => <TextInput {...control} inputMode="numeric" />}
          </FormField>
        </div>
        <SubmitButton form={form} pendingLabel="Saving..." className="self-start">
          Save expiry
        </SubmitButton>
      </ApiForm>
    </SettingSection>
  )
}

type FiguresProps = { setting: SiteSettings['heroFigures']; live: SiteSettings['liveFigures'] }
type Figures = readonly { value: string; label: string }[]

const figureNames = { fixed: 'Fixed figures', live: 'Live figures' }

function HeroFiguresForm({ setting, live }: FiguresProps) {
  const form = useSettingForm({ schema: heroFiguresSchema, setting, save: saveHeroFigures })
  return (
    <SettingSection
      title="Figures on the landing page"
      intro="Live figures are the board’s own: active jobs, different employers, and the median of what its full-time jobs pay. They are counted every few minutes."
      changes={setting.changes}
      words={({ mode }) => figureNames[mode].toLowerCase()}
    >
      <ApiForm form={form} label="Figures on the landing page" className="flex flex-col gap-4">
        <RadioCards
          legend="What the landing page shows"
          hideLegend
          columns={2}
          options={[
            { value: 'fixed', title: figureNames.fixed, description: <Words figures={fixedFigures} /> },
            {
              value: 'live',
              title: figureNames.live,
              description:
                live.asOf === null ? (
                  'Counted once they are chosen.'
                ) : (
                  <Words figures={live.figures} asOf={momentText(live.asOf)} />
                ),
            },
          ]}
          {...form.group('mode')}
        />
        <SubmitButton form={form} pendingLabel="Saving..." className="self-start">
          Save figures
        </SubmitButton>
      </ApiForm>
    </SettingSection>
  )
}

function Words({ figures, asOf }: { figures: Figures; asOf?: string }) {
  return (
    <>
      <span className="block tabular-nums">{figures.map(({ value, label }) => `${value} ${label}`).join(' · ')}</span>
      {asOf !== undefined && <span className="block">As of {asOf}</span>}
    </>
  )
}

type Change<Value> = { at: string; by: string | null; value: Value }

type SectionProps<Value> = {
  title: string
  intro: ReactNode
  changes: readonly Change<Value>[]
  /** A value in a few words, for the story of it. */
  words: (value: Value) => string
  children: ReactNode
}

/** One setting: what it is about, the form that changes it, and who changed it when. */
function SettingSection<Value>({ title, intro, changes, words, children }: SectionProps<Value>) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-x-10 gap-y-4 border-t border-line pt-6 lg:grid-cols-[1fr_2fr]">
      <div>
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        <div className="mt-1 max-w-prose text-muted">{intro}</div>
      </div>
      <div className="min-w-0">
        {children}
        <History changes={changes} words={words} />
      </div>
    </section>
  )
}

function History<Value>({ changes, words }: Pick<SectionProps<Value>, 'changes' | 'words'>) {
  const [last] = changes
  if (!last) return <p className="mt-4 text-xs text-muted">Never changed: this is how the product comes.</p>
  return (
    <details className="mt-4 text-xs text-muted">
      <summary className="text-link inline-flex min-h-8 cursor-pointer items-center">
        Last changed {momentText(last.at)} by {nameOf(last)}
      </summary>
      <ol className="mt-1 flex flex-col gap-1">
        {changes.map((change) => (
          <li key={change.at} className="break-words">
            {momentText(change.at)}, {nameOf(change)}: {words(change.value)}
          </li>
        ))}
      </ol>
    </details>
  )
}

const nameOf = ({ by }: { by: string | null }): string => by ?? 'somebody without an account'

type FormOptions<Value extends FieldValues> = {
  schema: z.ZodType<Value, Value>
  setting: { value: Value; version: number }
  save: (body: Value & { version: number }) => Promise<SiteSettings>
}

/** The form of one setting. If somebody else was quicker, the page shows what holds now. */
function useSettingForm<Value extends FieldValues>({ schema, setting, save }: FormOptions<Value>): ApiFormState<Value> {
  const queryClient = useQueryClient()
  return useApiForm<Value, Value, SiteSettings>({
    schema,
    defaults: setting.value as DefaultValues<Value>,
    submit: (value) =>
      save({ ...value, version: setting.version }).catch(async (error: unknown) => {
        if (error instanceof ApiError && error.code === 'CONFLICT') {
          await queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
        }
        throw error
      }),
    done(settings) {
      queryClient.setQueryData(settingsQuery.queryKey, settings)
      // Pages that say what holds are not to say what held.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== settingsQuery.queryKey[0] })
      toast({ title: 'Setting saved', description: 'It holds from now on.' })
    },
    failure: { title: 'The setting was not saved' },
  })
}
