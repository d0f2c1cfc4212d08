import type { ReactNode } from 'react'
import { listedHead } from '#features/site/page-head.ts'
import { site as siteConfig } from '#features/site/config.ts'
import { defaultMessages, errorStatus } from '#shared/errors.ts'
import { apiDocsPath, connectionsPath } from '#shared/paths.ts'
import { Article, BulletList, MailLink, Section } from '#ui/layout.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { TextLink, useShownPage } from '#platform/web/navigation.tsx'
import {
  answerSeconds,
  assistantLimit,
  assistantsPath,
  deliveryDays,
  hookEvents,
  keyLimit,
  pauseMinutes,
  v1Limit,
} from '../model.ts'
import { entriesOf, keysOf } from '#shared/keys.ts'

export const head = listedHead(
  'For developers',
  () =>
    'A public API without a key, keys and hooks for employers, feeds for aggregators and readers, limits and the change policy.',
  '/developers',
)

export function Page(): ReactNode {
  const { publicUrl } = useShownPage().site
  return (
    <Article
      title="For developers"
      lead="Jobs, pay statistics and employers for your own programs and pages: no key, no account, from any origin."
    >
      <div className="flex flex-col gap-8 wrap-anywhere">
        <Section title="Quick start">
          <p>Two cardiology jobs in Texas:</p>
          <Code>{`curl '${publicUrl}/api/v1/jobs?specialty=Cardiology&state=TX&limit=2'`}</Code>
          <p>
            Each response has <code>nextCursor</code> until the last page. Send it as{' '}
            <code>cursor</code> to get the next page. You get each job once, even if jobs are posted
            or closed in the meantime. With <code>sortBy=relevance</code> the best matches come
            first:
          </p>
          <Code>{`curl '${publicUrl}/api/v1/jobs?specialty=Cardiology&state=TX&limit=2&cursor=…'`}</Code>
          <p>On your own page:</p>
          <Code>{`const answer = await fetch('${publicUrl}/api/v1/jobs?keyword=nocturnist&page=1')
const { jobs, total } = await answer.json()`}</Code>
          <p>
            The{' '}
            <a href={apiDocsPath} className="text-link">
              reference
            </a>{' '}
            has every call with its parameters, responses and errors, and lets you try it in the
            browser. It is made from the{' '}
            <a href={`${apiDocsPath}/json`} className="text-link">
              OpenAPI document
            </a>
            , from which you can generate a typed client:
          </p>
          <Code>{`npx openapi-typescript ${publicUrl}${apiDocsPath}/json -o jobs-api.d.ts`}</Code>
        </Section>
        <Section title="Feeds">
          <Feeds />
          <p>
            Each list of jobs links to its feeds. Employers can copy a list for their own site from
            the <TextLink to="/employers">employers’ page</TextLink>.
          </p>
        </Section>
        <Section title="Assistants">
          <p>
            Assistants can search, read and compare jobs, see what they pay, and explain a search
            through five tools of the Model Context Protocol:
          </p>
          <Code>{`${publicUrl}${assistantsPath}`}</Code>
          <p>
            The tools only read. To apply or to write to an employer, a person opens the job’s page.
            One address can make {assistantLimit.max} calls in {assistantLimit.seconds} seconds.
          </p>
        </Section>
        <Section title="Your own systems">
          <p>
            An owner of an organization makes keys under{' '}
            <TextLink to={connectionsPath}>Keys and hooks</TextLink>, each for postings or for
            applications. A program sends its key with each call. One key can make {keyLimit.max}{' '}
            calls in {keyLimit.seconds} seconds. Post an opening by its own number; the same call
            again changes nothing, and <code>DELETE</code> closes it:
          </p>
          <Code>{`curl -X PUT '${publicUrl}/api/v1/postings/REQ-7' -H 'Authorization: Bearer wck_…' \\
  -H 'Content-Type: application/json' -d @opening.json
curl '${publicUrl}/api/v1/applications' -H 'Authorization: Bearer wck_…'`}</Code>
          <p>
            A hook calls an address of yours at the events that you choose. Hooks follow Standard
            Webhooks: <code>webhook-signature</code> is <code>v1,</code> and the base64 of an
            HMAC-SHA256 over <code>webhook-id.webhook-timestamp.body</code>. Its key is the base64
            behind <code>whsec_</code>. Refuse what is older than five minutes. A notice may come
            twice, with the same <code>webhook-id</code>. The body has ids only, so read the rest
            with a key:
          </p>
          <Code>{hookBody}</Code>
          <BulletList>
            {entriesOf(hookEvents).map(([event, meaning]) => (
              <li key={event}>
                <code>{event}</code>: {meaning}
              </li>
            ))}
            <li>
              Answer 2xx within {answerSeconds} seconds. Otherwise we try {pauseMinutes.length} more
              times within two days. We follow no redirects, call no private addresses, and stop
              after 410.
            </li>
            <li>Owners see each delivery for {deliveryDays} days, and send one again.</li>
          </BulletList>
        </Section>
        <Section title="Limits">
          <p>
            One address can make {v1Limit.max} API calls in {v1Limit.seconds} seconds. Each response
            says how many are left. Over the limit you get status 429, and <code>Retry-After</code>{' '}
            says how many seconds to wait.
          </p>
          <Code>{`RateLimit-Policy: "v1";q=${v1Limit.max};w=${v1Limit.seconds}
RateLimit: "v1";r=${v1Limit.max - 1};t=${v1Limit.seconds}`}</Code>
          <p>
            Send <code>If-None-Match</code> with the <code>ETag</code> of the last response. If
            nothing changed, you get status 304 without a body. New jobs take up to 30 seconds to
            appear. Closed jobs disappear immediately.
          </p>
        </Section>
        <Section title="Change policy">
          <BulletList>
            <li>
              We may add calls and fields to version 1 at any time. Ignore those you do not know.
            </li>
            <li>
              We do not remove a call, parameter or field of version 1, or change what it means.
            </li>
            <li>
              A breaking change becomes version 2, beside version 1. Before version 1 ends, its
              responses carry <code>Deprecation</code> and <code>Sunset</code> headers for at least
              six months.
            </li>
            <li>
              Everything outside <code>/api/v1</code> and the feeds serves our own pages, and can
              change at any time.
            </li>
          </BulletList>
        </Section>
        <Section title="Use">
          <p>
            Link to the job’s page wherever you show a job, and remove jobs that are no longer
            listed. A description marked <code>isExcerpt</code> comes from a source that allows only
            an excerpt. Questions? Write to <MailLink address={siteConfig.emails.support} />.
          </p>
        </Section>
        <Section title="Errors">
          <p>
            Every error has <code>error</code> for people, <code>code</code> for programs and{' '}
            <code>requestId</code>. With <code>Accept: application/problem+json</code> it comes as
            problem details (RFC 9457), whose <code>type</code> leads here.
          </p>
          <ul className="flex flex-col gap-3 text-sm">
            {keysOf(errorStatus).map((code) => (
              <li key={code} id={code.toLowerCase().replaceAll('_', '-')}>
                <code className="font-semibold">{code}</code> ({errorStatus[code]}):{' '}
                {defaultMessages[code]}
              </li>
            ))}
          </ul>
        </Section>
      </div>
    </Article>
  )
}

const hookBody = JSON.stringify(
  {
    type: 'application.moved',
    timestamp: '2026-11-29T15:04:05.000Z',
    data: {
      applicationId: '019fc8a4-ed26-75d0-a7a1-7143deef44f6',
      postingId: '019fc8a4-ed26-75d0-a7a1-7143deef44f7',
      reference: 'REQ-7',
      stage: 'closed',
    },
  },
  null,
  2,
)

const feeds = [
  {
    path: '/jobs.rss',
    name: 'RSS',
    about: 'The newest jobs of any search, with the parameters of the results page',
  },
  { path: '/jobs.atom', name: 'Atom', about: 'The same, as Atom' },
  {
    path: '/jobs.json',
    name: 'JSON Feed',
    about: 'All active jobs, 100 a page, by employer, specialty, state or source',
  },
  { path: '/jobs.xml', name: 'XML', about: 'Full jobs in Indeed’s XML format, for aggregators' },
  { path: '/sitemap.xml', name: 'Sitemap', about: 'Every page and job, with its last change' },
  { path: '/llms.txt', name: 'llms.txt', about: 'A summary of the site for language models' },
]

const Feeds = () => (
  <DataTable caption="Feeds" columns={feedColumns} rows={feeds} rowKey={(feed) => feed.path} />
)

type Feed = (typeof feeds)[number]

const FeedLink = ({ feed: { name, path } }: { feed: Feed }) => (
  <a href={path} className="inline-flex min-h-6 items-center text-link pointer-coarse:min-h-11">
    {name}
  </a>
)

const feedColumns = [
  { header: 'Feed', isRowHeader: true, cell: (feed: Feed) => <FeedLink feed={feed} /> },
  { header: 'What it lists', cell: (feed: Feed) => feed.about },
]

const Code = ({ children }: { children: string }) => (
  <pre className="rounded-sm bg-sunken p-4 text-xs whitespace-pre-wrap">
    <code>{children}</code>
  </pre>
)
