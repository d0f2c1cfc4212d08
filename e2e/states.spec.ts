import { hold } from './api.ts'
import { clickTo, expect, test } from './fixtures.ts'
import { accountMenu, signInAsSample } from './people.ts'
import { jobLink, listed, results, rows, total } from './results.ts'

test.describe('when the server fails', () => {
  test.use({ expectedComplaints: /status of 503|answer: 503/ })

  test('the page shows the error, and Retry loads the jobs', async ({ page }) => {
    await page.goto('/jobs')
    let fails = true
    await page.route(/\/api\/jobs\?/, (route) =>
      fails
        ? route.fulfill({ status: 503, json: { error: 'Down', code: 'UNAVAILABLE' } })
        : route.continue(),
    )
    await (await listed(page.getByRole('form', { name: 'Filters' }), 'State', 'Texas')).check()
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Failed to load job listings. Please try again.')
    await expect(page.getByRole('form', { name: 'Filters' })).toBeVisible()

    fails = false
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect(rows(page).first()).toBeVisible()
    await expect(alert).toBeHidden()
    expect(await total(page)).toBeGreaterThan(0)
  })

  test('a job and a comparison are not said to be gone, and Retry loads them', async ({ page }) => {
    await page.clock.install()
    // Other tests post, and remove, the newest.
    await page.goto('/jobs?sortBy=oldest')
    const title = await jobLink(page, 0).innerText()
    const failure = { status: 503, json: { error: 'Down', code: 'UNAVAILABLE' } }
    await page.route(/\/api\/jobs\/[\da-f-]{36}$/, (route) => route.fulfill(failure))
    await rows(page)
      .first()
      .getByRole('button', { name: /^Compare: / })
      .click()
    const retry = page.getByRole('main').getByRole('button', { name: 'Retry' })
    // After seconds in which the browser tries again by itself.
    const expectRetry = () =>
      expect(async () => {
        await page.clock.runFor(4000)
        await expect(retry).toBeVisible({ timeout: 250 })
      }).toPass()
    await page.getByRole('link', { name: 'Compare (1)' }).click()
    await expectRetry()
    await expect(page.getByText('no longer listed')).toHaveCount(0)
    await page.goBack()
    await jobLink(page, 0).click()
    await expectRetry()
    await page.unrouteAll()
    await retry.click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })
})

test('while jobs are loading their shape is shown: of a table, and of cards', async ({ page }) => {
  for (const [mode, shapes] of [['table', 8] as const, ['grid', 6] as const]) {
    await page.goto('/about')
    await page.evaluate((element) => sessionStorage.setItem('jobSearchViewMode', element), mode)
    const release = await hold(page, /\/api\/jobs(\?|$)/)
    await clickTo(
      page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Jobs', exact: true }),
      '/jobs',
    )
    await expect(page.getByText('Searching…')).toBeVisible()
    await expect(results(page).locator('[aria-hidden=true] > .animate-pulse')).toHaveCount(shapes)
    release()
    await expect(page.getByRole('status').getByText(/^[\d,]+ jobs$/)).toBeVisible()
    await page.unrouteAll()
  }
})

test.describe('without a connection', () => {
  test.use({ expectedComplaints: /INTERNET_DISCONNECTED|dynamically imported module/ })

  test('a tap on a job stays and says so, and opens it once there is a connection', async ({
    page,
    context,
  }) => {
    // The code of job pages comes two seconds after the list; with it the tap would open the page
    // with what the row says.
    await page.route('**/assets/job-page*', (route) => route.abort('internetdisconnected'))
    await page.goto('/jobs?specialty=Urology&sortBy=oldest')
    const title = await jobLink(page, 0).innerText()
    await context.setOffline(true)
    await expect(page.getByText(/^You are offline/)).toBeVisible()
    await page.route('**/assets/**', (route) => route.abort('internetdisconnected'))
    const refused = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('/assets/'),
    )
    await jobLink(page, 0).click()
    await refused
    await expect(rows(page).first()).toBeVisible()
    await page.unrouteAll()
    await context.setOffline(false)
    await expect(page.getByText(/^You are offline/)).toBeHidden()
    await jobLink(page, 0).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })
})

test.describe('of two links', () => {
  test.use({ expectedComplaints: /ERR_FAILED|dynamically imported module/ })

  test('the one that was pressed last opens, and one that is only passed opens nothing', async ({
    page,
  }) => {
    const link = (name: string) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
    const isLoaded = (code: string) =>
      page.waitForFunction(
        (it) => performance.getEntriesByType('resource').some(({ name }) => name.includes(it)),
        code,
      )
    await page.goto('/jobs')
    const documents: string[] = []
    page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
    await page.route('**/assets/salaries-page*', (route) => route.abort())
    const failing = page.waitForEvent('requestfailed')
    await link('Salaries').hover()
    await failing
    const release = await hold(page, '**/assets/about-page*')
    await link('About').click()
    await clickTo(link('Contact'), '/contact')
    release()
    await isLoaded('about-page')
    await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
    await clickTo(link('About'), '/about')
    await page.goBack()
    await expect(page).toHaveURL('/contact')
    expect(documents).toEqual([])
  })
})

test.describe('on a slow line', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true })

  test('a tapped job draws its title, pay and place from its row at once, and no anonymous shape', async ({
    page,
  }) => {
    await page.goto('/jobs?sortBy=comp')
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some((entry) => entry.name.includes('/job-page')),
    )
    const cells = rows(page).first().getByRole('cell')
    const title = await jobLink(page, 0).innerText()
    const pay = /\$[\d,]+/.exec(await cells.nth(4).innerText())?.[0] ?? ''
    const place = await cells
      .filter({ hasText: /, [A-Z]{2}$/ })
      .first()
      .innerText()
    const release = await hold(page, /\/api\//)
    await page.evaluate(() => {
      const note = () => {
        if (!document.querySelector('main h1')) document.body.dataset['anonymous'] = 'yes'
      }
      new MutationObserver(note).observe(document.body, { childList: true, subtree: true })
    })
    await jobLink(page, 0).tap()
    const waiting = page.getByRole('status', { name: 'Loading...' })
    await expect(waiting.getByRole('heading', { level: 1, name: title })).toBeVisible()
    for (const words of [pay, place]) await expect(waiting).toContainText(words)
    release()
    await expect(page.getByRole('heading', { name: 'Job Overview' })).toBeVisible()
    await expect(page.locator('body')).not.toHaveAttribute('data-anonymous')
  })
})

test('zoomed to 200 %, the first job is on the first screen, and nothing sticky takes a tenth of it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 640, height: 400 })
  const stuck = () =>
    page.evaluate(() => {
      scrollTo(0, 300)
      const bars = [...document.querySelectorAll('body *')].filter((element) => {
        const { position } = getComputedStyle(element)
        const { top, bottom, height, width } = element.getBoundingClientRect()
        return (
          /sticky|fixed/.test(position) &&
          height > 0 &&
          width > 300 &&
          (top <= 0 || bottom >= innerHeight)
        )
      })
      return Math.max(0, ...bars.map((bar) => bar.getBoundingClientRect().height)) / innerHeight
    })
  await page.goto('/jobs?sortBy=oldest')
  await expect(jobLink(page, 0)).toBeInViewport({ ratio: 1 })
  expect(await stuck()).toBeLessThanOrEqual(0.1)
  await jobLink(page, 0).click()
  await expect(page.getByRole('heading', { name: 'Job Overview' })).toBeVisible()
  expect(await stuck()).toBeLessThanOrEqual(0.1)
})

test('the header keeps its place between pages and for every role', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 800 })
  const links = page.getByRole('banner').getByRole('navigation', { name: 'Main' }).getByRole('link')
  const shown = () =>
    links.evaluateAll((all) =>
      all
        .map((element) => element.getBoundingClientRect())
        .map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`),
    )
  const places = async (path: string) => {
    await page.goto(path)
    await expect(links.first()).toBeVisible()
    return shown()
  }
  const first = await places('/jobs')
  for (const path of ['/salaries', '/compare']) expect(await places(path), path).toEqual(first)
  for (const role of ['physician', 'employer', 'recruiter', 'admin']) {
    await signInAsSample(page.request, role)
    await places('/about')
    await expect(accountMenu(page)).toBeVisible()
    expect(await shown(), role).toEqual(first)
  }
})
