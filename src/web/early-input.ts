type EarlyInput = {
  pressed?: HTMLButtonElement | null
  changed?: HTMLElement
}

declare global {
  interface Window {
    /** Set by the script below until the page is taken over. */
    earlyInput?: EarlyInput & { (event: Event): void }
  }
}

const events = ['click', 'change']

/**
 * Runs in the head: a page may be used as soon as it is painted, which is long before scripts are there on a slow line. A file
 * that misses the area it was meant for would be opened in the page's place, now and later, and what was typed be gone.
 */
export const earlyInputScript = `(() => {
  const remember = ({ type, target }) => {
    if (type === 'change') remember.changed = target
    else remember.pressed = target instanceof Element ? target.closest('button[type="button"]') : null
  }
  for (const type of ${JSON.stringify(events)}) addEventListener(type, remember, true)
  window.earlyInput = remember
  const keepPage = (event) => {
    if (event.dataTransfer?.types.includes('Files') && !event.target.closest?.('input[type="file"]')) event.preventDefault()
  }
  for (const type of ['dragover', 'drop']) addEventListener(type, keepPage)
})()`

/**
 * What was done before anything could answer: the button that was pressed last, and the field that was changed last. From now on
 * React hears of it itself; links have been answered by the browser, and so has a form that was sent.
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
      changed?.dispatchEvent(new Event('change', { bubbles: true }))
      pressed?.click()
    },
  }
}
