import type { Locator, Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { hold } from './api.ts'
import { clickTo, expect, test } from './fixtures.ts'
import { field as fieldOf, fillIn } from './forms.ts'
import { clickForToast, toast } from './people.ts'
import { postingOf, pressAndAnswer, signUpPoster } from './posters.ts'

const form = (page: Page): Locator => page.getByRole('form', { name: 'Post a Job' })
const field = (page: Page, label: string): Locator => fieldOf(form(page), label)
const postJob = (page: Page): Locator => form(page).getByRole('button', { name: 'Post Job' })

async function openForm(page: Page, path = '/employers/post'): Promise<void> {
  await page.goto(path)
  await expect(postJob(page)).toBeEnabled()
}

/** What every posting needs. */
const needed = {
  'Job title': 'Family Physician',
  Company: 'Example Family Clinic',
  City: 'Boise',
  State: 'Idaho',
  Description: 'See patients of all ages in an outpatient clinic.',
  'Apply URL': 'example.com/apply',
  'Contact email': 'office@example.com',
  Outpatient: true,
  Days: true,
}

// A stale save and a field that the server refuses.
test.use({ expectedComplaints: /ERR_FAILED|status of (400|409)|answer: (400|409)/ })

test('the form is short, folds what is rarely used, and unfolds what is filled in or wrong', async ({
  page,
}) => {
  await openForm(page)
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  expect(await height()).toBeLessThanOrEqual(3_000)
  await page.setViewportSize({ width: 360, height: 780 })
  expect(await height()).toBeLessThanOrEqual(4_000)
  await expect(field(page, 'Job duties')).toBeHidden()
  await form(page).getByText('More text').click()
  await fillIn(form(page), { ...needed, 'Job duties': 'Clinic, four days a week' })
  await fillIn(form(page), { 'Public email': 'nobody' })
  await form(page).getByText('public email, logo URL').click()
  await expect(field(page, 'Public email')).toBeHidden()
  await postJob(page).click()
  await expect(field(page, 'Public email')).toBeFocused()

  await field(page, 'Public email').fill('')
  await page.reload()
  await expect(field(page, 'Job duties')).toBeVisible()
  await expect(field(page, 'Public email')).toBeHidden()
})

test('a form reports every error at once, with links, helps with pay, and keeps its input', async ({
  page,
}) => {
  test.slow()
  await openForm(page)
  await expect(page.getByText('Draft restored')).toHaveCount(0)
  await test.step('errors', async () => {
    const pay = { 'Minimum compensation': '300,000', 'Maximum compensation': '$250,000' }
    await fillIn(form(page), { Specialty: 'Other', ...pay })
    await postJob(page).click()
    const summary = form(page).getByRole('group', { name: 'There is a problem' })
    await expect(summary).toBeFocused()
    await expect(summary.getByRole('link')).toHaveText([
      'Job title is required',
      'Company name is required',
      "Please specify the specialty when selecting 'Other'",
      'City is required',
      'State is required',
      'Minimum compensation must be less than or equal to maximum compensation',
      'Description is required',
      'At least one practice setting is required',
      'At least one schedule type is required',
      'Apply URL is required',
      'Valid contact email is required',
    ])
    await expectAccessibleEverywhere(page)
    await summary.getByRole('link', { name: 'At least one schedule type is required' }).click()
    await expect(
      form(page).getByRole('group', { name: 'Schedule' }).getByLabel('Days'),
    ).toBeFocused()
    await expect(field(page, 'Maximum compensation')).toHaveAccessibleDescription(
      /Minimum compensation must be less than or equal to maximum compensation/,
    )
    const sections = page.getByRole('navigation', { name: 'Sections of the form' })
    await expect(
      sections.getByRole('link', { name: 'Basic Information (has a problem)' }),
    ).toBeVisible()
    await expect(
      sections.getByRole('link', { name: 'Facility Information (Optional) (to do)' }),
    ).toBeVisible()
  })

  await test.step('pasted markup keeps its paragraphs and lists, and the preview shows them', async () => {
    await field(page, 'Description').focus()
    await field(page, 'Description').evaluate((element) => {
      const clipboardData = new DataTransfer()
      const markup =
        '<style>p{}</style><p style="color:red">The   work</p><ul><li>No call</li><li>Four <b>days</b></li></ul><p>Line<br>break</p>'
      clipboardData.setData('text/html', markup)
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    })
    await expect(field(page, 'Description')).toHaveValue(
      'The work\n\n• No call\n• Four days\n\nLine\nbreak',
    )
    await form(page).getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('dialog', { name: 'Preview' })
    await expect(preview.getByRole('listitem')).toHaveText(['No call', 'Four days'])
    // It is the job's own page.
    await expect(preview.getByRole('region', { name: 'Terms' })).toContainText('No call')
    await page.keyboard.press('Escape')
    await expect(preview).toHaveCount(0)
    await expect(form(page).getByRole('button', { name: 'Preview' })).toBeFocused()
  })

  await test.step('another tab has a form of its own', async () => {
    await field(page, 'Job title').fill('In the first tab')
    const other = await page.context().newPage()
    await openForm(other)
    await expect(field(other, 'Job title')).toHaveValue('')
    await field(other, 'Job title').fill('In the other tab')
    await page.reload()
    await expect(field(page, 'Job title')).toHaveValue('In the first tab')
    await other.close()
  })

  await test.step('input survives a reload, until it is discarded', async () => {
    await fillIn(form(page), {
      'Which specialty': 'Wilderness medicine',
      'Job title': 'Physician in the mountains',
    })
    await fillIn(form(page), { 'CME Allowance': true })
    await page.reload()
    await expect(page.getByText('Draft restored')).toBeVisible()
    await expect(field(page, 'Job title')).toHaveValue('Physician in the mountains')
    await expect(field(page, 'Which specialty')).toHaveValue('Wilderness medicine')
    await expect(form(page).getByLabel('CME Allowance')).toBeChecked()
    await form(page).getByRole('button', { name: 'Discard' }).click()
    await expect(field(page, 'Job title')).toHaveValue('')
    await expect(field(page, 'Specialty')).toHaveValue('Family Medicine')
    await expect(form(page).getByLabel('CME Allowance')).not.toBeChecked()
    await openForm(page)
    await expect(page.getByText('Draft restored')).toHaveCount(0)
  })

  await test.step('help with pay', async () => {
    await field(page, 'State').selectOption('Colorado')
    const law = page.getByText('Employers must state a pay range in job postings for Colorado')
    await expect(law).toBeVisible()
    const comparable = form(page).getByRole('figure', { name: 'Pay of comparable postings' })
    await expect(comparable).toContainText('Family Medicine, full-time')
    const meter = form(page).getByRole('progressbar', { name: 'What physicians look for' })
    const before = Number(await meter.getAttribute('aria-valuenow'))
    await form(page).getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(field(page, 'Minimum compensation')).toBeFocused()
    await page.keyboard.type('900000')
    await expect(law).toHaveCount(0)
    await expect(comparable).toContainText('Yours is above the median')
    expect(Number(await meter.getAttribute('aria-valuenow'))).toBeGreaterThan(before)
  })
})

test('a posting survives failures, is made once, confirmed, and hidden until it is approved', async ({
  page,
}) => {
  test.slow()
  await openForm(page, '/post-job')
  await expect(page.getByText('No account required for now. Posting is moderated.')).toBeVisible()
  const title = 'Family Physician without an account'
  await fillIn(form(page), { ...needed, 'Job title': title })
  const details = [{ field: 'company', message: 'This company is not hiring' }]
  const json = {
    error: 'Some fields need your attention.',
    code: 'VALIDATION_FAILED',
    requestId: 'request',
    details,
  }
  await page.route('/employers/post', (route) => route.fulfill({ status: 400, json }), { times: 1 })
  await clickForToast(postJob(page), 'Some fields need your attention.')
  await expect(field(page, 'Company')).toHaveAccessibleDescription(/This company is not hiring/)
  await expect(field(page, 'Company')).toBeFocused()

  const sent: Record<string, unknown>[] = []
  await page.route('/employers/post', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    sent.push(route.request().postDataJSON() as Record<string, unknown>)
    return sent.length === 1 ? route.abort() : route.fallback()
  })
  await postJob(page).click()
  const words = 'Failed to post job. Please check your connection and try again.'
  await expect(toast(page)).toContainText(words)
  await expect(form(page).getByRole('group', { name: 'There is a problem' })).toContainText(words)
  await page.reload()
  await expect(field(page, 'Job title')).toHaveValue(title)
  // The panel stays for two seconds only, or until the next page has come.
  const release = await hold(page, '**/assets/jobs-page*')
  await postJob(page).dblclick()
  await expect(page.getByRole('heading', { name: 'Job Posted Successfully!' })).toBeFocused()
  expect(sent).toHaveLength(2)
  expect(sent[1]).toMatchObject({ city: 'Boise', state: 'ID', setting: ['Outpatient'] })
  expect(sent[1]?.['idempotencyKey']).toBe(sent[0]?.['idempotencyKey'])
  expect(String(sent[0]?.['idempotencyKey'])).toMatch(/^[\w-]{8,100}$/)

  await expect(page.getByRole('link', { name: 'View All Jobs' })).toBeVisible()
  const posted =
    (await page.getByRole('link', { name: 'See your posting' }).getAttribute('href')) ?? ''
  release()
  await expect(page).toHaveURL('/jobs')
  await page.goto(posted)
  await expect(page.getByRole('heading', { name: 'Your posting is being reviewed' })).toBeVisible()
  await expect(page.getByText('Boise, ID')).toBeVisible()
  await expect(page.getByRole('link', { name: 'View it now' })).toHaveCount(0)
  await openForm(page)
  await expect(field(page, 'Job title')).toHaveValue('')
})

test('an employer saves drafts, none of which another tab overwrites, finds and deletes one, and posts', async ({
  page,
}) => {
  test.slow()
  await signUpPoster(page.request, { companyName: 'Example Hospital' })
  await openForm(page, '/employer/jobs/new')
  const drafts = (tab: Page) => form(tab).getByRole('region', { name: 'Your drafts' })
  const save = (tab: Page) => form(tab).getByRole('button', { name: 'Save as Draft' })
  const saveAs = async (tab: Page, title: string) => {
    await field(tab, 'Job title').fill(title)
    await save(tab).click()
  }
  await saveAs(page, 'Begun')
  await expect(toast(page)).toContainText('Draft saved')
  await expect(page).toHaveURL(/\?draft=/)
  await expect(save(page)).toBeFocused()

  await test.step('of two tabs with one draft the second makes a draft of its own', async () => {
    const first = page.url()
    const other = await page.context().newPage()
    await openForm(other, first)
    await saveAs(page, 'From the first tab')
    await expect(drafts(page).getByRole('link')).toHaveText(['From the first tab'])
    await field(other, 'Job title').fill('From the other tab')
    // A reload keeps both versions, too.
    await other.reload()
    await expect(other.getByText('Draft restored')).toBeVisible()
    await expect(field(other, 'Job title')).toHaveValue('From the other tab')
    await save(other).click()
    await expect(drafts(other).getByRole('link')).toHaveText([
      'From the other tab',
      'From the first tab',
    ])
    await expect(other).not.toHaveURL(first)
    await expect(field(other, 'Job title')).toHaveValue('From the other tab')

    await saveAs(page, 'From the first tab again')
    await openForm(other, first)
    await saveAs(page, 'Once more')
    await expect(drafts(page).getByRole('link')).toHaveText(['Once more', 'From the other tab'])
    await saveAs(other, 'Too late')
    await expect(toast(other)).toContainText('Saved as another draft')
    await expect(drafts(other).getByRole('link')).toHaveText([
      'Too late',
      'Once more',
      'From the other tab',
    ])
  })

  await openForm(page, '/employer/jobs/new')
  await expect(field(page, 'Job title')).toHaveValue('')
  await test.step('who goes on before a draft is saved is not brought back', async () => {
    const release = await hold(page, '**/api/posting-drafts', 'POST')
    await saveAs(page, 'Left behind')
    await clickTo(page.getByRole('link', { name: 'Cancel' }), '/employer/dashboard')
    release()
    await expect(toast(page)).toContainText('Draft saved')
    await page.getByRole('link', { name: 'Inbox', exact: true }).first().click()
    await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
    await expect(page).toHaveURL('/employer/inbox')
    await openForm(page, '/employer/jobs/new')
    await pressAndAnswer(drafts(page).getByRole('button', { name: 'Delete the draft Left behind' }))
  })
  await drafts(page).getByRole('link', { name: 'Once more' }).click()
  await expect(field(page, 'Job title')).toHaveValue('Once more')
  await pressAndAnswer(drafts(page).getByRole('button', { name: 'Delete the draft Once more' }))
  await expect(drafts(page).getByRole('link')).toHaveText(['Too late', 'From the other tab'])
  await expect(page).toHaveURL('/employer/jobs/new')
  await expect(field(page, 'Job title')).toHaveValue('')

  await expect(page.getByText(/^Your job posting goes live immediately/)).toBeVisible()
  await expect(field(page, 'Company')).toHaveValue('Example Hospital')
  await expect(field(page, 'Employer type')).toHaveValue('Hospital')
  const place = {
    City: 'Boise',
    State: 'Idaho',
    Description: 'Too short',
    'Apply URL': 'https://example.com/apply',
  }
  const work = { Specialty: 'Cardiology', Duration: 'Full-time', 'Payroll type': 'W2' }
  await fillIn(form(page), { 'Job title': 'Cardiologist of an account', ...work, ...place })
  await postJob(page).click()
  await expect(field(page, 'Description')).toHaveAccessibleDescription(
    /Description must be at least 20 characters/,
  )
  await field(page, 'Description').fill('Join three cardiologists in a practice that grows.')
  await clickTo(postJob(page), /\/employers\/posted\?id=[\w-]{36}$/)
  await expect(toast(page)).toContainText('Job posted successfully!')
  await expect(toast(page)).toContainText('Your job posting is now live and visible to physicians.')
  await expect(page.getByRole('heading', { name: 'Your posting is live' })).toBeVisible()
  await page.getByRole('link', { name: 'View it now' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Cardiologist of an account' }),
  ).toBeVisible()
})

test('the two lengths of an employer’s form hold what was typed in both, drafts too', async ({
  page,
}) => {
  test.slow()
  const { email } = await signUpPoster(page.request, { companyName: 'Example Hospital' })
  await openForm(page, '/employer/jobs/new')
  await fillIn(form(page), { 'Job title': 'Of two lengths', Duration: '6 months' })
  await field(page, 'Compensation').fill('About $250K')
  await clickTo(page.getByRole('link', { name: 'longer form' }), '/employers/post')

  await expect(field(page, 'Job title')).toHaveValue('Of two lengths')
  await expect(field(page, 'Duration')).toHaveValue('6 months')
  await expect(field(page, 'Company')).toHaveValue('Example Hospital')
  await expect(field(page, 'Contact email')).toHaveValue(email)
  await expect(
    page.getByText('Your posting includes what you filled in there: Compensation.'),
  ).toBeVisible()
  await form(page).getByLabel('Days', { exact: true }).check()
  await clickTo(page.getByRole('link', { name: 'shorter form' }), '/employer/jobs/new')
  await expect(page.getByText('what you filled in there: Schedule.')).toBeVisible()
  await expect(field(page, 'Compensation')).toHaveValue('About $250K')

  await form(page).getByRole('button', { name: 'Save as Draft' }).click()
  await expect(page).toHaveURL(/\?draft=/)
  await field(page, 'City').fill('Boise')
  await clickTo(page.getByRole('link', { name: 'longer form' }), /\/employers\/post\?draft=/)
  await expect(form(page).getByLabel('Days', { exact: true })).toBeChecked()
  await expect(field(page, 'City')).toHaveValue('Boise')
  await fillIn(form(page), {
    State: 'Idaho',
    Description: 'See patients of all ages in an outpatient clinic.',
    'Apply URL': 'example.com/apply',
    Outpatient: true,
  })
  await postJob(page).click()
  await clickTo(page.getByRole('link', { name: 'See your posting' }), /posted\?id=/)
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  expect(await postingOf(page.request, id)).toMatchObject({
    duration: '6 months',
    schedule: ['Days'],
    setting: ['Outpatient'],
    salaryMin: 'About $250K',
  })
  await openForm(page, '/employer/jobs/new')
  await expect(form(page).getByRole('region', { name: 'Your drafts' })).toHaveCount(0)
})
