import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { heroFiguresSchema } from '#features/home/contract.ts'
import { policyTexts, renewableDays } from '#features/postings/model.ts'
import { periodsSchema, policiesSchema } from '#features/postings/schemas.ts'
import { site } from '#features/site/config.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import { auditLogPath, siteSettingsPath } from '#shared/paths.ts'
import { Spinner } from '#ui/feedback.tsx'
import { RadioCards } from '#ui/fieldset.tsx'
import { toast } from '#ui/toast.ts'
import { AdminPage, loadForAdmins } from '#platform/web/admin-page.tsx'
import { apiQuery, callApi } from '#platform/web/api.ts'
import { ApiForm, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm, type ApiFormState } from '#platform/web/form/use-api-form.ts'
import { TextLink } from '#platform/web/navigation.tsx'
import { Loaded, LocalTime } from '#platform/web/page-parts.tsx'
import type { SiteSettings } from '../contract.ts'

const settingsQuery = apiQuery('GET /api/admin/settings', {}, { staleTime: 5000 })

export const load = loadForAdmins(() => [settingsQuery])

export const head = unlistedHead('Settings', 'Settings of this site.', siteSettingsPath)

export const Page = () => (
  <AdminPage title="Settings" intro="A change takes effect immediately on every page.">
    <Loaded
      query={useQuery(settingsQuery)}
      failure="We could not load the settings."
      placeholder={<Spinner />}
    >
      {({ publishing, periods, heroFigures, liveFigures }) => (
        // A new version remounts its form, so that nobody overwrites values they have not seen.
        <div className="flex flex-col gap-10">
          <PublishingForm key={`publishing-${publishing.version}`} setting={publishing} />
          <PeriodsForm key={`periods-${periods.version}`} setting={periods} />
          <HeroFiguresForm
            key={`figures-${heroFigures.version}`}
            setting={heroFigures}
            live={liveFigures}
          />
        </div>
      )}
    </Loaded>
  </AdminPage>
)

const policyNames = { immediate: 'Live immediately', review: 'Live after review' }

const channels = [
  {
    name: 'account',
    legend: 'Signed-in employers and recruiters',
    textsOf: ({ notice, success }: PolicyTexts) => [notice, success],
  },
  {
    name: 'public',
    legend: 'The form without an account',
    textsOf: ({ publicNotice, promise }: PolicyTexts) => [publicNotice, promise],
  },
] as const
type PolicyTexts = (typeof policyTexts)['immediate' | 'review']

/** Each choice shows the texts that visitors will read. */
const PublishingForm = ({ setting }: { setting: SiteSettings['publishing'] }) => (
  <SettingForm
    title="Publishing"
    intro="A new posting is either live immediately and reviewed afterwards, or live after a moderator approves it. Postings that already wait for review stay in the queue."
    schema={policiesSchema}
    setting={setting}
    save={(body) => callApi('PUT /api/admin/settings/publishing', { body })}
    saveLabel="Save publishing"
    name="posting-policies"
  >
    {(form) => (
      <>
        {channels.map(({ name, legend, textsOf }) => (
          <RadioCards
            key={name}
            legend={legend}
            columns={2}
            options={(['immediate', 'review'] as const).map((policy) => ({
              value: policy,
              title: policyNames[policy],
              description: textsOf(policyTexts[policy]).map((text) => (
                <span key={text} className="block">
                  “{text}”
                </span>
              )),
            }))}
            {...form.group(name)}
          />
        ))}
        <p>
          <span className="font-semibold">Imports</span> are always reviewed first.
        </p>
      </>
    )}
  </SettingForm>
)

const periodFields = [
  { name: 'days', label: 'Days that a posting stays live', hint: 'From 15 to 365.' },
  {
    name: 'reminderDays',
    label: 'Reminder, days before the end',
    hint: `From 1 to ${renewableDays}, when it can be renewed.`,
  },
] as const

const PeriodsForm = ({ setting }: { setting: SiteSettings['periods'] }) => (
  <SettingForm
    title="Expiry"
    intro="For new postings and renewals. Live postings keep their end date."
    schema={periodsSchema}
    setting={setting}
    save={(body) => callApi('PUT /api/admin/settings/periods', { body })}
    saveLabel="Save expiry"
    name="posting-periods"
  >
    {(form) => (
      <div className="grid max-w-form gap-4 sm:grid-cols-2">
        {periodFields.map((field) => (
          <FormField
            key={field.name}
            form={form}
            {...field}
            options={{ valueAsNumber: true }}
            input={{ inputMode: 'numeric' }}
          />
        ))}
      </div>
    )}
  </SettingForm>
)

type FiguresProps = { setting: SiteSettings['heroFigures']; live: SiteSettings['liveFigures'] }

const HeroFiguresForm = ({ setting, live }: FiguresProps) => (
  <SettingForm
    title="Figures on the landing page"
    intro="Live figures are the board’s own: active jobs; employers, each counted once in every city, without clinics and private practices; and the median pay of full-time jobs. We count them every few minutes."
    schema={heroFiguresSchema}
    setting={setting}
    save={(body) => callApi('PUT /api/admin/settings/hero-figures', { body })}
    saveLabel="Save figures"
    name="hero-figures"
  >
    {(form) => (
      <RadioCards
        legend="Figures on the landing page"
        hideLegend
        columns={2}
        options={[
          {
            value: 'fixed',
            title: 'Fixed figures',
            description:
              site.heroFigures.length > 0
                ? figuresText(site.heroFigures)
                : 'None yet. The operator sets them with HERO_FIGURES.',
          },
          {
            value: 'live',
            title: 'Live figures',
            description: live.length > 0 ? figuresText(live) : 'We count them within a minute.',
          },
        ]}
        {...form.group('mode')}
      />
    )}
  </SettingForm>
)

const figuresText = (figures: readonly { value: string; label: string }[]) => (
  <span className="block tabular-nums">
    {figures.map(({ value, label }) => `${value} ${label}`).join(' · ')}
  </span>
)

type SettingFormProps<Value extends FieldValues> = {
  title: string
  intro: string
  schema: z.ZodType<Value, Value>
  setting: { value: Value } & Pick<SiteSettings['periods'], 'version' | 'changed'>
  save: (body: Value & { version: number }) => Promise<SiteSettings>
  saveLabel: string
  /** The setting's name in the audit log. */
  name: string
  children: (form: ApiFormState<Value>) => ReactNode
}

/** The form of one setting. After a conflict the page shows the current values. */
function SettingForm<Value extends FieldValues>(props: SettingFormProps<Value>) {
  const { title, intro, schema, setting, save, saveLabel, name, children } = props
  const id = useId()
  const queryClient = useQueryClient()
  const form = useApiForm<Value, Value, SiteSettings>({
    schema,
    defaults: setting.value as DefaultValues<Value>,
    submit: (value) => save({ ...value, version: setting.version }),
    changes: ['GET /api/admin/settings'],
    done(settings) {
      queryClient.setQueryData(settingsQuery.queryKey, settings)
      // Other pages show settings, too.
      void queryClient.invalidateQueries()
      toast({ title: 'Setting saved', description: 'It takes effect now.' })
    },
    failure: { title: 'We could not save the setting' },
  })
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-4 border-t border-line pt-6 lg:grid-cols-[1fr_2fr]"
    >
      <div>
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        <p className="mt-1 max-w-prose text-muted">{intro}</p>
      </div>
      <div className="min-w-0">
        <ApiForm form={form} label={title} className="flex flex-col gap-6">
          {children(form)}
          <SubmitButton label={saveLabel} form={form} pendingLabel="Saving..." />
        </ApiForm>
        <p className="mt-4 text-xs text-muted">
          {setting.changed === null ? (
            'Never changed. This is the default.'
          ) : (
            <TextLink to={auditLogPath} search={{ subject: `setting:${name}` }}>
              Last changed <LocalTime at={setting.changed.at} /> by{' '}
              {setting.changed.by ?? 'a deleted account'}
            </TextLink>
          )}
        </p>
      </div>
    </section>
  )
}
