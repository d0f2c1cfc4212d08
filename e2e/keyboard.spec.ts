import type { Locator, Page } from '@playwright/test'
import { expect, pressEnterTo, test } from './fixtures.ts'
import { jobLink, listed, rows } from './results.ts'

/** Presses Tab until one of the elements has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    await expectVisibleFocus(page)
    if (
      await target.evaluateAll((all) => all.some((element) => element === document.activeElement))
    )
      return
  }
  throw new Error('The Tab key never comes there')
}

/** The focus is visible: within the viewport, with an outline. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const focus = await page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return 'nowhere'
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    const hasRing = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
    return hasRing ? 'visible' : `invisible on ${element.outerHTML.slice(0, 100)}`
  })
  expect(focus).not.toMatch(/^invisible/)
}

test('a keyboard is enough to search, read and return', async ({ page }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await tabTo(page, page.getByLabel('Specialty, position or keyword'))
  await page.keyboard.type('psych')
  await page.keyboard.press('Tab')
  await page.keyboard.type('CA')
  await pressEnterTo(page, '/?show=jobs&q=psych&loc=CA')
  await expect(rows(page).first()).toBeVisible()
  // The new page has the focus, not the header.
  await expect(page.getByRole('main')).toBeFocused()

  const title = await jobLink(page).innerText()
  await jobLink(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'Back' }))
  await pressEnterTo(page, '/?show=jobs&q=psych&loc=CA')
})

test('the list is one stop: keys lead through its rows and actions, and Tab leaves it', async ({
  page,
}) => {
  await page.goto('/jobs?specialty=Psychiatry')
  await page.getByRole('link', { name: 'Skip to results' }).focus()
  await expect(page.getByRole('link', { name: 'Skip to results' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Results' })).toBeFocused()
  await tabTo(page, jobLink(page, 0))
  await expect(page.getByText('to other jobs')).toBeVisible()
  for (const [key, row] of Object.entries({ ArrowDown: 1, j: 2, k: 1, ArrowUp: 0 })) {
    await page.keyboard.press(key)
    await expect(jobLink(page, row)).toBeFocused()
  }
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowRight')
  const second = rows(page).nth(1)
  await expect(second.getByRole('button', { name: /^Description/ })).toBeFocused()
  await page.keyboard.press('Tab')
  expect(
    await rows(page).evaluateAll((all) => all.some((row) => row.contains(document.activeElement))),
  ).toBe(false)
  await page.keyboard.press('Shift+Tab')
  await expect(second.getByRole('button', { name: /^Description/ })).toBeFocused()
})

test('a chosen filter keeps the focus, and Escape closes the drawer and restores it', async ({
  page,
}) => {
  await page.goto('/jobs')
  const jobType = await listed(page.getByRole('form', { name: 'Filters' }), 'Job type', 'Locums')
  await jobType.focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/jobType=/)
  await expect(jobType).toBeFocused()

  await page.setViewportSize({ width: 360, height: 760 })
  const open = page.getByRole('button', { name: 'Filters' })
  await open.focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await expect(drawer).toBeVisible()
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(
        () =>
          document.activeElement === document.body ||
          document.activeElement?.closest('dialog') !== null,
      ),
    ).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(open).toBeFocused()
})
