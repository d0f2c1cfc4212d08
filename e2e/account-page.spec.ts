import { expectAccessibleEverywhere } from './accessible.ts'
import { test } from './fixtures.ts'
import { accountMenu, confirmAddress, expect, fillSignIn, linkInMail, signUp, somebody, toast } from './people.ts'

// Anonymous visitors and wrong passwords are refused on purpose.
test.use({ expectedComplaints: /status of 40[0139]|answer: 40[0139]/ })
// Hashing a password is slow on purpose.
test.describe.configure({ timeout: 60_000 })

test.describe('by mail', () => {
  test('an address is confirmed by a press of a button, not by following the link', async ({ page }) => {
    const { email } = await signUp(page.request)
    const link = await linkInMail(page.request, email, '/auth/verify')
    await page.goto(link)
    await page.goto('/account')
    await expect(page.getByText('Not confirmed')).toBeVisible()
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm email address' }).click()
    await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
    await page.getByRole('link', { name: 'Your account' }).click()
    await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()

    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm email address' }).click()
    await expect(page.getByRole('alert')).toContainText('We could not confirm the address')
  })

  test('a forgotten password is set anew; an unknown address gets the same answer', async ({ page, playwright, baseURL }) => {
    const request = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    const person = await signUp(request)
    await page.goto('/auth')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(page.getByLabel('Email', { exact: true })).toHaveCount(1)
    for (const email of [somebody().email, person.email]) {
      await page.getByLabel('Email', { exact: true }).fill(email)
      await page.getByRole('button', { name: /^Send/ }).click()
      await expect(page.getByRole('status').filter({ hasText: 'inbox' })).toContainText(`If there is an account for ${email}`)
    }
    await page.goto(await linkInMail(request, person.email, '/auth/reset'))
    await page.getByLabel('New password', { exact: true }).fill('another long one')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(toast(page)).toContainText('Password changed')
    await expect(page).toHaveURL('/account')
    await expect(accountMenu(page)).toBeVisible()
    await page.goto('/api/logout')
    await page.goto('/auth')
    await (await fillSignIn(page, person)).click()
    await expect(toast(page)).toContainText('Login failed')
    await (await fillSignIn(page, { ...person, password: 'another long one' })).click()
    await expect(accountMenu(page)).toBeVisible()
  })
})

test.describe('by a mailed link', () => {
  test('one signs in without a password', async ({ page, playwright, baseURL }) => {
    const request = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    const person = await signUp(request)
    await confirmAddress(request, person.email)
    await page.goto('/auth')
    await page.getByRole('link', { name: 'Email me a sign-in link' }).click()
    await expect(page.getByLabel('Email', { exact: true })).toHaveCount(1)
    await page.getByLabel('Email', { exact: true }).fill(person.email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'inbox' })).toContainText(
      `If there is an account for ${person.email}`,
    )
    await page.goto(await linkInMail(request, person.email, '/auth/link'))
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page).toHaveURL('/account')
    await expect(accountMenu(page)).toBeVisible()
  })

  test('an account that a stranger created with the address becomes its owner’s', async ({ page, playwright, baseURL }) => {
    const stranger = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    const { email } = await signUp(stranger)
    await page.goto(await linkInMail(stranger, email, '/auth/verify'))
    await page.getByRole('button', { name: 'Confirm email address' }).click()
    await expect(page.getByText('Someone else may have created it with your address')).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.getByLabel('New password', { exact: true }).fill('a password of my own')
    await page.getByRole('button', { name: 'Set password and confirm' }).click()
    await expect(page).toHaveURL('/account')
    await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
    expect((await stranger.get('/api/auth/user')).status()).toBe(401)
  })
})

test.describe('the account page', () => {
  test('changes the name, and the header follows', async ({ page }) => {
    await signUp(page.request, { role: 'employer', companyName: 'Sample Hospital', organizationType: 'Hospital' })
    await page.goto('/account')
    await expect(page.getByText('What is said about Sample Hospital')).toBeVisible()
    await page.getByLabel('First name').fill('Grace')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page)).toContainText('Details saved')
    await expect(accountMenu(page)).toContainText('Grace Sample')
    await page.reload()
    await expect(page.getByLabel('First name')).toHaveValue('Grace')
  })

  test('changes the password, which signs out everywhere else', async ({ page, playwright, baseURL }) => {
    const person = await signUp(page.request)
    const other = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    await other.post('/api/auth/login', { data: person })
    expect((await other.get('/api/auth/user')).status()).toBe(200)

    await page.goto('/account')
    await expect(page.getByRole('button', { name: /^Sign out (?!every)/ })).toHaveCount(1)
    await page.getByLabel('Current password').fill('wrong')
    await page.getByLabel('New password').fill('another long one')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByLabel('Current password')).toBeFocused()
    await page.getByLabel('Current password').fill(person.password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(toast(page)).toContainText('Password changed')
    await expect(page.getByLabel('New password')).toHaveValue('')
    await expect(page.getByRole('button', { name: /^Sign out (?!every)/ })).toHaveCount(0)
    expect((await other.get('/api/auth/user')).status()).toBe(401)
    expect((await page.request.get('/api/auth/user')).status()).toBe(200)
  })

  test('signs out one device, or all others', async ({ page, playwright, baseURL }) => {
    const person = await signUp(page.request)
    const others = await Promise.all([1, 2, 3].map(() => playwright.request.newContext({ baseURL: baseURL ?? '' })))
    for (const other of others) await other.post('/api/auth/login', { data: person })
    const alive = () => Promise.all(others.map(async (it) => (await it.get('/api/auth/user')).ok()))

    await page.goto('/account')
    const buttons = page.getByRole('button', { name: /^Sign out (?!every)/ })
    await expect(buttons).toHaveCount(3)
    await expect(page.getByText('This device')).toHaveCount(1)
    page.once('dialog', (asked) => void asked.dismiss())
    await buttons.first().click()
    expect((await alive()).filter(Boolean)).toHaveLength(3)
    page.on('dialog', (asked) => void asked.accept())
    await buttons.first().click()
    await expect(buttons).toHaveCount(2)
    expect((await alive()).filter(Boolean)).toHaveLength(2)
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect(buttons).toHaveCount(0)
    expect(await alive()).toEqual([false, false, false])
    expect((await page.request.get('/api/auth/user')).ok()).toBe(true)
  })
})
