import { expectAccessibleEverywhere } from './accessible.ts'
import { expect, test } from './fixtures.ts'
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
    await page.setViewportSize({ width, height: 780 })
    await signUpPoster(page)
    const job = await post(page.request, `Cardiologist who is asked at ${width}`)
    await page.goto(`/employer/jobs/${job.id}`)
    await page.getByRole('link', { name: 'Questions to applicants' }).click()
    await hydrated(page)
    await page.getByRole('button', { name: 'Add a question' }).click()
    const first = page.getByRole('group', { name: 'Question 1' })
    await first.getByLabel('Question 1').fill('Why this clinic?')
    await page.getByRole('button', { name: 'Add a question' }).click()
    const second = page.getByRole('group', { name: 'Question 2' })
    await second.getByLabel('Question 2').fill('Which shift?')
    await second.getByLabel('Answer').selectOption('One of several')
    await page.getByRole('button', { name: 'Save questions' }).click()
    await expect(second.getByText('Please enter two choices or more')).toBeVisible()
    await second.getByLabel('Choices').fill('Days\nNights')
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
    await page.getByRole('link', { name: 'Board' }).click()
    await hydrated(page)
    const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
    const card = (name: string) => column(name).getByRole('listitem').filter({ hasText: 'Ada Sample' })
    const stage = page.getByLabel('Stage of Ada Sample')
    await expect(card('New')).toBeVisible()
    await expectAccessibleEverywhere(page)
    if (width === 1280) await card('New').dragTo(column('Interview'))
    else await stage.selectOption('Interview')
    await expect(card('Interview')).toBeVisible()
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
    await page.getByLabel('Note', { exact: true }).fill('Strong letters.')
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByText('Strong letters.')).toBeVisible()
    await page.getByLabel('Stage', { exact: true }).selectOption('Hired')
    await expect(page.getByText('Ada Sample has not confirmed it yet.')).toBeVisible()
    await expectAccessibleEverywhere(page)
    expect(await progress()).toBe('decided')

    await page.goto('/employer/inbox')
    await hydrated(page)
    await page.getByRole('checkbox', { name: 'Select Ada Sample' }).check()
    await page.getByRole('button', { name: 'Reply to 1' }).click()
    await page.getByRole('dialog').getByLabel('Reply').fill('Welcome to our group!')
    await page.getByRole('dialog').getByRole('button', { name: 'Send Reply' }).click()
    await expect(toast(page)).toContainText('1 reply sent')
    await expectAccessibleEverywhere(page)
    await physician.dispose()
  })
}
