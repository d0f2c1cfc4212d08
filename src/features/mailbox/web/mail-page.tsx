import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pageHead } from '#features/site/page-head.ts'
import { bounceKinds, type BounceKind } from '#shared/bounces.ts'
import { mailboxPath, mailPath } from '#shared/paths.ts'
import { DefinitionGrid } from '#ui/figures.tsx'
import { ActionButton, useAction } from '#platform/web/action.tsx'
import { apiUrl, callApi } from '#platform/web/api.ts'
import { useShownPage, TextLink, type Head, type PageArgs } from '#platform/web/navigation.tsx'
import { MailNotFound, MailStateBadge, mailTime, mailQuery } from './mailbox-page.tsx'

export const load = ({ queryClient, params: { id = '' } }: PageArgs) => queryClient.fetchQuery(mailQuery(id))

export function head({ queryClient, site, params: { id = '' } }: PageArgs): Head {
  const title = queryClient.getQueryData(mailQuery(id).queryKey)?.subject ?? 'Mail'
  return pageHead({ site, title, description: 'A mail that this demo has sent.', path: mailPath(id), noindex: true })
}

export function Page() {
  const { id = '' } = useShownPage().params
  const { data: mail, isError } = useQuery(mailQuery(id))
  const bounce = useAction({
    call: (kind: BounceKind) => callApi('POST /api/dev/mail/:id/bounce', { params: { id }, body: { kind } }),
    done: (_answer, kind) => ({ title: `Done: ${bounceActions[kind]}` }),
  })
  if (isError) return <MailNotFound />
  if (!mail) return null

  return (
    <article className="page-column py-10">
      <TextLink to={mailboxPath} className="text-sm">
        Back to the mailbox
      </TextLink>
      <h1 className="mt-4 text-xl font-bold break-words">{mail.subject}</h1>
      <DefinitionGrid
        className="mt-6"
        items={[
          { term: 'To', value: mail.to },
          { term: 'Reply to', value: mail.replyTo },
          { term: 'Written', value: <time dateTime={mail.createdAt}>{mailTime(mail.createdAt)}</time> },
          { term: 'State', value: <MailStateBadge state={mail.state} /> },
          { term: 'What went wrong', value: mail.lastError },
        ]}
      />
      {mail.state === 'sent' && (
        <p className="mt-6 flex flex-wrap gap-3">
          {bounceKinds.map((kind) => (
            <ActionButton key={kind} label={bounceActions[kind]} action={bounce} input={kind} look="secondary" size="sm" />
          ))}
        </p>
      )}
      <DefinitionGrid
        className="mt-5 grid-cols-1!"
        items={Object.entries(mail.headers).map(([term, value]) => ({ term, value }))}
      />
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
        <pre className="overflow-x-auto rounded-md border border-line bg-sunken p-4 text-sm break-words whitespace-pre-wrap">
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
