import { expectAccessible, expectAccessibleEverywhere, expectNoOverflow } from './accessible.ts'
import { callApi } from './api.ts'
import { test } from './fixtures.ts'
import { fillIn } from './forms.ts'
import { expect, linkInMail, signInAsSample, somebody, toast } from './people.ts'
import { post, pressAndAnswer, signUpPoster } from './posters.ts'

test.use({ expectedComplaints: /status of 40[0349]|answer: 40[0349]/, reducedMotion: 'reduce' })
// Two browsers.
test.describe.configure({ timeout: 90_000 })

test('a colleague without an account signs up by the invitation, and is in the team', async ({
  page,
  otherPage: guest,
}) => {
  await signUpPoster(page.request)
  const { email, firstName, lastName, password } = somebody()
  await callApi(page.request, 'POST /api/organization/invitations', {
    body: { email, seat: 'recruiter' },
  })
  await guest.goto(await linkInMail(page.request, email, '/invitation'))
  await expect(guest.getByLabel('Email')).toHaveValue(email)
  await expectAccessibleEverywhere(guest)
  await fillIn(guest, { 'First name': firstName, 'Last name': lastName })
  await guest.getByLabel('Password', { exact: true }).fill(password)
  await guest.getByRole('button', { name: 'Create account and join' }).click()
  await expect(toast(guest)).toContainText('You are in the team of Sample Hospital.')
  await expect(guest).toHaveURL('/employer/team')
  await expect(guest.getByRole('list', { name: 'Members' })).toContainText(email)
  const user = await callApi(guest.request, 'GET /api/auth/user')
  expect(user).toMatchObject({ emailVerified: true, role: 'employer' })
})

test('an owner invites a recruiter, who posts and is removed', async ({
  page,
  otherPage: guest,
}) => {
  const owner = await signUpPoster(page.request)
  const person = await signUpPoster(guest.request, { role: 'recruiter', companyName: 'Alone' })
  await page.goto('/employer/team')
  const open = page.getByRole('list', { name: 'Open invitations' })
  const invite = async (email: string) => {
    await fillIn(page, { 'Work email': email, Seat: 'recruiter' })
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(open).toContainText(email)
  }
  // An invitation is withdrawn only once asked.
  await invite('late@mail.test')
  for (const accept of [false, true]) {
    await expect(open).toContainText('late@mail.test')
    const withdraw = page.getByRole('button', { name: 'Withdraw the invitation of late@mail.test' })
    expect(await pressAndAnswer(withdraw, accept)).toContain('late@mail.test')
  }
  await expect(toast(page)).toContainText('Invitation withdrawn')
  await expect(open).toHaveCount(0)
  await invite(person.email)
  await expect(toast(page)).toContainText('Invited')
  await expectAccessible(page)
  await expectNoOverflow(page)

  const link = await linkInMail(page.request, person.email, '/invitation')
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
  await guest.goto('/employer/dashboard')
  await expect(guest.getByRole('link', { name: title, exact: true })).toBeVisible()

  await page.goto('/employer/team')
  const members = page.getByRole('list', { name: 'Members' })
  const remove = members.getByRole('listitem').filter({ hasText: person.email }).getByRole('button')
  expect(await pressAndAnswer(remove)).toBe('Remove Ada Sample? The postings go to you.')
  await expect(toast(page)).toContainText('Member removed')
  await expect(members).not.toContainText(person.email)
  await expect(members).toContainText(owner.email)
  expect((await guest.request.get(`/employer/jobs/${id}`)).status()).toBe(404)
})

test('an owner shows a logo and photos, whose files are checked', async ({ page }) => {
  await signInAsSample(page.request, 'owner.clinic')
  await page.goto('/employer/team')
  const choose = page.getByLabel('Logo', { exact: true })
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: svg })
  await expect(toast(page)).toContainText('A logo is a PNG, JPEG or WebP image.')
  const shown = page.locator('img[src^="/logos/"]')
  const before = await shown.getAttribute('src')
  await choose.setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await page.screenshot(),
  })
  await expect(toast(page)).toContainText('Logo uploaded')
  await expect(shown).not.toHaveAttribute('src', before ?? '')
  await expect
    .poll(() => shown.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBe(96)
  const photo = { name: 'photo.png', mimeType: 'image/png', buffer: await page.screenshot() }
  await page.getByLabel('What the next photo shows').fill('Our emergency department')
  await page.getByLabel('Photo', { exact: true }).setInputFiles({ ...photo, buffer: svg })
  await expect(toast(page)).toContainText('A photo is a PNG, JPEG or WebP image.')
  await page.getByLabel('Photo', { exact: true }).setInputFiles(photo)
  await expect(toast(page)).toContainText('Photo added')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/employers/demo-clinic')
  await expect(page.locator('img[src^="/logos/"]')).toBeVisible()
  const shownPhoto = page.getByRole('img', { name: 'Our emergency department' })
  await shownPhoto.scrollIntoViewIfNeeded()
  await expect
    .poll(() => shownPhoto.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBe(640)
  const row = await page.getByRole('list', { name: 'Photos' }).boundingBox()
  expect(row?.height).toBeLessThanOrEqual(130)
  await page.getByRole('link', { name: 'Report a photo' }).click()
  await expect(page.getByLabel('Message')).toHaveValue('About /employers/demo-clinic: ')
  await page.goto('/employer/team')
  await page.getByRole('button', { name: 'Remove Our emergency department' }).click()
  await expect(toast(page)).toContainText('Photo removed')
})

test('a reader sees postings and inquiries, and is offered no change', async ({ page }) => {
  await signInAsSample(page.request, 'reader.system')
  await page.goto('/employer/dashboard')
  const list = page.getByRole('list', { name: 'Your job postings' })
  await expect(list.getByRole('link', { name: /^View / }).first()).toBeVisible()
  await expect(
    page.getByRole('main').getByRole('link', { name: /^(Edit|Post New Job|Upload CSV)/ }),
  ).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('button', { name: /^(Delete|More)/ })).toHaveCount(
    0,
  )
  await expect(page.getByRole('main').getByRole('checkbox')).toHaveCount(0)
  const details = await list
    .getByRole('link', { name: /^View / })
    .first()
    .getAttribute('href')
  await page.goto(`${details}/edit`)
  await expect(page.getByText('Readers of an organization cannot change postings.')).toBeVisible()
  await page.goto('/employer/inbox')
  await page.getByRole('main').getByRole('link', { name: 'Casey Sample' }).first().click()
  await expect(page.getByLabel('Stage')).toBeDisabled()
})
