import type { Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { fillIn } from './forms.ts'

const form = (page: Page) => page.locator('form[action^="/offer"]')
const answer = (page: Page) => page.getByRole('region', { name: /^It pays more|^No posting|^Too few/ })

async function compare(page: Page, offer: Record<string, string>): Promise<void> {
  await fillIn(form(page), offer)
  await form(page).getByRole('button', { name: 'Compare' }).click()
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    // A phone with scripts, and a desktop without them.
    test.use({ javaScriptEnabled, viewport: { width: javaScriptEnabled ? 360 : 1280, height: 800 } })

    test('pay by the hour with its hours is compared, and the address has the answer', async ({ page }) => {
      await page.goto('/offer')
      await compare(page, {
        Specialty: 'Family Medicine',
        Pay: '$130',
        Paid: 'an hour',
        'Hours a week': '30',
        'Sign-on bonus': '30k',
      })
      await expect(page).toHaveURL(/\/offer\?.*hours=30/)
      for (const words of [
        'As offered, $185,250 a year for 30 hours a week: $130 an hour',
        '$247,000 for a full-time year of 40 hours a week, which is compared.',
        /25th to 75th percentile \$[\d,]+ to \$[\d,]+/,
        'over three years it adds $10,000 a year',
      ])
        await expect(answer(page)).toContainText(words)
      await expect(form(page).getByLabel('Hours a week', { exact: true })).toHaveValue('30')
      await expect(page.getByRole('region', { name: /^Open jobs that pay more/ }).getByRole('link')).not.toHaveCount(0)
    })
  })
}

test('too few postings are compared with more; nothing of an offer is stored', async ({ page, context }) => {
  const response = await page.goto('/offer?specialty=Family+Medicine&state=WY&pay=240000&fte=0.8&call=5')
  await expect(answer(page)).toContainText(/Wyoming (alone has|and the region around it have) too few postings/)
  await expectAccessibleEverywhere(page)
  await page.emulateMedia({ media: 'print' })
  await expect(form(page)).toBeHidden()
  await expect(answer(page)).toContainText('As offered, $240,000 a year')
  expect(await response?.text()).toContain('noindex')
  expect(await context.cookies()).toEqual([])
  const stored = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => /offer|pay/i.test(key))
  expect(await page.evaluate(stored)).toEqual([])
})
