import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findLastChange } from '#platform/server/site-settings.ts'
import { appForFile } from '#test/app.ts'
import { setPublishing } from '#test/publishing.ts'
import { signIn } from '#test/sign-in.ts'
import { accountPost } from '../postings.fixture.ts'

const board = appForFile({ env: { RATE_LIMITS: 'off' } })

test('every node applies a policy change without a restart; it says who made it, and an invalid one counts as none', async () => {
  const otherNode = await board.anotherNode()
  const told = async () => (await otherNode.get('/api/posting-policy')).json<object>()
  const admin = await signIn(board, 'admin')
  await expect.poll(told).toMatchObject({ account: 'immediate', public: 'review', import: 'review' })
  expect((await setPublishing(admin, { account: 'review', public: 'review' })).statusCode).toBe(200)
  const employer = await signIn(otherNode, 'employer')
  expect((await employer.post('/api/jobs', accountPost())).json()).toMatchObject({ job: { status: 'pending' } })
  await expect.poll(told).toMatchObject({ account: 'review', public: 'review', import: 'review' })
  expect(await findLastChange(board.db, { key: 'posting-policies' })).toMatchObject({ changedBy: admin.user.id })
  await sql`update site_settings set value = '{"account": "sometimes"}' where key = 'posting-policies'`.execute(board.db)
  await expect.poll(told).toMatchObject({ account: 'immediate', public: 'review', import: 'review' })
})
