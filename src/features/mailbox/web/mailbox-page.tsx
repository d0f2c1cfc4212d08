import { useQuery } from '@tanstack/react-query'
import { unlistedHead } from '#features/site/page-head.ts'
import { mailboxPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState, Badge, type BadgeTone } from '#ui/feedback.tsx'
import { TextField } from '#ui/field.tsx'
import { useShownPage, TextLink, type PageArgs } from '#platform/web/navigation.tsx'
import type { MailSummary } from '../contract.ts'
import { mailStateLabels, type MailState } from '#features/deliveries/model.ts'
import { apiQuery } from '#platform/web/api.ts'

export const load = ({ queryClient, search }: PageArgs) => queryClient.fetchQuery(mailsQuery(search['to'] ?? ''))

export const head = unlistedHead('Mailbox', 'The mail that this demo has sent.', mailboxPath)

export function Page() {
  const to = useShownPage().search['to'] ?? ''
  const { data, isError } = useQuery(mailsQuery(to))
  if (isError) return <MailNotFound />

  return (
    <div className="page-column py-10">
      <h1 className="text-xl font-bold">Mailbox</h1>
      <p className="mt-4 max-w-prose text-muted">
        Every email that this demo sends is on this page, the newest first. Anyone who can open the page can read them.
      </p>
      <form action={mailboxPath} className="mt-8 flex max-w-form items-end gap-3">
        <TextField label="To" className="grow" key={to} name="to" type="email" defaultValue={to} autoComplete="off" />
        <Button label="Filter" type="submit" look="secondary" />
      </form>
      {data && (data.mails.length > 0 ? <MailList mails={data.mails} /> : <NoMail to={to} />)}
    </div>
  )
}

const MailList = ({ mails }: { mails: MailSummary[] }) => (
  <ul className="mt-8 border-t border-line">
    {mails.map((mail) => (
      <li key={mail.id} className="grid gap-x-6 gap-y-1 border-b border-line py-4 md:grid-cols-[1fr_auto] md:items-baseline">
        <div className="min-w-0">
          <TextLink to={`${mailboxPath}/:id`} params={{ id: mail.id }} className="font-semibold break-words">
            {mail.subject}
          </TextLink>
          <p className="text-sm break-words text-muted">To {mail.to}</p>
        </div>
        <p className="flex items-center gap-3 text-xs text-muted">
          <MailStateBadge state={mail.state} />
          <time dateTime={mail.createdAt}>{mailTime(mail.createdAt)}</time>
        </p>
      </li>
    ))}
  </ul>
)

const NoMail = ({ to }: { to: string }) => (
  <EmptyState title="No mail">{to === '' ? 'Nothing has been sent yet.' : `Nothing has been sent to ${to}.`}</EmptyState>
)

const tones: Record<MailState, BadgeTone> = { queued: 'neutral', sent: 'action', suppressed: 'danger', dead: 'danger' }

export const MailStateBadge = ({ state }: { state: MailState }) => <Badge tone={tones[state]}>{mailStateLabels[state]}</Badge>

export const MailNotFound = () => (
  <EmptyState level={1} title="Page Not Found">
    There is no page at this address. It may be mistyped, or the page was removed.
  </EmptyState>
)

const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })

/** In UTC, equal on server and browser. */
export const mailTime = (iso: string): string => `${format.format(new Date(iso))} UTC`

/** New mail may have arrived. */
const always = { staleTime: 1000, retry: false } as const

export const mailsQuery = (to: string) => apiQuery('GET /api/dev/mail', { query: to === '' ? {} : { to } }, always)

export const mailQuery = (id: string) => apiQuery('GET /api/dev/mail/:id', { params: { id } }, always)
