import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '#server/lib/database.ts'
import { enqueueMail } from '#server/lib/mail/outbox.ts'
import { accountPath } from '#shared/paths.ts'
import { accountTakenOverMail, identityLinkedMail } from '../emails/identity-mails.ts'
import type { User } from '../queries.ts'

type Context = { publicUrl: string; provider: { label: string } }

export const mailIdentityLinked = (db: Db, user: User, context: Context): Promise<void> =>
  mail(db, user, context, identityLinkedMail)

export const mailAccountTakenOver = (db: Db, user: User, context: Context): Promise<void> =>
  mail(db, user, context, accountTakenOverMail)

async function mail(db: Db, user: User, { publicUrl, provider }: Context, write: typeof identityLinkedMail): Promise<void> {
  if (user.email === null) return
  await enqueueMail(db, {
    cause: `identity-linked:${randomUUIDv7()}`,
    to: user.email,
    content: write({ name: user.first_name, provider: provider.label, href: publicUrl + accountPath }),
  })
}
