import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectFitsLargeText, expectHeadingsInScale } from './accessible.ts'
import { sampleJobs } from './api.ts'
import { clickTo, expect, test } from './fixtures.ts'
import { signUp, toast } from './people.ts'
import { cards, jobLink, noteInteractions, results, rows } from './results.ts'

const pane = (page: Page) => page.getByRole('region', { name: 'Job', exact: true })
const title = (part: Locator) => part.getByRole('heading', { level: 2 }).first()

test('a link to a view that is gone leads to the table', async ({ page }) => {
  await page.goto('/jobs?specialty=Psychiatry')
  await page.getByRole('link', { name: 'Grid view' }).click()
  await expect(cards(page)).toHaveCount(20)
  await page.goto('/jobs?specialty=Psychiatry&view=one')
  await expect(rows(page)).toHaveCount(20)
  await expect(page.getByRole('link', { name: 'Table view' })).toHaveAttribute(
    'aria-current',
    'true',
  )
})

test('a row opens its job wherever it is clicked, but for its controls and selected text', async ({
  page,
  context,
}) => {
  for (const view of ['table', 'grid', 'list']) {
    await page.goto(`/jobs?specialty=Psychiatry&view=${view}`)
    const row = (view === 'table' ? rows(page) : cards(page)).filter({ hasText: /\$\d/ }).first()
    const name = await row.getByRole('link').first().innerText()
    const pay = row.getByText(/^\$[\d,]+/).first()
    await row.getByRole('button', { name: /^Compare/ }).click()
    await expect(row.getByRole('button', { name: /^Compare/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await row.getByRole('button', { name: /^Compare/ }).click()
    const { x = 0, y = 0, width = 0, height = 0 } = (await pay.boundingBox()) ?? {}
    await page.mouse.move(x + 1, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width, y + height / 2, { steps: 4 })
    await page.mouse.up()
    expect(await page.evaluate(() => getSelection()?.toString())).toContain('$')
    await page.evaluate(() => getSelection()?.removeAllRanges())
    const opened = context.waitForEvent('page')
    await pay.click({ button: 'middle' })
    await (await opened).close()
    await pay.click()
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
  }
  await page.goto('/')
  // The newest jobs are those of other tests, perhaps all without pay.
  const place = /, [A-Z]{2} ·/
  const newest = page.getByRole('listitem').filter({ hasText: place }).first()
  await newest.getByText(place).click()
  await expect(page).toHaveURL(/\/jobs\/[\w-]{36}/)
})

test('a hidden job leaves lists at once, a line says so, and both ways bring it back', async ({
  page,
}) => {
  const list = '/jobs?specialty=Psychiatry&sortBy=oldest'
  for (const isPhysician of [false, true]) {
    if (isPhysician) await signUp(page.request)
    await page.goto(list)
    const name = await jobLink(page, 1).innerText()
    const row = rows(page).filter({ has: page.getByRole('link', { name, exact: true }) })
    const hide = page.getByRole('button', { name: `Hide: ${name}`, exact: true })
    const before = await row.count()
    await rows(page).nth(1).hover()
    await hide.first().click()
    await expect(row).toHaveCount(before - 1)
    await expect(page.getByText('1 hidden ·')).toBeVisible()
    await toast(page).getByRole('button', { name: 'Undo' }).click()
    await expect(row).toHaveCount(before)
    await expect(page.getByText('1 hidden ·')).toBeHidden()

    await jobLink(page, 1).click()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await hide.click()
    await expect(toast(page)).toContainText('Job hidden')
    for (const view of ['table', 'grid']) {
      await page.goto(`${list}&view=${view}`)
      await expect(page.getByText('1 hidden ·')).toBeVisible()
      await page.getByRole('button', { name: 'Show', exact: true }).click()
      await expect(hide).toHaveAttribute('aria-pressed', 'true')
    }
    await hide.click()
    await expect(page.getByText('1 hidden ·')).toBeHidden()
  }
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

  test('a row is hidden by a tap, and the map says what it counts', async ({ page }) => {
    await page.goto('/jobs?specialty=Psychiatry')
    await rows(page).nth(1).getByRole('button', { name: /^Hide/ }).tap()
    await expect(page.getByText('1 hidden ·')).toBeVisible()
    // Tablets have a table.
    await page.setViewportSize({ width: 900, height: 740 })
    await rows(page).nth(1).getByRole('button', { name: /^Hide/ }).tap()
    await expect(page.getByText('2 hidden ·')).toBeVisible()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/jobs?specialty=Psychiatry&map=jobs')
    await expect(page.getByText('Counts include the jobs that you hid.')).toBeVisible()
  })

  test('a tap on the pay opens the job, and the link is under the finger', async ({ page }) => {
    await page.goto('/jobs?specialty=Psychiatry')
    const pay = rows(page)
      .filter({ hasText: /\$\d/ })
      .first()
      .getByText(/^\$[\d,]+/)
      .first()
    const under = (x: number, y: number) =>
      page.evaluate((point) => document.elementFromPoint(point.x, point.y)?.tagName, { x, y })
    const box = await pay.boundingBox()
    const [x, y] = [(box?.x ?? 0) + 5, (box?.y ?? 0) + 5]
    expect(await under(x, y)).toBe('A')
    await page.touchscreen.tap(x, y)
    await expect(page).toHaveURL(/\/jobs\/[\w-]{36}/)
    await expect(page.getByRole('navigation', { name: 'Results' })).toBeVisible()
    await expectFitsLargeText(page)

    await page.goto('/jobs?specialty=Psychiatry&view=list')
    const fold = await cards(page).first().getByText('Description').boundingBox()
    expect(await under(300, (fold?.y ?? 0) + 5)).toBe('A')
  })
})

test('a job opens beside the list, keys lead through the list, the address follows, and Back closes it', async ({
  page,
}) => {
  await page.goto('/jobs?specialty=Psychiatry')
  await page.getByRole('link', { name: 'Split view' }).click()
  const titles = await Promise.all([0, 1, 2].map((row) => jobLink(page, row).innerText()))
  const ids = await rows(page).evaluateAll((all) =>
    all
      .slice(0, 3)
      .map((row) => new URL(row.querySelector('a')?.href ?? '').pathname.split('/').at(-1)),
  )

  await expect(title(pane(page))).toHaveText(titles[0] ?? '')
  await page.keyboard.press('j')
  await expect(title(pane(page))).toHaveText(titles[1] ?? '')
  await jobLink(page, 0).click()
  await expect(title(pane(page))).toHaveText(titles[0] ?? '')
  await expect(page).toHaveURL(`/jobs?specialty=Psychiatry&view=split&job=${ids[0]}`)
  await expect(pane(page).getByRole('heading', { name: 'Job Overview' })).toBeVisible()
  for (const [key, row] of Object.entries({ j: 1, ArrowDown: 2, k: 1, ArrowUp: 0 })) {
    await page.keyboard.press(key)
    await expect(title(pane(page))).toHaveText(titles[row] ?? '')
    await expect(page).toHaveURL(new RegExp(`job=${ids[row]}`))
    await expect(jobLink(page, row)).toBeFocused()
    await expect(jobLink(page, row)).toHaveAttribute('aria-current', 'true')
  }
  await page.keyboard.press('j')
  await expect(title(pane(page))).toHaveText(titles[1] ?? '')
  // A job that was read is quieter in the list.
  await expect(jobLink(page, 1)).toHaveClass(/text-muted/)

  await page.goBack()
  await expect(title(pane(page))).toHaveText(titles[0] ?? '')
  await expect(page).toHaveURL('/jobs?specialty=Psychiatry&view=split')
  await jobLink(page, 2).press('Enter')
  await expect(title(pane(page))).toHaveText(titles[2] ?? '')
  await page.keyboard.press('Escape')
  await expect(pane(page)).toHaveCount(0)
  await expect(jobLink(page, 2)).toBeFocused()
  await noteInteractions(page)
})

test('an address with a job opens it, filters keep it open, and it is accessible', async ({
  page,
  request,
}) => {
  const [, job] = await sampleJobs(request)
  await page.goto(`/jobs?sortBy=oldest&view=split&job=${job?.id}`)
  await expect(title(pane(page))).toHaveText(job?.title ?? '')
  await expectHeadingsInScale(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Filters' }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await clickTo(drawer.getByRole('checkbox', { name: 'New graduates' }), /newGraduates=true/)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(title(pane(page))).toHaveText(job?.title ?? '')
})

test('on a tablet an address with a job leads to its page, which leads through the results and back to their list', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 900 })
  await page.goto('/jobs?specialty=Psychiatry&view=split')
  const titles = await Promise.all([0, 1].map((row) => jobLink(page, row).innerText()))
  const id = (await jobLink(page, 0).getAttribute('href'))?.split(/[/?]/)[2]
  await page.goto(`/jobs?specialty=Psychiatry&view=split&job=${id}`)
  await expect(page).toHaveURL(`/jobs/${id}?specialty=Psychiatry`)

  const neighbors = page.getByRole('navigation', { name: 'Results' })
  await expect(neighbors).toContainText(/1 of \d+/)
  await neighbors.getByRole('link', { name: 'Next result' }).click()
  await expect(page.getByRole('heading', { level: 1, name: titles[1] ?? '' })).toBeVisible()
  await expect(neighbors).toContainText(/2 of \d+/)
  await neighbors.getByRole('link', { name: 'Previous result' }).click()
  await expect(page.getByRole('heading', { level: 1, name: titles[0] ?? '' })).toBeVisible()
  await expect(neighbors.getByRole('link', { name: 'Previous result' })).toHaveCount(0)

  await page.goto('/jobs?specialty=Psychiatry')
  await jobLink(page, 19).click()
  await expect(neighbors).toContainText(/20 of \d+/)
  await neighbors.getByRole('link', { name: 'Next result' }).click()
  await expect(neighbors).toContainText(/21 of \d+/)
  await expect(page).toHaveURL(/page=2/)
  await clickTo(page.getByRole('link', { name: 'Back', exact: true }), '/jobs?specialty=Psychiatry')
})

test('what was posted after the previous visit is marked, until it is opened', async ({ page }) => {
  await page.addInitScript(() => {
    if (localStorage.getItem('visits') === null)
      localStorage.setItem('visits', `,${Date.now() - 2 * 86_400_000}`)
  })
  await page.goto('/jobs?sortBy=recent')
  const marks = results(page).getByText('New since your last visit')
  await expect(marks.first()).toBeAttached()
  await page.goto('/jobs?sortBy=oldest')
  await expect(rows(page).first()).toBeVisible()
  await expect(marks).toHaveCount(0)
})
