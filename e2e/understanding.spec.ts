import { expect, test } from './fixtures.ts'
import { listed, results, rows, total } from './results.ts'

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a search says how it was understood, and takes parts of it back', async ({ page }) => {
      await page.goto('/jobs?keyword=hospitalist+or+psychiatry+no+nights')
      const without = await total(page)
      await expect(page.getByText(/^Jobs that do not say are shown, too: “No /)).toBeVisible()
      if (javaScriptEnabled) await expect(page.getByRole('button', { name: /^Email me new jobs/ })).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('link', { name: 'Remove filter: Hospitalist' })).toBeVisible()
      await page.getByRole('link', { name: 'Remove filter: No nights' }).click()
      await expect(page).toHaveURL('/jobs?keyword=hospitalist+or+psychiatry')
      await expect.poll(() => total(page)).toBeGreaterThan(without)

      await page.getByRole('link', { name: 'Search the words instead' }).click()
      await expect(page).toHaveURL('/jobs?keyword=hospitalist+or+psychiatry&literal=true')
      await expect(page.getByRole('link', { name: 'Remove filter: Hospitalist' })).toHaveCount(0)
      // Applying the form keeps what it has no field for.
      const form = page.getByRole('form', { name: 'Filters' })
      await form.getByRole('checkbox', { name: 'Telehealth' }).check()
      if (!javaScriptEnabled) await form.getByRole('button', { name: 'Apply filters' }).click()
      await expect(page).toHaveURL(/telehealth=true/)
      expect(new URL(page.url()).searchParams.get('literal')).toBe('true')
      await page.getByRole('link', { name: 'Remove filter: Telehealth' }).click()
      await page.getByRole('link', { name: 'Remove filter: Words as typed' }).click()
      await expect(page).toHaveURL('/jobs?keyword=hospitalist+or+psychiatry')
      await expect(page.getByRole('link', { name: 'Remove filter: or Psychiatry' })).toBeVisible()
    })

    test('words of texts hide no job, and say so', async ({ page }) => {
      // A phone with scripts, and a desktop without them.
      const width = javaScriptEnabled ? 360 : 1280
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/jobs?keyword=radiology+quiet')
      const said = results(page)
        .getByRole('status')
        .filter({ hasText: /^\d+ with all words, \d+ in all$/ })
      const [complete, all] = (await said.innerText()).split(/\D+/).map(Number) as [number, number]
      expect(complete).toBeGreaterThan(0)
      await expect(page.getByRole('rowheader', { name: `${all - complete} more without “quiet”` })).toHaveCount(
        complete < 20 ? 1 : 0,
      )
      await expect(results(page).locator('s', { hasText: '“quiet”' })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await page.getByRole('link', { name: 'Only jobs with “quiet”' }).click()
      await expect(page).toHaveURL('/jobs?keyword=radiology+%22quiet%22')
      await expect.poll(() => total(page)).toBe(complete)
      await page.getByRole('link', { name: 'Remove filter: “quiet”' }).click()
      await expect(page).toHaveURL('/jobs?keyword=radiology')
    })
  })
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a list begins with what was meant, and says what it does not have', async ({ page }) => {
    await page.goto('/jobs?keyword=cardiologist')
    await expect(rows(page).first()).toContainText('Cardiolog')
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('')
    await page.goto('/jobs?keyword=cardiologist&sortBy=recent')
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('recent')

    await page.goto('/jobs?keyword=breast+imaging')
    const own = await total(page)
    await expect(page.getByRole('rowheader', { name: 'More in Radiology' })).toBeVisible()
    const titles = await rows(page).evaluateAll((all) => all.map((element) => element.textContent))
    for (const title of titles.slice(0, own)) expect(title).toMatch(/Breast|Mammo|Radiolog/)

    await page.goto('/jobs?keyword=radiology+%22xylophone%22+texas')
    const ways = page.getByRole('list', { name: 'Other searches' }).getByRole('link')
    await expect(ways.first()).toHaveText(/^Without “xylophone”: \d+ jobs?$/)
    await expect(ways.last()).toHaveText(/^All jobs: [\d,]+ jobs$/)
    await page.goto('/jobs?keyword=nurse+practitioner')
    await expect(page.getByText('This board lists physician jobs, not jobs for nurse practitioners.')).toBeVisible()
    await page.goto('/jobs?keyword=pediatircs')
    await expect(page.getByText('Showing results for pediatrics')).toBeVisible()
    await page.goto('/jobs?keyword=%F0%9F%99%82%F0%9F%99%82')
    const filters = page.getByRole('list', { name: 'Applied filters' })
    await expect(filters.getByRole('listitem').filter({ hasText: '🙂🙂' })).toContainText('not searched')
  })
})

test('what the words mean is ticked among the filters, and taken back there', async ({ page }) => {
  await page.goto('/jobs?keyword=cardiologist+texas')
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
