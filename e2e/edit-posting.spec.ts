import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { test } from './fixtures.ts'
import { field as fieldOf, fillIn } from './forms.ts'
import { clickForToast, expect, toast } from './people.ts'
import { description, postAsEmployer, postingOf, pressAndAnswer } from './posters.ts'
import { hydrated } from './results.ts'

test.use({ expectedComplaints: /status of (400|409|500)|answer: (400|409|500)/ })

test('a posting is shown with all its fields, edited, deactivated, activated and deleted', async ({
  page,
}) => {
  test.slow()
  const pay = { salaryMin: '300,000', salaryMax: '350,000' }
  const { id } = await postAsEmployer(page.request, 'Cardiologist, noninvasive', pay)
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem').first()
  await page.goto(`/employer/jobs/${id}`)
  await expect(
    page.getByRole('heading', { level: 1, name: 'Cardiologist, noninvasive' }),
  ).toBeVisible()
  await expect(page.getByText('$300,000 - $350,000').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Description' })).toContainText(description)

  await page.getByRole('link', { name: 'Edit Job' }).click()
  const form = page.getByRole('form', { name: 'Edit Job' })
  const field = (label: string) => form.getByLabel(label, { exact: true })
  const save = form.getByRole('button', { name: 'Save Changes' })
  // From the top of the long form on.
  await expect(save).toBeInViewport()
  await fillIn(form, { Description: 'Too short', Location: 'Austin' })
  await save.click()
  await expect(field('Description')).toHaveAccessibleDescription(
    /Description must be at least 20 characters/,
  )
  await expect(field('Location')).toHaveAccessibleDescription(
    /Please enter the location as City, State/,
  )
  const better = {
    Description: `${description} No call.`,
    Location: 'Dallas, Texas',
    'CME Allowance': true,
  }
  await fillIn(form, { ...better, 'Public email': 'nonsense' })
  await save.click()
  await expect(form.getByLabel('Public email')).toHaveAccessibleDescription(
    /Valid public email is required/,
  )
  await form.getByLabel('Public email').fill('jobs@hospital.test')
  await clickForToast(save, 'Job updated successfully!')
  await expect(page).toHaveURL(`/employer/jobs/${id}`)
  for (const words of ['Dallas, TX', 'CME Allowance'])
    await expect(page.getByRole('main')).toContainText(words)
  await expect(history).toContainText('Edited')

  await page.getByRole('button', { name: 'Deactivate' }).click()
  for (const words of ['Job status updated', 'Job posting is now inactive.'])
    await expect(toast(page)).toContainText(words)
  await expect(page.getByRole('main').getByText('Inactive', { exact: true })).toBeVisible()
  await expect(history).toContainText('Deactivated')
  await clickForToast(
    page.getByRole('button', { name: 'Activate', exact: true }),
    'Job posting is now active.',
  )
  await page.route(
    '**/api/job-postings/*',
    (route) => route.fulfill({ status: 500, body: 'no words' }),
    { times: 1 },
  )
  await clickForToast(
    page.getByRole('button', { name: 'Deactivate' }),
    'Failed to update job status. Please try again.',
  )

  const question =
    'Are you sure you want to delete "Cardiologist, noninvasive"? This action cannot be undone.'
  expect(await pressAndAnswer(page.getByRole('button', { name: 'Delete Job' }))).toBe(question)
  await expect(page).toHaveURL('/employer/dashboard')
  await expect(page.getByRole('heading', { name: 'No job postings yet' })).toBeVisible()
})

test('of two tabs the second sees a conflict, keeps its input over a reload, and overwrites nothing', async ({
  page,
  context,
}) => {
  const { id } = await postAsEmployer(page.request, 'Cardiologist, noninvasive')
  const second = await context.newPage()
  for (const tab of [page, second]) await tab.goto(`/employer/jobs/${id}/edit`)
  await hydrated(second)
  const form = (tab: Page) => tab.getByRole('form', { name: 'Edit Job' })
  const field = (tab: Page, label: string) => fieldOf(form(tab), label)
  const save = (tab: Page) => form(tab).getByRole('button', { name: 'Save Changes' }).click()
  await fillIn(form(page), { 'Job title': 'Cardiologist, invasive', Location: 'Dallas, TX' })
  await save(page)
  await expect(toast(page)).toContainText('Job updated successfully!')

  await fillIn(form(second), { 'Job title': 'Cardiologist, both', 'Minimum salary': '310,000' })
  await save(second)
  await expect(toast(second)).toContainText('Failed to update job')
  await expect(toast(second)).toContainText('Someone else changed this in the meantime.')
  const change = second.getByRole('term').filter({ hasText: 'Job title' }).locator('..')
  const expectBoth = async () => {
    await expect(change).toContainText('Cardiologist, invasive')
    await expect(field(second, 'Job title')).toHaveValue('Cardiologist, both')
    await expect(field(second, 'Minimum salary')).toHaveValue('310,000')
    // Untouched here, so the first tab's value stays.
    await expect(field(second, 'Location')).toHaveValue('Dallas, TX')
  }
  await expectBoth()
  await expectAccessible(second)
  await second.goto(`/employer/jobs/${id}/edit`)
  await hydrated(second)
  await expect(second.getByText('Draft restored')).toBeVisible()
  await expectBoth()
  await second.getByRole('button', { name: 'Take theirs Job title' }).click()
  await expect(field(second, 'Job title')).toHaveValue('Cardiologist, invasive')
  await save(second)
  await expect(toast(second)).toContainText('Job updated successfully!')
  const now = { title: 'Cardiologist, invasive', location: 'Dallas, TX', salaryMin: '310,000' }
  expect(await postingOf(page.request, id)).toMatchObject(now)
})
