import type { Locator, Page } from '@playwright/test'
import { pdfFile } from '#test/cv-files.ts'

/** A field by its label, which may say that it is optional. */
export const field = (form: Locator | Page, label: string): Locator =>
  form
    .getByLabel(label, { exact: true })
    .or(form.getByLabel(`${label} (optional)`, { exact: true }))

/** Fills in fields, chooses from lists, and checks boxes, by their labels. */
export async function fillIn(
  form: Locator | Page,
  values: Record<string, string | boolean>,
): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const control = field(form, label)
    await unfold(control)
    if (typeof value === 'boolean') await control.setChecked(value)
    else if ((await control.evaluate((element) => element.tagName)) === 'SELECT')
      await control.selectOption(value)
    else await control.fill(value)
  }
}

/** Opens the folded part of a form that a field is in. */
async function unfold(control: Locator): Promise<void> {
  const fold = control.locator('xpath=ancestor::details[not(@open)]/summary')
  if ((await fold.count()) > 0) await fold.click()
}

/** A file for a file field. */
export const pdf = (name: string, buffer = pdfFile()) => ({
  name,
  mimeType: 'application/pdf',
  buffer,
})
