import type { Page } from '@playwright/test'
import type { SearchResult } from '#features/jobs/contract.ts'
import { expectAccessibleEverywhere } from './accessible.ts'
import { runSql } from './database.ts'
import { expect, test } from './fixtures.ts'
import { fillSignIn, signUp, toast } from './people.ts'
import { fromOurPages, post, signUpTrusted } from './posters.ts'
import { pdfFile } from '#features/cv/server/cv-files.fixture.ts'
import { jobLink, rows, hydrated } from './results.ts'

const heart = (page: Page, row = 0) =>
  rows(page)
    .nth(row)
    .getByRole('button', { name: /^Save: / })
async function said(page: Page, title: string, description: string): Promise<void> {
  await expect(toast(page).getByText(title, { exact: true })).toBeVisible()
  await expect(toast(page).getByText(description, { exact: true })).toBeVisible()
}
const saved = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 2 })

async function someJobIds(page: Page, count: number): Promise<string[]> {
  const { jobs } = (await (await page.request.get(`/api/jobs?limit=${count}`)).json()) as SearchResult
  return jobs.map((it) => it.id)
}

test.describe('a physician', () => {
  test.beforeEach(async ({ page }) => {
    await signUp(page.request)
  })

  test('saves a job and removes it again', async ({ page }) => {
    await page.goto('/jobs?sortBy=oldest')
    await heart(page).click()
    await said(page, 'Job saved!', 'Added to your favorites list.')
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
    await page.reload()
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')

    await jobLink(page).click()
    await expect(page.getByRole('heading', { name: 'Job Overview' })).toBeVisible()
    const onPage = page.getByRole('button', { name: /^Save: / })
    await expect(onPage).toHaveAttribute('aria-pressed', 'true')
    await onPage.click()
    await said(page, 'Job removed', 'Removed from your favorites list.')
    await expect(onPage).toHaveAttribute('aria-pressed', 'false')
    await page.goto('/favorites')
    await expect(page.getByRole('heading', { name: 'No saved jobs yet' })).toBeVisible()
  })

  test('keeps notes, and finds saved jobs by pay', async ({ page }) => {
    for (const jobId of await someJobIds(page, 3)) {
      const answer = await page.request.post('/api/favorites', { headers: { 'sec-fetch-site': 'same-origin' }, data: { jobId } })
      expect(answer.status()).toBe(200)
    }
    await page.goto('/favorites')
    await expect(saved(page)).toHaveCount(3)
    const item = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 2 }) })
      .first()
    await item.getByRole('button', { name: /^Add a note/ }).click()
    await page.getByRole('textbox', { name: 'Note' }).fill('Ask about call.\nWrite on Monday.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Ask about call.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Ask about call.')).toBeVisible()

    await page.getByRole('navigation', { name: 'Sort by' }).getByRole('link', { name: 'Highest pay' }).click()
    await expect(page).toHaveURL('/favorites?sort=pay')
    const titles = await saved(page).allInnerTexts()

    await page
      .getByRole('button', { name: `Remove: ${titles[0]}` })
      .first()
      .click()
    await said(page, 'Job removed', 'Removed from your favorites list.')
    await expect(saved(page)).toHaveCount(2)
    await toast(page).getByRole('button', { name: 'Undo' }).click()
    await expect(saved(page)).toHaveText(titles)
    await expect(page.getByText('Ask about call.')).toBeVisible()

    await page
      .getByRole('button', { name: `Remove: ${titles[0]}` })
      .first()
      .click()
    await expect(saved(page)).toHaveCount(2)
    await page.reload()
    await expect(saved(page)).toHaveCount(2)
  })

  test('sees which saved jobs have closed', async ({ page, playwright, baseURL }) => {
    const employer = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    await signUpTrusted(employer, { role: 'employer', companyName: 'Sample Hospital', organizationType: 'Hospital' })
    const [open, closing] = [await post(employer, 'Cardiologist who stays'), await post(employer, 'Cardiologist who goes')]
    for (const { id } of [open, closing])
      await page.request.post('/api/favorites', { headers: fromOurPages, data: { jobId: id } })
    await employer.put(`/api/job-postings/${closing.id}`, { headers: fromOurPages, data: { isActive: false } })
    await employer.dispose()

    await page.goto('/favorites')
    await expect(page.getByText('2 jobs, 1 of them closed')).toBeVisible()
    const item = (title: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name: title }) })
    await expect(item(closing.title)).toContainText('Closed')
    await expect(item(closing.title)).toContainText('This job is no longer listed.')
    await expect(item(closing.title)).toContainText('Sample Hospital · Austin, TX')
    await expect(item(closing.title).getByRole('link')).toHaveCount(0)
    await expect(item(open.title)).not.toContainText('not listed')
  })

  test('follows a job from the first inquiry to the visit, in two windows', async ({ page, playwright, baseURL }) => {
    const employer = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    await signUpTrusted(employer, { role: 'employer', companyName: 'Sample Hospital', organizationType: 'Hospital' })
    const jobs = [await post(employer, 'Hospitalist, days'), await post(employer, 'Hospitalist, nights')]
    for (const { id } of jobs) await page.request.post('/api/favorites', { headers: fromOurPages, data: { jobId: id } })
    const cv = { name: 'Sample.pdf', mimeType: 'application/pdf', buffer: pdfFile() }
    expect((await page.request.post('/api/profile/cv', { headers: fromOurPages, multipart: { cv } })).status()).toBe(200)

    await page.goto('/favorites')
    await page.getByRole('button', { name: 'Edit the text' }).click()
    await page.getByLabel('Your introduction').fill('I work days, and I would like to visit.')
    const answerToSave = Promise.withResolvers<undefined>()
    await page.route('**/api/desk/introduction', async (route) => {
      await answerToSave.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    // What is being saved is what is sent, so sending waits.
    const send = page.getByRole('button', { name: 'Send inquiry with CV: Hospitalist, days' })
    await expect(send).toBeDisabled()
    answerToSave.resolve(undefined)
    await send.click()
    await said(
      page,
      'Inquiry sent successfully!',
      'Your introduction and CV were sent. You can withdraw them under Applications.',
    )
    const status = page.getByLabel('Status of Hospitalist, days')
    await expect(status).toHaveValue('applied')
    const { inquiries } = (await (await employer.get('/api/inbox')).json()) as { inquiries: unknown[] }
    expect(inquiries).toMatchObject([{ message: 'I work days, and I would like to visit.', cvFileName: 'Sample.pdf' }])
    await employer.dispose()

    const other = await page.context().newPage()
    await other.goto('/favorites')
    await hydrated(other)
    await other.getByRole('button', { name: 'Add a note or next step: Hospitalist, days' }).click()
    await other.getByRole('textbox', { name: 'Next step' }).fill('Visit the ward')
    await status.selectOption('Interview')
    await expect(status).toBeEnabled()
    await other.getByLabel('Date').fill('2035-01-31')
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(other.getByRole('alert')).toContainText('You changed this job in another window')
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(other.getByText('Wed, Jan 31, 2035')).toBeVisible()

    await page.reload()
    await hydrated(page)
    await expect(status).toHaveValue('interview')
    await expect(page.getByText('Visit the ward')).toBeVisible()
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Add to calendar: Hospitalist, days' }).click()
    expect((await downloading).suggestedFilename()).toBe('next-steps.ics')
    await page.getByRole('link', { name: 'Interview 1' }).click()
    await expect(saved(page)).toHaveText(['Hospitalist, days'])
    await page.getByRole('link', { name: 'All 2' }).click()
    for (const { title } of jobs) await page.getByRole('button', { name: `Compare: ${title}` }).click()
    await page.getByRole('link', { name: 'Compare (2)' }).click()
    await expect(page.getByRole('heading', { name: 'Compare Jobs' })).toBeVisible()
  })

  test.describe('when the server fails', () => {
    test.use({ expectedComplaints: /status of 500|answer: 500/ })

    test('the heart returns to its state, with a toast', async ({ page }) => {
      await page.goto('/jobs?sortBy=oldest')
      const failing = (method: string) =>
        page.route(/\/api\/favorites/, (route) =>
          route.request().method() === method
            ? route.fulfill({ status: 500, json: { error: 'No', code: 'INTERNAL', requestId: 'x' } })
            : route.fallback(),
        )
      await failing('POST')
      await heart(page).click()
      await said(page, 'Error', 'Failed to save job. Please try again.')
      await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
      await page.unrouteAll()

      await heart(page).click()
      await said(page, 'Job saved!', 'Added to your favorites list.')
      await failing('DELETE')
      await heart(page).click()
      await said(page, 'Error', 'Failed to remove job. Please try again.')
      await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')

      await page.goto('/favorites')
      const title = await saved(page).innerText()
      await page.getByRole('button', { name: `Remove: ${title}` }).click()
      await said(page, 'Error', 'Failed to remove job. Please try again.')
      await expect(saved(page)).toHaveText([title])

      await failing('PUT')
      await page.getByRole('button', { name: /^Add a note/ }).click()
      await page.getByRole('textbox', { name: 'Note' }).fill('Not lost')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await said(page, 'Error', 'Failed to save note. Please try again.')
      await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Not lost')
    })
  })

  test('finds pages that are accessible', async ({ page }) => {
    test.slow()
    await page.goto('/favorites')
    await expect(page.getByRole('heading', { name: 'No saved jobs yet' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Browse Jobs' }).click()
    await hydrated(page)
    await heart(page).click()
    await said(page, 'Job saved!', 'Added to your favorites list.')
    const { id } = (await (await page.request.get('/api/auth/user')).json()) as { id: string }
    await runSql("update physician_desks set visited_at = now() - interval '1 day' where physician_id = $1", [id])
    await page.goto('/favorites')
    await expect(page.getByRole('heading', { name: /^Since your last visit on / })).toBeVisible()
    await page.getByRole('button', { name: /^Add a note/ }).click()
    await page.getByRole('button', { name: 'Edit the text' }).click()
    await expectAccessibleEverywhere(page)
  })
})

test.describe('somebody who is not signed in', () => {
  test.use({ expectedComplaints: /status of 401|answer: 401/ })

  test('is asked to sign in, and the job is saved afterwards', async ({ page, playwright, baseURL }) => {
    const elsewhere = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    const account = await signUp(elsewhere)
    await elsewhere.dispose()

    // The oldest first: what other tests post meanwhile moves no row.
    const list = '/jobs?state=TX&sortBy=oldest'
    await page.goto(list)
    const title = await jobLink(page, 2).innerText()
    await heart(page, 2).click()
    await said(page, 'Please log in', 'You need to be logged in to save jobs.')
    await expect(page).toHaveURL(`/auth?returnTo=${encodeURIComponent(list)}`)

    const answered = page.waitForResponse((it) => it.url().endsWith('/api/favorites') && it.request().method() === 'POST')
    await (await fillSignIn(page, account)).click()
    await expect(page).toHaveURL(list)
    await expect(heart(page, 2)).toHaveAttribute('aria-pressed', 'true')
    await answered
    await page.goto('/favorites')
    await expect(saved(page)).toHaveText([title])
  })

  test('is led from the favorites page to sign in, and back', async ({ page }) => {
    await page.goto('/favorites?sort=pay')
    await said(page, 'Please log in', 'You need to be logged in to see your saved jobs.')
    await expect(page).toHaveURL('/auth?returnTo=%2Ffavorites%3Fsort%3Dpay')
  })
})

test('an employer has no hearts', async ({ page }) => {
  await signUpTrusted(page.request, { role: 'employer', companyName: 'Example Hospital', organizationType: 'Hospital' })
  await page.goto('/jobs')
  await expect(heart(page)).toHaveCount(0)
  await page.goto('/favorites')
  await said(page, 'Access denied', 'Only physicians can save jobs.')
})
