import { findUser, type PersonalData } from '#features/accounts/server/public.ts'
import { sql } from 'kysely'
import { rowsPast } from '#platform/server/retention.ts'

export const contactRetention = rowsPast(
  'messages of the contact form',
  'contact_messages',
  (before) => sql`created_at < ${before}`,
)

/** Messages from an address are its owner's once the account has confirmed it. */
export const contactPersonalData: PersonalData = {
  name: 'contactMessages',
  async export(db, { id }) {
    const user = await findUser(db, id)
    if (!user || user.email === null || user.email_verified_at === null) return []
    const { rows } = await sql<{ name: string; message: string; sentAt: Date }>`
      select name, message, created_at as "sentAt" from contact_messages where email = ${user.email} order by id
    `.execute(db)
    return rows
  },
  async erase(transaction, { email, email_verified_at: verifiedAt }) {
    if (verifiedAt !== null) await sql`delete from contact_messages where email = ${email}`.execute(transaction)
  },
}
