import { withQuery } from '#shared/paths.ts'
import { usuallyShown } from '../model.ts'
import type { WidgetTheme } from '../model.ts'

export type WidgetChoice = { jobs: number; theme: WidgetTheme; specialty: string }

/** What the choice comes to; what is usual goes without saying. */
const optionsOf = ({ jobs, theme, specialty }: WidgetChoice): Record<string, string> => ({
  ...(jobs !== usuallyShown && { jobs: String(jobs) }),
  ...(theme !== 'auto' && { theme }),
  ...(specialty !== '' && { specialty }),
})

/** The tag to be copied. */
export function snippetOf({ id, scriptUrl }: { id: string; scriptUrl: string }, choice: WidgetChoice): string {
  const data = Object.entries({ company: id, ...optionsOf(choice) }).map(([name, value]) => `data-${name}="${escape(value)}"`)
  return `<script src="${scriptUrl}" ${data.join(' ')} async></script>`
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** The page that the tag puts into a frame. */
export const framedPath = (id: string, choice: WidgetChoice): string =>
  withQuery('/widget', { company: id, ...optionsOf(choice) })
