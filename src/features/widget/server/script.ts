import { heightMessage } from '../model.ts'

/** What runs on the employer's own site: it adds a frame behind its own tag, and gives it the height that it asks for. */
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
  // Set one by one: a site that forbids style attributes allows this.
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
