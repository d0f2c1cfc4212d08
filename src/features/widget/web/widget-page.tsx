import { posters, type ResponseOf } from '#shared/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { unlistedHead } from '#features/site/page-head.ts'
import { widgetPath, withQuery } from '#shared/paths.ts'
import { BulletList, cardClass, LabeledSection } from '#ui/layout.tsx'
import { Button } from '#ui/button.tsx'
import { apiQuery } from '#platform/web/api.ts'
import { copyText } from '#platform/web/browser.ts'
import { knownUser } from '#platform/web/current-user.ts'
import { useShownPage, type PageArgs } from '#platform/web/navigation.tsx'
import { Loaded } from '#platform/web/page-parts.tsx'
import { refusals, RequireRole } from '#platform/web/require-role.tsx'
import { maxShown, usuallyShown } from '../model.ts'

export async function load({ queryClient }: PageArgs): Promise<void> {
  // Others see a refusal, which needs no data.
  if (knownUser(queryClient)) await queryClient.prefetchQuery(widgetQuery)
}

export const head = unlistedHead(
  'Jobs on your website',
  'Your current jobs on your own site.',
  widgetPath,
)

const texts = refusals(
  'show your jobs on your website',
  'Only employers and recruiters have jobs to show.',
)

export const Page = () => (
  <RequireRole role={posters} texts={texts}>
    <div className="page-column py-10 sm:py-12">
      <h1 className="text-xl font-bold">Jobs on your website</h1>
      <p className="mt-1 mb-8 max-w-prose text-muted">
        Put your current jobs on your own site. The list updates itself: a job that you close
        disappears within a minute.
      </p>
      <Widget />
    </div>
  </RequireRole>
)

const Widget = () => (
  <Loaded query={useQuery(widgetQuery)} failure="Failed to load your snippet. Please try again.">
    {(widget) => <Snippet {...widget} />}
  </Loaded>
)

function Snippet({ id, scriptUrl }: ResponseOf<'GET /api/widget'>) {
  const { publicUrl } = useShownPage().site
  const snippet = `<script src="${scriptUrl}" data-company="${id}" async></script>`
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-6">
        <LabeledSection title="Your snippet">
          <p className="mt-1 text-muted">
            Paste it where the list should appear. It shows your jobs and nothing else about your
            account.
          </p>
          <pre className="my-3 rounded-sm bg-sunken p-4 text-xs whitespace-pre-wrap">
            <code className="break-all">{snippet}</code>
          </pre>
          <Button
            label="Copy snippet"
            icon={Copy}
            className="noscript:hidden"
            onClick={() => copyText(snippet, 'Snippet copied', 'We could not copy the snippet')}
          />
        </LabeledSection>
        <LabeledSection title="For your webmaster" titleClass="mb-2">
          <BulletList>
            <li>
              The tag takes more attributes: <code>data-jobs=&quot;10&quot;</code> shows up to 10
              jobs instead of {usuallyShown} (at most {maxShown}),{' '}
              <code>data-theme=&quot;light&quot;</code> or <code>&quot;dark&quot;</code> fixes the
              colors, <code>data-specialty=&quot;Cardiology&quot;</code> shows one specialty, and{' '}
              <code>data-title</code> names the frame for screen readers.
            </li>
            <li>
              If the site has a Content Security Policy, add {publicUrl} to <code>script-src</code>{' '}
              and <code>frame-src</code>. Nothing else is needed.
            </li>
            <li>The list sets no cookies and loads nothing from other sites.</li>
          </BulletList>
        </LabeledSection>
      </div>
      <LabeledSection title="Preview" className="min-w-0">
        <iframe
          src={withQuery('/widget', { company: id })}
          title="Preview of the list"
          sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
          className={`${cardClass} mt-3 block h-112 w-full`}
        />
      </LabeledSection>
    </div>
  )
}

const widgetQuery = apiQuery('GET /api/widget')
