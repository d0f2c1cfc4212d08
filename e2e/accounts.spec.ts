import { expectAccessible } from './accessible.ts'
import { callApi } from './api.ts'
import { clickTo, pressEnterTo, test } from './fixtures.ts'
import { fillIn } from './forms.ts'
import {
  accountMenu,
  clickForToast,
  expect,
  fillSignIn,
  fillSignUp,
  linkInMail,
  signUp,
  somebody,
  tabPanel,
  toast,
} from './people.ts'
import { hospital, pressAndAnswer } from './posters.ts'

// Anonymous visitors and wrong passwords are refused, and one test loses the connection.
test.use({ expectedComplaints: /status of 40[0139]|answer: 40[0139]|ERR_INTERNET_DISCONNECTED/ })
// Hashing a password is slow on purpose.
test.describe.configure({ timeout: 60_000 })

test('signing up makes an account, signs in to it and leads back', async ({ page }) => {
  const person = somebody()
  await page.goto('/jobs?specialty=Cardiology')
  await clickTo(
    page.getByRole('banner').getByRole('link', { name: 'Sign Up' }),
    /\/auth\?tab=sign-up&returnTo=%2Fjobs/,
  )
  await clickForToast(await fillSignUp(page, person), 'Welcome to Whitecoat!')
  await expect(toast(page)).toContainText("Your account has been created and you're now signed in.")
  await expect(page).toHaveURL('/jobs?specialty=Cardiology')
  for (const words of ['Signed in as', 'Ada Sample'])
    await expect(accountMenu(page)).toContainText(words)
  await page.reload()
  await expect(accountMenu(page)).toContainText('Ada Sample')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toHaveCount(0)
})

test('signing up reports every error at its field, and asks employers for their company', async ({
  page,
  request,
}) => {
  await page.goto('/auth?tab=sign-up')
  const panel = tabPanel(page, 'Sign Up')
  await fillIn(panel, { 'Last name': 'Sample', Email: 'ada@nowhere', Password: 'short' })
  await panel.getByRole('button', { name: 'Create Account' }).click()
  const summary = panel.getByRole('group', { name: 'There is a problem' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText([
    'First name is required',
    'Please enter a valid email address',
    'Password must be at least 8 characters',
  ])
  await summary.getByRole('link', { name: 'Please enter a valid email address' }).press('Enter')
  await expect(panel.getByLabel('Email')).toBeFocused()
  await expect(panel.getByLabel('Email')).toHaveValue('ada@nowhere')
  await expect(panel.getByLabel('Last name')).toHaveValue('Sample')
  await expect(panel.getByLabel('Password', { exact: true })).toHaveValue('short')

  const person = somebody()
  const create = await fillSignUp(page, person)
  await expect(panel.getByLabel('Company name')).toHaveCount(0)
  await panel.getByLabel('I am a').selectOption('Employer')
  await create.click()
  const company = panel.getByLabel('Company name')
  await expect(company).toBeFocused()
  await expect(company).toHaveAccessibleDescription(
    /Company name and organization type are required for employer accounts/,
  )
  const details = {
    'Company name': 'Sample Hospital',
    'Employer type': 'Hospital',
    'Company website': 'nonsense',
  }
  await fillIn(panel, details)
  await create.click()
  await expect(panel.getByLabel('Company website')).toBeFocused()
  await panel.getByLabel('Company website').fill('https://hospital.example')

  // A filled honeypot is emptied, and the form says that it could not be sent.
  await panel.locator('input[name=website]').fill('https://spam.example', { force: true })
  await create.click()
  await expect(summary).toContainText('We could not send the form. Please try again.')
  expect((await request.post('/api/auth/login', { data: person })).status()).toBe(401)
  await clickForToast(create, 'Welcome to Whitecoat!')
  await page.getByRole('banner').getByRole('button', { name: 'Post Job' }).click()
  await expect(
    page.getByRole('group', { name: 'Post Job' }).getByRole('link', { name: 'Post a Job' }),
  ).toBeVisible()
})

test('signing in fails with its input kept, and leads to the requested page', async ({
  page,
  request,
}) => {
  const person = await signUp(request)
  await page.goto('/account')
  await expect(toast(page)).toContainText('Please log in')
  await expect(page).toHaveURL('/auth?returnTo=%2Faccount')
  const panel = tabPanel(page, 'Sign In')
  const summary = page.getByRole('group', { name: 'There is a problem' })
  const button = await fillSignIn(page, { ...person, password: 'something else' })
  await clickForToast(button, 'Login failed')
  await expect(summary).toBeFocused()
  await expect(summary).toContainText('The email address or password is wrong.')
  await expect(panel.getByLabel('Email')).toHaveValue(person.email)
  await expect(panel.getByLabel('Password', { exact: true })).toHaveValue('something else')

  await page.route('**/api/auth/login', (route) => route.abort('internetdisconnected'), {
    times: 1,
  })
  await button.click()
  await expect(summary).toContainText('check your connection')
  await expect(panel.getByLabel('Email')).toHaveValue(person.email)
  await clickTo(page.getByRole('tab', { name: 'Sign Up' }), '/auth?tab=sign-up&returnTo=%2Faccount')
  await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible()
  await page.getByRole('tab', { name: 'Sign In' }).click()
  await expect(panel.getByLabel('Email')).toHaveValue(person.email)

  await (await fillSignIn(page, person)).click()
  for (const words of ['Welcome back!', 'You have successfully logged in.'])
    await expect(toast(page)).toContainText(words)
  await expect(page).toHaveURL('/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible()
})

test('who signs in while the site does not say who they are is led on by a page load', async ({
  page,
  request,
}) => {
  const person = await signUp(request)
  await page.goto('/auth?returnTo=%2Fabout')
  const button = await fillSignIn(page, person)
  await page.route('**/api/auth/user', (route) => route.abort('internetdisconnected'), { times: 1 })
  await button.click()
  await expect(page).toHaveURL('/about')
  await expect(accountMenu(page)).toBeVisible()
})

test('with the keyboard alone one signs up and out', async ({ page }) => {
  const person = somebody()
  await page.goto('/auth')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()
  await page.getByRole('tab', { name: 'Sign In' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toBeFocused()
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Tab')
  for (const text of [person.firstName, person.lastName, person.email, person.password]) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('P')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeFocused()
  await pressEnterTo(page, '/')

  await accountMenu(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(accountMenu(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Logout' })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
})

test('mailed links confirm an address by a press, sign in without a password, and set a forgotten one anew', async ({
  page,
}) => {
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
    await clickTo(page.getByRole('button', { name: 'Sign In', exact: true }), '/account')
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
    await clickForToast(page.getByRole('button', { name: 'Set password' }), 'Password changed')
    await expect(page).toHaveURL('/account')
    await expect(accountMenu(page)).toBeVisible()
  })
})

test('an account that a stranger created with the address becomes its owner’s', async ({
  page,
  request: stranger,
}) => {
  const { email } = await signUp(stranger)
  await page.goto(await linkInMail(stranger, email, '/auth/verify'))
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByText('Someone else may have created it with your address')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('New password', { exact: true }).fill('a password of my own')
  await clickTo(page.getByRole('button', { name: 'Set password and confirm' }), '/account')
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  expect((await stranger.get('/api/auth/user')).status()).toBe(401)
})

test('the account page changes name and password, and signs out elsewhere', async ({
  page,
  playwright,
  baseURL,
}) => {
  const person = await signUp(page.request, hospital)
  const others = await Promise.all(
    [1, 2, 3].map(() => playwright.request.newContext({ baseURL: baseURL ?? '' })),
  )
  const signInElsewhere = async () => {
    for (const other of others) await callApi(other, 'POST /api/auth/login', { body: person })
  }
  const alive = async () =>
    (await Promise.all(others.map(async (it) => (await it.get('/api/auth/user')).ok()))).filter(
      Boolean,
    )
  await signInElsewhere()
  await page.goto('/account')
  await test.step('the header follows the name', async () => {
    await expect(page.getByText('The facts about Sample Hospital')).toBeVisible()
    await page.getByLabel('First name').fill('Grace')
    await clickForToast(page.getByRole('button', { name: 'Save' }), 'Details saved')
    await expect(accountMenu(page)).toContainText('Grace Sample')
    await page.reload()
    await expect(page.getByLabel('First name')).toHaveValue('Grace')
  })

  const buttons = page.getByRole('button', { name: /^Sign out (?!every)/ })
  await test.step('one device is signed out, or all others', async () => {
    await expect(buttons).toHaveCount(3)
    await expect(page.getByText('This device')).toHaveCount(1)
    await pressAndAnswer(buttons.first(), false)
    expect(await alive()).toHaveLength(3)
    await pressAndAnswer(buttons.first())
    await expect(buttons).toHaveCount(2)
    expect(await alive()).toHaveLength(2)
    await pressAndAnswer(page.getByRole('button', { name: 'Sign out everywhere else' }))
    await expect(buttons).toHaveCount(0)
    expect(await alive()).toEqual([])
  })

  await test.step('a new password signs out everywhere else', async () => {
    await signInElsewhere()
    await page.reload()
    await expect(buttons).toHaveCount(3)
    await fillIn(page, { 'Current password': 'wrong', 'New password': 'another long one' })
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByLabel('Current password')).toBeFocused()
    await page.getByLabel('Current password').fill(person.password)
    await clickForToast(page.getByRole('button', { name: 'Change password' }), 'Password changed')
    await expect(page.getByLabel('New password')).toHaveValue('')
    await expect(buttons).toHaveCount(0)
    expect(await alive()).toEqual([])
    expect((await page.request.get('/api/auth/user')).ok()).toBe(true)
  })
  await Promise.all(others.map((other) => other.dispose()))
})
