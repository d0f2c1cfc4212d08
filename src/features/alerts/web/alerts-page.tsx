import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { dateText } from '#features/jobs/display.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import type { BodyOf } from '#shared/contract.ts'
import { alertsPath, signInPath, withReturnTo } from '#shared/paths.ts'
import { Alert, Badge, EmptyState, Skeleton } from '#ui/feedback.tsx'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/layout.tsx'
import { SelectField, type Choice } from '#ui/field.tsx'
import { ApiError, apiQuery, callApi } from '#platform/web/api.ts'
import { DeleteButton, useAction } from '#platform/web/action.tsx'
import { knownUser, useCurrentUser } from '#platform/web/current-user.ts'
import { formText } from '#platform/web/browser.ts'
import { PostForm } from '#platform/web/form/post-form.tsx'
import { PhysicianTabs } from '#platform/web/desk-tabs.tsx'
import { Loaded } from '#platform/web/page-parts.tsx'
import { LinkButton, TextLink, useShownPage, type PageArgs } from '#platform/web/navigation.tsx'
import type { AlertView } from '../contract.ts'
import { frequencyLabels, rhythmText, type Frequency } from '../model.ts'

/** A mail's link opens the alerts of its address; without one they are the signed-in visitor's. */
type Access = { token: string | undefined }

/** Never cached, because mails and other devices change it. */
const alertsQuery = (query: Access) =>
  apiQuery('GET /api/alerts', { query }, { staleTime: 0, refetchOnMount: false })

export const head = unlistedHead(
  'Job alerts',
  'We email you new jobs for your searches.',
  alertsPath,
)

export async function load({ queryClient, search }: PageArgs): Promise<void> {
  const token = search['token']
  const isSignedIn = Boolean(knownUser(queryClient))
  if (token !== undefined || isSignedIn) await queryClient.prefetchQuery(alertsQuery({ token }))
}

export function Page(): ReactNode {
  const token = useShownPage().search['token']
  const { status, user } = useCurrentUser()
  return (
    <article className="page-column py-4 sm:py-8">
      {user?.role === 'physician' && (
        <div className="-mt-3 mb-6 sm:-mt-5">
          <PhysicianTabs />
        </div>
      )}
      <h1 className="text-xl font-bold">Job alerts</h1>
      <p className="mt-3 text-muted">We email you new jobs for your searches.</p>
      <div className="mt-8 max-w-prose">
        {token !== undefined || user ? (
          <Alerts token={token} />
        ) : status === 'loading' ? (
          <Skeleton className="h-64" />
        ) : (
          <LinkRequest />
        )}
      </div>
    </article>
  )
}

function Alerts({ token }: Access) {
  const query = useQuery(alertsQuery({ token }))
  const { data, error } = query
  if (!data && error instanceof ApiError && error.status === 404)
    return (
      <div className="flex flex-col gap-8">
        <Alert tone="danger">{error.message}</Alert>
        <LinkRequest />
      </div>
    )
  return (
    <Loaded query={query} failure="Failed to load your job alerts. Please try again.">
      {({ alerts }) =>
        alerts.length === 0 ? (
          <NoAlerts />
        ) : (
          <ul aria-label="Job alerts" className="flex flex-col gap-4">
            {alerts.map((alert) => (
              <AlertItem key={alert.id} alert={alert} access={{ token }} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

const NoAlerts = () => (
  <EmptyState title="No job alerts yet" actions={<LinkButton label="Browse Jobs" to="/jobs" />}>
    Search for jobs, then choose ‘Email me new jobs like these’.
  </EmptyState>
)

function AlertItem({ alert, access }: { alert: AlertView; access: Access }) {
  const { id, label, status, search, lastMailAt } = alert
  const { run: change, isPending } = useAction({
    call: (body: BodyOf<'PUT /api/alerts/:id'>) =>
      callApi('PUT /api/alerts/:id', { params: { id }, query: access, body }),
    sorry: 'Failed to change the job alert. Please try again.',
    changes: ['GET /api/alerts'],
  })
  return (
    <li className={`${cardClass} flex flex-col gap-4 p-5`}>
      <div>
        <div className="flex items-start justify-between gap-4">
          <h2 className="min-w-0 text-base font-semibold">
            <TextLink to="/jobs" search={search}>
              {label}
            </TextLink>
          </h2>
          <Badge tone={status === 'active' ? 'action' : 'neutral'}>{statusLabels[status]}</Badge>
        </div>
        <p className="mt-1 text-xs text-muted">
          {rhythmText(alert)} · to {alert.email}
          {lastMailAt !== null && ` · last email ${dateText(lastMailAt)}`}
        </p>
      </div>
      <div className="flex flex-wrap items-end gap-x-2 gap-y-3 sm:gap-x-3">
        <SelectField
          label="How often"
          className="max-sm:w-full sm:w-40"
          options={frequencyLabels}
          value={alert.frequency}
          disabled={isPending}
          onChange={({ target }: Choice<Frequency>) => change({ frequency: target.value })}
        />
        <Button
          label={status === 'active' ? 'Pause' : 'Turn on'}
          look="secondary"
          disabled={isPending}
          aria-label={`${status === 'active' ? 'Pause' : 'Turn on'}: ${label}`}
          onClick={() => change({ status: status === 'active' ? 'paused' : 'active' })}
        />
        <DeleteButton
          look="quiet"
          aria-label={`Delete: ${label}`}
          title="Delete this job alert?"
          confirm="Delete job alert"
          call={() => callApi('DELETE /api/alerts/:id', { params: { id }, query: access })}
          done={{ title: 'Job alert deleted' }}
          sorry="Failed to delete the job alert. Please try again."
          changes={['GET /api/alerts']}
        >
          <p>{label}</p>
        </DeleteButton>
      </div>
    </li>
  )
}

const statusLabels = { active: 'On', paused: 'Paused', pending: 'Waiting for your confirmation' }

/** Signing in, or a link mailed to the address. */
function LinkRequest() {
  const [message, setMessage] = useState<string>()
  return (
    <section className="flex max-w-form flex-col gap-4">
      <p>
        <TextLink to={withReturnTo(signInPath, alertsPath)}>Sign in</TextLink> to see your job
        alerts. Without an account, use the link in any alert email; we can send it to you again.
      </p>
      {message !== undefined && <Alert>{message}</Alert>}
      <PostForm
        email={{}}
        send={(fields) =>
          callApi('POST /api/alerts/link', { body: { email: formText(fields, 'email') } })
        }
        done={(answer) => setMessage(answer.message)}
        failure={{ title: 'We could not send the link. Please try again.' }}
        look="secondary"
        button="Send me the link"
        pendingLabel="Sending..."
      />
    </section>
  )
}
