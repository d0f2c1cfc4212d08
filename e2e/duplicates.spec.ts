import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { accountPost } from '#features/postings/postings.fixture.ts'
import { expectAccessible, expectDialogAccessible } from './accessible.ts'
import { test } from './fixtures.ts'
import { expect, signInAsAdmin, toast } from './people.ts'
import { fromOurPages, signUpPoster } from './posters.ts'

/** An employer posts three similar jobs; an administrator opens the list. */
async function postThreeAlike(page: Page): Promise<{ title: string; list: string }> {
  const title = `Thoracic Surgeon ${randomUUID().slice(0, 8)}`
  await signUpPoster(page.request, { companyName: title })
  for (const more of [{}, { compensation: '$500,000' }, { description: 'Join four surgeons in a growing practice.' }]) {
    const data = accountPost({ title, specialty: 'Thoracic Surgery', city: 'Cheyenne', state: 'WY', company: title, ...more })
    const answer = await page.request.post('/api/jobs', { data, headers: fromOurPages })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  await page.request.get('/api/logout', { headers: fromOurPages })
  await signInAsAdmin(page.request)
  const filter = { specialty: 'Thoracic Surgery' }
  await expect
    .poll(async () => {
      const { pairs } = (await (await page.request.get('/api/admin/duplicates', { params: filter })).json()) as {
        pairs: { kept: { title: string } }[]
      }
      return pairs.filter((pair) => pair.kept.title === title).length
    })
    .toBe(3)
  return { title, list: `/admin/duplicates?${new URLSearchParams(filter).toString()}` }
}

test('an administrator dismisses one pair and merges another by keyboard', async ({ page }) => {
  test.slow()
  const { title, list } = await postThreeAlike(page)
  await page.goto(list)
  const pairs = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name: title }) })
  await expect(pairs).toHaveCount(3)
  await expectAccessible(page)
  await expect(pairs.first()).toContainText(/\d+% alike/)
  await expect(page.getByRole('row', { name: /^Pay / }).first()).toContainText('$500,000')
  await expect(pairs.locator('del').first()).toBeVisible()

  // Switched off on one page, shortcuts are off on the other as well.
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.keyboard.press('?')
  await keys.getByLabel('Use keyboard shortcuts in this browser').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(pairs.first()).not.toBeFocused()
  await page.goto('/admin/moderation')
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(keys.getByLabel('Use keyboard shortcuts in this browser')).not.toBeChecked()
  await keys.getByLabel('Use keyboard shortcuts in this browser').check()
  await page.goto(list)

  // From outside the list, a key focuses the first pair instead of deciding about it.
  await page.keyboard.press('d')
  await expect(pairs.first()).toBeFocused()
  await expect(pairs).toHaveCount(3)
  await page.keyboard.press('j')
  await expect(pairs.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(pairs.first()).toBeFocused()
  await page.keyboard.press('d')
  await expect(toast(page).filter({ hasText: 'Dismissed' })).toBeVisible()
  await expect(pairs).toHaveCount(2)
  await expect(pairs.first()).toBeFocused()

  // The other one can stay; what differs is marked.
  const stays = pairs.first().getByRole('columnheader', { name: /: stays/ })
  const first = (await stays.textContent()) ?? ''
  expect(first).toMatch(/^Added first: stays/)
  await page.keyboard.press('s')
  await expect(stays).toHaveText(/^Added later: stays/)
  await expect(stays).not.toHaveText(first)
  await page.keyboard.press('s')
  await expect(stays).toHaveText(first)

  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: 'Merge two jobs into one' })
  await expect(dialog).toContainText('You cannot undo a merge.')
  await expectDialogAccessible(page, 'Merge two jobs into one')
  await dialog.getByRole('button', { name: 'Merge for good' }).click()
  await expect(toast(page).filter({ hasText: 'Merged' })).toBeVisible()
  await expect(pairs).toHaveCount(0)
})
