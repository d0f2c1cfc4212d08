import { expectNoOverflow } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { listed, results, total } from './results.ts'

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a search says how it was understood, and takes parts of it back', async ({ page }) => {
    await page.goto('/jobs?keyword=hospitalist+or+psychiatry+no+nights')
    const without = await total(page)
    await expect(page.getByText(/^Jobs that do not say are shown, too: “No /)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Remove filter: Hospitalist' })).toBeVisible()
    await page.getByRole('link', { name: 'Remove filter: No nights' }).click()
    await expect(page).toHaveURL('/jobs?keyword=hospitalist+or+psychiatry')
    expect(await total(page)).toBeGreaterThan(without)

    await page.getByRole('link', { name: 'Search the words instead' }).click()
    await expect(page).toHaveURL('/jobs?keyword=hospitalist+or+psychiatry&literal=true')
    await expect(page.getByRole('link', { name: 'Remove filter: Hospitalist' })).toHaveCount(0)
    // Applying the form keeps what it has no field for.
    const form = page.getByRole('form', { name: 'Filters' })
    await form.getByRole('checkbox', { name: 'Telehealth' }).check()
    await form.getByRole('button', { name: 'Apply filters' }).click()
    await expect(page).toHaveURL(/telehealth=true/)
    expect(new URL(page.url()).searchParams.get('literal')).toBe('true')
    await page.getByRole('link', { name: 'Remove filter: Telehealth' }).click()
    await page.getByRole('link', { name: 'Remove filter: Words as typed' }).click()
    await expect(page).toHaveURL('/jobs?keyword=hospitalist+or+psychiatry')
    await expect(page.getByRole('link', { name: 'Remove filter: or Psychiatry' })).toBeVisible()
  })
})

test('words of texts hide no job, and say so on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 })
  await page.goto('/jobs?keyword=radiology+quiet')
  const said = results(page)
    .getByRole('status')
    .filter({ hasText: /^\d+ with all words, \d+ in all$/ })
  const [complete, all] = (await said.innerText()).split(/\D+/).map(Number) as [number, number]
  expect(complete).toBeGreaterThan(0)
  await expect(page.getByRole('rowheader', { name: `${all - complete} more without “quiet”` })).toHaveCount(complete < 20 ? 1 : 0)
  await expect(results(page).locator('s', { hasText: '“quiet”' })).toBeVisible()
  await expectNoOverflow(page)
  await page.getByRole('link', { name: 'Only jobs with “quiet”' }).click()
  await expect(page).toHaveURL('/jobs?keyword=radiology+%22quiet%22')
  await expect.poll(() => total(page)).toBe(complete)
  await page.getByRole('link', { name: 'Remove filter: “quiet”' }).click()
  await expect(page).toHaveURL('/jobs?keyword=radiology')
})

test('what the words mean is ticked among the filters, and taken back there', async ({ page }) => {
  await page.goto('/jobs?keyword=cardiologist+texas')
  await expect(page.getByRole('button', { name: /^Email me new jobs/ })).toBeInViewport({ ratio: 1 })
  const form = page.getByRole('form', { name: 'Filters' })
  await expect(await listed(form, 'State', 'Texas')).toBeChecked()
  const cardiology = await listed(form, 'Specialty', 'Cardiology')
  await expect(cardiology).toBeChecked()
  await expect(form.getByRole('group', { name: 'Specialty', exact: true }).getByRole('checkbox').first()).toHaveAccessibleName(
    /^Cardiology/,
  )
  await cardiology.click()
  await expect(page).toHaveURL('/jobs?keyword=texas')
  await expect(await listed(form, 'Specialty', 'Cardiology')).not.toBeChecked()
})

test('an unknown place shows no jobs but guesses with their counts', async ({ page }) => {
  await page.goto('/jobs?city=Xyzzyville')
  await expect(page.getByText('We do not know the place Xyzzyville.')).toBeVisible()
  const guess = page
    .getByRole('main')
    .getByRole('link', { name: /, [A-Z]{2} \(\d[\d,]* jobs?\)$/ })
    .first()
  await expect(guess).toBeVisible()
  const [, place = '', count = ''] = /^(.*) \((.* jobs?)\)$/.exec((await guess.textContent()) ?? '') ?? []
  await guess.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(place)
  await expect(page.getByRole('main')).toContainText(count)
})
