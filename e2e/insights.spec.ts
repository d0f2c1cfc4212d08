import type { APIRequestContext, BrowserContext, Locator, Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { signUpTrusted } from './posters.ts'
import { hydrated } from './results.ts'

// The test browser's own user agent counts as a robot.
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
test.use({ userAgent, expectedComplaints: /status of 404|answer: 404/ })

const applyUrl = 'https://clinic.example/apply'

/** An employer with a posting. */
async function postJob(request: APIRequestContext): Promise<{ id: string; title: string }> {
  await signUpTrusted(request, { role: 'employer', companyName: 'Example Hospital', organizationType: 'Hospital' })
  const title = `Cardiologist ${crypto.randomUUID().slice(0, 8)}`
  const data = {
    title,
    specialty: 'Cardiology',
    city: 'Boise',
    state: 'ID',
    description: 'Join three cardiologists in a practice that grows.',
    duration: 'Full-time',
    compensation: '$400,000 - $450,000',
    payroll: 'W2',
    company: 'Example Hospital',
    organizationType: 'Hospital',
    applyUrl,
  }
  const answer = await request.post('/api/jobs', { data, headers: { 'sec-fetch-site': 'same-origin' } })
  expect(answer.status(), await answer.text()).toBe(200)
  const { job } = (await answer.json()) as { job: { id: string } }
  return { id: job.id, title }
}

/** Opens the job's page and follows its apply link. */
async function visitAndApply(context: BrowserContext, id: string): Promise<void> {
  await context.route(applyUrl, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Apply</title>' }))
  const visitor = await context.newPage()
  await visitor.goto(`/jobs/${id}`)
  await hydrated(visitor)
  const opened = visitor.waitForEvent('popup')
  await visitor.getByRole('link', { name: /^Apply Now/ }).click()
  await (await opened).close()
  await visitor.reload()
  await hydrated(visitor)
}

const figure = (page: Page, label: string): Locator =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd[1]')

test('an employer sees views and applications of a posting, without their own', async ({ page, browser, baseURL }) => {
  test.slow()
  const { id, title } = await postJob(page.request)
  const context = await browser.newContext({ baseURL: baseURL ?? '', userAgent })
  await visitAndApply(context, id)
  await page.goto(`/jobs/${id}`)

  // The browser sends events when it has time.
  await expect(async () => {
    await page.goto('/employer/insights')
    await expect(figure(page, 'Views')).toHaveText('2', { timeout: 500 })
  }).toPass({ timeout: 20_000 })
  await expect(figure(page, 'Visitors')).toHaveText('1')
  await expect(figure(page, 'Apply clicks')).toHaveText('1')
  await page.getByText('Show as a table').first().click()
  await expectAccessibleEverywhere(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await hydrated(page)

  await page.getByRole('link', { name: '7 days' }).click()
  await expect(page).toHaveURL(/\?days=7$/)
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { name: `Insights: ${title}` })).toBeVisible()
  await expect(page).toHaveURL(`/employer/insights/${id}?days=7`)
  await expect(figure(page, 'Views')).toHaveText('2')
  const chart = page.getByRole('figure', { name: 'Views and visitors' })
  await chart.getByText('Show as a table').click()
  await expectAccessibleEverywhere(page)
  const rows = chart.getByRole('table', { name: 'Views and visitors' }).getByRole('row')
  await expect(rows).toHaveCount(8)
  await expect(rows.last().getByRole('cell')).toContainText(['2', '1'])
})

test('a visitor from a mail counts as one, and the address loses the mark', async ({ page, browser, baseURL }) => {
  const { id } = await postJob(page.request)
  const context = await browser.newContext({ baseURL: baseURL ?? '', userAgent })
  const visitor = await context.newPage()
  await context.route('http://www.google.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${baseURL}/jobs/${id}">A result</a>` }),
  )
  await visitor.goto(`/jobs/${id}#from=alert`)
  await hydrated(visitor)
  await expect(visitor).toHaveURL(new RegExp(`/jobs/${id}$`))
  await visitor.getByRole('button', { name: 'Send Inquiry' }).first().click()
  const dialog = visitor.getByRole('dialog', { name: 'Send Inquiry' })
  await dialog.getByLabel('Name').fill('Dr. Example')
  await dialog.getByLabel('Email').fill('reader@mail.test')
  await dialog.getByLabel('Message', { exact: true }).fill('Is the position still open?')
  await dialog.getByRole('button', { name: 'Send Inquiry' }).click()
  await expect(visitor.getByText('Inquiry sent successfully!').first()).toBeVisible()
  await visitor.goto('http://www.google.com/search')
  await visitor.getByRole('link', { name: 'A result' }).click()
  await hydrated(visitor)
  await visitor.goto('/jobs?q=Cardiologist#from=feed')
  await hydrated(visitor)
  await visitor.goto(`/jobs/${id}#from=made-up`)
  await hydrated(visitor)

  await expect(async () => {
    await page.goto(`/employer/insights/${id}`)
    const rows = page.getByRole('table', { name: 'Insights by origin' }).getByRole('row')
    await expect(rows).toHaveText([/^Origin/, /^Job alerts.*1.*0.*1$/, /^Search engines.*1.*0.*0$/, /^Not known.*1.*0.*0$/], {
      timeout: 500,
    })
  }).toPass({ timeout: 20_000 })
})

test('who has none is told so', async ({ page }) => {
  await signUpTrusted(page.request, { role: 'employer', companyName: 'Another Hospital', organizationType: 'Hospital' })
  await page.goto(`/employer/insights/${crypto.randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'Posting not found' })).toBeVisible()
  await page.goto('/employer/insights')
  await expect(page.getByRole('heading', { name: 'Nothing to show yet' })).toBeVisible()
})
