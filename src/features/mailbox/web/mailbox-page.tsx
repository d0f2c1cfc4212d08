import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { mailStateLabels, type MailState } from '#features/deliveries/model.ts'
import { pageHead } from '#features/site/page-head.ts'
import { bounceKinds, type BounceKind } from '#shared/mail.ts'
import { mailboxPath, mailPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { Badge, EmptyState, type BadgeTone } from '#ui/feedback.tsx'
import { TextField } from '#ui/field.tsx'
import { DefinitionGrid } from '#ui/figures.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { apiQuery, apiUrl, callApi } from '#platform/web/api.ts'
import { TextLink, useShownPage, type PageHead, type PageLoad } from '#platform/web/navigation.tsx'
import type { MailSummary } from '../contract.ts'

/** New mail may have arrived. */
const always = { staleTime: 1000, retry: false } as const

const mailsQuery = (to = '') =>
  apiQuery('GET /api/dev/mail', { query: to === '' ? {} : { to } }, always)

const mailQuery = (id: string) => apiQuery('GET /api/dev/mail/:id', { params: { id } }, always)

export const load: PageLoad = ({ queryClient, params: { id }, search: { to } }) =>
  id === undefined ? queryClient.fetchQuery(mailsQuery(to)) : queryClient.fetchQuery(mailQuery(id))

export const head: PageHead = ({ queryClient, site, params: { id } }) =>
  pageHead({
    site,
    noindex: true,
    ...(id === undefined
      ? { title: 'Mailbox', description: 'The mail that this demo has sent.', path: mailboxPath }
      : {
          title: queryClient.getQueryData(mailQuery(id).queryKey)?.subject ?? 'Mail',
          description: 'A mail that this demo has sent.',
          path: mailPath(id),
        }),
  })

/** The list, or one mail of it. */
export function Page() {
  const { id } = useShownPage().params
  return id === undefined ? <Mailbox /> : <Mail id={id} />
}

function Mailbox() {
  const { to = '' } = useShownPage().search
  const { data, isError } = useQuery(mailsQuery(to))
  if (isError) return <MailNotFound />

  return (
    <div className="page-column py-10">
      <h1 className="text-xl font-bold">Mailbox</h1>
      <p className="mt-4 max-w-prose text-muted">
        Every email that this demo sends is on this page, the newest first. Anyone who can open the
        page can read them.
      </p>
      <form action={mailboxPath} className="mt-8 flex max-w-form flex-wrap items-end gap-3">
        <TextField
          label="To"
          className="grow basis-40"
          key={to}
          name="to"
          type="email"
          defaultValue={to}
          autoComplete="off"
        />
        <Button label="Filter" type="submit" look="secondary" />
      </form>
      {data && (data.mails.length > 0 ? <MailList mails={data.mails} /> : <NoMail to={to} />)}
    </div>
  )
}

const MailList = ({ mails }: { mails: MailSummary[] }) => (
  <ul className="mt-8 border-t border-line">
    {mails.map((mail) => (
      <li
        key={mail.id}
        className="grid gap-x-6 gap-y-1 border-b border-line py-4 md:grid-cols-[1fr_auto] md:items-baseline"
      >
        <div className="min-w-0">
          <TextLink to={`${mailboxPath}/:id`} params={{ id: mail.id }} className="font-semibold">
            {mail.subject}
          </TextLink>
          <p className="text-sm text-muted">To {mail.to}</p>
        </div>
        <p className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
          <MailStateBadge state={mail.state} />
          <time dateTime={mail.createdAt}>{mailTime(mail.createdAt)}</time>
        </p>
      </li>
    ))}
  </ul>
)

const NoMail = ({ to }: { to: string }) => (
  <EmptyState title="No mail">
    {to === '' ? 'Nothing has been sent yet.' : `Nothing has been sent to ${to}.`}
  </EmptyState>
)

const tones: Record<MailState, BadgeTone> = {
  queued: 'neutral',
  waiting: 'neutral',
  gathered: 'neutral',
  sent: 'action',
  suppressed: 'danger',
  dead: 'danger',
}

const MailStateBadge = ({ state }: { state: MailState }) => (
  <Badge tone={tones[state]}>{mailStateLabels[state]}</Badge>
)

const MailNotFound = () => (
  <EmptyState level={1} title="Page Not Found">
    There is no page at this address. It may be mistyped, or the page was removed.
  </EmptyState>
)

const format = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
})

/** In UTC, equal on server and browser. */
const mailTime = (iso: string) => `${format.format(new Date(iso))} UTC`

function Mail({ id }: { id: string }) {
  const { data: mail, isError } = useQuery(mailQuery(id))
  const bounce = useAction({
    call: (kind: BounceKind) =>
      callApi('POST /api/dev/mail/:id/bounce', { params: { id }, body: { kind } }),
    done: (_answer, kind) => ({ title: `Done: ${bounceActions[kind]}` }),
  })
  if (isError) return <MailNotFound />
  if (!mail) return null

  return (
    <article className="page-column py-10">
      <TextLink to={mailboxPath} className="text-sm">
        Back to the mailbox
      </TextLink>
      <h1 className="mt-4 text-xl font-bold">{mail.subject}</h1>
      <DefinitionGrid
        className="mt-6"
        items={[
          { term: 'To', value: mail.to },
          { term: 'Reply to', value: mail.replyTo },
          {
            term: 'Written',
            value: <time dateTime={mail.createdAt}>{mailTime(mail.createdAt)}</time>,
          },
          { term: 'State', value: <MailStateBadge state={mail.state} /> },
          { term: 'What went wrong', value: mail.lastError },
        ]}
      />
      {mail.state === 'sent' && (
        <p className="mt-6 flex flex-wrap gap-3">
          {bounceKinds.map((kind) => (
            <ActionButton
              key={kind}
              label={bounceActions[kind]}
              action={bounce}
              input={kind}
              look="secondary"
              size="sm"
            />
          ))}
        </p>
      )}
      {mail.links.length > 0 && (
        <Part title="Links">
          <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-muted">
            {mail.links.map((href) => (
              <li key={href}>
                <a href={href} className="text-link break-all">
                  {href}
                </a>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title="As HTML">
        <iframe
          title="The email as HTML"
          sandbox=""
          src={apiUrl('GET /api/dev/mail/:id/html', { params: { id } })}
          className="h-[40rem] w-full rounded-md border border-line"
        />
      </Part>
      <Part title="As plain text">
        <pre className="overflow-x-auto rounded-md border border-line bg-sunken p-4 text-sm whitespace-pre-wrap">
          {mail.text}
        </pre>
      </Part>
    </article>
  )
}

/** What mail servers and readers do to a mail. */
const bounceActions: Record<BounceKind, string> = {
  hard: 'No such mailbox',
  soft: 'Mailbox full',
  complaint: 'Report as spam',
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-10">
    <h2 className="mb-3 text-lg font-semibold">{title}</h2>
    {children}
  </section>
)
