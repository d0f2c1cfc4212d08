import { clickTo, expect, pressEnterTo, test } from './fixtures.ts'
import { fillIn } from './forms.ts'

test('the header leads to the four sections, the head follows, and on small screens the menu leads to all', async ({
  page,
}) => {
  await page.goto('/')
  const main = page.getByRole('navigation', { name: 'Main' })
  const sections = {
    'Post a Job': '/employers/post',
    About: '/about',
    Contact: '/contact',
    Jobs: '/jobs',
  }
  for (const [label, path] of Object.entries(sections)) {
    await clickTo(main.getByRole('link', { name: label, exact: true }), path)
    await expect(main.getByRole('link', { name: label, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
  }
  await page.goBack()
  await expect(page).toHaveTitle('Contact | Whitecoat')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/contact$/)
  const banner = page.getByRole('banner')
  await expect(banner.getByText('Demo')).toBeVisible()
  await clickTo(banner.getByRole('link', { name: /Whitecoat/ }), '/')

  const menu = page.getByRole('navigation', { name: 'Menu' })
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(main.getByRole('link')).toHaveText(['Jobs', 'Post a Job', 'About', 'Contact'])
  await page.getByRole('button', { name: 'Menu' }).click()
  await clickTo(menu.getByRole('link', { name: 'Salaries' }), '/salaries')
  await expect(menu).toBeHidden()
  await page.setViewportSize({ width: 360, height: 760 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await clickTo(menu.getByRole('link', { name: 'About' }), '/about')
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await banner.getByRole('searchbox', { name: 'Search jobs' }).fill('peds')
  await pressEnterTo(page, '/jobs?keyword=peds')
})

test('the contact page sends a message, keeps it no longer, and says what is missing', async ({
  page,
}) => {
  await page.goto('/contact')
  const send = page.getByRole('button', { name: 'Send message' })
  await expect(send).toBeEnabled()
  await send.click()
  await expect(page.getByRole('group', { name: 'There is a problem' })).toContainText(
    'Message must be at least 10 characters',
  )
  const main = page.getByRole('main')
  await fillIn(main, {
    Name: 'Ada Sample',
    Email: 'ada@mail.test',
    Message: 'The map shows Guam twice.',
  })
  await send.click()
  await expect(page.getByText('A confirmation goes to ada@mail.test.')).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('')
  await page.reload()
  await expect(page.getByLabel('Message')).toHaveValue('')
})

test('the first paint has the theme of the system, which the page follows until a toggle chooses another', async ({
  page,
}) => {
  // Measured by the browser at the first paint.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.body) return
      observer.disconnect()
      Object.assign(window, { firstTheme: document.documentElement.className })
    }).observe(document, { childList: true, subtree: true })
  })
  const firstTheme = () =>
    page.evaluate(() => (window as unknown as { firstTheme: string }).firstTheme)
  const html = page.locator('html')
  for (const [system, other] of [['light', 'dark'] as const, ['dark', 'light'] as const]) {
    await page.emulateMedia({ colorScheme: system })
    await page.goto('/about')
    expect(await firstTheme()).toBe(system)
    await page.emulateMedia({ colorScheme: other })
    await expect(html).toHaveClass(other)
    await page.emulateMedia({ colorScheme: system })
    await expect(html).toHaveClass(system)
    await page.getByRole('button', { name: 'Switch between light and dark theme' }).click()
    await expect(html).toHaveClass(other)
    await page.reload()
    expect(await firstTheme()).toBe(other)
    await clickTo(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }),
      '/contact',
    )
    await expect(html).toHaveClass(other)
    await page.evaluate(() => localStorage.clear())
  }
})
