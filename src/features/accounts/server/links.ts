import type { Db } from '#server/lib/database.ts'
import { enqueueMail } from '#server/lib/mail/outbox.ts'
import { resetPasswordPath, verifyEmailPath } from '#shared/paths.ts'
import { resetPasswordMail, verifyEmailMail } from './emails/account-mails.ts'
import { deleteAccountTokens, insertAccountToken } from './queries.ts'
import { hashSecret, newSecret } from './secrets.ts'
import type { TokenPurpose } from './tables.ts'

const linkMinutes = 60

type Recipient = { id: string; email: string; firstName: string | null }

export async function mailVerification(db: Db, publicUrl: string, user: Recipient): Promise<void> {
  const token = await newLink(db, user, 'verify-email')
  await enqueueMail(db, {
    cause: `verify-email:${hashSecret(token).toString('base64url')}`,
    to: user.email,
    sensitive: true,
    content: verifyEmailMail({ name: user.firstName, href: publicUrl + verifyEmailPath(token) }),
  })
}

export async function mailPasswordReset(db: Db, publicUrl: string, user: Recipient): Promise<void> {
  const token = await newLink(db, user, 'reset-password')
  await enqueueMail(db, {
    cause: `reset-password:${hashSecret(token).toString('base64url')}`,
    to: user.email,
    sensitive: true,
    content: resetPasswordMail({ name: user.firstName, href: publicUrl + resetPasswordPath(token) }),
  })
}

/** The newest link is the only one that works. */
export async function newLink(db: Db, { id, email }: Recipient, purpose: TokenPurpose): Promise<string> {
  const token = newSecret()
  await deleteAccountTokens(db, id, purpose)
  await insertAccountToken(db, {
    hash: hashSecret(token),
    purpose,
    userId: id,
    email,
    expiresAt: new Date(Date.now() + linkMinutes * 60_000),
  })
  return token
}
