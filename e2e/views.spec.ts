import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectHeadingsInScale } from './accessible.ts'
import { callApi, sampleJobs } from './api.ts'
import { clickTo, expect, test } from './fixtures.ts'
import { signUp, toast } from './people.ts'
import { jobLink, noteInteractions, results, rows } from './results.ts'

const deck = (page: Page) => page.getByRole('region', { name: 'One by one' })
const pane = (page: Page) => page.getByRole('region', { name: 'Job', exact: true })
const title = (part: Locator) => part.getByRole('heading', { level: 2 }).first()
const seen = (page: Page) => deck(page).getByText(/^Seen /)
const button = (page: Page, name: string | RegExp) => deck(page).getByRole('button', { name })

/** Titles of a specialty's jobs, in the list's order. */
async function titlesOf(page: Page, specialty: string): Promise<string[]> {
  return (await sampleJobs(page.request, { specialty, sortBy: 'recent' })).map((job) => job.title)
}

test('keys skip, save and ask; what was passed stays away until starting over', async ({ page, context }) => {
  await signUp(context.request)
  const titles = await titlesOf(page, 'Psychiatry')
  await page.goto('/jobs?specialty=Psychiatry')
  await clickTo(page.getByRole('link', { name: 'One by one view' }), '/jobs?specialty=Psychiatry&view=one')
  await expect(title(deck(page))).toHaveText(titles[0] ?? '')
  await expect(seen(page)).toHaveText(/^Seen 0 of \d+$/)
  await expect(deck(page).getByText('Visa sponsorship')).toBeVisible()
  await expect(button(page, 'Ask')).toBeInViewport({ ratio: 1 })

  await page.keyboard.press('ArrowLeft')
  await expect(title(deck(page))).toHaveText(titles[1] ?? '')
  await expect(deck(page).getByRole('status')).toHaveText(new RegExp(`^Job 2 of \\d+: `))
  await page.keyboard.press('ArrowRight')
  await expect(toast(page)).toContainText('saved')
  await expect(title(deck(page))).toHaveText(titles[2] ?? '')
  await page.keyboard.press('a')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(title(deck(page))).toHaveText(titles[2] ?? '')

  await page.reload()
  await expect(title(deck(page))).toHaveText(titles[2] ?? '')
  await expect(seen(page)).toHaveText(/^Seen 2 of/)
  await page.keyboard.press('Backspace')
  await expect(title(deck(page))).toHaveText(titles[1] ?? '')
  await expect(button(page, /^Save/)).toHaveAttribute('aria-pressed', 'true')
  // Right takes nothing back from the saved ones.
  await page.keyboard.press('ArrowRight')
  await expect(title(deck(page))).toHaveText(titles[2] ?? '')

  await button(page, 'Start over').click()
  await expect(title(deck(page))).toHaveText(titles[0] ?? '')
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(title(deck(page))).toHaveText(titles[2] ?? '')
  await page.goto('/jobs?specialty=Cardiology&view=one')
  await expect(seen(page)).toHaveText(/^Seen 0 of/)
})

test('goes on over pages to an end with ways on', async ({ page }) => {
  const { counts } = await callApi(page.request, 'GET /api/facets', { query: { visa: ['H1B'] } })
  const isFit = (it: { value: string; count: number }) => it.count > 20 && it.count < 40 && it.value !== 'Cardiology'
  // Other tests post for cardiologists.
  const { value, count } = counts.specialties.find(isFit) ?? { value: '', count: 0 }
  await page.goto(`/jobs?view=one&visa=H1B&specialty=${encodeURIComponent(value)}`)
  for (let passed = 0; passed < count; passed++) {
    await expect(seen(page)).toHaveText(`Seen ${passed} of ${count}`)
    await page.keyboard.press('ArrowLeft')
  }
  await expect(deck(page).getByRole('heading', { name: `You have seen all ${count} jobs` })).toBeVisible()
  await deck(page).getByRole('link', { name: 'Show them as a table' }).click()
  await expect(rows(page)).toHaveCount(20)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, contextOptions: { reducedMotion: 'reduce' } })

  test('swipes skip and ask, and scrolling does neither', async ({ page }) => {
    const titles = await titlesOf(page, 'Rheumatology')
    await page.goto('/jobs?specialty=Rheumatology&view=one')
    await expect(title(deck(page))).toHaveText(titles[0] ?? '')
    for (const name of ['Skip', /^Save/, 'Ask']) await expect(button(page, name)).toBeInViewport({ ratio: 1 })

    await swipe(page, title(deck(page)), { x: -120, y: 10 })
    await expect(title(deck(page))).toHaveText(titles[1] ?? '')
    await swipe(page, title(deck(page)), { x: -20, y: -150 })
    await swipe(page, title(deck(page)), { x: -30, y: 0 })
    await expect(seen(page)).toHaveText(/^Seen 1 of/)
    await button(page, 'Skip').tap()
    await expect(title(deck(page))).toHaveText(titles[2] ?? '')
    await swipe(page, button(page, 'Ask'), { x: 0, y: -120 })
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})

/** A finger that goes so far from the middle of an element. */
async function swipe(page: Page, on: Locator, by: { x: number; y: number }): Promise<void> {
  await on.scrollIntoViewIfNeeded()
  const box = await on.boundingBox()
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + by.x * share, y: y + by.y * share }],
    })
  await touch('touchStart', 0)
  for (const share of [0.25, 0.5, 0.75, 1]) await touch('touchMove', share)
  await touch('touchEnd', 1)
}

test('a job opens beside the list, keys lead through the list, the address follows, and Back closes it', async ({ page }) => {
  await page.goto('/jobs?specialty=Psychiatry')
  await page.getByRole('link', { name: 'Split view' }).click()
  const titles = await Promise.all([0, 1, 2].map((row) => jobLink(page, row).innerText()))
  const ids = await rows(page).evaluateAll((all) =>
    all.slice(0, 3).map((row) => new URL(row.querySelector('a')?.href ?? '').pathname.split('/').at(-1)),
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

test('an address with a job opens it, filters keep it open, and it is accessible', async ({ page, request }) => {
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
    if (localStorage.getItem('visits') === null) localStorage.setItem('visits', `,${Date.now() - 2 * 86_400_000}`)
  })
  await page.goto('/jobs?sortBy=recent')
  const marks = results(page).getByText('New since your last visit')
  await expect(marks.first()).toBeAttached()
  await page.goto('/jobs?sortBy=oldest')
  await expect(rows(page).first()).toBeVisible()
  await expect(marks).toHaveCount(0)
})
