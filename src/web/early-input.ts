type EarlyInput = {
  pressed?: HTMLButtonElement | null
  changed?: HTMLElement
  dropped?: { target: EventTarget; files: DataTransfer }
}

declare global {
  interface Window {
    /** Set by the script below until the page is taken over. */
    earlyInput?: EarlyInput & { (event: Event): void }
  }
}

const events = ['click', 'change', 'drop']

/**
 * Runs in the head: a page may be used as soon as it is painted, which is long before scripts are there on a slow line. What a
 * drop holds can be read only while it happens.
 */
export const earlyInputScript = `(() => {
  const remember = ({ type, target, dataTransfer }) => {
    if (type === 'change') remember.changed = target
    else if (type === 'click') remember.pressed = target instanceof Element ? target.closest('button[type="button"]') : null
    else if (dataTransfer?.files.length) {
      const files = new DataTransfer()
      for (const file of dataTransfer.files) files.items.add(file)
      remember.dropped = { target, files }
    }
  }
  for (const type of ${JSON.stringify(events)}) addEventListener(type, remember, true)
  window.earlyInput = remember
})()`

/**
 * What was done before anything could answer: the button that was pressed last, the field that was changed last, and the files
 * that were dropped last. From now on React hears of it itself; links have been answered by the browser, and so has a form that
 * was sent.
 */
export function takeEarlyInput(): { repeat(): void } {
  const { earlyInput } = window
  if (earlyInput) {
    for (const type of events) removeEventListener(type, earlyInput, true)
    delete window.earlyInput
  }
  return {
    repeat() {
      const { changed, dropped, pressed } = earlyInput ?? {}
      changed?.dispatchEvent(new Event('change', { bubbles: true }))
      dropped?.target.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: dropped.files }))
      pressed?.click()
    },
  }
}
