import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect } from './people.ts'

export const codesDialog = (page: Page) => page.getByRole('dialog', { name: 'Your recovery codes' })

export const closeCodes = (page: Page) =>
  codesDialog(page).getByRole('button', { name: 'Close' }).click()

export async function setUpApp(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await page.getByRole('textbox', { name: 'Code' }).fill('000000')
  await page.getByRole('button', { name: 'Add the app' }).click()
  await expect(page.getByText('This code is wrong or was already used.').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Add the app' }).click()
  await expect(codesDialog(page).getByRole('listitem')).toHaveCount(10)
  const recoveryCodes = await codesDialog(page).getByRole('listitem').allTextContents()
  return { secret, recoveryCodes }
}

export const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 })
