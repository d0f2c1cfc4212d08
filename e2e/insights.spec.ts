import type { Locator, Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { clickTo, expect, test } from './fixtures.ts'
import { postAsEmployer } from './posters.ts'

// The test browser's own user agent counts as a robot.
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
test.use({ userAgent, expectedComplaints: /status of 404|answer: 404/ })

const applyUrl = 'https://clinic.example/apply'

const figure = (page: Page, label: string): Locator =>
  page.getByRole('term').filter({ hasText: label }).locator('xpath=following-sibling::dd[1]')

test('an employer sees views, applications and where visitors came from', async ({
  page,
  otherPage: visitor,
  baseURL,
}) => {
  test.slow()
  const { id, title } = await postAsEmployer(
    page.request,
    `Cardiologist ${crypto.randomUUID().slice(0, 8)}`,
    { applyUrl },
  )
  const context = visitor.context()
  await context.route(applyUrl, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Apply</title>' }),
  )
  await context.route('http://www.google.com/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<a href="${baseURL}/jobs/${id}">A result</a>`,
    }),
  )
  // Each is counted before the visitor goes on: the browser sends it when it has time.
  const expectViews = (count: number) =>
    expect
      .poll(async () => (await page.request.get('/api/insights')).text(), { timeout: 20_000 })
      .toMatch(new RegExp(`"views":${count}\\b`))
  // From a mail, whose mark leaves the address; from a search engine; and with a mark that somebody
  // made up.
  await visitor.goto(`/jobs/${id}#from=alert`)
  await expect(visitor).toHaveURL(new RegExp(`/jobs/${id}$`))
  const opened = visitor.waitForEvent('popup')
  await visitor.getByRole('link', { name: /^Apply Now/ }).click()
  await (await opened).close()
  await expectViews(1)
  await visitor.goto('http://www.google.com/search')
  await visitor.getByRole('link', { name: 'A result' }).click()
  await expectViews(2)
  await visitor.goto('/about')
  await visitor.goto(`/jobs/${id}#from=made-up`)
  await page.goto(`/jobs/${id}`)

  await expectViews(3)
  await page.goto('/employer/insights')
  for (const [label, count] of Object.entries({ Views: '3', Visitors: '1', 'Apply clicks': '1' }))
    await expect(figure(page, label)).toHaveText(count)
  await page.getByText('Show as a table').first().click()
  await clickTo(page.getByRole('link', { name: '7 days' }), /\?days=7$/)
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { name: `Insights: ${title}` })).toBeVisible()
  await expect(page).toHaveURL(`/employer/insights/${id}?days=7`)
  await expect(figure(page, 'Views')).toHaveText('3')
  const origins = page.getByRole('table', { name: 'Insights by origin' }).getByRole('row')
  await expect(origins).toHaveText([
    /^Origin/,
    /^Job alerts.*1.*1.*0$/,
    /^Search engines.*1.*0.*0$/,
    /^Not known.*1.*0.*0$/,
  ])
  const chart = page.getByRole('figure', { name: 'Views and visitors' })
  await chart.getByText('Show as a table').click()
  await expectAccessibleEverywhere(page)
  const rows = chart.getByRole('table', { name: 'Views and visitors' }).getByRole('row')
  await expect(rows).toHaveCount(8)
  await expect(rows.last().getByRole('cell')).toContainText(['3', '1'])
  await page.goto(`/employer/insights/${crypto.randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'Posting not found' })).toBeVisible()
})
