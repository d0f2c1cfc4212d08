import { sql } from 'kysely'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import { findLastChange } from '#platform/server/site-settings.ts'
import { openBuiltSite } from '#platform/server/ssr/built-site.ts'
import { testApp } from '#test/app.ts'
import { setPublishing } from '#test/publishing.ts'
import { signIn } from '#test/sign-in.ts'
import { accountPost } from '../postings.fixture.ts'

const board = await testApp({ env: { RATE_LIMITS: 'off' } })
const otherNode = await buildApp({
  ...board,
  site: await openBuiltSite(fileURLToPath(new URL('../../../../dist', import.meta.url))),
})
await otherNode.ready()
const admin = await signIn(board, 'admin')
afterAll(async () => {
  await otherNode.close()
  await board.close()
})

const told = async () => (await otherNode.inject('/api/posting-policy')).json<object>()

test('every node applies a policy change without a restart', async () => {
  await expect.poll(told).toMatchObject({ account: 'immediate', public: 'review', import: 'review' })
  expect((await setPublishing(admin, { account: 'review', public: 'review' })).statusCode).toBe(200)
  const employer = await signIn({ ...board, app: otherNode }, 'employer')
  expect((await employer.post('/api/jobs', accountPost())).json()).toMatchObject({ job: { status: 'pending' } })
  await expect.poll(told).toMatchObject({ account: 'review', public: 'review', import: 'review' })
})

test('a setting says who changed it last', async () => {
  expect(await findLastChange(board.db, { key: 'posting-policies' })).toMatchObject({ changedBy: admin.user.id })
})

test('an invalid stored value counts as none', async () => {
  await sql`update site_settings set value = '{"account": "sometimes"}' where key = 'posting-policies'`.execute(board.db)
  await expect.poll(told).toMatchObject({ account: 'immediate', public: 'review', import: 'review' })
})
