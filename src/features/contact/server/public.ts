import { findUser, type PersonalData } from '#features/accounts/server/public.ts'
import { sql } from 'kysely'
import { rowsPast } from '#platform/server/retention.ts'
import { deleteMessagesFrom, findMessagesFrom } from './service.ts'

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
    const messages = await findMessagesFrom(db, user.email)
    return messages.map(({ name, message, created_at: sentAt }) => ({ name, message, sentAt }))
  },
  async erase(transaction, { email, email_verified_at: verifiedAt }) {
    if (email !== null && verifiedAt !== null) await deleteMessagesFrom(transaction, email)
  },
}
