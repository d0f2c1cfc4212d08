import { expectAccessibleEverywhere } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { pdfFile } from '#features/cv/server/cv-files.fixture.ts'
import { signUp, somebody, toast } from './people.ts'
import { fromOurPages, post, signUpPoster } from './posters.ts'
import { hydrated } from './results.ts'

test.use({ expectedComplaints: /status of (400|401|404|409)|answer: (400|401|404|409)/ })

const message = 'Is the position still open, and may I visit your clinic?'

for (const width of [360, 1280]) {
  test(`at ${width} pixels a posting asks two questions, and a guest answers them, with and without scripts`, async ({
    page,
    browser,
    baseURL,
  }) => {
    test.slow()
    await page.setViewportSize({ width, height: 780 })
    await signUpPoster(page)
    const job = await post(page.request, `Cardiologist who is asked at ${width}`)
    await page.goto(`/employer/jobs/${job.id}`)
    await page.getByRole('link', { name: 'Questions to applicants' }).click()
    await hydrated(page)
    await page.getByRole('button', { name: 'Add a question' }).click()
    const first = page.getByRole('group', { name: 'Question 1' })
    await first.getByRole('textbox', { name: 'Question 1' }).fill('Why this clinic?')
    await page.getByRole('button', { name: 'Add a question' }).click()
    const second = page.getByRole('group', { name: 'Question 2' })
    await second.getByRole('textbox', { name: 'Question 2' }).fill('Which shift?')
    await second.getByLabel('Answer', { exact: true }).selectOption('One of several')
    await page.getByRole('button', { name: 'Save questions' }).click()
    await expect(second.getByText('Please enter two choices or more')).toBeVisible()
    await second.getByLabel('Choices', { exact: true }).fill('Days\nNights')
    await page.getByRole('button', { name: 'Save questions' }).click()
    await expect(toast(page)).toContainText('Questions saved')
    await expectAccessibleEverywhere(page)

    for (const javaScriptEnabled of [true, false]) {
      const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled, viewport: { width, height: 780 } })
      const guest = await context.newPage()
      await guest.goto(`/jobs/${job.id}/inquiry`)
      if (javaScriptEnabled) await hydrated(guest)
      await guest.getByLabel('Name').fill('Ada Sample')
      await guest.getByLabel('Email').fill(somebody().email)
      await guest.getByLabel('Message').fill(message)
      if (javaScriptEnabled) {
        await guest.getByRole('button', { name: 'Send Inquiry' }).click()
        await expect(guest.getByText('Please answer: Which shift?').first()).toBeVisible()
      }
      await guest.getByLabel('Why this clinic?').fill('It is near the sea.')
      await guest.getByLabel('Which shift?').selectOption('Nights')
      await guest.getByRole('button', { name: 'Send Inquiry' }).click()
      await expect(guest.getByText('Inquiry sent successfully!')).toBeVisible()
      await context.close()
    }
    await page.goto('/employer/inbox')
    await page
      .getByRole('link', { name: /^Ada Sample about/ })
      .first()
      .click()
    await expect(page.getByRole('main')).toContainText('It is near the sea.')
    await expect(page.getByRole('main')).toContainText('Nights')
  })
}

for (const width of [360, 1280]) {
  test(`at ${width} pixels applications move over the board, and a rejection is taken back`, async ({
    page,
    playwright,
    baseURL,
  }) => {
    test.slow()
    await page.setViewportSize({ width, height: 780 })
    await signUpPoster(page)
    const job = await post(page.request, `Cardiologist for a board at ${width}`)
    const physician = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    const { email } = await signUp(physician)
    const call = { headers: fromOurPages }
    await physician.post('/api/job-inquiry', { ...call, data: { name: 'Ada Sample', email, message, jobId: job.id } })
    const progress = async () => {
      const { applications } = (await (await physician.get('/api/applications')).json()) as {
        applications: { progress: string }[]
      }
      return applications[0]?.progress
    }

    await page.goto('/employer/inbox')
    await page.getByRole('link', { name: 'Board', exact: true }).click()
    await hydrated(page)
    const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
    const card = (name: string) => column(name).getByRole('listitem').filter({ hasText: 'Ada Sample' })
    const stage = page.getByLabel('Stage of Ada Sample')
    await expect(card('New')).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.setViewportSize({ width, height: 780 })
    // By its select on a phone, and by dragging where the columns stand side by side.
    if (width < 1024) await stage.selectOption('Interview')
    else await card('New').dragTo(column('Interview'), { sourcePosition: { x: 8, y: 8 }, targetPosition: { x: 40, y: 60 } })
    await expect(card('Interview')).toBeVisible()
    await stage.focus()
    await stage.selectOption('Offer')
    await expect(card('Offer')).toBeVisible()
    await expect(stage).toBeFocused()
    expect(await progress()).toBe('review')

    await stage.selectOption('Closed')
    await page.getByRole('dialog').getByLabel('Reason').selectOption('The position has been filled.')
    await page.getByRole('dialog').getByRole('button', { name: 'Close it' }).click()
    await expect(card('Closed')).toBeVisible()
    expect(await progress()).toBe('review')
    await toast(page).getByRole('button', { name: 'Take it back' }).click()
    await expect(card('Offer')).toBeVisible()

    // Somebody else moves it meanwhile.
    const { cards } = (await (await page.request.get('/api/inbox/board')).json()) as { cards: { id: string; version: number }[] }
    const { id, version } = cards[0] ?? { id: '', version: 0 }
    await page.request.put(`/api/inbox/${id}/stage`, { ...call, data: { stage: 'interview', version } })
    await stage.selectOption('Hired')
    await expect(toast(page)).toContainText('Somebody else moved this application to Interview in the meantime.')
    await expect(card('Interview')).toBeVisible()

    await card('Interview').getByRole('link', { name: 'Ada Sample' }).click()
    await page.getByRole('textbox', { name: 'Note' }).fill('Strong letters.')
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByText('Strong letters.')).toBeVisible()
    await stage.selectOption('Hired')
    await expect(page.getByText('Ada Sample has not confirmed it yet.')).toBeVisible()
    await expectAccessibleEverywhere(page)
    expect(await progress()).toBe('decided')

    await page.goto('/employer/inbox')
    await hydrated(page)
    await page.getByRole('checkbox', { name: 'Select Ada Sample' }).check()
    await page.getByRole('button', { name: 'Reply to 1' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reply' }).fill('Welcome to our group!')
    await page.getByRole('dialog').getByRole('button', { name: 'Send Reply' }).click()
    await expect(toast(page)).toContainText('1 reply sent')
    await expectAccessibleEverywhere(page)
    await physician.dispose()
  })
}

for (const width of [360, 1280]) {
  test(`at ${width} pixels both sides write in one thread, with a file, and one blocks the other`, async ({
    page,
    browser,
    baseURL,
  }) => {
    test.slow()
    await page.setViewportSize({ width, height: 780 })
    await signUpPoster(page)
    const job = await post(page.request, `Cardiologist in a thread at ${width}`)
    const context = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width, height: 780 } })
    const physician = await context.newPage()
    const { email } = await signUp(physician.request)
    const call = { headers: fromOurPages }
    await physician.request.post('/api/job-inquiry', { ...call, data: { name: 'Ada Sample', email, message, jobId: job.id } })

    await page.goto('/employer/inbox')
    await page.getByRole('link', { name: /^Ada Sample about/ }).click()
    await expect(page.getByText('Email address not shown')).toBeVisible()
    await page.getByRole('textbox', { name: 'Reply' }).fill('Yes. Please come by on Monday.')
    await page.getByRole('button', { name: 'Send Reply' }).click()
    await expect(toast(page)).toContainText('Reply sent')

    await physician.goto('/applications')
    await expect(physician.getByRole('article')).toContainText('New')
    await physician.getByRole('link', { name: 'Messages' }).click()
    await expect(physician.getByText('Yes. Please come by on Monday.')).toBeVisible()
    await hydrated(physician)
    await physician.getByRole('textbox', { name: 'Message' }).fill('Monday is fine. My license is attached.')
    await physician.getByLabel(/^File/).setInputFiles({ name: 'license.pdf', mimeType: 'application/pdf', buffer: pdfFile() })
    await physician.getByRole('button', { name: 'Send Message' }).click()
    await expect(physician.getByRole('link', { name: 'license.pdf' })).toBeVisible()
    await physician.getByRole('checkbox', { name: 'Show my email address' }).check()
    await expect(toast(physician)).toContainText('Message sent')
    await expectAccessibleEverywhere(physician)

    await page.reload()
    await expect(page.getByRole('link', { name: 'license.pdf' })).toBeVisible()
    await expect(page.getByRole('link', { name: email })).toBeVisible()
    await expectAccessibleEverywhere(page)
    physician.once('dialog', (asked) => void asked.accept())
    await physician.getByRole('button', { name: /^Block/ }).click()
    await expect(physician.getByText(/^You have blocked/)).toBeVisible()
    await page.reload()
    await expect(page.getByText('Ada Sample takes no messages from you.')).toBeVisible()
    await expect(page.getByText('Email address not shown')).toBeVisible()
    await context.close()
  })
}
