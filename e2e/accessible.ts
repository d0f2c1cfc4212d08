import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const widths = [360, 1280]
/** Each page reads it anew, so it is the short one. */
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/**
 * On desktops, and on phones what only they show; the page also fits the smallest screen, and is as
 * large as before afterwards.
 */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  const size = page.viewportSize()
  for (const width of [1920, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectOneLeftEdge(page)
  }
  await expectHeadingsInScale(page)
  await expectAccessible(page)
  const seen = await page.evaluateHandle(
    () =>
      new Set(
        [...document.querySelectorAll('main *')].filter((element) => element.checkVisibility()),
      ),
  )
  await page.setViewportSize({ width: 360, height: 800 })
  await expectHeadingsInScale(page)
  await page.evaluate((known) => {
    // The header is the same on every page; a test opens its menu.
    for (const it of document.querySelectorAll('main *'))
      it.toggleAttribute(
        'data-phones-only',
        it.checkVisibility() && !known.has(it) && !it.parentElement?.closest('[data-phones-only]'),
      )
  }, seen)
  await expectAccessible(page, '[data-phones-only]')
  await expectFitsLargeText(page)
  await expectFitsSmallestScreen(page)
  if (size) await page.setViewportSize(size)
}

/** An open dialog, on desktops and phones; one that is too long scrolls inside. */
export async function expectDialogAccessible(page: Page, name: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  for (const width of widths.toReversed()) {
    await page.setViewportSize({ width, height: 800 })
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
  }
  await expectAccessible(page, 'dialog[open]')
  expect(await smallTargets(page)).toEqual([])
}

/** A page without the site's scripts and styles. */
export async function expectPlainPageAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await expectFitsSmallestScreen(page)
}

const allRules: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}

/**
 * The page, or a part of it, in the theme that the page has: what can be read in one can be read in
 * the other (test/contrast.test.ts).
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  // Nothing moves while it is looked at.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  if (part !== undefined && (await page.locator(part).count()) === 0) return
  // None of these rules reads style sheets, and passes are not reported: takes a third of the time.
  const options: axe.RunOptions = { runOnly: allRules, resultTypes: ['violations'], preload: false }
  // A mail's frame runs no scripts, not even axe's.
  const hasFrames = (await page.locator('iframe:not([sandbox=""])').count()) > 0
  const { violations } =
    hasFrames && part === undefined
      ? await new AxeBuilder({ page }).options(options).analyze()
      : await analyzePage(page, options, part)
  expect(
    violations.map(({ id, nodes }) => ({
      id,
      where: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
    })),
  ).toEqual([])
}

/**
 * As the builder does for a page without frames, but the page loads axe once, and sends nothing but
 * violations.
 */
async function analyzePage(
  page: Page,
  options: axe.RunOptions,
  part = 'html',
): Promise<Pick<axe.AxeResults, 'violations'>> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  return page.evaluate(
    async ([include, runOptions]) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(
        include,
        runOptions,
      )
      return { violations }
    },
    [part, { ...options, iframes: false }] as const,
  )
}

/**
 * One heading of the first level, and none larger than the one that it belongs to; axe finds
 * skipped levels.
 */
export async function expectHeadingsInScale(page: Page): Promise<void> {
  const headings = await page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, h4')]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) && !element.closest('.sr-only'),
      )
      .map((element) => ({
        level: Number(element.tagName[1]),
        size: Number.parseFloat(getComputedStyle(element).fontSize),
        text: element.textContent,
      })),
  )
  expect(
    headings.filter((heading) => heading.level === 1).map((heading) => heading.text),
  ).toHaveLength(1)
  const tooLarge = headings.filter(({ level, size }, index) => {
    const parent = headings.slice(0, index).findLast((heading) => heading.level < level)
    return parent !== undefined && size > parent.size
  })
  expect(tooLarge, 'headings larger than their parents').toEqual([])
}

/** The heading begins where the site's name begins. */
async function expectOneLeftEdge(page: Page): Promise<void> {
  const edges = await page.evaluate(() =>
    ['header a', 'h1'].map((selector) =>
      Math.round(document.querySelector(selector)?.getBoundingClientRect().left ?? -1),
    ),
  )
  expect(new Set(edges).size, `left edges at ${edges.join(' and ')} px`).toBe(1)
}

export async function expectFitsSmallestScreen(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
  expect(await smallTargets(page)).toEqual([])
}

/** On a phone whose text is twice as large, as readers set it, nothing scrolls sideways. */
export async function expectFitsLargeText(page: Page): Promise<void> {
  const setText = (size: string) =>
    page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), size)
  await setText('200%')
  await expectNoOverflow(page)
  await setText('')
}

export async function expectNoOverflow(page: Page): Promise<void> {
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(beyond, 'pixels to scroll sideways').toBe(0)
}

/** Visible buttons, fields and links outside running text that are smaller than 24 px. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest('.sr-only, [aria-hidden=true]')
    const inText = (element: Element) => getComputedStyle(element).display === 'inline'
    return [
      ...document.querySelectorAll(
        'a[href], button, select, input:not([type=hidden]), summary, [role=option]',
      ),
    ]
      .filter((element) => isShown(element) && !inText(element))
      .map((it) => ({
        it: it.closest('label') ?? it,
        box: (it.closest('label') ?? it).getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 1 && (box.width < 24 || box.height < 24))
      .map(
        ({ it, box }) =>
          `${it.outerHTML.slice(0, 120)} is ${Math.round(box.width)} × ${Math.round(box.height)}`,
      )
  })
