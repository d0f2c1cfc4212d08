import { expectAccessible } from './accessible.ts'
import { test } from './fixtures.ts'
import { accountMenu, expect, linkInMail, signUp, somebody, toast } from './people.ts'
import { answerDialog, fromOurPages, hospital } from './posters.ts'

// Anonymous visitors and wrong passwords are refused on purpose.
test.use({ expectedComplaints: /status of 40[0139]|answer: 40[0139]/ })
// Hashing a password is slow on purpose.
test.describe.configure({ timeout: 60_000 })

test('mailed links confirm an address by a press, sign in without a password, and set a forgotten one anew', async ({ page }) => {
  const person = await signUp(page.request)
  const link = await linkInMail(page.request, person.email, '/auth/verify')
  const status = page.getByRole('status').filter({ hasText: 'inbox' })
  const email = page.getByLabel('Email', { exact: true })
  await test.step('following the link confirms nothing', async () => {
    await page.goto(link)
    await page.goto('/account')
    await expect(page.getByText('Not confirmed')).toBeVisible()
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm email address' }).click()
    await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
    await page.getByRole('link', { name: 'Your account' }).click()
    await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  })

  await test.step('a link signs in', async () => {
    await page.goto('/api/logout')
    await page.goto('/auth')
    await page.getByRole('link', { name: 'Email me a sign-in link' }).click()
    await expect(email).toHaveCount(1)
    await email.fill(person.email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(status).toContainText(`If there is an account for ${person.email}`)
    await page.goto(await linkInMail(page.request, person.email, '/auth/link'))
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page).toHaveURL('/account')
    await expect(accountMenu(page)).toBeVisible()
  })

  await test.step('a forgotten password is set anew, and an unknown address gets the same answer', async () => {
    await page.goto('/api/logout')
    await page.goto('/auth')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(email).toHaveCount(1)
    for (const address of [somebody().email, person.email]) {
      await email.fill(address)
      await page.getByRole('button', { name: /^Send/ }).click()
      await expect(status).toContainText(`If there is an account for ${address}`)
    }
    await page.goto(await linkInMail(page.request, person.email, '/auth/reset'))
    await page.getByLabel('New password', { exact: true }).fill('another long one')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(toast(page)).toContainText('Password changed')
    await expect(page).toHaveURL('/account')
    await expect(accountMenu(page)).toBeVisible()
  })
})

test('an account that a stranger created with the address becomes its owner’s', async ({ page, request: stranger }) => {
  const { email } = await signUp(stranger)
  await page.goto(await linkInMail(stranger, email, '/auth/verify'))
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByText('Someone else may have created it with your address')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('New password', { exact: true }).fill('a password of my own')
  await page.getByRole('button', { name: 'Set password and confirm' }).click()
  await expect(page).toHaveURL('/account')
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  expect((await stranger.get('/api/auth/user')).status()).toBe(401)
})

test('the account page changes name and password, and signs out elsewhere', async ({ page, playwright, baseURL }) => {
  const person = await signUp(page.request, hospital)
  const others = await Promise.all([1, 2, 3].map(() => playwright.request.newContext({ baseURL: baseURL ?? '' })))
  const signInElsewhere = async () => {
    for (const it of others)
      expect((await it.post('/api/auth/login', { headers: fromOurPages, data: person })).status()).toBe(200)
  }
  const alive = async () => (await Promise.all(others.map(async (it) => (await it.get('/api/auth/user')).ok()))).filter(Boolean)
  await signInElsewhere()
  await page.goto('/account')
  await test.step('the header follows the name', async () => {
    await expect(page.getByText('What is said about Sample Hospital')).toBeVisible()
    await page.getByLabel('First name').fill('Grace')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page)).toContainText('Details saved')
    await expect(accountMenu(page)).toContainText('Grace Sample')
    await page.reload()
    await expect(page.getByLabel('First name')).toHaveValue('Grace')
  })

  const buttons = page.getByRole('button', { name: /^Sign out (?!every)/ })
  await test.step('one device is signed out, or all others', async () => {
    await expect(buttons).toHaveCount(3)
    await expect(page.getByText('This device')).toHaveCount(1)
    void answerDialog(page, false)
    await buttons.first().click()
    expect(await alive()).toHaveLength(3)
    void answerDialog(page, true)
    await buttons.first().click()
    await expect(buttons).toHaveCount(2)
    expect(await alive()).toHaveLength(2)
    void answerDialog(page, true)
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect(buttons).toHaveCount(0)
    expect(await alive()).toEqual([])
  })

  await test.step('a new password signs out everywhere else', async () => {
    await signInElsewhere()
    await page.reload()
    await expect(buttons).toHaveCount(3)
    await page.getByLabel('Current password').fill('wrong')
    await page.getByLabel('New password').fill('another long one')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByLabel('Current password')).toBeFocused()
    await page.getByLabel('Current password').fill(person.password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(toast(page)).toContainText('Password changed')
    await expect(page.getByLabel('New password')).toHaveValue('')
    await expect(buttons).toHaveCount(0)
    expect(await alive()).toEqual([])
    expect((await page.request.get('/api/auth/user')).ok()).toBe(true)
  })
  await Promise.all(others.map((other) => other.dispose()))
})
