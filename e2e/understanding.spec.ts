import { expect, test } from './fixtures.ts'
import { rows, total } from './results.ts'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a search says how it was understood, and takes parts of it back', async ({ page }) => {
      await page.goto('/jobs?keyword=hospitalist+or+psychiatry+no+nights')
      const without = await total(page)
      await expect(page.getByText('Jobs that do not mention it stay in the list.')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Remove filter: Hospitalist' })).toBeVisible()
      await page.getByRole('link', { name: 'Remove filter: No nights' }).click()
      await expect(page).toHaveURL('/jobs?keyword=hospitalist+or+psychiatry')
      await expect.poll(() => total(page)).toBeGreaterThan(without)

      await page.getByRole('link', { name: 'Search the words instead' }).click()
      await expect(page).toHaveURL('/jobs?keyword=hospitalist+or+psychiatry&literal=true')
      await expect(page.getByRole('link', { name: 'Remove filter: Hospitalist' })).toHaveCount(0)
      await page.getByRole('link', { name: 'Remove filter: Words as typed' }).click()
      await expect(page).toHaveURL('/jobs?keyword=hospitalist+or+psychiatry')
      await expect(page.getByRole('link', { name: 'Remove filter: or Psychiatry' })).toBeVisible()
    })

    test('a search with words begins with the best match, until another order is chosen', async ({ page }) => {
      await page.goto('/jobs?keyword=cardiologist')
      await expect(rows(page).first()).toContainText('Cardiolog')
      await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('')
      await page.goto('/jobs?keyword=cardiologist&sortBy=recent')
      await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('recent')
    })

    test('applying the form keeps what it has no field for', async ({ page }) => {
      await page.goto('/jobs?keyword=physician&literal=true&maxPay=900000')
      const form = page.getByRole('form', { name: 'Filters' })
      await form.getByRole('checkbox', { name: 'Telehealth' }).check()
      if (!javaScriptEnabled) await form.getByRole('button', { name: 'Apply filters' }).click()
      await expect(page).toHaveURL(/telehealth=true/)
      const { searchParams } = new URL(page.url())
      expect([searchParams.get('literal'), searchParams.get('maxPay')]).toEqual(['true', '900000'])
    })

    test('somebody who is no physician learns what this board lists', async ({ page }) => {
      await page.goto('/jobs?keyword=nurse+practitioner')
      await expect(page.getByText('This board lists physician jobs, not jobs for nurse practitioners.')).toBeVisible()
    })
  })
}
