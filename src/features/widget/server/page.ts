import { createHash } from 'node:crypto'
import type { JobSummary } from '#features/jobs/contract.ts'
import { placeText, payText } from '#features/jobs/display.ts'
import { employmentTypeLabels } from '#features/jobs/model.ts'
import { brandSuffix, site } from '#features/site/config.ts'
import { escapeHtml } from '#platform/server/http/html.ts'
import { homePath, jobPath } from '#shared/paths.ts'
import { heightMessage, type WidgetTheme } from '../model.ts'

/** The site's colors, without its style sheet. */
const style = `
:root { color-scheme: light dark }
:root[data-theme=light] { color-scheme: light }
:root[data-theme=dark] { color-scheme: dark }
* { box-sizing: border-box }
body { margin: 0; padding: 4px; font: 15px/24px system-ui, sans-serif; background: light-dark(#fff, #172023); color: light-dark(#1a2326, #e9e5dc) }
h1 { margin: 8px 12px; font-size: 20px; line-height: 28px; letter-spacing: -0.01em; overflow-wrap: anywhere }
ul { margin: 0; padding: 0; list-style: none }
li { padding: 12px; border-top: 1px solid light-dark(#e5dfd4, #2a3538); overflow-wrap: anywhere }
p { margin: 0 }
a { color: light-dark(#0b585c, #72c7c1); text-underline-offset: 2px }
a:focus-visible { outline: 2px solid; outline-offset: 2px }
li a { font-weight: 600 }
.facts, .from { color: light-dark(#566166, #a2aeb0); font-size: 13px; line-height: 20px }
.pay { color: light-dark(#875200, #e8b660) }
.from, .none { padding: 12px; border-top: 1px solid light-dark(#e5dfd4, #2a3538) }
.from a { display: inline-block; min-height: 24px }
`

/** Reports the frame's height whenever it changes. */
const script =
  `new ResizeObserver(() => parent.postMessage({ type: '${heightMessage}', height: ` +
  'Math.ceil(document.documentElement.getBoundingClientRect().height) }, ' +
  `'*')).observe(document.documentElement)`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Any site may frame this page, because it has no actions and no session. */
export const widgetPolicy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ')

export type WidgetJobs = { company: string | null; jobs: JobSummary[] }

type Options = { theme: WidgetTheme; publicUrl: string }

export function widgetPage({ company, jobs }: WidgetJobs, options: Options): string {
  const heading = company ? `Open positions at ${company}` : 'Open positions'
  const list =
    jobs.length === 0
      ? '<p class="none">There are no open positions at the moment.</p>'
      : `<ul>\n${jobs.map((job) => entry(job, company, options.publicUrl)).join('\n')}\n</ul>`
  return layout(
    heading,
    `${list}\n<p class="from">Jobs by ${link(options.publicUrl + homePath, site.name)}</p>`,
    options,
  )
}

export const missingPage = (options: Options) =>
  layout(
    'Open positions',
    '<p class="none">We could not find this list. Owner of this site: please copy the snippet again.</p>',
    options,
  )

function entry(job: JobSummary, company: string | null, publicUrl: string) {
  const pay = payText(job)
  const facts = [
    // Search firms list jobs of other companies.
    ...(job.employer === company ? [] : [escapeHtml(job.employer)]),
    escapeHtml(placeText(job)),
    employmentTypeLabels[job.type],
    ...(pay === undefined ? [] : [`<span class="pay">${escapeHtml(pay)}</span>`]),
  ]
  return `<li>${link(`${publicUrl}${jobPath(job.id)}`, job.title)}<p class="facts">${facts.join(' · ')}</p></li>`
}

/** Opens in a new tab, without a referrer. */
const link = (url: string, text: string) =>
  `<a href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer">${escapeHtml(text)}</a>`

/** A section, because the surrounding page has its own main element. */
const layout = (heading: string, body: string, { theme }: Options) => `<!doctype html>
<html lang="en" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(heading)}${escapeHtml(brandSuffix())}</title>
<style>${style}</style>
</head>
<body>
<section aria-labelledby="heading">
<h1 id="heading">${escapeHtml(heading)}</h1>
${body}
</section>
<script>${script}</script>
</body>
</html>
`

/**
 * Runs on the employer's site: adds a frame after its own script tag, and sets the reported height.
 */
export const widgetScript = `(() => {
  'use strict'
  const tag = document.currentScript
  if (!tag) return
  const { company, jobs, theme, specialty, title } = tag.dataset
  const address = new URL('/widget', tag.src)
  for (const [name, value] of Object.entries({ company, jobs, theme, specialty })) {
    if (value) address.searchParams.set(name, value)
  }
  const frame = document.createElement('iframe')
  frame.src = address.href
  frame.title = title || 'Open positions'
  frame.referrerPolicy = 'no-referrer'
  // Set one by one, because sites that forbid style attributes allow this.
  frame.style.width = '100%'
  frame.style.height = '20rem'
  frame.style.border = '0'
  frame.style.colorScheme = 'normal'
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== address.origin || !data || data.type !== '${heightMessage}') return
    if (Number.isFinite(data.height)) frame.style.height = Math.min(Math.max(data.height, 40), 10000) + 'px'
  })
  tag.after(frame)
})()
`
