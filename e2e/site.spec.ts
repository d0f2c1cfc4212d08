import { expect, test } from './fixtures.ts'

test.describe('the header', () => {
  test('leads to the four sections and marks the current one', async ({ page }) => {
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
    await page
      .getByRole('banner')
      .getByRole('link', { name: /Whitecoat/ })
      .click()
    await expect(page).toHaveURL('/')
  })

  test('says that it is a demo, and lets the keyboard skip to the content', async ({ page }) => {
    await page.goto('/about')
    await expect(page.getByRole('banner').getByText('Demo')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })
})

test('a tablet finds every section in header and menu', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Jobs',
    'Post a Job',
    'About',
    'Contact',
  ])
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Salaries' }).click()
  await expect(page).toHaveURL('/salaries')
})

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 360, height: 760 } })

  test('the menu closes when a link is chosen, and on Escape', async ({ page }) => {
    await page.goto('/')
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await page.getByRole('button', { name: 'Menu' }).click()
    await menu.getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/about')
    await expect(menu).toBeHidden()

    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(menu).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
  })

  test('the header searches', async ({ page }) => {
    await page.goto('/about')
    await page.getByRole('banner').getByRole('searchbox', { name: 'Search jobs' }).fill('peds')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/jobs?keyword=peds')
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 760 } })

  test('menu, header search and hero search work', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Contact' }).click()
    await expect(page.getByRole('heading', { name: 'Contact', level: 1 })).toBeVisible()

    await page.getByRole('banner').getByRole('searchbox', { name: 'Search jobs' }).fill('cardiology')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/jobs?keyword=cardiology')

    await page.goto('/')
    await page.getByRole('searchbox', { name: 'Specialty, position or keyword' }).fill('cardiology')
    await page.getByRole('button', { name: 'Search Jobs' }).click()
    await expect(page.getByRole('heading', { name: 'Search Results for "cardiology"' })).toBeVisible()
  })
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

test('Privacy and Terms name each other and today', async ({ page }) => {
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format()
  await page.goto('/privacy')
  await expect(page.getByText(`Last updated: ${today}`)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Terms of Service' }).click()
  await expect(page.getByRole('heading', { name: 'Terms of Service', level: 1 })).toBeVisible()
  await expect(page.getByText(`Last updated: ${today}`)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page).toHaveURL('/privacy')
})
