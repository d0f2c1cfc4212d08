import { test } from './fixtures.ts'
import { accountMenu, expect, fillSignIn, fillSignUp, signUp, somebody, tabPanel, toast } from './people.ts'

// Anonymous visitors and wrong passwords are refused, and one test loses the connection.
test.use({ expectedComplaints: /status of 40[0139]|answer: 40[0139]|ERR_INTERNET_DISCONNECTED/ })
// Hashing a password is slow on purpose.
test.describe.configure({ timeout: 60_000 })

test('signing up makes an account, signs in to it and leads back', async ({ page }) => {
  const person = somebody()
  await page.goto('/jobs?specialty=Cardiology')
  await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(/\/auth\?tab=sign-up&returnTo=%2Fjobs/)
  await (await fillSignUp(page, person)).click()

  await expect(toast(page)).toContainText('Welcome to Whitecoat!')
  await expect(toast(page)).toContainText("Your account has been created and you're now signed in.")
  await expect(page).toHaveURL('/jobs?specialty=Cardiology')
  for (const words of ['Signed in as', 'Ada Sample']) await expect(accountMenu(page)).toContainText(words)
  await page.reload()
  await expect(accountMenu(page)).toContainText('Ada Sample')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toHaveCount(0)
})

test('signing up reports every error at its field, and asks employers for their company', async ({ page, request }) => {
  await page.goto('/auth?tab=sign-up')
  const panel = tabPanel(page, 'Sign Up')
  await panel.getByLabel('Last name').fill('Sample')
  await panel.getByLabel('Email').fill('ada@nowhere')
  await panel.getByLabel('Password', { exact: true }).fill('short')
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
  await expect(company).toHaveAccessibleDescription(/Company name and organization type are required for employer accounts/)
  await company.fill('Sample Hospital')
  await panel.getByLabel('Organization type').selectOption('Hospital')
  await panel.getByLabel('Company website').fill('nonsense')
  await create.click()
  await expect(panel.getByLabel('Company website')).toBeFocused()
  await panel.getByLabel('Company website').fill('https://hospital.example')

  // A filled honeypot is emptied, and the form says that it could not be sent.
  await panel.locator('input[name=website]').fill('https://spam.example', { force: true })
  await create.click()
  await expect(summary).toContainText('We could not send the form. Please try again.')
  expect((await request.post('/api/auth/login', { data: person })).status()).toBe(401)
  await create.click()
  await expect(toast(page)).toContainText('Welcome to Whitecoat!')
  await page.getByRole('banner').getByRole('button', { name: 'Post Job' }).click()
  await expect(page.getByRole('group', { name: 'Post Job' }).getByRole('link', { name: 'Post a Job' })).toBeVisible()
})

test('signing in fails with its input kept, and leads to the requested page', async ({ page, request }) => {
  const person = await signUp(request)
  await page.goto('/account')
  await expect(toast(page)).toContainText('Please log in')
  await expect(page).toHaveURL('/auth?returnTo=%2Faccount')
  const panel = tabPanel(page, 'Sign In')
  const summary = page.getByRole('group', { name: 'There is a problem' })
  const button = await fillSignIn(page, { ...person, password: 'something else' })
  await button.click()
  await expect(toast(page)).toContainText('Login failed')
  await expect(summary).toBeFocused()
  await expect(summary).toContainText('The email address or password is wrong.')
  await expect(panel.getByLabel('Email')).toHaveValue(person.email)
  await expect(panel.getByLabel('Password', { exact: true })).toHaveValue('something else')

  await page.route('**/api/auth/login', (route) => route.abort('internetdisconnected'))
  await button.click()
  await expect(summary).toContainText('check your connection')
  await expect(panel.getByLabel('Email')).toHaveValue(person.email)
  await page.unroute('**/api/auth/login')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL('/auth?tab=sign-up&returnTo=%2Faccount')
  await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible()
  await page.getByRole('tab', { name: 'Sign In' }).click()
  await expect(panel.getByLabel('Email')).toHaveValue(person.email)

  await (await fillSignIn(page, person)).click()
  for (const words of ['Welcome back!', 'You have successfully logged in.']) await expect(toast(page)).toContainText(words)
  await expect(page).toHaveURL('/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible()
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
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')

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
