import { signedInHint } from '#shared/current-user.ts'
import type { SiteModule } from '#shared/rendering.ts'
import { routes, visitOf } from './routes.ts'

export const isPersonal: SiteModule['isPersonal'] = (url) => visitOf(url).page?.personal ?? false

/** The pages for docs/map.md. */
export const sitePages: SiteModule['sitePages'] = () =>
  routes.map(({ path, file }) => ({ path, file }))

/**
 * Runs before the first paint, so that no page flashes in the wrong theme: the stored choice, else
 * the system's. It follows the system while nothing is stored, and choices made in other tabs. It
 * also hides 'Sign In' for signed-in visitors, because pages are rendered without a user.
 */
const themeScript = () => `(() => {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const stored = () => { try { return localStorage.getItem('theme') } catch { return null } }
  const hinted = () => { try { return document.cookie.split('; ').includes('${signedInHint.name}=${signedInHint.value}') } catch { return false } }
  const apply = () => {
    const theme = stored()
    const dark = theme === 'dark' || (theme !== 'light' && system.matches)
    document.documentElement.classList.toggle('dark', dark)
    document.documentElement.classList.toggle('light', !dark)
  }
  apply()
  document.documentElement.classList.toggle('signed-in', hinted())
  system.addEventListener('change', apply)
  addEventListener('storage', apply)
})()`

type EarlyInput = { pressed?: HTMLButtonElement | null; changed?: Map<HTMLElement, string> }

declare global {
  interface Window {
    /** Set by the script below until hydration. */
    earlyInput?: EarlyInput & { (event: Event): void }
  }
}

const events = ['click', 'change', 'toggle']

/**
 * Runs in the head, because people use a page before its scripts have loaded. A list that is opened
 * gets the elements that it has without scripts. It also catches files dropped outside a drop area,
 * which the browser would open in place of the page.
 */
const earlyInputScript = () => `(() => {
  const remember = ({ type, target }) => {
    if (type === 'toggle') {
      const list = target.querySelector('noscript')
      if (list) list.outerHTML = list.textContent
    } else if (type === 'change') (remember.changed ??= new Map()).set(target, target.value)
    else remember.pressed = target instanceof Element ? target.closest('button[type="button"]') : null
  }
  for (const type of ${JSON.stringify(events)}) addEventListener(type, remember, true)
  window.earlyInput = remember
  const keepPage = (event) => {
    if (event.dataTransfer?.types.includes('Files') && !event.target.closest?.('input[type="file"]')) event.preventDefault()
  }
  for (const type of ['dragover', 'drop']) addEventListener(type, keepPage)
})()`

/** The only inline script; the content security policy has its hash. */
export const inlineScript: SiteModule['inlineScript'] = import.meta.env.SSR
  ? `${themeScript()};${earlyInputScript()}`
  : ''

/**
 * The last button pressed and the fields changed before hydration. From now on React gets the
 * events.
 */
export function takeEarlyInput(): { repeat(): void } {
  const { earlyInput } = window
  if (earlyInput) {
    for (const type of events) removeEventListener(type, earlyInput, true)
    delete window.earlyInput
  }
  return {
    repeat() {
      const { changed, pressed } = earlyInput ?? {}
      for (const [field, value] of changed ?? []) {
        // The update that follows an event sets the lists whose change React does not know of yet.
        if (field instanceof HTMLSelectElement) field.value = value
        field.dispatchEvent(new Event('change', { bubbles: true }))
      }
      pressed?.click()
    },
  }
}
