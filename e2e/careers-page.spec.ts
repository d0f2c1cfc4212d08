import { answerBoards, boardPaths, opening, type Opening } from '#test/fixtures/boards.ts'
import { expectAccessibleEverywhere } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { serveAnswers } from './other-site.ts'
import { clickForToast } from './people.ts'
import { signUpPoster } from './posters.ts'

/** An employer connects the page of a board that is served here; pages.test.ts reads all boards. */

test('an employer connects a page, brings its openings, and disconnects it', async ({ page }) => {
  const mark = crypto.randomUUID().slice(0, 8)
  const employer = `Lakeshore ${mark}`
  let open: Opening[] = [
    opening(1, { title: `Cardiologist A ${mark}` }),
    opening(2, { title: `Cardiologist B ${mark}` }),
    opening(3, { title: `Cardiologist C ${mark}` }),
    opening(4, { title: `Cardiologist D ${mark}` }),
    opening(5, { title: `Psychiatrist ${mark}` }),
    opening(6, { title: `Registered Nurse ${mark}`, text: 'A nurse for our ward.' }),
  ]
  const site = await serveAnswers(answerBoards(employer, () => open))
  await signUpPoster(page.request, { companyName: employer })
  await page.goto('/employer/dashboard')
  await page.getByRole('link', { name: 'Connect careers page' }).click()
  await expect(page.getByRole('heading', { name: 'Connect your careers page' })).toBeVisible()
  await page.getByLabel('Address of your board').fill(site.url.slice(0, -1) + boardPaths.workday)
  await page.getByRole('button', { name: 'Look at the page' }).click()
  const connected = page.getByRole('region', { name: employer })
  await expect(connected).toContainText('We found 6 openings, 5 for physicians.', {
    timeout: 20_000,
  })
  await expect(connected).toContainText('The others stay out: 1 not a job for physicians.')
  await expectAccessibleEverywhere(page)
  await connected.getByLabel('Psychiatry').uncheck()
  await connected.getByRole('button', { name: 'Bring 4 openings' }).click()
  await expect(connected).toContainText('4 postings live', { timeout: 20_000 })
  await expect(connected).toContainText('4 new')

  await connected.getByRole('link', { name: 'Open your dashboard' }).click()
  const posting = (title: string) =>
    page.getByRole('link', { name: `${title} ${mark}`, exact: true })
  await expect(posting('Cardiologist A')).toBeVisible()
  await expect(posting('Psychiatrist')).toBeHidden()

  // A page that loses more than 30% of its openings closes none.
  open = [opening(1, { title: `Cardiologist A ${mark}`, pay: '$470,000 a year' }), ...open.slice(2)]
  await page.goto('/employer/sources')
  await connected.getByRole('button', { name: 'Update now' }).click()
  await expect(connected).toContainText('3 postings live', { timeout: 20_000 })
  await expect(connected).toContainText('1 changed, 1 closed')
  await connected.getByRole('button', { name: 'Disconnect' }).click()
  await clickForToast(
    page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }),
    'Page disconnected',
  )
  await expect(connected).toBeHidden()
  site.close()
})

test.describe('an address that nobody may connect', () => {
  test.use({ expectedComplaints: /status of 400|answer: 400/ })

  test('is refused beside its field', async ({ page }) => {
    await signUpPoster(page.request)
    await page.goto('/employer/sources')
    await page.getByLabel('Address of your board').fill('https://board.example/jobs')
    await page.getByRole('button', { name: 'Look at the page' }).click()
    const form = page.getByRole('form', { name: 'Careers page' })
    await expect(form).toContainText('We cannot read board.example.')
  })
})
