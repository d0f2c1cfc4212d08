import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { specialties } from '#vocabulary/specialties.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { widgetPath, withQuery } from '#shared/paths.ts'
import { cardClass, LabeledSection } from '#ui/layout.tsx'
import { Alert, Spinner } from '#ui/feedback.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import { toast } from '#ui/toast.ts'
import { apiQuery } from '#platform/web/api.ts'
import { copyText } from '#platform/web/browser.ts'
import { knownUser } from '#platform/web/current-user.ts'
import { useShownPage, type PageArgs } from '#platform/web/navigation.tsx'
import { posterRoles, refusals, RequireRole } from '#platform/web/require-role.tsx'
import { heightMessage, maxShown, usuallyShown, widgetThemes, type WidgetTheme } from '../model.ts'

export async function load({ queryClient }: PageArgs): Promise<void> {
  // Others see a refusal, which needs no data.
  if (knownUser(queryClient)) await queryClient.prefetchQuery(widgetQuery)
}

export const head = unlistedHead('Jobs on your website', 'Your current jobs on your own site.', widgetPath)

const texts = refusals('show your jobs on your website', 'Only employers and recruiters have jobs to show.')

export const Page = () => (
  <RequireRole role={posterRoles} texts={texts}>
    <div className="page-column py-10 sm:py-12">
      <h1 className="text-xl font-bold">Jobs on your website</h1>
      <p className="mt-1 max-w-prose text-muted">
        Put your current jobs on your own site. The list updates itself: a job that you close disappears within a minute.
      </p>
      <Widget />
    </div>
  </RequireRole>
)

function Widget() {
  const { data, isError } = useQuery(widgetQuery)
  if (isError) return <Alert tone="danger">Failed to load your snippet. Please refresh the page or try again later.</Alert>
  return data ? <Composer widget={data} /> : <Spinner />
}

const counts = [3, usuallyShown, 10, maxShown]
const themeLabels = { auto: 'Automatic', light: 'Light', dark: 'Dark' }

function Composer({ widget }: { widget: ResponseOf<'GET /api/widget'> }) {
  const [choice, setChoice] = useState<WidgetChoice>({ jobs: usuallyShown, theme: 'auto', specialty: '' })
  const snippet = snippetOf(widget, choice)
  const change = (part: Partial<WidgetChoice>) => setChoice({ ...choice, ...part })
  return (
    <div className="mt-8 grid items-start gap-8 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-6">
        <div className="grid gap-4 sm:grid-cols-3">
          <SelectField
            label="Jobs shown, at most"
            value={choice.jobs}
            onChange={(event) => change({ jobs: Number(event.target.value) })}
            options={counts.map(String)}
          />
          <SelectField
            label="Colors"
            value={choice.theme}
            onChange={(event) => change({ theme: widgetThemes.find((theme) => theme === event.target.value) ?? 'auto' })}
            options={themeLabels}
          />
          <SelectField
            label="Specialty"
            value={choice.specialty}
            onChange={(event) => change({ specialty: event.target.value })}
            empty="All of yours"
            options={specialties}
          />
        </div>
        <Snippet text={snippet} />
        <ForTheWebmaster />
      </div>
      <Preview path={framedPath(widget.id, choice)} />
    </div>
  )
}

const Snippet = ({ text }: { text: string }) => (
  <LabeledSection title="Your snippet">
    <p className="mt-1 text-muted">
      Paste it where the list should appear. It shows your jobs and nothing else about your account.
    </p>
    <pre className="mt-3 rounded-sm bg-sunken p-4 text-xs whitespace-pre-wrap">
      <code className="break-all">{text}</code>
    </pre>
    <Button
      label="Copy snippet"
      icon={Copy}
      className="mt-3 noscript:hidden"
      onClick={() => {
        copyText(text).then(
          () => toast({ title: 'Snippet copied' }),
          () =>
            toast({
              title: 'We could not copy the snippet',
              description: 'Please select it and copy it by hand.',
              tone: 'danger',
            }),
        )
      }}
    />
  </LabeledSection>
)

function ForTheWebmaster() {
  const { publicUrl } = useShownPage().site
  return (
    <LabeledSection title="For your webmaster">
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 marker:text-muted">
        <li>
          If the site has a Content Security Policy, add {publicUrl} to <code>script-src</code> and <code>frame-src</code>.
          Nothing else is needed.
        </li>
        <li>The list sets no cookies and loads nothing from other sites.</li>
        <li>
          <code>data-title</code> names the frame for screen readers, where ‘Open positions’ does not say enough.
        </li>
      </ul>
    </LabeledSection>
  )
}

function Preview({ path }: { path: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(320)
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent<{ type?: unknown; height?: unknown } | null>) => {
      if (source !== frame.current?.contentWindow || data?.type !== heightMessage) return
      if (typeof data.height === 'number') setHeight(data.height)
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [])
  return (
    <LabeledSection title="Preview" className="min-w-0">
      <div className={`${cardClass} mt-3 overflow-hidden`}>
        <iframe
          ref={frame}
          src={path}
          title="Preview of the list"
          sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
          className="block w-full"
          style={{ height }}
        />
      </div>
    </LabeledSection>
  )
}

type WidgetChoice = { jobs: number; theme: WidgetTheme; specialty: string }

const optionsOf = ({ jobs, theme, specialty }: WidgetChoice): Record<string, string> => ({
  ...(jobs !== usuallyShown && { jobs: String(jobs) }),
  ...(theme !== 'auto' && { theme }),
  ...(specialty !== '' && { specialty }),
})

function snippetOf({ id, scriptUrl }: { id: string; scriptUrl: string }, choice: WidgetChoice): string {
  const data = Object.entries({ company: id, ...optionsOf(choice) }).map(([name, value]) => `data-${name}="${escape(value)}"`)
  return `<script src="${scriptUrl}" ${data.join(' ')} async></script>`
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const framedPath = (id: string, choice: WidgetChoice): string => withQuery('/widget', { company: id, ...optionsOf(choice) })

const widgetQuery = apiQuery('GET /api/widget')
