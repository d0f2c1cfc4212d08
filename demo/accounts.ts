import { createHmac, randomUUIDv7 } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Db } from '#platform/server/database.ts'
import { roles, type Role } from '#shared/contract.ts'
import { hashPassword, isPassword } from '#features/accounts/server/secrets.ts'
import { findUserByEmail } from '#features/accounts/server/queries.ts'
import type { AccountsTables } from '#features/accounts/server/tables.ts'
import type { DemoAccount } from '#app/server/start.ts'

/**
 * The organizations with teams. Two have the accounts of roles as owners, whose addresses are
 * older.
 */
export const teams = [
  { key: 'hospital', owner: 'employer', role: 'employer', name: 'Demo Hospital', kind: 'Hospital' },
  {
    key: 'recruiting',
    owner: 'recruiter',
    role: 'recruiter',
    name: 'Demo Recruiting',
    kind: 'Other',
  },
  {
    key: 'system',
    owner: 'owner.system',
    role: 'employer',
    name: 'Demo Health System',
    kind: 'Health System',
  },
  { key: 'clinic', owner: 'owner.clinic', role: 'employer', name: 'Demo Clinic', kind: 'Clinic' },
] as const
export type Team = (typeof teams)[number]

/** Beside the owner; their addresses begin so: `reader.clinic@demo.example`. */
export const teamSeats = ['recruiter', 'reader'] as const

export const addressOf = (name: string): string => `${name}@demo.example`

const people: { name: string; role: Role; team?: Team | undefined }[] = [
  ...roles.map((role) => ({ name: role, role, team: teams.find(({ owner }) => owner === role) })),
  ...teams.flatMap((team) =>
    [team.owner, ...teamSeats.map((seat) => `${seat}.${team.key}`)].map((name) => ({
      name,
      role: team.role,
      team,
    })),
  ),
].filter(({ name }, index, all) => all.findIndex((it) => it.name === name) === index)

/**
 * Creates an account for each role and each seat in a team, once. They cannot sign in in
 * production.
 */
export async function loadDemoAccounts(db: Db, secret: string): Promise<DemoAccount[]> {
  const password = demoPassword(secret)
  const accounts = people.map(({ name, role }) => ({ role, email: addressOf(name), password }))
  if (await areCurrent(db, accounts)) return accounts
  const passwordHash = await hashPassword(password)
  for (const { name, role, team } of people) {
    const [first = ''] = name.split('.')
    await upsertDemoUser(db, {
      id: randomUUIDv7(),
      email: addressOf(name),
      email_verified_at: new Date(),
      first_name: 'Demo',
      last_name: first[0]?.toUpperCase() + first.slice(1),
      role,
      password_hash: passwordHash,
      is_demo: true,
      ...(team && { company_name: team.name, organization_type: team.kind }),
    })
  }
  return accounts
}

/**
 * Inserts a sample account, or resets its password; never changes an account that somebody signed
 * up with.
 */
export const upsertDemoUser = (db: Db, user: Insertable<AccountsTables['users']>) =>
  db
    .withTables<AccountsTables>()
    .insertInto('users')
    .values(user)
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ password_hash: user.password_hash ?? null })
        .where('users.is_demo', '=', true),
    )
    .execute()

/** The last one is written last, so it stands for all; another secret makes another password. */
async function areCurrent(db: Db, accounts: DemoAccount[]): Promise<boolean> {
  const last = accounts.at(-1)
  const user = last && (await findUserByEmail(db, last.email))
  return user !== undefined && isPassword(last?.password ?? '', user.password_hash)
}

/** Derived from the secret, so that reading this source opens no demo. */
function demoPassword(secret: string): string {
  return `demo-${createHmac('sha256', secret).update('demo password').digest('hex').slice(0, 12)}`
}
