import { signedInHint } from '#shared/current-user.ts'

/**
 * Runs before the first paint, so that no page flashes in the wrong theme: the stored choice, else the system's. It follows the
 * system while nothing is stored, and choices made in other tabs. It also hides 'Sign In' for signed-in visitors, because pages
 * are rendered without a user.
 */
export const themeScript = `(() => {
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
