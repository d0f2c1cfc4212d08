import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { beforeAll, beforeEach } from 'vitest'
import { hashSecret, newSecret } from '#features/accounts/server/secrets.ts'
import type { AccountsTables } from '#features/accounts/server/tables.ts'
import { startOrganization } from '#features/employers/server/public.ts'
import { accountPost, posting, publicPost } from '#test/posting-forms.ts'
import type { Role } from '#shared/contract.ts'
import type { TestApp } from './app.ts'

type Answer = Promise<LightMyRequestResponse>

/** The API as a browser calls it from our pages. */
export type Caller = {
  get: (url: string) => Answer
  post: (url: string, body?: unknown) => Answer
  put: (url: string, body?: unknown) => Answer
  delete: (url: string, body?: unknown) => Answer
  /** Any call; `headers` override the browser's. */
  call: (options: InjectOptions & { url: string }) => Answer
}

export type SignedIn = Caller & {
  user: { id: string; email: string; firstName: string; lastName: string; role: Role | null }
  cookie: string
}

type Overrides = {
  email?: string
  firstName?: string
  lastName?: string
  emailVerified?: boolean
  companyName?: string
  /**
   * An administrator let the organization post under the names of the fixtures and its own: these
   * need no review.
   */
  trusted?: boolean
}

/** A new account with this role, signed in. */
export async function signIn(
  { app, db }: TestApp,
  role: Role | null,
  overrides: Overrides = {},
): Promise<SignedIn> {
  const {
    email = `${randomUUID()}@mail.test`,
    firstName = 'Alex',
    lastName = 'Example',
    emailVerified = true,
  } = overrides
  const user = { id: randomUUIDv7(), email, firstName, lastName, role }
  const token = newSecret()
  const tables = db.withTables<AccountsTables>()
  await tables
    .insertInto('users')
    .values({
      id: user.id,
      email,
      first_name: firstName,
      last_name: lastName,
      role,
      email_verified_at: emailVerified ? new Date() : null,
      company_name: overrides.companyName ?? null,
    })
    .execute()
  if (role === 'employer' || role === 'recruiter') {
    await db.transaction().execute((trx) => startOrganization(trx, user.id))
    const names = [...fixtureNames, overrides.companyName ?? '']
    if (overrides.trusted !== false) await letSpeak({ db }, user.id, ...names.filter(Boolean))
  }
  await tables
    .insertInto('sessions')
    .values({
      token_hash: hashSecret(token),
      id: randomUUIDv7(),
      user_id: user.id,
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute()
  const cookie = `__Host-session=${token}`
  return { user, cookie, ...callerOf(app, { cookie }) }
}

const fixtureNames = [publicPost(), accountPost(), posting()].map(({ company }) => company)

/**
 * An administrator lets the organization of an account post under these names. It gets neither
 * their mark nor their pages.
 */
export async function letSpeak(
  { db }: Pick<TestApp, 'db'>,
  userId: string,
  ...names: string[]
): Promise<void> {
  await sql`
    insert into name_grants (id, name, organization_id, kind, authority, granted_at)
    select gen_random_uuid(), name, organization_of(${userId}), 'client', 'administrator', now() from unnest(${names}::text[]) name
    on conflict do nothing
  `.execute(db)
}

const signInBefore =
  (hook: (work: () => Promise<void>) => void) =>
  (board: TestApp, role: Role, overrides?: Overrides): SignedIn => {
    const person = {} as SignedIn
    hook(async () => void Object.assign(person, await signIn(board, role, overrides)))
    return person
  }
/** The same account for all tests of this file. */
export const signInForFile = signInBefore(beforeAll)
/** Another account for each. */
export const signInForEach = signInBefore(beforeEach)

/** The status and the body. */
export async function answered(call: Answer): Promise<[number, unknown]> {
  const answer = await call
  return [answer.statusCode, answer.json()]
}

/** Somebody without an account. */
export const asVisitor = ({ app }: TestApp): Caller => callerOf(app, {})

export function callerOf(app: TestApp['app'], headers: Record<string, string>): Caller {
  const call = (options: InjectOptions & { url: string }) =>
    app.inject({
      ...options,
      headers: { 'sec-fetch-site': 'same-origin', ...headers, ...options.headers },
    })
  const send = (method: 'POST' | 'PUT' | 'DELETE') => (url: string, body?: unknown) =>
    call({ method, url, ...(body !== undefined && { payload: body as object }) })
  return {
    call,
    get: (url) => call({ method: 'GET', url }),
    post: send('POST'),
    put: send('PUT'),
    delete: send('DELETE'),
  }
}
