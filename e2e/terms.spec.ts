import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { toast } from './people.ts'
import { post, signUpPoster } from './posters.ts'

const description =
  'Join four cardiologists. Call is 1:5 from home. Claims-made malpractice with tail paid. No non-compete. CME: $4,000 and 5 days. We sponsor H-1B visas, cap-exempt.'
const sheet = (page: Page) => page.getByRole('region', { name: /^Terms/ })
const stated = (page: Page, term: string) => sheet(page).locator('dt', { hasText: term }).locator('xpath=following-sibling::dd')

for (const width of [360, 1280]) {
  test(`at ${width} pixels the sheet has what is stated with its words, and asks for the rest`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await signUpPoster(page)
    const { id, title } = await post(page.request, 'Cardiologist, terms stated', { description })
    await page.goto(`/jobs/${id}`)
    await expect(sheet(page).getByRole('heading')).toHaveText('Terms 4 of 11 stated')
    await expect(stated(page, 'Non-compete')).toContainText('No non-compete')
    await expect(stated(page, 'Cap-exempt H-1B')).toContainText('Yes')
    await expect(stated(page, 'CME')).toContainText('$4,000, 5 days')
    await expect(sheet(page)).toContainText(
      'Not stated: hours, start, pay model, loan repayment, notice period, paid time off, patients a day',
    )

    const words = sheet(page).getByText('Call is 1:5 from home.')
    await expect(words).toBeHidden()
    await stated(page, 'Call').getByText('1 in 5, from home').click()
    await expect(words).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

    await sheet(page).getByRole('button', { name: 'Ask about these 7' }).click()
    const message = page.getByRole('dialog').getByLabel('Message')
    await expect(message).toHaveValue(new RegExp(`^I am interested in your position ${title}`))
    await expect(message).toHaveValue(/• What is the notice period\?/)
    await expect(message).not.toHaveValue(/non-compete/)
  })
}

test('the form says what it read of the text; what the poster writes counts more', async ({ page }) => {
  await signUpPoster(page)
  const { id } = await post(page.request, 'Cardiologist, terms corrected', { description })
  await page.goto(`/employer/jobs/${id}/edit`)
  const form = page.getByRole('form', { name: 'Edit Job' })
  await form.getByText('More details').click()
  await expect(form.getByText('We read 5 of these from your description.')).toBeVisible()
  const call = form.getByLabel('Call (optional)', { exact: true })
  await expect(call).toHaveAccessibleDescription('From your text: 1 in 5, from home')
  await expect(form.getByLabel('Notice period (optional)', { exact: true })).toBeHidden()
  await call.fill('1 in 500')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Please write it like “1 in 6, from home, paid”, or leave it empty').first()).toBeVisible()
  await call.fill('1 in 8')
  await form.getByLabel('CME (optional)', { exact: true }).fill('not stated')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Job updated successfully!')
  await page.goto(`/jobs/${id}`)
  await expect(stated(page, 'Call')).toContainText('1 in 8')
  await expect(sheet(page)).toContainText(/Not stated: .*CME/)
})
