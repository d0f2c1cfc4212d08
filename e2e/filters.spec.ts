import { clickTo, expect, pressEnterTo, test } from './fixtures.ts'
import { chips, column, filters, listed, noteInteractions, rows, total } from './results.ts'

const ticks = [
  { label: 'New graduates', query: 'newGraduates=true' },
  { label: 'Telehealth', query: 'telehealth=true' },
  { within: 'Specialty', label: 'Cardiology', query: 'specialty=Cardiology' },
  { within: 'State', label: 'Texas', query: 'state=TX' },
  { within: 'Job type', label: 'Locums', query: 'jobType=locums' },
  { within: 'Visa sponsorship', label: 'J-1 waiver', query: 'visa=J1' },
  { within: 'Setting', label: 'Inpatient', query: 'setting=Inpatient' },
  { within: 'Schedule', label: 'Nights', query: 'schedule=Nights' },
  { within: 'Benefits', label: 'Signing Bonus', query: 'benefits=Signing+Bonus' },
  { label: 'Tail paid', query: 'tailPaid=true', chip: 'Tail paid' },
  { within: 'Call at most', label: '1 in 6', query: 'call=6', chip: 'Call at most 1 in 6' },
]

test('each filter narrows the results, stands in the address and can be taken back', async ({
  page,
}) => {
  test.slow()
  await page.goto('/jobs')
  const all = await total(page)
  const expectNarrowed = async (query: string, chip: string) => {
    await expect(page).toHaveURL(`/jobs?${query}`)
    await expect.poll(() => total(page)).toBeLessThan(all)
    const narrowed = await total(page)
    expect(narrowed).toBeGreaterThan(0)

    await clickTo(chips(page).getByRole('link', { name: chip }), '/jobs')
    // Other tests post jobs, so the exact total is unknown.
    await expect.poll(() => total(page)).toBeGreaterThan(narrowed)
  }
  const posted = filters(page).getByLabel('Posted', { exact: true })
  await posted.selectOption('7')
  await expectNarrowed('postedWithin=7', 'Posted in the last 7 days')
  await expect(posted).toHaveValue('')

  for (const { within, label, query, chip = label } of ticks) {
    await test.step(label, async () => {
      const box = within
        ? await listed(filters(page), within, label)
        : filters(page).getByRole('checkbox', { name: label })
      await box.check()
      await expectNarrowed(query, chip)
      await expect(box).not.toBeChecked()
    })
  }
})

test('pay is chosen by fields or by sliders, a year or an hour; a place by its radius', async ({
  page,
}) => {
  await page.goto('/jobs')
  await expect(filters(page).getByRole('slider')).toHaveCount(2)
  const all = await total(page)
  await filters(page).getByLabel('Pay at least').fill('$300k')
  await pressEnterTo(page, '/jobs?minPay=300000')
  await expect.poll(() => total(page)).toBeLessThan(all)
  await expect(filters(page).getByLabel('Lowest pay')).toHaveAttribute(
    'aria-valuetext',
    '$300,000 a year',
  )

  await filters(page).getByLabel('Lowest pay').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL('/jobs?minPay=350000')
  await expect(filters(page).getByLabel('Pay at least')).toHaveValue('350000')
  await filters(page).getByLabel('Highest pay').focus()
  await page.keyboard.press('PageDown')
  await expect(page).toHaveURL(/maxPay=\d+&minPay=350000/)
  await clickTo(chips(page).getByRole('link', { name: 'At most' }), '/jobs?minPay=350000')

  await clickTo(
    filters(page).getByRole('link', { name: 'an hour' }),
    '/jobs?hourly=true&minPay=184',
  )
  await expect(chips(page).getByRole('link', { name: 'At least $184 an hour' })).toBeVisible()
  await filters(page).getByLabel('Pay at least').fill('250')
  await pressEnterTo(page, '/jobs?hourly=true&minPay=250')
  await clickTo(
    chips(page).getByRole('link', { name: 'At least $250 an hour' }),
    '/jobs?hourly=true',
  )
  await noteInteractions(page)

  await clickTo(filters(page).getByRole('link', { name: 'a year' }), '/jobs')
  await expect(filters(page).getByLabel('Distance')).toHaveCount(0)
  const place = page.getByRole('search').getByLabel('City or ZIP')
  await place.fill('Chicago, IL')
  await place.press('Enter')
  await expect(page).toHaveURL(/[?&]city=Chicago/)
  await expect.poll(() => total(page)).toBeLessThan(all)
  const within50 = await total(page)
  await filters(page).getByLabel('Distance').selectOption('200')
  await expect(page).toHaveURL(/radius=200/)
  await expect.poll(() => total(page)).toBeGreaterThan(within50)
  await page.getByLabel('Sort by').selectOption('closest')
  await expect(page).toHaveURL(/sortBy=closest/)
  await expect.poll(() => column(page, 'City')).toContainEqual('Chicago, IL')
})

test('no choice is without jobs, and only heads of columns sort by specialty or type', async ({
  page,
}) => {
  await page.goto('/jobs?specialty=Pediatrics&state=GA')
  await expect(await listed(filters(page), 'Job type', '')).not.toHaveCount(0)
  for (const box of await filters(page).getByRole('checkbox').all())
    if (!(await box.isChecked())) await expect(box).not.toHaveAccessibleName(/ 0$/)
  await expect(page.getByLabel('Sort by')).not.toContainText(/Specialty|Job type|Nearest/)
})

test('on a desktop two lines stand above the first job, whatever was asked for', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const path of [
    '/jobs',
    '/jobs?specialty=Cardiology,Psychiatry&jobType=full-time&visa=J1',
    '/?show=jobs&q=psychiatry',
  ]) {
    await page.goto(path)
    await expect(rows(page).first()).toBeVisible()
    expect((await rows(page).first().boundingBox())?.y, path).toBeLessThanOrEqual(280)
  }
})

test('several filters add up, going back undoes one, and Clear all keeps only the order', async ({
  page,
}) => {
  await page.goto('/jobs?sortBy=title&page=3')
  const all = await total(page)
  const psychiatry = await listed(filters(page), 'Specialty', 'Psychiatry')
  await clickTo(psychiatry, '/jobs?sortBy=title&specialty=Psychiatry')
  await expect(page.getByRole('heading', { level: 1, name: 'Psychiatry Jobs' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/jobs?sortBy=title&page=3')
  await expect(await listed(filters(page), 'Specialty', 'Psychiatry')).not.toBeChecked()
  await page.goForward()
  await expect(psychiatry).toBeChecked()
  await clickTo(await listed(filters(page), 'State', 'California'), /state=CA/)
  await (await listed(filters(page), 'Setting', 'Outpatient')).check()
  await clickTo(await listed(filters(page), 'Setting', 'Clinic'), /setting=Outpatient%2CClinic/)
  await expect(chips(page).getByRole('listitem')).toHaveCount(5)
  await expect.poll(() => total(page)).toBeLessThan(all)
  const narrowed = await total(page)
  await expect(rows(page).first()).toBeVisible()
  for (const place of await column(page, 'City')) expect(place).toMatch(/, CA$/)

  await clickTo(chips(page).getByRole('link', { name: 'Clear all' }), '/jobs?sortBy=title')
  // Other tests post jobs, so the exact total is unknown.
  await expect.poll(() => total(page)).toBeGreaterThan(narrowed)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true })

  test('the first job begins above 240 px with one search box, order and pay beside the count, and filters in a drawer', async ({
    page,
  }) => {
    await page.goto('/jobs')
    await clickTo(page.getByRole('link', { name: 'Pay stated' }), /minPay=1/)
    await clickTo(chips(page).getByRole('link', { name: 'Pay stated' }), /jobs$/)
    // Other tests post nothing of these in these states.
    await page.goto('/jobs?specialty=Pediatrics,Psychiatry&state=GA')
    const all = await total(page)
    expect((await rows(page).first().boundingBox())?.y).toBeLessThan(240)
    await expect(page.getByRole('searchbox')).toHaveCount(1)
    const tops = await chips(page)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
    expect(tops).toHaveLength(4)
    expect(new Set(tops).size).toBe(1)
    await expect(chips(page).getByRole('link', { name: 'Clear all' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('list', { name: 'View' })).toBeHidden()
    await page.getByLabel('Sort by').selectOption('comp')
    await expect(page).toHaveURL(/sortBy=comp/)
    // What is chosen needs its room.
    await expect(page.getByRole('link', { name: 'Pay stated' })).toBeHidden()

    await page.getByRole('button', { name: 'Filters' }).click()
    const drawer = page.getByRole('dialog', { name: 'Filters' })
    await expect(drawer.getByLabel('Lowest pay')).toBeVisible()
    await clickTo(await listed(drawer, 'State', 'Florida'), /state=FL%2CGA/)
    const show = drawer.getByRole('button', { name: /^Show [\d,]+ jobs?$/ })
    await expect(show).not.toHaveText(new RegExp(`Show ${all.toLocaleString('en-US')} jobs`))
    const promised = Number((await show.innerText()).replaceAll(/\D/g, ''))
    await expect(page).toHaveURL(/sortBy=comp/)
    await show.click()
    await expect(drawer).toBeHidden()
    expect(await total(page)).toBe(promised)
    await expect(page.getByRole('button', { name: /^Filters\s*\d/ })).toBeVisible()
  })
})
