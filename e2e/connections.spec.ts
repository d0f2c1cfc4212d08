import { expectAccessibleEverywhere, expectNoOverflow } from './accessible.ts'
import { test } from './fixtures.ts'
import { fillIn } from './forms.ts'
import { expect, toast } from './people.ts'
import { pressAndAnswer, signUpPoster } from './posters.ts'

test('an owner makes a key that a program uses, adds a hook, and reads what became of a delivery', async ({
  page,
  request,
}) => {
  await signUpPoster(page.request)
  await page.goto('/employer/team')
  await page.getByRole('link', { name: 'Keys and hooks' }).click()
  await expect(page.getByText('No keys yet.')).toBeVisible()
  await expectAccessibleEverywhere(page)

  await page.getByRole('button', { name: 'Make a key' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await fillIn(page, { 'Name of the program': 'Our website', For: 'postings' })
  await page.getByRole('button', { name: 'Make a key' }).click()
  const dialog = page.getByRole('dialog')
  const secret = (await dialog.getByText(/^wck_/).textContent()) ?? ''
  const read = () =>
    request.get('/api/v1/postings/REQ-7', { headers: { authorization: `Bearer ${secret}` } })
  expect((await read()).status()).toBe(404)
  await dialog.getByRole('button', { name: 'I saved it' }).click()
  await page.reload()
  const keys = page.getByRole('list', { name: 'Keys' })
  await expect(keys).toContainText('last used')
  await expect(keys).not.toContainText(secret)

  await fillIn(page, { Address: 'https://hooks.invalid/whitecoat' })
  await page.getByRole('button', { name: 'Add a hook' }).click()
  await expect(dialog.getByText(/^whsec_/)).toBeVisible()
  await expectNoOverflow(page)
  await dialog.getByRole('button', { name: 'I saved it' }).click()
  await page.getByRole('button', { name: /^Send a test/ }).click()
  await expect(toast(page)).toContainText('Test sent')
  await page.getByRole('button', { name: 'Show log' }).click()
  const log = page.getByRole('list', { name: 'Deliveries' })
  await expect(log).toContainText('hooks.invalid')
  await expectAccessibleEverywhere(page)
  await log.getByRole('button', { name: /^Send again/ }).click()
  await expect(toast(page)).toContainText('Sent again')

  await pressAndAnswer(page.getByRole('button', { name: /^Revoke/ }))
  await expect(page.getByText('No keys yet.')).toBeVisible()
  expect((await read()).status()).toBe(401)
})
