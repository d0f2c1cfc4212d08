type EarlyInput = { pressed?: HTMLButtonElement | null; changed?: HTMLElement }

declare global {
  interface Window {
    /** Set by the script below until the page is taken over. */
    earlyInput?: EarlyInput & { (event: Event): void }
  }
}

/** Runs in the head: a page may be used as soon as it is painted, which is long before scripts are there on a slow line. */
export const earlyInputScript = `(() => {
  const remember = ({ type, target }) => {
    if (type === 'change') remember.changed = target
    else remember.pressed = target instanceof Element ? target.closest('button[type="button"]') : null
  }
  addEventListener('click', remember, true)
  addEventListener('change', remember, true)
  window.earlyInput = remember
})()`

/**
 * What was done before anything could answer: the button that was pressed last, and the field that was changed last. From now on
 * React hears of it itself; links have been answered by the browser, and so has a form that was sent.
 */
export function takeEarlyInput(): { repeat(): void } {
  const { earlyInput } = window
  if (earlyInput) {
    removeEventListener('click', earlyInput, true)
    removeEventListener('change', earlyInput, true)
    delete window.earlyInput
  }
  return {
    repeat() {
      earlyInput?.changed?.dispatchEvent(new Event('change', { bubbles: true }))
      earlyInput?.pressed?.click()
    },
  }
}
