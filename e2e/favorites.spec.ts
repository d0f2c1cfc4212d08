import type { Page, Route } from '@playwright/test'
import { callApi, fromOurPages, hold, sampleJobs } from './api.ts'
import { runSql } from './database.ts'
import { clickTo, expect, test } from './fixtures.ts'
import { pdf } from './forms.ts'
import { fillSignIn, signUp, toast } from './people.ts'
import { inboxOf, post, postAsEmployer, setActive } from './posters.ts'
import { cards, hydrated, jobLink, rows } from './results.ts'

test.use({ expectedComplaints: /status of (401|500)|answer: (401|500)/ })

const heart = (page: Page, row = 0) =>
  rows(page)
    .nth(row)
    .getByRole('button', { name: /^Save: / })
async function said(page: Page, title: string, description: string): Promise<void> {
  await expect(toast(page).getByText(title, { exact: true })).toBeVisible()
  await expect(toast(page).getByText(description, { exact: true })).toBeVisible()
}
const saved = (page: Page) => cards(page).getByRole('heading', { level: 2 })

const save = (page: Page, jobId: string) =>
  callApi(page.request, 'POST /api/favorites', { body: { jobId } })

test('a job is saved by signing in, and stays until its physician removes it', async ({
  page,
  request,
}) => {
  const account = await signUp(request)
  // The oldest first: what other tests posted moves no row.
  const list = '/jobs?state=TX&sortBy=oldest'
  await page.goto(list)
  const title = await jobLink(page, 2).innerText()
  await heart(page, 2).click()
  await said(page, 'Please log in', 'You need to be logged in to save jobs.')
  await expect(page).toHaveURL(`/auth?returnTo=${encodeURIComponent(list)}`)
  const answered = page.waitForResponse(
    (it) => it.url().endsWith('/api/favorites') && it.request().method() === 'POST',
  )
  await clickTo(await fillSignIn(page, account), list)
  await expect(heart(page, 2)).toHaveAttribute('aria-pressed', 'true')
  await answered
  await page.reload()
  await expect(heart(page, 2)).toHaveAttribute('aria-pressed', 'true')

  await page.goto('/favorites')
  await expect(saved(page)).toHaveText([title])
  await saved(page).getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Job Overview' })).toBeVisible()
  const onPage = page.getByRole('button', { name: /^Save: / })
  await expect(onPage).toHaveAttribute('aria-pressed', 'true')
  await onPage.click()
  await said(page, 'Job removed', 'Removed from your favorites list.')
  await expect(onPage).toHaveAttribute('aria-pressed', 'false')
  await page.goto('/favorites')
  await expect(page.getByRole('heading', { name: 'No saved jobs yet' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Browse Jobs' })).toHaveAttribute(
    'href',
    '/jobs',
  )
  await page.goto('/jobs?sortBy=oldest')
  await heart(page).click()
  await said(page, 'Job saved!', 'Added to your favorites list.')
})

test('a physician keeps notes, and sees which jobs have closed and what failed', async ({
  page,
  request: employer,
}) => {
  test.slow()
  await signUp(page.request)
  const jobs = await sampleJobs(page.request, { limit: 2 })
  const closing = await postAsEmployer(employer, 'Cardiologist who goes', { salaryMin: '$400,000' })
  for (const { id } of [...jobs, closing]) await save(page, id)
  await setActive(employer, closing.id, false)

  await page.goto('/favorites?sort=pay')
  await expect(page.getByText('3 jobs, 1 of them closed')).toBeVisible()
  const titles = await saved(page).allInnerTexts()
  const closed = cards(page).filter({ hasText: closing.title })
  for (const words of ['Closed', 'This job is no longer listed.', 'Sample Hospital · Austin, TX'])
    await expect(closed).toContainText(words)
  await expect(closed.getByRole('link')).toHaveCount(0)
  const open = titles.find((title) => title !== closing.title) ?? ''
  const item = cards(page).filter({ hasText: open }).first()
  await expect(item).not.toContainText('no longer listed')

  await item.getByRole('button', { name: /^Add a note/ }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('Ask about call.\nWrite on Monday.')
  const fail = (method: string) =>
    page.route(/\/api\/favorites/, (route) =>
      route.request().method() === method
        ? route.fulfill({ status: 500, json: { error: 'No', code: 'INTERNAL', requestId: 'x' } })
        : route.fallback(),
    )
  await fail('PUT')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await said(page, 'Error', 'Failed to save note. Please try again.')
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue(/Ask about call/)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Ask about call.')).toBeVisible()

  const remove = item.getByRole('button', { name: /^Remove: / }).first()
  await fail('DELETE')
  await remove.click()
  await said(page, 'Error', 'Failed to remove job. Please try again.')
  await expect(saved(page)).toHaveText(titles)
  await page.unrouteAll()
  // A removal that fails late brings back its own job only.
  const { promise, resolve } = Promise.withResolvers<void>()
  const failLate = async (route: Route) => {
    await promise
    await route.fulfill({ status: 500, json: { error: 'No', code: 'INTERNAL', requestId: 'x' } })
  }
  await page.route(/\/api\/favorites\/[\da-f-]{36}$/, failLate, { times: 1 })
  await remove.click()
  await expect(saved(page)).toHaveCount(2)
  await closed.getByRole('button', { name: /^Remove: / }).click()
  await said(page, 'Job removed', 'Removed from your favorites list.')
  resolve()
  await said(page, 'Error', 'Failed to remove job. Please try again.')
  await expect(saved(page)).toHaveText(titles.filter((title) => title !== closing.title))
  await save(page, closing.id)
  await page.reload()
  await expect(saved(page)).toHaveCount(3)
  await remove.click()
  await said(page, 'Job removed', 'Removed from your favorites list.')
  await expect(saved(page)).toHaveCount(2)
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(saved(page)).toHaveText(titles)
  await expect(page.getByText('Ask about call.')).toBeVisible()

  const { id } = await callApi(page.request, 'GET /api/auth/user')
  await runSql(
    "insert into physician_desks (physician_id, visited_at) values ($1, now() - interval '1 day')",
    [id],
  )
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Saved jobs that closed' })).toContainText(
    closing.title,
  )
  await page.goto('/favorites')
  await page
    .getByRole('navigation', { name: 'Sort by' })
    .getByRole('link', { name: 'Highest pay' })
    .click()
  await expect(page).toHaveURL('/favorites?sort=pay')
  await expect(saved(page)).toHaveText(titles)
  await item.getByRole('button', { name: /^Edit note/ }).click()
  await page.getByRole('button', { name: 'Edit the text' }).click()
})

test('a physician follows a job from the first inquiry to the visit, in two windows', async ({
  page,
  request: employer,
}) => {
  await signUp(page.request)
  const jobs = [
    await postAsEmployer(employer, 'Hospitalist, days'),
    await post(employer, 'Hospitalist, nights'),
  ]
  for (const { id } of jobs) await save(page, id)
  const form = { headers: fromOurPages, multipart: { cv: pdf('Sample.pdf') } }
  expect((await page.request.post('/api/profile/cv', form)).status()).toBe(200)

  await page.goto('/favorites')
  await page.getByRole('button', { name: 'Edit the text' }).click()
  await page.getByLabel('Your introduction').fill('I work days, and I would like to visit.')
  const release = await hold(page, '**/api/desk/introduction')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // What is being saved is what is sent, so sending waits.
  const send = page.getByRole('button', { name: 'Send inquiry with CV: Hospitalist, days' })
  await expect(send).toBeDisabled()
  release()
  await send.click()
  await said(
    page,
    'Inquiry sent successfully!',
    'Your introduction and CV were sent. You can withdraw them under Applications.',
  )
  const status = page.getByLabel('Status of Hospitalist, days')
  await expect(status).toHaveValue('applied')
  expect(await inboxOf(employer)).toMatchObject([
    { message: 'I work days, and I would like to visit.', cvFileName: 'Sample.pdf' },
  ])

  // An agreed interview needs no choice.
  const [sent] = await inboxOf(employer)
  await runSql(
    `insert into interviews (id, inquiry_id, times, time_zone, minutes, place, state, chosen)
     values (gen_random_uuid(), $1, array[now()], 'America/Chicago', 30, 'Here', 'accepted', now())`,
    [sent?.id],
  )
  await page.reload()
  await expect(page.getByRole('link', { name: 'Interview 1' })).toBeVisible()
  await expect(page.getByText('Interview agreed')).toBeVisible()
  await runSql('delete from interviews where inquiry_id = $1', [sent?.id])
  await page.reload()
  await expect(status).toHaveValue('applied')

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
  await expect(other.getByText('Jan 31, 2035')).toBeVisible()

  await page.reload()
  await expect(status).toHaveValue('interview')
  await expect(page.getByText('Visit the ward')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'All dates as a calendar file' }).click()
  expect((await downloading).suggestedFilename()).toBe('next-steps.ics')
  await page.getByRole('link', { name: 'Interview 1' }).click()
  await expect(saved(page)).toHaveText(['Hospitalist, days'])
  await page.getByRole('link', { name: 'All 2' }).click()
  for (const { title } of jobs)
    await page.getByRole('button', { name: `Compare: ${title}` }).click()
  await page.getByRole('link', { name: 'Compare (2)' }).click()
  await expect(page.getByRole('heading', { name: 'Compare Jobs' })).toBeVisible()
})
