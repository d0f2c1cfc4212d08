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
import { callApi, sampleJobs } from './api.ts'
import { runSql } from './database.ts'
import { expect, test } from './fixtures.ts'
import { signUp, toast } from './people.ts'
import { description, inquire, post, signUpPoster } from './posters.ts'

const cv = { name: 'cv.docx', mimeType: 'application/octet-stream', buffer: docxOf(englishCv) }

test('a physician fills the profile from the CV, field by field', async ({ page }) => {
  test.slow()
  await signUp(page.request)
  await page.goto(resumePath)
  await page.getByLabel('Browse files').setInputFiles(cv)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'CV on file' })).toBeVisible()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()

  await page.getByRole('button', { name: 'Read my CV' }).click()
  await expect(page.getByText('Your last name is not in this file.')).toBeVisible()
  await expect(page.getByText(/^“Summary: Board-certified internist/)).toBeVisible()
  await page.getByRole('button', { name: 'Use it for Board status' }).click()
  await page.getByRole('button', { name: 'Use it for Licensed in' }).click()
  await expect(page.getByLabel('Board status', { exact: true })).toHaveValue('Certified')
  await page.locator('summary').filter({ hasText: 'What you look for:' }).click()
  await page.getByLabel('Pay of at least, a year', { exact: true }).fill('a lot')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await page.getByRole('link', { name: /Please enter an amount/ }).click()
  await page.getByLabel('Pay of at least, a year', { exact: true }).fill('350000')
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(toast(page)).toContainText('Profile saved')

  await page.goto(profilePath)
  await expect(page.getByLabel('Board status', { exact: true })).toHaveValue('Certified')
  await expect(page.getByText('Oklahoma, Texas').first()).toBeVisible()
  await page.getByRole('link', { name: 'See the jobs' }).click()
  await expect(page).toHaveURL(/\/jobs\?minPay=350000$/)
  await page.goBack()
  await page.getByRole('button', { name: 'Send me these once a week' }).click()
  await expect(toast(page)).toContainText('Check your email')
  await page.goto('/')
  await expect(page.getByText('Fits 1 of 1 of what you asked.').first()).toBeVisible()
  await page.getByRole('link', { name: 'your profile' }).click()
  await page.getByRole('button', { name: 'Remove filter: At least $350,000 a year' }).click()
  await expect(page.getByText('Your saved profile is this search.')).toHaveCount(0)
  await expect(page.getByLabel('Pay of at least, a year', { exact: true })).toHaveValue('')
  // What was found but not confirmed is not there.
  await expect(page.getByLabel('Languages', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Employers may read it: Pay of at least')).not.toBeChecked()
  await expect(page.getByLabel('Employers may read it: Board status')).toBeChecked()

  const [job] = await sampleJobs(page.request, { limit: 1 })
  await page.goto(`/jobs/${job?.id}`)
  await page.getByRole('button', { name: 'Send Inquiry' }).locator('visible=true').first().click()
  await page.getByRole('button', { name: 'Introduce me with these lines' }).click()
  await expect(page.getByLabel('Message')).toHaveValue(
    /Board status: Board certified\nLicensed in: Oklahoma, Texas$/,
  )
  await expect(page.getByRole('button', { name: 'Introduce me' })).toHaveCount(0)
})

test('a hospital finds and invites a physician, and the present employer does not', async ({
  page,
  otherPage: physician,
}) => {
  test.slow()
  const { email } = await signUp(physician.request)
  await runSql(`update users set email_verified_at = now(), email = $2 where email = $1`, [
    email,
    `${crypto.randomUUID()}@own.test`,
  ])
  const specialty = 'Sports Medicine'
  await callApi(physician.request, 'PUT /api/profile', {
    body: {
      fields: { specialty: [specialty], board: ['Certified'], employer: ['Larkfield Clinic'] },
      shown: ['specialty', 'board'],
    },
  })
  await physician.goto(profilePath)
  await physician.getByRole('button', { name: 'Let employers find me' }).click()
  await expect(physician.getByRole('button', { name: 'Hide me now' })).toBeVisible()

  const offer = {
    specialty,
    description: `${description} Call is 1 in 6. ${'Four days a week. '.repeat(3)}`,
    salaryMin: '300000',
    salaryMax: '320000',
  } as const
  const look = async (company: string) => {
    await signUpPoster(page.request, { companyName: company })
    await post(page.request, `Physician at ${company}`, { ...offer, company })
    await page.goto(candidatesPath)
    await page.getByRole('link', { name: 'Remove filter: Texas' }).click()
  }
  await test.step('the present employer finds nobody', async () => {
    await look('Larkfield Clinic')
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
    await page.goto(inboxPath)
    await expect(page.getByText('I would like to hear more about it.').first()).toBeVisible()
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
