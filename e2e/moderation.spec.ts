import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { hold } from './api.ts'
import { runSql } from './database.ts'
import { test } from './fixtures.ts'
import { clickForToast, expect, signInAsAdmin, signUp, toast } from './people.ts'
import { approve, dayOfPosting, hospital, post } from './posters.ts'

/** A moderator works through what waits, and what the importer doubts, with the keyboard. */

// What is not live is not there, and what was changed meanwhile is not approved.
test.use({ expectedComplaints: /status of (404|409)|answer: (404|409)/ })

let source = ''
test.beforeEach(() => {
  source = `Waiting ${randomUUID().slice(0, 8)}`
})

const stated = { state: 'stated', words: 'Cardiologist' }

/** A waiting imported job; its id. */
async function waiting(
  order: number,
  title: string,
  facts: Record<string, object> = {},
): Promise<string> {
  const id = randomUUIDv7()
  const text =
    'See patients in the Greater Bay, CA, four days a week. Up to $60 for you. Board certified or eligible.'
  await runSql(
    `insert into jobs (id, status, channel, created_at, posted_at, updated_at, title, employer, city, state, specialty,
       employment_type, description, source, apply_url)
     values ($1, 'pending', 'import', now() + $2 * interval '1 second', $6, now(), $3, 'Larkfield Heart Group', 'Austin', 'TX',
       'Cardiology', 'full-time', $4, $5, 'https://www.larkfield.example.org/apply')`,
    [id, order, `${title} ${source}`, text, source, dayOfPosting.iso],
  )
  const all = {
    place: stated,
    profession: stated,
    specialty: stated,
    pay: stated,
    type: stated,
    schedule: stated,
    ...facts,
  }
  await runSql('insert into job_facts (job_id, source, facts, doubtful) values ($1, $2, $3, $4)', [
    id,
    source,
    JSON.stringify(all),
    Object.keys(facts),
  ])
  return id
}

const place = {
  state: 'doubtful',
  reason: 'unknown-city',
  words: 'Greater Bay, CA',
  suggestion: { city: 'Oakland', state: 'CA' },
}
const pay = { state: 'doubtful', reason: 'pay-implausible', words: '$60' }
const profession = { state: 'doubtful', reason: 'profession-unclear', words: 'Practice Nurse' }
const specialty = { state: 'doubtful', reason: 'specialty-unclear', words: 'Hospitalist' }

const rowOf = (page: Page, id: string): Locator =>
  page.getByRole('list', { name: 'What waits' }).locator(`[data-key="pending-${id}"]`)
const doubts = (row: Locator): Locator => row.getByRole('list', { name: 'Doubtful facts' })

test('what waits is approved, rejected, corrected and taken back by single keys', async ({
  page,
}) => {
  test.slow()
  const titles = ['Approved', 'Rejected', 'Edited', 'Undone', 'Selected', 'Selected, too']
  const [approved = '', rejected = '', edited = '', undone = '', ticked = '', alsoTicked = ''] =
    await Promise.all(titles.map((title, order) => waiting(order, title)))
  await signInAsAdmin(page.request)
  await page.goto(`/admin/moderation?source=${encodeURIComponent(source)}&doubt=none`)
  await page.keyboard.press('j')
  await expect(rowOf(page, approved)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(
    rowOf(page, approved).getByRole('region', { name: 'Description', exact: true }),
  ).toBeVisible()
  await page.keyboard.press('a')
  await expect(toast(page)).toContainText('Approved')

  await expect(rowOf(page, rejected)).toBeFocused()
  await expect(
    rowOf(page, rejected).getByRole('region', { name: 'Description', exact: true }),
  ).toBeVisible()
  await page.keyboard.press('r')
  const why = page.getByRole('dialog', { name: 'Reject?' })
  await page.keyboard.press('Control+Enter')
  await expect(why.getByLabel('Reason for the poster')).toHaveAccessibleDescription(
    /Please give a reason/,
  )
  const ready = why.getByLabel('Ready-made reasons')
  await ready.selectOption('The job is no longer open.')
  // Enter alone never sends a rejection.
  await ready.press('Enter')
  await why.getByLabel('Reason for the poster').press('Enter')
  await expect(why.getByLabel('Reason for the poster')).toHaveValue(/no longer open\.\n$/)
  await why.getByLabel('Reason for the poster').press('Control+Enter')
  await expect(toast(page)).toContainText('Rejected')

  await expect(rowOf(page, edited)).toBeFocused()
  await page.keyboard.press('e')
  const form = page.getByRole('dialog', { name: 'Edit' })
  await form.getByLabel('Job title').fill(`Corrected ${source}`)
  await clickForToast(form.getByRole('button', { name: 'Save' }), 'Saved')
  await expect(rowOf(page, edited)).toBeFocused()
  await page.keyboard.press('a')

  await expect(rowOf(page, undone)).toBeFocused()
  await page.keyboard.press('a')
  await expect(rowOf(page, undone)).toHaveCount(0)
  await page.keyboard.press('u')
  await expect(toast(page)).toContainText('Undone')
  await expect(rowOf(page, undone)).toBeFocused()

  for (const key of ['j', 'x', 'ArrowDown', 'x']) await page.keyboard.press(key)
  await clickForToast(page.getByRole('button', { name: 'Approve 2', exact: true }), '2 approved')
  await expect(rowOf(page, alsoTicked)).toHaveCount(0)

  for (const id of [approved, ticked, alsoTicked])
    expect((await page.request.get(`/api/jobs/${id}`)).status()).toBe(200)
  expect(await (await page.request.get(`/jobs/${edited}`)).text()).toContain(`Corrected ${source}`)

  await page.goto('/admin/moderation/history?action=reject')
  const row = page.getByRole('row').filter({ has: page.locator(`a[href$="${rejected}"]`) })
  await expect(row).toContainText('The job is no longer open.')
  await row.getByRole('button', { name: /^Undo/ }).click()
  await expect(row).toContainText('Undone by')
  await expect(row.getByRole('button')).toHaveCount(0)
  for (const id of [rejected, undone])
    expect((await page.request.get(`/api/jobs/${id}`)).status()).toBe(404)
})

test('what its poster changes before an approval arrives is not approved unseen', async ({
  page,
}) => {
  const [first, changed] = [await waiting(1, 'First'), await waiting(2, 'Seen')]
  await signInAsAdmin(page.request)
  await page.goto(`/admin/moderation?source=${encodeURIComponent(source)}&doubt=none`)
  const release = await hold(page, `**/api/admin/postings/${first}/decision`)
  await page.keyboard.press('j')
  await expect(rowOf(page, first)).toBeFocused()
  await page.keyboard.press('a')
  await expect(rowOf(page, changed)).toBeFocused()
  await page.keyboard.press('a')
  await runSql(`update jobs set title = 'Unseen', updated_at = clock_timestamp() where id = $1`, [
    changed,
  ])
  release()
  await expect(toast(page)).toContainText('This posting was edited in the meantime.')
  await expect(rowOf(page, changed)).toContainText('Unseen')
})

test('doubtful facts are accepted, corrected and refused by single keys', async ({ page }) => {
  test.slow()
  const [first, second, nurse, last] = [
    await waiting(1, 'Cardiologist', { place }),
    await waiting(2, 'Heart Specialist', { place, pay }),
    await waiting(3, 'Practice Nurse', { profession }),
    await waiting(4, 'Hospitalist', { specialty }),
  ]
  await signInAsAdmin(page.request)
  await page.goto(`/admin/moderation?source=${encodeURIComponent(source)}`)
  await page.keyboard.press('j')
  await expect(rowOf(page, first)).toBeFocused()
  await expect(rowOf(page, first)).toContainText('2 postings say “Greater Bay, CA”')
  await expect(rowOf(page, second)).toHaveCount(0)
  await expect(rowOf(page, first)).toHaveAccessibleName(/doubtful: location$/)

  // An approval says what it waits for, and one press answers it for both.
  await page.keyboard.press('a')
  await expect(toast(page)).toContainText('Missing before approval: location')
  await expect(
    rowOf(page, first).getByRole('button', { name: 'Accept: Oakland, CA' }),
  ).toBeFocused()
  await page.keyboard.press('s')
  await expect(toast(page).filter({ hasText: 'Location: Oakland, CA' })).toContainText('2 postings')
  await expect(doubts(rowOf(page, first))).toHaveCount(0)
  await page.keyboard.press('u')
  await expect(doubts(rowOf(page, first)).getByRole('listitem')).toHaveCount(1)
  await expect(rowOf(page, first)).toBeFocused()
  await page.keyboard.press('s')
  await expect(doubts(rowOf(page, first))).toHaveCount(0)
  await expect(doubts(rowOf(page, second)).getByRole('listitem')).toHaveCount(1)
  await expect(rowOf(page, first)).toBeFocused()
  await page.keyboard.press('a')

  await expect(rowOf(page, second)).toBeFocused()
  await page.keyboard.press('c')
  const form = rowOf(page, second).getByRole('form', { name: 'Correct the pay' })
  await expect(form.getByLabel('Lowest pay')).toBeFocused()
  await page.keyboard.type('300K')
  await form.getByLabel('Highest pay').fill('250K')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Lowest pay')).toHaveAccessibleDescription(/above the highest/)
  await form.getByLabel('Highest pay').fill('350,000')
  await page.keyboard.press('Enter')
  await expect(doubts(rowOf(page, second))).toHaveCount(0)
  await expect(rowOf(page, second)).toBeFocused()
  await page.keyboard.press('a')

  // Enter only opens; P rejects, and U takes that back.
  await expect(rowOf(page, nurse)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(
    rowOf(page, nurse).getByRole('region', { name: 'Description', exact: true }),
  ).toBeVisible()
  await page.keyboard.press('p')
  await expect(rowOf(page, nurse)).toHaveCount(0)
  await page.keyboard.press('u')
  await expect(rowOf(page, nurse)).toBeFocused()
  await page.keyboard.press('p')

  await expect(rowOf(page, last)).toBeFocused()
  await page.keyboard.press('c')
  await rowOf(page, last).getByRole('combobox', { name: 'Specialty' }).selectOption('Pediatrics')
  await rowOf(page, last).getByRole('button', { name: 'Save' }).click()
  await expect(doubts(rowOf(page, last))).toHaveCount(0)
  await page.keyboard.press('a')
  await expect(page.getByText('Nothing waits')).toBeVisible()

  const job = await (await page.request.get(`/jobs/${second}`)).text()
  for (const words of [
    'Oakland, CA',
    '$300,000',
    dayOfPosting.words,
    'Opens larkfield.example.org',
  ])
    expect(job).toContain(words)
  expect((await page.request.get(`/api/jobs/${nurse}`)).status()).toBe(404)

  await page.goto('/admin/moderation/history?action=answer')
  const row = page.getByRole('row').filter({ has: page.locator(`a[href$="${first}"]`) })
  await expect(row.filter({ hasText: 'Undone by' })).toHaveCount(1)
  await expect(
    row.filter({ hasText: 'Location “Greater Bay, CA”: Oakland, CA · 2 postings' }),
  ).not.toHaveCount(0)
})

test('among doubtful rows only, an answered row makes way for the next, with a mouse as well', async ({
  page,
}) => {
  const other = { ...place, words: 'four days a week', suggestion: { city: 'Tulsa', state: 'OK' } }
  const [first, second, last] = [
    await waiting(1, 'First', { place }),
    await waiting(2, 'Second', { place }),
    await waiting(3, 'Last', { place: other }),
  ]
  await signInAsAdmin(page.request)
  await page.goto(`/admin/moderation?doubt=any&source=${encodeURIComponent(source)}`)
  // Each of them by itself, and then both at once.
  await rowOf(page, first).getByRole('link', { name: 'Show all 2 postings' }).click()
  await expect(rowOf(page, second).locator('mark')).toHaveText('Greater Bay, CA')
  await page.getByRole('link', { name: 'Decide about all at once' }).click()
  await page.getByLabel('Doubtful fact', { exact: true }).selectOption('Any doubt')
  await rowOf(page, first).getByRole('button', { name: 'Accept: Oakland, CA' }).click()
  await expect(rowOf(page, last)).toBeFocused()
  await expect(rowOf(page, second)).toHaveCount(0)
  await expect(toast(page)).toContainText('Location: Oakland, CA')
  await page.keyboard.press('x')
  const bulk = page.getByRole('group', { name: 'Bulk actions' })
  await expect(bulk.getByRole('button', { name: 'Reject 1' })).toBeVisible()
  await expect(bulk.getByRole('button', { name: /^Approve/ })).toHaveCount(0)
  const whole = page.getByRole('region', { name: 'The whole source' })
  await expect(whole).toContainText('3 wait for approval, 1 of them with a doubtful fact')
  await expect(whole.getByRole('button', { name: 'Approve 2' })).toBeVisible()
})

/**
 * An employer whom nobody vouches for changes an accepted posting; a moderator sees both versions,
 * drops or publishes it, and vouches.
 */

test('changes wait beside the public version until a moderator decides', async ({
  page,
  otherPage: desk,
}) => {
  test.slow()
  const person = await signUp(page.request, hospital)
  const mark = crypto.randomUUID().slice(0, 8)
  const company = `Larkfield Hospital ${mark}`
  const email = `jobs@larkfield-${mark}.example`
  await runSql('update users set email_verified_at = now(), email = $2 where email = $1', [
    person.email,
    email,
  ])
  const applyUrl = 'https://larkfield.example/apply'
  const { id } = await post(page.request, `Hospitalist ${mark}`, { company, applyUrl })
  await approve(desk.request, id)

  await page.goto(`/employer/jobs/${id}/edit`)
  const editing = page.getByRole('form', { name: 'Edit Job' })
  await editing.getByLabel('Job title').fill(`Nocturnist ${mark}`)
  await clickForToast(editing.getByRole('button', { name: 'Save Changes' }), 'Changes sent')
  await expect(page.getByText('Your changes wait for a moderator')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: `Nocturnist ${mark}` })).toBeVisible()
  const visited = await page.request.get(`/api/jobs/${id}`)
  expect(await visited.json()).toMatchObject({ title: `Hospitalist ${mark}` })
  await page.goto('/employer/dashboard')
  await expect(page.getByRole('listitem').filter({ hasText: mark })).toContainText(
    'Changes in review',
  )

  await page.goto(`/employer/jobs/${id}`)
  await desk.goto('/admin/moderation?kind=edit')
  const row = desk
    .getByRole('list', { name: 'What waits' })
    .getByRole('listitem', { name: `Hospitalist ${mark}` })
  const changes = row.getByRole('group', { name: 'Changes' })
  await expect(changes).toContainText(`Public nowHospitalist ${mark}`)
  await expect(changes).toContainText(`Would becomeNocturnist ${mark}`)
  const vouch = row.getByRole('button', { name: `Trust larkfield-${mark}.example for ${company}` })
  await clickForToast(vouch, 'Trusted')
  await expect(vouch).toBeHidden()
  await row.getByRole('button', { name: 'Publish the changes' }).click()
  // The row leaves at once; the toast comes with the server's answer.
  await expect(toast(desk).filter({ hasText: 'Changes published' })).toBeVisible()
  await expect(row).toBeHidden()

  // Too late: the page then shows what came of them.
  await clickForToast(page.getByRole('button', { name: 'Undo the changes' }), 'Error')
  await expect(page.getByText('Changes published', { exact: true })).toBeVisible()
  await expect(page.getByText('Your changes wait for a moderator')).toBeHidden()

  await desk.goto('/admin/names')
  const pair = desk.getByRole('row').filter({ hasText: company })
  await expectAccessibleEverywhere(desk)
  desk.once('dialog', (dialog) => void dialog.accept())
  await clickForToast(pair.getByRole('button', { name: 'Withdraw' }), 'Withdrawn')
  await expect(pair).toBeHidden()

  // A posting that looks like a known employer's is flagged with both side by side.
  await desk.goto('/admin/moderation?kind=pending&source=manual')
  const flag = desk
    .getByRole('group', { name: 'Look-alike' })
    .filter({ hasText: 'Demo Hospital Careers' })
  for (const words of ['Known employer', 'demo.example'])
    await expect(flag.first()).toContainText(words)
})

test('a moderator gets from a live job’s page to its decisions, takes it down, and finds it again', async ({
  page,
  otherPage: desk,
}) => {
  const mark = crypto.randomUUID().slice(0, 8)
  await signUp(page.request, hospital)
  const { id } = await post(page.request, `Hospitalist ${mark}`)
  await approve(desk.request, id)
  await page.goto(`/jobs/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: `Hospitalist ${mark}` })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Moderate' })).toHaveCount(0)

  await desk.goto(`/jobs/${id}`)
  await desk.getByRole('link', { name: 'Moderate' }).click()
  const row = desk.getByRole('listitem', { name: `Hospitalist ${mark}` })
  await row.getByRole('button', { name: 'Take down' }).click()
  await desk.getByLabel('Reason for the poster').fill('It names no place of work.')
  await expectAccessibleEverywhere(desk)
  await desk.getByRole('dialog').getByRole('button', { name: 'Take down' }).click()
  await expect(toast(desk).filter({ hasText: 'Taken down' })).toBeVisible()
  await expect(row).toContainText('This posting was taken down. It names no place of work.')

  await desk.getByRole('link', { name: 'Find a posting' }).click()
  const search = desk.getByRole('main').getByRole('search', { name: 'Postings' })
  await search.getByLabel('Search').fill(mark)
  await search.getByRole('button', { name: 'Search' }).click()
  const found = desk.getByRole('row').filter({ hasText: mark })
  await expect(found).toContainText('RemovedHeld')
  await found.getByRole('link').click()
  await expect(row).toContainText('This posting was taken down.')
})
