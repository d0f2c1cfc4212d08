import type { Locator } from '@playwright/test'

type DroppedFile = { name: string; buffer: Buffer }

/** Simulates a file drop, and returns whether the browser would open the file. */
export async function drop(target: Locator, files: DroppedFile[]): Promise<'kept the page' | 'left the page'> {
  const given = files.map(({ name, buffer }) => ({ name, base64: buffer.toString('base64') }))
  const isKept = await target.evaluate((element, dropped) => {
    const dataTransfer = new DataTransfer()
    for (const { name, base64 } of dropped)
      dataTransfer.items.add(new File([Uint8Array.from(atob(base64), (it) => it.charCodeAt(0))], name))
    const events = ['dragenter', 'dragover', 'drop'].map(
      (type) => new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }),
    )
    for (const event of events) element.dispatchEvent(event)
    return events.at(-1)?.defaultPrevented === true
  }, given)
  return isKept ? 'kept the page' : 'left the page'
}
