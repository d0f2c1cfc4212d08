import { expectAccessible, expectNoOverflow } from './accessible.ts'
import { test } from './fixtures.ts'
import { expect, linkInMail, signInAsSample, signUp, toast } from './people.ts'
import { answerDialog, fromOurPages, post, signUpPoster, signUpTrusted } from './posters.ts'
import { runSql } from './database.ts'

test.use({ expectedComplaints: /status of 40[0349]|answer: 40[0349]/, reducedMotion: 'reduce' })
// Three browsers.
test.describe.configure({ timeout: 90_000 })

test('an owner invites a recruiter, who posts; removed, they get nothing', async ({ page, browser, baseURL }) => {
  const owner = await signUpPoster(page)
  const guests = await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'reduce' })
  const guest = await guests.newPage()
  const hired = { role: 'recruiter', companyName: 'Alone' }
  const person = await signUpTrusted(guest.request, hired)
  const strangers = await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'reduce' })
  const stranger = await strangers.newPage()
  await signUp(stranger.request, hired)

  await page.goto('/employer/team')
  await page.getByLabel('Work email').fill(person.email)
  await page.getByLabel('Seat', { exact: true }).selectOption('recruiter')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(toast(page)).toContainText('Invitation sent')
  await expect(page.getByRole('list', { name: 'Open invitations' })).toContainText(person.email)
  await expectAccessible(page)
  await expectNoOverflow(page)

  const link = await linkInMail(page.request, person.email, '/invitation')
  await stranger.goto(link)
  await expect(stranger.getByText(`This invitation is for ${person.email}`)).toBeVisible()
  await guest.goto(link)
  await guest.getByRole('button', { name: 'Join the team' }).click()
  await expect(guest.getByText('You are in the team of Sample Hospital.')).toBeVisible()
  await guest.reload()
  await expect(guest.getByRole('heading', { name: 'This invitation does not work' })).toBeVisible()

  const { id, title } = await post(guest.request, `Team cardiologist ${Date.now()}`)
  await page.goto(`/employer/jobs/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
  await page.getByLabel('Hand over to').selectOption({ label: 'Ada Sample' })
  await expect(toast(page)).toContainText('Handed over')
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Handed over')
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Ada Sample')
  await guest.goto('/employer/dashboard')
  await expect(guest.getByRole('link', { name: title, exact: true })).toBeVisible()

  await runSql(
    `insert into inquiries (id, job_id, job_title, name, email, message)
     values (gen_random_uuid(), $1, $2, 'Dr. Bo', 'bo@mail.test', 'Is the schedule fixed?')`,
    [id, title],
  )
  await guest.goto('/employer/inbox')
  await expect(guest.getByRole('link', { name: 'Dr. Bo' })).toBeVisible()

  await page.goto('/employer/team')
  const question = answerDialog(page, true)
  await page
    .getByRole('list', { name: 'Members' })
    .getByRole('listitem')
    .filter({ hasText: person.email })
    .getByRole('button')
    .click()
  expect(await question).toBe('Remove Ada Sample? The postings go to you.')
  await expect(toast(page)).toContainText('Member removed')
  await expect(page.getByRole('list', { name: 'Members' })).not.toContainText(person.email)
  await expect(page.getByRole('list', { name: 'Members' })).toContainText(owner.email)

  await guest.goto('/employer/inbox')
  await expect(guest.getByRole('link', { name: 'Unread 0' })).toBeVisible()
  await expect(guest.getByRole('link', { name: 'Dr. Bo' })).toHaveCount(0)
  await guest.goto(`/employer/jobs/${id}`)
  await expect(guest.getByText("Job posting not found or you don't have permission to edit it.")).toBeVisible()
  const saved = await guest.request.put(`/api/job-postings/${id}`, { data: { isActive: true }, headers: fromOurPages })
  expect(saved.status()).toBe(404)
  await guests.close()
  await strangers.close()
})

test('an invitation is withdrawn only once asked', async ({ page }) => {
  await signUpPoster(page)
  await page.goto('/employer/team')
  await page.getByLabel('Work email').fill('late@mail.test')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  const open = page.getByRole('list', { name: 'Open invitations' })
  const withdraw = page.getByRole('button', { name: 'Withdraw the invitation of late@mail.test' })
  for (const accept of [false, true]) {
    await expect(open).toContainText('late@mail.test')
    const question = answerDialog(page, accept)
    await withdraw.click()
    expect(await question).toContain('late@mail.test')
  }
  await expect(toast(page)).toContainText('Invitation withdrawn')
  await expect(open).toHaveCount(0)
})

test('an owner shows a logo, whose file is checked', async ({ page, baseURL }) => {
  await signInAsSample(page.request, 'owner.clinic', baseURL)
  await page.goto('/employer/team')
  const choose = page.getByLabel('Logo', { exact: true })
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: svg })
  await expect(toast(page)).toContainText('A logo is a PNG, JPEG or WebP image.')
  const shown = page.locator('img[src^="/logos/"]')
  const before = await shown.getAttribute('src')
  await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await page.screenshot() })
  await expect(toast(page)).toContainText('Logo uploaded')
  await expect(shown).not.toHaveAttribute('src', before ?? '')
  await expect.poll(() => shown.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(96)
  await page.goto('/employers/demo-clinic')
  await expect(page.locator('img[src^="/logos/"]')).toBeVisible()
  await expectAccessible(page)
})

test('a reader sees postings and inquiries, and is offered no change', async ({ page, baseURL }) => {
  await signInAsSample(page.request, 'reader.system', baseURL)
  await page.goto('/employer/dashboard')
  const list = page.getByRole('list', { name: 'Your job postings' })
  await expect(list.getByRole('link', { name: /^View / }).first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /^(Edit|Post New Job|Upload CSV)/ })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('button', { name: /^(Delete|More)/ })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('checkbox')).toHaveCount(0)
  const details = await list
    .getByRole('link', { name: /^View / })
    .first()
    .getAttribute('href')
  await page.goto(`${details}/edit`)
  await expect(page.getByText('Readers of an organization change nothing.')).toBeVisible()
  await page.goto('/employer/inbox')
  await page.getByRole('main').getByRole('link', { name: 'Casey Sample' }).first().click()
  await expect(page.getByLabel('Stage')).toBeDisabled()
  await expectAccessible(page)
})
