import { companySizes } from '#features/accounts/model.ts'
import { organizationTypes } from '#features/jobs/model.ts'
import { statusLabels } from '#features/postings/model.ts'
import { counted, formatNumber } from '#shared/numbers.ts'
import { jobPath } from '#shared/paths.ts'
import { LabeledSection } from '#ui/layout.tsx'
import { rowClass, Rows } from '#ui/rows.tsx'
import { toast } from '#ui/toast.ts'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import { ApiForm, emptyIsMissing, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { TextLink, useShownPage } from '#platform/web/navigation.tsx'
import { LocalTime } from '#platform/web/page-parts.tsx'
import type { Organization } from '../contract.ts'
import { keepMonths } from '../model.ts'
import { organizationNameSchema, organizationSchema } from '../schemas.ts'

/** What an organization says about itself, and who posts under its names. */

export type Shown = { organization: Organization }

export const changes = [
  'GET /api/organization',
  'GET /api/job-postings',
  'GET /api/auth/user',
] as const

export function About({
  organization: { name, kind, size, site, description, keepMonths: kept },
}: Shown) {
  const siteDays = useShownPage().site.retentionDays.inquiries
  const form = useApiForm({
    schema: organizationSchema,
    defaults: {
      name,
      kind: kind ?? undefined,
      size: size ?? undefined,
      site: site ?? '',
      description: description ?? '',
      keepMonths: kept ?? undefined,
    },
    submit: (body) => callApi('PUT /api/organization', { body }),
    done: () => toast({ title: 'Details saved' }),
    changes,
    failure: { title: 'We could not save your details' },
  })
  return (
    <ApiForm form={form} label="Organization" className="flex flex-col gap-4">
      <FormField
        form={form}
        name="name"
        label="Name"
        hint="After a change, the old address leads to the new one"
        required
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField
          form={form}
          name="kind"
          label="Kind"
          options={emptyIsMissing}
          optional
          select={{ empty: 'Choose a type', options: organizationTypes }}
        />
        <FormField
          form={form}
          name="size"
          label="Size"
          options={emptyIsMissing}
          optional
          select={{ empty: 'Employees', options: companySizes }}
        />
      </div>
      <FormField
        form={form}
        name="site"
        label="Website"
        hint="Beginning with https://"
        optional
        input={{ type: 'url' }}
      />
      <FormField
        form={form}
        name="keepMonths"
        label="Keep applications for"
        hint="We tell applicants. Every night we delete older applications with their answers, notes and CVs"
        options={{
          setValueAs: (value) => (value === '' || value === undefined ? undefined : Number(value)),
        }}
        optional
        select={{
          empty: `As long as the site does: ${formatNumber(siteDays)} days`,
          options: keepMonths
            .filter((months) => months * 30 < siteDays || months === kept)
            .map((months) => ({ value: String(months), label: `${months} months` })),
        }}
      />
      <FormField
        form={form}
        name="description"
        label="About the organization"
        hint="Plain text"
        optional
        area={{}}
      />
      <SubmitButton label="Save" form={form} pendingLabel="Saving..." className="self-start" />
    </ApiForm>
  )
}

export function Names({ organization: { names } }: Shown) {
  const [, ...others] = names.filter((name) => !name.waits).map((name) => name.name)
  const waiting = names.filter((name) => name.waits).map((name) => name.name)
  const form = useApiForm({
    schema: organizationNameSchema,
    defaults: { name: '' },
    submit: (body) => callApi('POST /api/organization/names', { body }),
    done({ waits }) {
      toast(
        waits
          ? {
              title: 'We check this name first',
              description: 'Others have it, or one like it. An administrator decides.',
            }
          : { title: 'Name added' },
      )
      form.hook.reset()
    },
    changes,
    failure: { title: 'The name was not added' },
  })
  return (
    <ApiForm form={form} label="Names" className="flex flex-col gap-3 border-t border-line pt-4">
      {others.length > 0 && <p className="text-muted">Also found as {others.join(', ')}.</p>}
      {waiting.length > 0 && (
        <p className="text-muted">Waiting for an administrator: {waiting.join(', ')}.</p>
      )}
      <FormField
        form={form}
        name="name"
        label="Another name of yours"
        hint="Jobs under it are then yours, on one page"
        required
      />
      <SubmitButton
        label="Add name"
        form={form}
        look="secondary"
        pendingLabel="Adding..."
        className="self-start"
      />
    </ApiForm>
  )
}

/** What others posted under the names of the organization. */
export function Uses({ organization: { uses } }: Shown) {
  const remove = useAction<string>({
    call: (id) => callApi('POST /api/organization/uses/:id/removal', { params: { id } }),
    done: { title: 'Taken down', description: 'We told the poster.' },
    changes,
  })
  if (uses.length === 0) return null
  return (
    <LabeledSection title="Posted under your names by others" className="flex flex-col gap-3">
      <Rows label="Postings of others">
        {uses.map(({ id, title, employer, status, at, isImported, organization }) => {
          const poster =
            organization ?? (isImported ? 'Imported from a list' : 'Posted without an account')
          return (
            <li key={id} className={rowClass}>
              <div className="min-w-0">
                <p className="font-semibold">
                  {status === 'active' ? <TextLink to={jobPath(id)}>{title}</TextLink> : title}
                </p>
                <p className="text-xs text-muted">
                  {employer} · {poster} · {statusLabels[status]} · <LocalTime at={at} />
                </p>
              </div>
              <ActionButton
                label="Take down"
                about={title}
                action={remove}
                input={id}
                ask={`Take down “${title}”? We tell its poster that you do not allow it.`}
                look="danger"
                size="sm"
              />
            </li>
          )
        })}
      </Rows>
    </LabeledSection>
  )
}

/** Other organizations that post under the names of this one. */
export function Firms({ organization: { agencies, seat } }: Shown) {
  const allow = useAction<{ id: string; isAllowed: boolean }>({
    call: ({ id, isAllowed }) =>
      callApi('PUT /api/organization/agencies/:id', { params: { id }, body: { isAllowed } }),
    done: (_, { isAllowed }) => ({
      title: isAllowed ? 'Allowed' : 'No longer allowed',
      ...(isAllowed && {
        description: 'Their future postings under your names need no review.',
      }),
    }),
    changes,
  })
  if (agencies.length === 0) return null
  return (
    <LabeledSection title="Others who post under your names" className="flex flex-col gap-3">
      <Rows label="Organizations">
        {agencies.map(({ id, name, jobs, isAllowed }) => (
          <li key={id} className={rowClass}>
            <p className="min-w-0">
              {name} <span className="text-xs text-muted">· {counted(jobs, 'posting')}</span>
            </p>
            {seat === 'owner' && (
              <ActionButton
                label={isAllowed ? 'No longer allow' : 'Allow'}
                about={name}
                action={allow}
                input={{ id, isAllowed: !isAllowed }}
                look={isAllowed ? 'danger' : 'secondary'}
                size="sm"
              />
            )}
          </li>
        ))}
      </Rows>
    </LabeledSection>
  )
}
