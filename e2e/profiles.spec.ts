import {
  applicationsPath,
  candidatesPath,
  inboxPath,
  profilePath,
  resumePath,
} from '#shared/paths.ts'
import { docxOf } from '#test/cv-files.ts'
import { englishCv } from '#test/cv-texts.ts'
import { expectAccessibleEverywhere } from './accessible.ts'
import { sampleJobs } from './api.ts'
import { runSql } from './database.ts'
import { expect, test } from './fixtures.ts'
import { clickForToast, signUp, toast } from './people.ts'
import { description, inquire, post, signUpPoster } from './posters.ts'

const specialty = 'Sports Medicine'
const words = englishCv.replaceAll(/Cardiolog(?:ist|y)/g, specialty)
const cv = { name: 'cv.docx', mimeType: 'application/octet-stream', buffer: docxOf(words) }
const offer = {
  specialty,
  description: `${description} Call is 1 in 6. ${'Four days a week. '.repeat(3)}`,
  salaryMin: '360000',
  salaryMax: '380000',
} as const

test('a physician fills the profile from the CV, is found by a hospital, and is hired', async ({
  page: physician,
  otherPage: page,
}) => {
  test.slow()
  const { email } = await signUp(physician.request)
  const field = (name: string) => physician.getByLabel(name, { exact: true })
  const readCv = async (...fields: string[]) => {
    await physician.getByRole('button', { name: 'Read my CV' }).click()
    for (const name of fields)
      await physician.getByRole('button', { name: `Use it for ${name}` }).click()
  }
  const save = physician.getByRole('button', { name: 'Save profile' })

  await test.step('the CV fills the profile, field by field', async () => {
    await physician.goto(resumePath)
    await physician.getByLabel('Browse files').setInputFiles(cv)
    await physician.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(physician.getByRole('heading', { name: 'CV on file' })).toBeVisible()
    await physician.getByRole('link', { name: 'Profile', exact: true }).click()
    await readCv('Board status', 'Licensed in')
    await expect(physician.getByText('Your last name is not in this file.')).toBeVisible()
    await expect(physician.getByText(/^“Summary: Board-certified internist/)).toBeVisible()
    await expect(field('Board status')).toHaveValue('Certified')
    await physician.locator('summary').filter({ hasText: 'What you look for:' }).click()
    await field('Pay of at least, a year').fill('a lot')
    await save.click()
    await physician.getByRole('link', { name: /Please enter an amount/ }).click()
    await field('Pay of at least, a year').fill('350000')
    await expectAccessibleEverywhere(physician)
    await clickForToast(save, 'Profile saved')
    await physician.goto(profilePath)
    await expect(field('Board status')).toHaveValue('Certified')
    await expect(physician.getByText('Oklahoma, Texas').first()).toBeVisible()
    // What was found but not confirmed is not there.
    await expect(field('Languages')).toHaveValue('')
    await expect(physician.getByLabel('Employers may read it: Pay of at least')).not.toBeChecked()
    await expect(physician.getByLabel('Employers may read it: Board status')).toBeChecked()
  })
  await test.step('the profile looks for jobs, and introduces', async () => {
    await physician.getByRole('link', { name: 'See the jobs' }).click()
    await expect(physician).toHaveURL(/\/jobs\?minPay=350000$/)
    await physician.goBack()
    await physician.getByRole('button', { name: 'Send me these once a week' }).click()
    await expect(toast(physician)).toContainText('Check your email')
    await physician.goto('/')
    await expect(physician.getByText('Fits 1 of 1 of what you asked.').first()).toBeVisible()
    const [job] = await sampleJobs(physician.request, { limit: 1 })
    await physician.goto(`/jobs/${job?.id}`)
    await physician
      .getByRole('button', { name: 'Send Inquiry' })
      .locator('visible=true')
      .first()
      .click()
    await physician.getByRole('button', { name: 'Introduce me with these lines' }).click()
    await expect(physician.getByLabel('Message')).toHaveValue(
      /Board status: Board certified\nLicensed in: Oklahoma, Texas$/,
    )
    await expect(physician.getByRole('button', { name: 'Introduce me' })).toHaveCount(0)
  })
  await test.step('employers find the profile', async () => {
    await physician.goto(profilePath)
    await physician.getByRole('button', { name: 'Remove filter: At least $350,000 a year' }).click()
    await expect(
      physician.getByText('Your saved profile searches for jobs by these filters.'),
    ).toHaveCount(0)
    await expect(field('Pay of at least, a year')).toHaveValue('')
    await readCv('Specialties', 'Present employer')
    await clickForToast(save, 'Profile saved')
    await runSql(`update users set email_verified_at = now(), email = $2 where email = $1`, [
      email,
      `${crypto.randomUUID()}@own.test`,
    ])
    await physician.getByRole('button', { name: 'Let employers find me' }).click()
    await expect(physician.getByRole('button', { name: 'Hide me now' })).toBeVisible()
  })

  const look = async (company: string) => {
    await signUpPoster(page.request, { companyName: company })
    await post(page.request, `Physician at ${company}`, { ...offer, company })
    await page.goto(candidatesPath)
    await page.getByRole('link', { name: 'Remove filter: Texas' }).click()
  }
  await test.step('the present employer finds nobody', async () => {
    await look('Larkfield Medical Center')
    await expect(page.getByText('Nobody who can be found fits all of these filters.')).toBeVisible()
  })
  await test.step('a hospital reads what is shown, and invites', async () => {
    await page.context().clearCookies()
    await look('Brookside Hospital')
    const card = page.getByRole('listitem').filter({ hasText: 'Sports Medicine Physician' })
    await card.getByRole('button', { name: /^Open/ }).click()
    await expect(card.getByText('Board certified')).toBeVisible()
    await expect(card.getByText('Sample')).toHaveCount(0)
    await expectAccessibleEverywhere(page)
    await card.getByRole('button', { name: /^Invite/ }).click()
    await page.getByLabel('Message').fill('Come and see our new clinic by the lake.')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(toast(page)).toContainText('Invitation sent')
    await expect(card.getByText(/^Invited /)).toBeVisible()
  })
  await test.step('the physician sees who looked, and answers', async () => {
    await physician.goto(profilePath)
    await expect(physician.getByText('Brookside Hospital opened it')).toBeVisible()
    await expect(physician.getByText(/Call: 1 in 6/)).toBeVisible()
    await expectAccessibleEverywhere(physician)
    await physician.getByRole('button', { name: /^Answer/ }).click()
    await physician.getByLabel('Message').fill('I would like to hear more about it.')
    await physician.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(physician).toHaveURL(/\/applications\//)
  })
  await test.step('who hides is gone from every list at once', async () => {
    await physician.goto(profilePath)
    await physician.getByRole('button', { name: 'Hide me now' }).click()
    await expect(physician.getByRole('button', { name: 'Let employers find me' })).toBeVisible()
    await page.getByRole('link', { name: 'Inbox' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible()
    await page.goBack()
    await expect(page.getByText('Nobody who can be found fits all of these filters.')).toBeVisible()
  })
  await test.step('the hospital answers in the thread, and hires', async () => {
    await page.goto(inboxPath)
    await page.getByRole('link', { name: /^Ada Sample about/ }).click()
    await expect(page.getByText('I would like to hear more about it.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Reply' }).fill('Yes. Please come by on Monday.')
    await clickForToast(page.getByRole('button', { name: 'Send Reply' }), 'Reply sent')
    await physician.goto(applicationsPath)
    await physician.getByRole('link', { name: 'Messages' }).click()
    await expect(physician.getByText('Yes. Please come by on Monday.')).toBeVisible()
    await page.getByLabel('Stage of Ada Sample').selectOption('Hired')
    await expect(toast(page).getByRole('button', { name: 'Undo' })).toBeVisible()
    await expect(
      page.getByText('We have not told the applicant yet. Choose another stage to undo it.'),
    ).toBeVisible()
    await runSql('update inquiries set told_at = now() where told_at is not null', [])
    await physician.reload()
    await physician.getByRole('button', { name: 'Confirm it' }).click()
    await expect(physician.getByText('You were hired, and have confirmed it.')).toBeVisible()
  })
})

test('a firm asks, the physician consents, and the client answers', async ({
  page: firm,
  otherPage: physician,
  browser,
}) => {
  test.slow()
  const hospital = `Brookside ${crypto.randomUUID().slice(0, 8)}`
  const client = await browser.newPage()
  await signUpPoster(client.request, { companyName: hospital })
  await post(client.request, 'Cardiologist by the lake', { company: hospital })
  await signUpPoster(firm.request, { role: 'recruiter', companyName: 'Cedar Search' }, [hospital])
  const { id } = await post(firm.request, 'Cardiologists wanted', { company: 'Cedar Search' })
  const { email } = await signUp(physician.request)
  await runSql('update users set email_verified_at = now() where email = $1', [email])
  await inquire(physician.request, id, email, { name: 'Ada Sample' })

  await test.step('the firm asks somebody who wrote to it', async () => {
    await firm.goto(candidatesPath)
    await firm.getByRole('button', { name: /^Present to a client/ }).click()
    await expect(firm.getByLabel('Physician', { exact: true })).toContainText('Ada Sample')
    await firm.getByLabel('Message').fill('A calm cardiologist who wants to move to Texas.')
    await expectAccessibleEverywhere(firm)
    await firm.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(toast(firm)).toContainText('We asked the physician')
    await expect(firm.getByRole('cell', { name: 'Asked', exact: true })).toBeVisible()
    await client.goto(inboxPath)
    await expect(client.getByText('No inquiries here')).toBeVisible()
  })
  await test.step('the physician consents among the applications', async () => {
    await physician.goto(applicationsPath)
    await expect(physician.getByText(`asks to present you to ${hospital}`)).toBeVisible()
    await expectAccessibleEverywhere(physician)
    physician.once('dialog', (dialog) => dialog.accept())
    await physician.getByRole('button', { name: 'Consent' }).click()
    await expect(physician).toHaveURL(/\/applications\//)
    await expect(
      physician.getByText('Cedar Search presented you, with your consent.'),
    ).toBeVisible()
  })
  await test.step('the client is interested, and all three see it', async () => {
    await client.goto(inboxPath)
    await client.getByRole('link', { name: /^Ada Sample about|^Sample/ }).click()
    await expect(client.getByText('Cedar Search presented this physician')).toBeVisible()
    await expectAccessibleEverywhere(client)
    await client.getByRole('button', { name: 'Interested' }).click()
    await expect(client.getByLabel('Stage')).toHaveValue('reviewing')
    await physician.reload()
    await expect(physician.getByText('In review')).toBeVisible()
    await firm.goto(candidatesPath)
    await expect(firm.getByText('Client is interested')).toBeVisible()
  })
})
