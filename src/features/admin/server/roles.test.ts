import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { atOnce } from '#test/at-once.ts'
import { lastAudit } from '#test/audit-log.ts'
import { production } from '#test/production.ts'
import { signIn } from '#test/sign-in.ts'
import {
  admin,
  app,
  errorOf,
  markSuspended,
  seen,
  setRole,
  usersForFile,
  type Answer,
} from '#test/user-actions.ts'

usersForFile()

const statuses = (answers: Answer[]) =>
  answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)

describe('roles', () => {
  test('are changed; the person is signed out, and the change is recorded', async () => {
    const person = await signIn(app, 'physician')
    expect((await setRole(person, 'recruiter')).json()).toEqual({ success: true })
    expect((await seen(person)).role).toBe('recruiter')
    expect((await person.get('/api/auth/user')).statusCode).toBe(401)
    const action = 'accounts.role-changed'
    const { id } = admin.user
    const detail = { before: { role: 'physician' }, after: { role: 'recruiter' } }
    expect(await lastAudit(app)).toEqual({
      action,
      actor_id: id,
      subject: `user:${person.user.id}`,
      detail,
    })
  })

  test('the last administrator stays one; suspended and, in production, sample accounts do not count', async () => {
    const suspended = await signIn(app, 'admin')
    await markSuspended(suspended)
    const error = 'This is the last administrator. Make someone else an administrator first.'
    expect(errorOf(await setRole(admin, 'employer'))).toEqual([409, error])
    const other = await testApp({
      env: { ...production, RATE_LIMITS: 'off', ADMIN_SECOND_STEP: 'off' },
    })
    const [real, example] = [await signIn(other, 'admin'), await signIn(other, 'admin')]
    await sql`update users set is_demo = true where id = ${example.user.id}`.execute(other.db)
    expect((await setRole(real, 'employer', { by: real, revision: 0 })).statusCode).toBe(409)
    await other.close()
    const sample = await signIn(app, 'physician')
    expect((await setRole(sample, 'admin')).statusCode).toBe(200)
    await sql`update users set is_demo = true where id = ${sample.user.id}`.execute(app.db)
    expect((await setRole(admin, 'employer')).statusCode).toBe(200)
    expect((await admin.get('/api/auth/user')).statusCode).toBe(401)
  })

  test('of two administrators who demote each other at once, one remains', async () => {
    const other = await signIn(app, 'admin')
    const answers = await atOnce(app, [
      () => setRole(other, 'employer', { revision: 0 }),
      () => setRole(admin, 'employer', { revision: 0, by: other }),
    ])
    // The second is no administrator any more, or signed out.
    expect([
      [200, 401],
      [200, 403],
    ]).toContainEqual(statuses(answers))
    expect([(await seen(admin)).role, (await seen(other)).role].toSorted()).toEqual([
      'admin',
      'employer',
    ])
  })

  test('an action on a stale revision is refused, and the answer has the current account', async () => {
    const person = await signIn(app, 'physician')
    const other = await signIn(app, 'admin')
    const answers = await atOnce(app, [
      () => setRole(person, 'employer', { revision: 0 }),
      () => setRole(person, 'recruiter', { revision: 0, by: other }),
    ])
    expect(statuses(answers)).toEqual([200, 409])
    expect(answers.find((answer) => answer.statusCode === 409)?.json()).toMatchObject({
      error: 'Someone else changed this account in the meantime. Please look at it again.',
      current: { id: person.user.id, revision: 1, role: (await seen(person)).role },
    })
  })

  test.each(['admin', 'moderator'])(
    'an unconfirmed address or a suspended account cannot become %s',
    async (role) => {
      const [stranger, suspended] = [
        await signIn(app, 'physician', { emailVerified: false }),
        await signIn(app, 'physician'),
      ]
      await markSuspended(suspended)
      for (const person of [stranger, suspended])
        expect((await setRole(person, role)).statusCode).toBe(409)
    },
  )
})
