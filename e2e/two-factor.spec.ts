import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { runSql } from './database.ts'
import { clickTo, test } from './fixtures.ts'
import {
  accountMenu,
  clickForToast,
  confirmAddress,
  expect,
  fillSignIn,
  linkInMail,
  signUp,
  somebody,
} from './people.ts'
import { closeCodes, codeOf, codesDialog, setUpApp } from './authenticator.ts'
import { pressAndAnswer } from './posters.ts'

// Wrong codes and calls that need a proof are refused on purpose.
test.use({ expectedComplaints: /status of 40[0139]|answer: 40[0139]/ })
test.describe.configure({ timeout: 90_000 })

/** A device that has passkeys, whose holder always agrees. */
async function addDevice(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const signedIn = (page: Page) => expect(accountMenu(page)).toBeVisible()
const section = (page: Page) => page.getByRole('region', { name: 'Second step' })

test('a passkey signs in by itself, and as the second step', async ({ page }) => {
  await addDevice(page)
  const person = await signUp(page.request)
  await page.goto('/account')
  await section(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(codesDialog(page)).toBeVisible()
  await closeCodes(page)
  await expect(section(page).getByText('Chrome on Linux')).toBeVisible()

  await page.goto('/api/logout')
  await page.goto('/auth?returnTo=%2Fabout')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await signedIn(page)
  await expect(page).toHaveURL('/about')

  await page.goto('/api/logout')
  await page.goto('/auth?returnTo=%2Fterms')
  await (await fillSignIn(page, person)).click()
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await signedIn(page)
  await expect(page).toHaveURL('/terms')
})

test('at 127.0.0.1 the pages with passkeys say that they do not work there, and lead to localhost', async ({
  page,
  baseURL,
}) => {
  const origin = (baseURL ?? '').replace('localhost', '127.0.0.1')
  const link = page.getByRole('link', { name: 'Open this page at localhost' })
  await page.goto(`${origin}/auth?returnTo=%2Fabout`)
  await expect(page.getByText('Passkeys do not work at 127.0.0.1.')).toBeVisible()
  await clickTo(link, '/auth?returnTo=%2Fabout')
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeEnabled()
  await expect(link).toBeHidden()
})

test('a person signs in with an authenticator app or a recovery code, and removes it by the mailed link', async ({
  page,
}) => {
  const person = await signUp(page.request)
  await confirmAddress(page.request, person.email)
  await page.goto('/account')
  const { secret, recoveryCodes } = await setUpApp(page)
  await expectAccessible(page, 'dialog[open]')
  await closeCodes(page)
  await expect(section(page).getByText('You have 10 left.')).toBeVisible()

  for (const code of [codeOf(secret, 1), recoveryCodes[0] ?? '']) {
    await page.goto('/api/logout')
    await page.goto('/auth?returnTo=%2Fabout')
    await (await fillSignIn(page, person)).click()
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
    if (code === recoveryCodes[0]) await expectAccessibleEverywhere(page)
    await page.getByRole('textbox', { name: 'Code' }).fill(code)
    await page.getByRole('button', { name: 'Continue' }).click()
    await signedIn(page)
    await expect(page).toHaveURL('/about')
  }
  await page.goto('/auth/second-step')
  await expect(page).toHaveURL('/')

  const link = await linkInMail(page.request, person.email, '/account/second-step')
  const button = page.getByRole('button', { name: 'Remove the second step' })
  await page.goto(link)
  await expectAccessible(page)
  await button.click()
  await expect(page.getByText('The second step is gone.')).toBeVisible()
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)
  await page.goto(link)
  await button.click()
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible()
  await expect(button).toBeHidden()
})

test('what only the owner may do asks for a proof, and then goes on', async ({ page }) => {
  const person = await signUp(page.request)
  await page.goto('/account')
  await runSql(
    `update sessions set proved_at = null where user_id = (select id from users where email = $1)`,
    [person.email],
  )
  await page.getByRole('button', { name: 'Download my data' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'dialog[open]')
  await clickForToast(
    dialog.getByRole('button', { name: 'Close' }),
    'Please confirm that it is you.',
  )
  await page.getByRole('button', { name: 'Download my data' }).click()
  await dialog.getByLabel('Your password').fill('wrong')
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(dialog.getByText('The password is wrong.').first()).toBeVisible()
  await dialog.getByLabel('Your password').fill(person.password)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  expect((await download).suggestedFilename()).toBe('my-data.json')
  await expect(dialog).toBeHidden()
})

test('the address is changed by a link in the new mailbox, and changed back by one in the old', async ({
  page,
}) => {
  const person = await signUp(page.request)
  await confirmAddress(page.request, person.email)
  await page.goto('/account')
  await page.getByText('Change the address').click()
  const { email } = somebody()
  await page.getByLabel('New address').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`We are emailing a link to ${email}.`)).toBeVisible()
  await page.goto(await linkInMail(page.request, email, '/account/address'))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm the new address' }).click()
  await expect(page.getByText('Your account has a new email address.')).toBeVisible()
  await page.goto(await linkInMail(page.request, person.email, '/account/address'))
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await expect(page.getByText('Your account has its old address again.')).toBeVisible()
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)
})

test('an app that was removed is set up again, with another key', async ({ page }) => {
  await signUp(page.request)
  await page.goto('/account')
  const { secret } = await setUpApp(page)
  await closeCodes(page)
  await pressAndAnswer(section(page).getByRole('button', { name: 'Remove the authenticator app' }))
  expect((await setUpApp(page)).secret).not.toBe(secret)
})
