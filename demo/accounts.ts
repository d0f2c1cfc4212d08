import { createHmac, randomUUIDv7 } from 'node:crypto'
import type { Db } from '#platform/server/database.ts'
import { roles, type Role } from '#shared/contract.ts'
import { hashPassword, isPassword } from '#features/accounts/server/secrets.ts'
import { findUserByEmail, upsertDemoUser } from '#features/accounts/server/queries.ts'
import type { DemoAccount } from '#app/server/start.ts'

const company: Partial<Record<Role, { company_name: string; organization_type: string }>> = {
  employer: { company_name: 'Demo Hospital', organization_type: 'Hospital' },
  recruiter: { company_name: 'Demo Recruiting', organization_type: 'Other' },
}

/** Creates an account for each role, once. They cannot sign in in production. */
export async function loadDemoAccounts(db: Db, secret: string): Promise<DemoAccount[]> {
  const password = demoPassword(secret)
  const accounts = roles.map((role) => ({ role, email: `${role}@demo.example`, password }))
  if (await areCurrent(db, accounts)) return accounts
  const passwordHash = await hashPassword(password)
  for (const { role, email } of accounts) {
    await upsertDemoUser(db, {
      id: randomUUIDv7(),
      email,
      email_verified_at: new Date(),
      first_name: 'Demo',
      last_name: role[0]?.toUpperCase() + role.slice(1),
      role,
      password_hash: passwordHash,
      is_demo: true,
      ...company[role],
    })
  }
  return accounts
}

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
