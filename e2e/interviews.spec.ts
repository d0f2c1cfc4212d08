import { mailedInquiryPath } from '#shared/paths.ts'
import { expectAccessibleEverywhere } from './accessible.ts'
import { callApi, hold } from './api.ts'
import { expect, test } from './fixtures.ts'
import { fillIn } from './forms.ts'
import { clickForToast, linkInMail, somebody, toast } from './people.ts'
import { inboxOf, inquire, postAsEmployer } from './posters.ts'

test.use({ expectedComplaints: /status of 409|answer: 409/ })

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const day = dayIn(60)
const place = {
  timeZone: 'America/Chicago',
  place: 'Here',
  minutes: 30,
  sequence: null,
} as const

test('a guest books a time from windows by the link of a mail, and moves it; a taken time is refused', async ({
  page,
  otherPage: guest,
}) => {
  test.slow()
  await guest.setViewportSize({ width: 360, height: 780 })
  const { id: jobId } = await postAsEmployer(page.request, 'Cardiologist who books')
  const [{ email }, { email: rival }] = [somebody(), somebody()]
  for (const address of [email, rival]) await inquire(guest.request, jobId, address)
  const [second, first] = await inboxOf(page.request)

  await test.step('the employer offers two days', async () => {
    await page.goto(`/employer/inbox/${first?.id}`)
    await page.getByRole('button', { name: 'Propose times' }).click()
    await page.getByLabel('What you offer').selectOption('Windows to book from')
    await page.getByRole('group', { name: 'Window 1' }).getByLabel('Day').fill(day)
    await page.getByRole('group', { name: 'Window 1' }).getByLabel('To').fill('10:00')
    await page.getByRole('button', { name: 'Add a window' }).click()
    await expect(page.getByRole('group', { name: 'Window 2' }).getByLabel('From')).toHaveValue(
      '09:00',
    )
    await fillIn(page.getByRole('main'), { 'Where or how': 'We call you.' })
    await expectAccessibleEverywhere(page)
    // A colleague proposes others meanwhile: the next try waits until the page shows them.
    const params = { id: first?.id ?? '' }
    await callApi(page.request, 'POST /api/threads/:id/interview', {
      params,
      body: { act: 'propose', ...place, times: [`${day}T14:00`] },
    })
    const release = await hold(page, `**/api/inbox/${params.id}`, 'GET')
    await page.getByRole('button', { name: 'Send times' }).click()
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
    release()
    await expect(page.getByRole('list', { name: 'Times' })).toContainText('2:00')
    await expect(toast(page)).toContainText('The interview was changed in the meantime.')
    await clickForToast(page.getByRole('button', { name: 'Send times' }), 'Times proposed')
    await expect(page.getByRole('list', { name: 'Times' }).getByRole('listitem')).toHaveCount(2)
  })

  const open = async () => {
    await guest.goto(await linkInMail(guest.request, email, mailedInquiryPath))
    await guest.getByRole('button', { name: 'I wrote it: confirm and read it' }).click()
  }

  await test.step('somebody else books the first slot meanwhile', async () => {
    await open()
    const slot = guest.getByRole('button', { name: /^Accept .*, 9:00 AM/ }).first()
    await expect(slot).toBeVisible()
    await expectAccessibleEverywhere(guest)
    const params = { id: second?.id ?? '' }
    const times = [`${day}T09:00`]
    await callApi(page.request, 'POST /api/threads/:id/interview', {
      params,
      body: { act: 'propose', ...place, times },
    })
    const { interview } = await callApi(page.request, 'GET /api/inbox/:id', { params })
    const token = new URLSearchParams(
      (await linkInMail(guest.request, rival, mailedInquiryPath)).split('?')[1],
    ).get('token')
    await callApi(guest.request, 'POST /api/mailed-inquiry/interview', {
      body: { token: token ?? '', act: 'accept', sequence: 0, time: interview?.times[0] ?? '' },
    })
    await slot.click()
    await expect(toast(guest)).toContainText('Somebody else took this time.')
    await expect(
      guest.getByRole('group', { name: /day, / }).first().getByRole('button'),
    ).toHaveCount(1)
  })

  await test.step('the guest takes another one, and moves it; the employer agrees', async () => {
    await guest
      .getByRole('button', { name: /^Accept .*, 9:30 AM/ })
      .first()
      .click()
    await expect(guest.getByText('The interview is at this time.')).toBeVisible()
    await guest.getByRole('button', { name: 'Propose other times' }).click()
    await guest.getByLabel('Time 1').fill(`${dayIn(65)}T16:00`)
    await guest.getByRole('button', { name: 'Send times' }).click()
    await expect(guest.getByText('You proposed these times.')).toBeVisible()
    await page.reload()
    await expect(page.getByText(/9:30 AM C[DS]T/)).toBeVisible()
    await page.getByRole('button', { name: /^Accept .*, 4:00 PM/ }).click()
    await expect(page.getByText('The interview is at this time.')).toBeVisible()
    // The link of the first mail says what has become of it.
    await open()
    await expect(guest.getByText(/4:00 PM C[DS]T/)).toBeVisible()
  })
})
