import { expectAccessibleEverywhere } from './accessible.ts'
import { test } from './fixtures.ts'
import { expect, signUp, toast } from './people.ts'
import { approve, hospital, post } from './posters.ts'
import { runSql } from './database.ts'

/** An employer whom nobody vouches for changes an accepted posting; a moderator sees both versions, drops or publishes it, and vouches. */

test('changes wait beside the public version until a moderator decides', async ({ page, otherPage: desk }) => {
  test.slow()
  const person = await signUp(page.request, hospital)
  const mark = crypto.randomUUID().slice(0, 8)
  const company = `Larkfield Hospital ${mark}`
  const email = `jobs@larkfield-${mark}.example`
  await runSql('update users set email_verified_at = now(), email = $2 where email = $1', [person.email, email])
  const applyUrl = 'https://larkfield.example/apply'
  const { id } = await post(page.request, `Hospitalist ${mark}`, { company, applyUrl })
  await approve(desk.request, id)

  await page.goto(`/employer/jobs/${id}/edit`)
  const editing = page.getByRole('form', { name: 'Edit Job' })
  await editing.getByLabel('Job title').fill(`Nocturnist ${mark}`)
  await editing.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page)).toContainText('Changes sent')
  await expect(page.getByText('Your changes wait for a moderator')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: `Nocturnist ${mark}` })).toBeVisible()
  const visited = await page.request.get(`/api/jobs/${id}`)
  expect(await visited.json()).toMatchObject({ title: `Hospitalist ${mark}` })
  await page.goto('/employer/dashboard')
  await expect(page.getByRole('listitem').filter({ hasText: mark })).toContainText('Changes in review')

  await desk.goto('/admin/moderation?kind=edit')
  const row = desk.getByRole('list', { name: 'What waits' }).getByRole('listitem', { name: `Hospitalist ${mark}` })
  const changes = row.getByRole('group', { name: 'Changes' })
  await expect(changes).toContainText(`Public nowHospitalist ${mark}`)
  await expect(changes).toContainText(`Would becomeNocturnist ${mark}`)
  const vouch = row.getByRole('button', { name: `Trust larkfield-${mark}.example for ${company}` })
  await vouch.click()
  await expect(toast(desk)).toContainText('Trusted')
  await expect(vouch).toBeHidden()
  await row.getByRole('button', { name: 'Publish the changes' }).click()
  // The row leaves at once; the toast comes with the server's answer.
  await expect(toast(desk).filter({ hasText: 'Changes published' })).toBeVisible()
  await expect(row).toBeHidden()

  await page.goto(`/employer/jobs/${id}`)
  await expect(page.getByText('Changes published', { exact: true })).toBeVisible()
  await expect(page.getByText('Your changes wait for a moderator')).toBeHidden()

  await desk.goto('/admin/moderation/employers')
  const pair = desk.getByRole('row').filter({ hasText: company })
  await expectAccessibleEverywhere(desk)
  await desk.setViewportSize({ width: 1280, height: 800 })
  await pair.getByRole('button', { name: 'Withdraw' }).click()
  await expect(toast(desk)).toContainText('Withdrawn')
  await expect(pair).toBeHidden()
  await toast(desk).getByRole('button', { name: 'Undo' }).click()
  await expect(pair).toBeVisible()

  // A posting that looks like a known employer's is flagged with both side by side.
  await desk.goto('/admin/moderation?kind=pending&source=manual')
  const flag = desk.getByRole('group', { name: 'Look-alike' }).first()
  for (const words of ['Demo Hospital Careers', 'Known employer', 'demo.example']) await expect(flag).toContainText(words)
})
