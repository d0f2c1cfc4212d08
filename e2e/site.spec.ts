import { expect, test } from './fixtures.ts'

test('the header leads to the four sections, the head follows, and on small screens the menu leads to all', async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('navigation', { name: 'Main' })
  for (const [label, path] of [
    ['Post a Job', '/employers/post'],
    ['About', '/about'],
    ['Contact', '/contact'],
    ['Jobs', '/jobs'],
  ] as const) {
    await main.getByRole('link', { name: label, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(main.getByRole('link', { name: label, exact: true })).toHaveAttribute('aria-current', 'page')
  }
  await page.goBack()
  await expect(page).toHaveTitle('Contact | Whitecoat')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/contact$/)
  const banner = page.getByRole('banner')
  await expect(banner.getByText('Demo')).toBeVisible()
  await banner.getByRole('link', { name: /Whitecoat/ }).click()
  await expect(page).toHaveURL('/')

  const menu = page.getByRole('navigation', { name: 'Menu' })
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(main.getByRole('link')).toHaveText(['Jobs', 'Post a Job', 'About', 'Contact'])
  await page.getByRole('button', { name: 'Menu' }).click()
  await menu.getByRole('link', { name: 'Salaries' }).click()
  await expect(page).toHaveURL('/salaries')
  await page.setViewportSize({ width: 360, height: 760 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await menu.getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await banner.getByRole('searchbox', { name: 'Search jobs' }).fill('peds')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/jobs?keyword=peds')
})

test('the contact page sends a message, and says what is missing', async ({ page }) => {
  await page.goto('/contact')
  const send = page.getByRole('button', { name: 'Send message' })
  await expect(send).toBeEnabled()
  await send.click()
  await expect(page.getByRole('group', { name: 'There is a problem' })).toContainText('Message must be at least 10 characters')
  await page.getByLabel('Name').fill('Ada Sample')
  await page.getByRole('main').getByLabel('Email').fill('ada@mail.test')
  await page.getByLabel('Message').fill('The map shows Guam twice.')
  await page.locator('input[name=website]').fill('https://filled.by.a.manager', { force: true })
  await send.click()
  await expect(page.getByRole('group', { name: 'There is a problem' })).toContainText(
    'We could not send the form. Please try again.',
  )
  await send.click()
  await expect(page.getByText('We sent a confirmation to ada@mail.test.')).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('')
})
