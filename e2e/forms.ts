import type { Locator } from '@playwright/test'

/** A field by its label, which may say that it is optional. */
export const field = (form: Locator, label: string): Locator =>
  form.getByLabel(label, { exact: true }).or(form.getByLabel(`${label} (optional)`, { exact: true }))

/** Fills in fields, and chooses from lists, by their labels. */
export async function fillIn(form: Locator, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const control = field(form, label)
    if ((await control.evaluate((element) => element.tagName)) === 'SELECT') await control.selectOption(value)
    else await control.fill(value)
  }
}
