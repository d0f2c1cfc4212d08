import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import { appForFile, type TestApp } from './app.ts'
import { signIn, type SignedIn } from './sign-in.ts'

/** A board with one administrator, new for each test of a file that calls `usersForFile`. */
export const app = {} as TestApp
export let admin: SignedIn

export function usersForFile(): void {
  appForFile({ env: { RATE_LIMITS: 'off' } }, app)
  beforeEach(async () => {
    await sql`update users set role = 'physician' where role = 'admin'`.execute(app.db)
    admin = await signIn(app, 'admin')
  })
}

export type Answer = Awaited<ReturnType<SignedIn['get']>>
export const urlOf = (person: SignedIn): string => `/api/admin/users/${person.user.id}`
export const seen = async ({ user }: SignedIn) =>
  (
    await sql<{
      role: string
      revision: number
    }>`select role, revision from users where id = ${user.id}`.execute(app.db)
  ).rows[0] ?? { role: 'gone', revision: 0 }
/** What an administrator does to an account as it is now. */
export async function act(
  call: string,
  person: SignedIn,
  body: object = {},
  by = admin,
): Promise<Answer> {
  const [method, path = ''] = call.split(' ') as ['PUT', string?]
  return by.call({
    method,
    url: urlOf(person) + path,
    payload: { revision: (await seen(person)).revision, ...body },
  })
}
export const setRole = (
  person: SignedIn,
  role: string | null,
  { by, ...body }: { revision?: number; by?: SignedIn } = {},
) => act('PUT /role', person, { role, ...body }, by)
export const errorOf = (answer: Answer) => [
  answer.statusCode,
  answer.json<{ error: string }>().error,
]
export const markSuspended = ({ user }: SignedIn) =>
  sql`update users set suspended_at = now() where id = ${user.id}`.execute(app.db)
