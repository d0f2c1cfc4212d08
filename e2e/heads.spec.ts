import { expect, test } from './fixtures.ts'

test('the head follows from page to page', async ({ page }) => {
  await page.goto('/jobs?specialty=Cardiology')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveTitle('About | Whitecoat')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/about$/)
  await page.goBack()
  await expect(page).toHaveTitle('Physician Jobs — Cardiology | Whitecoat')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/jobs\/specialty\/cardiology$/)
})

test('landing pages show their figures and link to neighbors', async ({ page }) => {
  await page.goto('/jobs/specialty/cardiology')
  await expect(page.getByRole('heading', { level: 1, name: 'Cardiology Jobs' })).toBeVisible()
  await expect(page.getByText(/^Cardiology across the United States: [\d,]+ jobs/)).toBeVisible()
  const byState = page
    .getByRole('region', { name: 'Cardiology jobs by state' })
    .or(page.locator('section', { has: page.getByRole('heading', { name: 'Cardiology jobs by state' }) }))
  await byState.getByRole('link', { name: /^Texas/ }).click()
  await expect(page).toHaveURL('/jobs/specialty/cardiology/tx')
  await expect(page.getByRole('heading', { level: 1, name: 'Cardiology Jobs in Texas' })).toBeVisible()
})
