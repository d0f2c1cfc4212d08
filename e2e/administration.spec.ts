import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { accountPost } from '#test/posting-forms.ts'
import { expectAccessible } from './accessible.ts'
import { callApi, sampleJobs } from './api.ts'
import { runSql } from './database.ts'
import { clickTo, test } from './fixtures.ts'
import { fillIn } from './forms.ts'
import { clickForToast, confirmAddress, expect, signInAsAdmin, signUp, toast } from './people.ts'
import { post, signUpPoster } from './posters.ts'

// Many pages.
test.describe.configure({ timeout: 60_000 })

test('an administrator marks, suspends, reinstates and erases an employer', async ({
  page,
  request: theirs,
}) => {
  const { email } = await signUpPoster(theirs, { companyName: 'Walk Hospital' })
  await post(theirs, 'Cardiologist of an administrator')
  await signInAsAdmin(page.request)

  await page.goto('/admin/users')
  await page.getByRole('searchbox', { name: 'Search' }).fill(email)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: /^1 account$/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('rowheader').getByRole('link', { name: 'Ada Sample' }).click()
  await expect(page.getByRole('definition').filter({ hasText: 'Walk Hospital' })).toBeVisible()

  await page.getByRole('button', { name: 'Mark as verified hospital' }).click()
  await expect(page.getByRole('button', { name: 'Remove hospital mark' })).toBeVisible()
  await page.getByRole('button', { name: 'Suspend', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Suspend' })
  await dialog.getByRole('button', { name: 'Suspend the account' }).click()
  await expect(dialog.getByText('Please choose a reason')).toBeVisible()
  await dialog.getByLabel('Reason').selectOption('Postings that break the rules')
  await dialog.getByRole('button', { name: 'Suspend the account' }).click()
  await expect(page.getByText(/^Suspended since/)).toBeVisible()

  await clickForToast(page.getByRole('button', { name: 'Reinstate' }), 'Reinstated')

  await page.getByRole('button', { name: 'Suspend the organization' }).click()
  const whole = page.getByRole('dialog', { name: 'Suspend the organization' })
  await whole.getByLabel('Reason').selectOption('Postings that break the rules')
  await clickForToast(
    whole.getByRole('button', { name: 'Suspend the organization' }),
    'All postings of Walk Hospital are held.',
  )
  await expect(page.getByText(/^Walk Hospital is suspended since/)).toBeVisible()
  const end = page.getByRole('button', { name: 'Reinstate the organization' })
  await clickForToast(end, 'Walk Hospital is reinstated')

  await page.getByRole('link', { name: 'See this account in the audit log' }).click()
  const entries = page.getByRole('list', { name: 'Entries' })
  await expect(entries.getByText('Accounts: hospital verified · Ada Sample')).toBeVisible()
  await expect(entries.getByText(/reinstated · Ada Sample · .*postings shown: 1$/)).toBeVisible()
  await page.getByLabel('Action', { exact: true }).selectOption('Suspended')
  await expect(
    entries.getByText(/suspended · Ada Sample · .*reason: content, postings hidden: 1$/),
  ).toBeVisible()
  await expect(entries.getByRole('listitem')).toHaveCount(1)
  await entries.getByText(/Details of entry/).click()
  await expect(entries.getByText('accounts.suspended')).toBeVisible()

  await page.goBack()
  await page.goBack()
  await page.getByRole('button', { name: 'Erase' }).click()
  const erase = page.getByRole('dialog', { name: 'Erase' })
  await erase.getByLabel('Who asked for it').selectOption('The person themselves')
  await erase.getByLabel(/^Type /).fill('somebody else')
  await erase.getByRole('button', { name: 'Erase for good' }).click()
  await expect(erase.getByText(`Please type ${email}`)).toBeVisible()
  await expectAccessible(page, 'dialog[open]')
  await erase.getByLabel(/^Type /).fill(email)
  await clickTo(erase.getByRole('button', { name: 'Erase for good' }), '/admin/users')
  expect((await theirs.get('/api/auth/user')).status()).toBe(401)
})

test('the filters of a list are in its address, and a choice keeps the others', async ({
  page,
}) => {
  await signInAsAdmin(page.request)
  await page.goto('/admin/moderation?kind=pending')
  const queue = page.getByRole('search', { name: 'Filter the queue' })
  await queue.getByLabel('Doubtful fact').selectOption('Any doubt')
  await expect(page).toHaveURL(/kind=pending&doubt=any$/)
  await clickTo(page.getByRole('link', { name: 'Reported' }), /kind=report&doubt=any$/)
  await expect(queue.getByLabel('Doubtful fact')).toHaveValue('any')
  await queue.getByLabel('Doubtful fact').selectOption('With or without doubts')
  await expect(page).toHaveURL(/\?kind=report$/)
})

test.describe('in Chicago', () => {
  test.use({ timezoneId: 'America/Chicago' })

  test('an administrator reads times in the local time zone, and the name of a user in the heading', async ({
    page,
  }) => {
    await signInAsAdmin(page.request)
    await page.goto('/admin/audit')
    await expect(page.getByRole('main').getByRole('time').first()).toHaveText(/ C[SD]T$/)
    const filters = page.getByRole('search', { name: 'Audit log' })
    await filters.getByLabel('From (CT)').fill('2026-01-01')
    await clickTo(
      filters.getByRole('button', { name: 'Search' }),
      /from=2026-01-01&.*zone=America(%2F|\/)Chicago/,
    )
    await expect(filters.getByLabel('From (CT)')).toHaveValue('2026-01-01')
    await page.goto('/admin/users?q=employer@demo.example')
    await page.getByRole('link', { name: 'Demo Employer' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Demo Employer' })).toBeVisible()
    await expect(page).toHaveTitle('Demo Employer | Whitecoat')
    await expect(page.getByRole('main').getByRole('time').first()).toHaveText(/ C[SD]T$/)
    // Its days are those of the server, or hydration would fail.
    await page.goto('/admin/duplicates')
    const pairs = page.getByRole('list', { name: 'Likely duplicates' }).getByRole('listitem')
    await expect(pairs.first()).toBeVisible()
    // Phones show a pair on a screen.
    await page.setViewportSize({ width: 360, height: 800 })
    const heights = await pairs.evaluateAll((all) => all.map((pair) => pair.clientHeight))
    expect(Math.max(...heights)).toBeLessThanOrEqual(800)
  })
})

// Effects on other pages are tested over HTTP, because other tests use this server's settings.
test('the settings explain each choice, and refuse invalid values', async ({ page }) => {
  await signInAsAdmin(page.request)
  await page.goto('/admin/settings')
  const open = page.getByRole('radiogroup', { name: 'The form without an account' })
  await expect(open.getByRole('radio', { name: /Live after review/ })).toBeChecked()
  await expect(open.getByText('“No account required for now. Posting is moderated.”')).toBeVisible()
  await expect(
    open.getByText('“No account required for now. Postings go live immediately.”'),
  ).toBeVisible()
  await expect(page.getByText('are always reviewed')).toBeVisible()

  const saveExpiry = async (days: string, reminder: string) => {
    await fillIn(page, {
      'Days that a posting stays live': days,
      'Reminder, days before the end': reminder,
    })
    await page.getByRole('button', { name: 'Save expiry' }).click()
  }
  await saveExpiry('3', 'soon')
  await expect(page.getByLabel('Days that a posting stays live')).toHaveAccessibleDescription(
    /from 15 to 365\./,
  )
  await expect(page.getByLabel('Reminder, days before the end')).toHaveAccessibleDescription(
    /from 1 to 14\./,
  )
  await saveExpiry('60', '7')
  await expect(toast(page).filter({ hasText: 'Setting saved' })).toBeVisible()
})

test('a dead mail is found, read and resent', async ({ page, request }) => {
  const { email } = await signUp(request)
  await signInAsAdmin(page.request)
  const refusal = `550 ${email}: mailbox full`
  const sentMails = () =>
    callApi(page.request, 'GET /api/admin/mails', { query: { state: 'sent', q: email } })
  await expect.poll(sentMails).toMatchObject({ mails: [{ to: email }] })
  await runSql(
    "update mails set state = 'dead', attempts = 13, last_error = $2 where to_address = $1",
    [email, refusal],
  )

  await page.goto('/admin/dashboard')
  await expect(page.getByText('Logged in as admin@demo.example')).toBeVisible()
  await page.getByRole('link', { name: 'See deliveries' }).click()
  await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Recipient or cause' }).fill(email)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText(refusal)

  await clickForToast(row.getByRole('button', { name: /^Resend/ }), '1 on the way')
  await expect(page.getByRole('heading', { name: 'No emails found' })).toBeVisible()
  await expect.poll(sentMails).toMatchObject({ mails: [{ to: email }] })
  await page.getByRole('link', { name: 'Failed tasks' }).click()
  await expect(page.getByRole('searchbox', { name: 'Name, data or error' })).toBeVisible()
})

/** An alert of somebody with a confirmed address. */
async function alertOf({ request }: Page, email: string): Promise<string | undefined> {
  await confirmAddress(request, email)
  // Other tests post nothing of it, which would be mailed as well.
  const body = {
    search: { specialty: 'Pathology' },
    frequency: 'weekly',
    timeZone: 'America/Chicago',
  } as const
  await callApi(request, 'POST /api/alerts', { body })
  return (await callApi(request, 'GET /api/alerts')).alerts[0]?.id
}

/** As if a job had matched and the alert were due. */
async function mailAlert({ request }: Page, alertId?: string): Promise<void> {
  const [job] = await sampleJobs(request)
  await runSql('insert into job_alert_matches (alert_id, job_id) values ($1, $2)', [
    alertId,
    job?.id,
  ])
  await runSql(
    "insert into pgboss.job (name, data, singleton_key) values ('send-digests', $1, $2)",
    [JSON.stringify({ alertIds: [alertId] }), randomUUID()],
  )
}

test('an alert that comes back stops the next one, until an administrator lifts it', async ({
  page,
  otherPage: admin,
}) => {
  test.slow()
  const { email } = await signUp(page.request)
  const alertId = await alertOf(page, email)
  const mailNext = async (number: number, state: string) => {
    await mailAlert(page, alertId)
    const mails = async () => {
      const all = await callApi(page.request, 'GET /api/dev/mail', { query: { to: email } })
      return all.mails.filter((mail) => mail.subject.startsWith('1 new job'))
    }
    await expect
      .poll(async () => (await mails()).map((mail) => mail.state))
      .toEqual([state, ...Array<string>(number - 1).fill('sent')])
    return (await mails())[0]?.id
  }

  await page.goto(`/dev/mail/${await mailNext(1, 'sent')}`)
  await clickForToast(
    page.getByRole('button', { name: 'No such mailbox' }),
    'Done: No such mailbox',
  )
  await mailNext(2, 'suppressed')

  await page.goto('/account')
  await expect(page.getByText('No such mailbox: you get less mail')).toBeVisible()
  await expect(page.getByText('everything but account emails')).toBeVisible()

  await signInAsAdmin(admin.request)
  await admin.goto(`/admin/deliveries?show=suppressions&q=${encodeURIComponent(email)}`)
  const row = admin.getByRole('row', { name: email })
  await expect(row).toContainText('Tried out at /dev/mail')
  await clickForToast(
    row.getByRole('button', { name: /^Send all mail again/ }),
    `${email} gets all mail again`,
  )
  await expect(admin.getByRole('heading', { name: 'No addresses found' })).toBeVisible()
  expect(await (await page.request.get('/account')).text()).not.toContain('you get less mail')
})

/** An employer posts three similar jobs; an administrator opens the list. */
async function postThreeAlike(page: Page): Promise<{ title: string; list: string }> {
  const title = `Thoracic Surgeon ${randomUUID().slice(0, 8)}`
  await signUpPoster(page.request, { companyName: title })
  for (const more of [
    {},
    { compensation: '$500,000' },
    { description: 'Join four surgeons in a growing practice.' },
  ]) {
    const body = accountPost({
      title,
      specialty: 'Thoracic Surgery',
      city: 'Cheyenne',
      state: 'WY',
      company: title,
      ...more,
    })
    await callApi(page.request, 'POST /api/jobs', { body })
  }
  await signInAsAdmin(page.request)
  const filter = { specialty: 'Thoracic Surgery' }
  await expect
    .poll(async () => {
      const { pairs } = await callApi(page.request, 'GET /api/admin/duplicates', { query: filter })
      return pairs.filter((pair) => pair.kept.title === title).length
    })
    .toBe(3)
  return { title, list: `/admin/duplicates?${new URLSearchParams(filter).toString()}` }
}

test('an administrator dismisses one pair and merges another by keyboard', async ({ page }) => {
  test.slow()
  const { title, list } = await postThreeAlike(page)
  await page.goto(list)
  const pairs = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2, name: title }) })
  await expect(pairs).toHaveCount(3)
  await expectAccessible(page)
  await expect(pairs.first()).toContainText(/\d+% alike/)
  // Of two of the three pairs.
  await expect(
    pairs.getByRole('row', { name: /^Pay / }).filter({ hasText: '$500,000' }),
  ).toHaveCount(2)
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

  // What one states better is chosen, whichever stays, and the other can be.
  const paid = pairs.filter({ hasText: '$500,000' }).first()
  const pay = paid.getByRole('row', { name: /^Pay / })
  await expect(pay.getByRole('radio', { name: /\$500,000/ })).toBeChecked()
  await pay.getByRole('radio', { checked: false }).check()
  await pay.getByRole('radio', { name: /\$500,000/ }).check()
  await paid.focus()
  await page.keyboard.press('m')
  await expect(pairs).toHaveCount(0)
  await clickForToast(toast(page).getByRole('button', { name: 'Undo' }), 'Merge undone')
  await expect(pairs).not.toHaveCount(0)
})
