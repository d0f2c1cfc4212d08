import type { APIRequestContext } from '@playwright/test'
import { publicPost } from '#test/posting-forms.ts'
import { expectAccessibleEverywhere } from './accessible.ts'
import { callApi } from './api.ts'
import { test } from './fixtures.ts'
import {
  clickForToast,
  confirmAddress,
  expect,
  linkInMail,
  signUp,
  somebody,
  toast,
} from './people.ts'
import { approve, endsIn, hospital, pressAndAnswer } from './posters.ts'

test.use({ expectedComplaints: /status of 40[1349]|answer: 40[1349]/ })

test('the manage link edits and claims a posting without an account', async ({ page, request }) => {
  test.slow()
  const person = await signUp(page.request, hospital)
  await postWithoutAccount(request, person.email)
  const link = await linkInMail(request, person.email, '/employers/manage')
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Family Physician' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Edit Job' }).click()
  const editing = page.getByRole('form', { name: 'Edit Job' })
  await editing.getByLabel('Job title').fill('Family Physician, outpatient')
  await editing.getByRole('button', { name: 'Save Changes' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Family Physician, outpatient' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Claim This Posting' }).click()
  await expect(toast(page)).toContainText(
    'Please confirm your email address before you claim the posting.',
  )
  await confirmAddress(page.request, person.email)
  await page.goto(link)
  await clickForToast(page.getByRole('button', { name: 'Claim This Posting' }), 'Posting claimed')
  await expect(page).toHaveURL(/\/employer\/jobs\/[\da-f-]{36}$/)
  for (const path of [link, '/employers/manage?token=abc'])
    expect(await (await request.get(path)).text()).toContain('This link does not work')
})

test('the manage link takes down, puts up, renews and deletes', async ({
  page,
  request: admin,
}) => {
  const author = somebody().email
  const id = await postWithoutAccount(page.request, author)
  await approve(admin, id)
  await endsIn(id, 3)
  await page.goto(await linkInMail(page.request, author, '/employers/manage'))
  await expect(page.getByText('Expires in 3 days')).toBeVisible()
  await clickForToast(page.getByRole('button', { name: 'Renew' }), 'Job posting renewed')
  await expect(page.getByText('Expires in 60 days')).toBeVisible()
  await clickForToast(
    page.getByRole('button', { name: 'Deactivate' }),
    'Job posting is now inactive.',
  )
  await clickForToast(
    page.getByRole('button', { name: 'Activate', exact: true }),
    'Job posting is now active.',
  )
  const question =
    'Are you sure you want to delete "Family Physician"? This action cannot be undone.'
  for (const accept of [false, true])
    expect(await pressAndAnswer(page.getByRole('button', { name: 'Delete Job' }), accept)).toBe(
      question,
    )
  await expect(page.getByRole('heading', { level: 1, name: 'Job deleted' })).toBeVisible()
  expect((await page.request.get(`/api/jobs/${id}`)).status()).toBe(404)
})

test('who lost the link has it sent again, and reads inquiries behind it once the address is confirmed', async ({
  page,
  request: admin,
}) => {
  const author = somebody().email
  const jobId = await postWithoutAccount(page.request, author)
  await approve(admin, jobId)
  const inquiry = {
    name: 'Dr. Bo Example',
    email: somebody().email,
    message: 'Is the schedule fixed?',
    jobId,
  }
  await callApi(page.request, 'POST /api/job-inquiry', { body: inquiry })
  await page.goto('/employers')
  await page.getByRole('link', { name: 'Have your link sent again' }).click()
  await expectAccessibleEverywhere(page)
  await page.getByLabel('Email address').fill(author)
  await page.getByRole('button', { name: 'Email me my links' }).click()
  await expect(page.getByRole('status').filter({ hasText: author })).toBeVisible()
  await page.goto(await linkInMail(admin, author, '/employers/manage'))
  const inbox = page.getByRole('region', { name: 'Inquiries (1)' })
  await expect(inbox).toContainText('once you have confirmed your address')
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(inbox.getByRole('article')).toContainText(inquiry.message)
  await expect(inbox.getByRole('link', { name: 'Reply by email' })).toHaveAttribute(
    'href',
    /^mailto:.*Family%20Physician$/,
  )
  await expectAccessibleEverywhere(page)
})

/** Posts without an account. */
async function postWithoutAccount(
  request: APIRequestContext,
  contactEmail: string,
): Promise<string> {
  return (await callApi(request, 'POST /employers/post', { body: publicPost({ contactEmail }) }))
    .job.id
}
