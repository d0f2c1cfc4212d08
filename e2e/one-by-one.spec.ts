import type { Page } from '@playwright/test'
import type { Facets } from '#features/jobs/contract.ts'
import { expect, test } from './fixtures.ts'
import { signUp, toast } from './people.ts'
import { rows } from './results.ts'

const deck = (page: Page) => page.getByRole('region', { name: 'One by one' })
const title = (page: Page) => deck(page).getByRole('heading', { level: 2 })
const seen = (page: Page) => deck(page).getByText(/^Seen /)
const button = (page: Page, name: string | RegExp) => deck(page).getByRole('button', { name })

/** Titles of a search, in its order. */
async function titlesOf(page: Page, query: string): Promise<string[]> {
  const { jobs } = await (await page.request.get(`/api/jobs?${query}`)).json()
  return jobs.map((job: { title: string }) => job.title)
}

test('keys skip, save and ask; what was passed stays away until starting over', async ({ page, context }) => {
  await signUp(context.request)
  const titles = await titlesOf(page, 'specialty=Psychiatry')
  await page.goto('/jobs?specialty=Psychiatry')
  await page.getByRole('link', { name: 'One by one view' }).click()
  await expect(page).toHaveURL('/jobs?specialty=Psychiatry&view=one')
  await expect(title(page)).toHaveText(titles[0] ?? '')
  await expect(seen(page)).toHaveText(/^Seen 0 of \d+$/)
  await expect(deck(page).getByText('Visa sponsorship')).toBeVisible()
  await expect(button(page, 'Ask')).toBeInViewport({ ratio: 1 })

  await page.keyboard.press('ArrowLeft')
  await expect(title(page)).toHaveText(titles[1] ?? '')
  await expect(deck(page).getByRole('status')).toHaveText(new RegExp(`^Job 2 of \\d+: `))
  await page.keyboard.press('ArrowRight')
  await expect(toast(page)).toContainText('saved')
  await expect(title(page)).toHaveText(titles[2] ?? '')
  await page.keyboard.press('a')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(title(page)).toHaveText(titles[2] ?? '')

  await page.reload()
  await expect(title(page)).toHaveText(titles[2] ?? '')
  await expect(seen(page)).toHaveText(/^Seen 2 of/)
  await page.keyboard.press('Backspace')
  await expect(title(page)).toHaveText(titles[1] ?? '')
  await expect(button(page, /^Save/)).toHaveAttribute('aria-pressed', 'true')
  // Right takes nothing back from the saved ones.
  await page.keyboard.press('ArrowRight')
  await expect(title(page)).toHaveText(titles[2] ?? '')

  await button(page, 'Start over').click()
  await expect(title(page)).toHaveText(titles[0] ?? '')
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(title(page)).toHaveText(titles[2] ?? '')
  await page.goto('/jobs?specialty=Cardiology&view=one')
  await expect(seen(page)).toHaveText(/^Seen 0 of/)
})

test('goes on over pages to an end with ways on', async ({ page }) => {
  const { counts } = (await (await page.request.get('/api/facets?visa=H1B')).json()) as Facets
  const { value, count } = counts.specialties.find((it) => it.count > 20 && it.count < 40) ?? { value: '', count: 0 }
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
    const titles = await titlesOf(page, 'specialty=Rheumatology')
    await page.goto('/jobs?specialty=Rheumatology&view=one')
    await expect(title(page)).toHaveText(titles[0] ?? '')
    for (const name of ['Skip', /^Save/, 'Ask']) await expect(button(page, name)).toBeInViewport({ ratio: 1 })

    await swipe(page, title(page), { x: -120, y: 10 })
    await expect(title(page)).toHaveText(titles[1] ?? '')
    await swipe(page, title(page), { x: -20, y: -150 })
    await swipe(page, title(page), { x: -30, y: 0 })
    await expect(seen(page)).toHaveText(/^Seen 1 of/)
    await button(page, 'Skip').tap()
    await expect(title(page)).toHaveText(titles[2] ?? '')
    await swipe(page, button(page, 'Ask'), { x: 0, y: -120 })
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})

/** A finger that goes so far from the middle of an element. */
async function swipe(page: Page, on: ReturnType<typeof title>, by: { x: number; y: number }): Promise<void> {
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
