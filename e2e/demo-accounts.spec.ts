import { expect, test } from './fixtures.ts'

for (const role of ['physician', 'employer', 'recruiter', 'admin']) {
  test(`one can sign in as the sample ${role}`, async ({ page }) => {
    await page.goto('/auth?returnTo=%2Fabout')
    const form = page.getByRole('tabpanel', { name: 'Sign In' })
    await form.getByLabel('Email', { exact: true }).fill(`${role}@demo.example`)
    await form.getByLabel('Password', { exact: true }).fill(process.env['E2E_DEMO_PASSWORD'] ?? '')
    await form.getByRole('button', { name: 'Sign In', exact: true }).click()

    await expect(page).toHaveURL('/about')
    expect(await (await page.request.get('/api/auth/user')).json()).toMatchObject({
      role,
      firstName: 'Demo',
      emailVerified: true,
    })
  })
}
