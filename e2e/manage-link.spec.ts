import type { APIRequestContext } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { test } from './fixtures.ts'
import { expect, linkInMail, signInAsAdmin, signUp, somebody, toast } from './people.ts'
import { answerDialog, description, endsIn, fromOurPages } from './posters.ts'

test.use({ expectedComplaints: /status of (400|401|403|404|409|500)|answer: (400|401|403|404|409|500)/ })

test.describe('the manage link', () => {
  test('edits, deactivates and claims a posting without an account', async ({ page, request }) => {
    test.slow()
    const person = await signUp(page.request, { role: 'employer', companyName: 'Sample Hospital', organizationType: 'Hospital' })
    await postWithoutAccount(request, person.email)
    const link = await linkInMail(request, person.email, '/employers/manage')
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1, name: 'Family Physician' })).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Edit Job' }).click()
    const editing = page.getByRole('form', { name: 'Edit Job' })
    await editing.getByLabel('Job title').fill('Family Physician, outpatient')
    await editing.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Family Physician, outpatient' })).toBeVisible()

    await page.getByRole('button', { name: 'Claim This Posting' }).click()
    await expect(toast(page)).toContainText('Please confirm your email address before you claim the posting.')
    await page.goto(await linkInMail(request, person.email, '/auth/verify'))
    await page.getByRole('button', { name: /confirm|verify/i }).click()
    await expect(page.getByRole('main')).toContainText(/confirmed|verified/i)
    await page.goto(link)
    await page.getByRole('button', { name: 'Claim This Posting' }).click()
    await expect(toast(page)).toContainText('Posting claimed')
    await expect(page).toHaveURL(/\/employer\/jobs\/[\da-f-]{36}$/)
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  })

  test('explains an incomplete or unknown link', async ({ page }) => {
    for (const query of ['', '?token=abc', `?token=${'x'.repeat(43)}`]) {
      await page.goto(`/employers/manage${query}`)
      await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
    }
  })

  test('takes down, puts up, renews and deletes', async ({ page, playwright, baseURL }) => {
    const author = somebody().email
    const id = await postWithoutAccount(page.request, author)
    const admin = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    await signInAsAdmin(admin, baseURL)
    expect(
      (await admin.post(`/api/admin/postings/${id}/decision`, { headers: fromOurPages, data: { action: 'approve' } })).status(),
    ).toBe(200)
    await admin.dispose()
    await endsIn(id, 3)

    await page.goto(await linkInMail(page.request, author, '/employers/manage'))
    await expect(page.getByText('Expires in 3 days')).toBeVisible()
    await page.getByRole('button', { name: 'Renew' }).click()
    await expect(toast(page)).toContainText('Job posting renewed')
    await expect(page.getByText('Expires in 60 days')).toBeVisible()
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await expect(toast(page)).toContainText('Job posting is now inactive.')
    expect((await page.request.get(`/api/jobs/${id}`)).status()).toBe(410)
    await page.getByRole('button', { name: 'Activate' }).click()
    await expect(toast(page)).toContainText('Job posting is now active.')
    expect((await page.request.get(`/api/jobs/${id}`)).status()).toBe(200)

    const asked = answerDialog(page, false)
    await page.getByRole('button', { name: 'Delete Job' }).click()
    expect(await asked).toBe('Are you sure you want to delete "Family Physician"? This action cannot be undone.')
    void answerDialog(page, true)
    await page.getByRole('button', { name: 'Delete Job' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Job deleted' })).toBeVisible()
    expect((await page.request.get(`/api/jobs/${id}`)).status()).toBe(404)
    expect((await page.reload())?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  })
})

/** Posts without an account, and returns the mail's link. */
async function postWithoutAccount(request: APIRequestContext, contactEmail: string): Promise<string> {
  const data = {
    title: 'Family Physician',
    company: 'Sample Clinic',
    specialty: 'Family Medicine',
    city: 'Boise',
    state: 'ID',
    description,
    setting: ['Clinic'],
    schedule: ['Days'],
    applyUrl: 'https://jobs.example.com/boise',
    contactEmail,
  }
  const answer = await request.post('/employers/post', { data, headers: fromOurPages })
  expect(answer.status(), await answer.text()).toBe(200)
  return ((await answer.json()) as { job: { id: string } }).job.id
}
