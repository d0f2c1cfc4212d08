import { expectAccessibleEverywhere } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { somebody, toast } from './people.ts'
import { post, signUpPoster } from './posters.ts'
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
