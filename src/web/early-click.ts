declare global {
  interface Window {
    /** Set by the script below until the page is taken over. */
    earlyClick?: { (event: MouseEvent): void; button?: HTMLButtonElement | null }
  }
}

/** Runs in the head: a button may be pressed as soon as it is painted, which is long before scripts are there on a slow line. */
export const earlyClickScript = `(() => {
  const remember = ({ target }) => { remember.button = target instanceof Element ? target.closest('button[type="button"]') : null }
  addEventListener('click', remember, true)
  window.earlyClick = remember
})()`

/**
 * The button that was pressed last before anything could answer, if any. From now on React hears clicks itself; links and forms have
 * been answered by the browser.
 */
export function takeEarlyClick(): HTMLButtonElement | undefined {
  const { earlyClick } = window
  if (!earlyClick) return undefined
  removeEventListener('click', earlyClick, true)
  delete window.earlyClick
  return earlyClick.button ?? undefined
}
