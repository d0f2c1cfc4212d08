import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '#platform/server/database.ts'
import { hasRoom } from '#platform/server/mail/limits.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import type { MailContent } from '#platform/server/mail/content.ts'
import { accountPath, confirmAddressPath, resetPasswordPath, signInLinkPath, verifyEmailPath } from '#shared/paths.ts'
import { confirmAddressMail, resetPasswordMail, signInLinkMail, verifyEmailMail } from './emails/account-mails.ts'
import { deleteAccountTokens, insertAccountToken } from './queries.ts'
import { hashSecret, newSecret } from './secrets.ts'
import type { TokenPurpose } from './tables.ts'

const linkMinutes = 60

type Recipient = { id: string; email: string }

const mails = {
  'verify-email': { path: verifyEmailPath, write: verifyEmailMail },
  'reset-password': { path: resetPasswordPath, write: resetPasswordMail },
  'sign-in': { path: signInLinkPath, write: signInLinkMail },
  'change-email': { path: confirmAddressPath, write: confirmAddressMail },
}

/**
 * Mails a link that works once and for an hour. Once the address has had too many, its last link stays the one that works. The mail
 * names nobody: anyone can sign up with any address and name.
 */
export async function mailAccountLink(db: Db, publicUrl: string, user: Recipient, purpose: keyof typeof mails): Promise<void> {
  // A new address belongs to nobody yet: asking for it must not use up the links of its owner.
  const mail = { to: user.email, class: purpose === 'change-email' ? 'request' : 'sign-in' } as const
  if (!(await hasRoom(db, mail))) return
  const token = await newLink(db, user, purpose)
  const { path, write } = mails[purpose]
  await enqueueMail(db, {
    cause: `${purpose}:${hashSecret(token).toString('base64url')}`,
    ...mail,
    sensitive: true,
    content: write({ href: publicUrl + path(token) }),
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

type Owner = { id: string; email: string | null; email_verified_at: Date | null; first_name: string | null; is_demo: boolean }

/** Tells the owner of an account what happened to it, with a link to their account page. */
export async function mailOwner(
  db: Db,
  publicUrl: string,
  { id, email, email_verified_at: verifiedAt, first_name, is_demo: isDemo }: Owner,
  write: (link: { name: string | null; href: string }) => MailContent,
): Promise<void> {
  if (email === null || isDemo) return
  // Or somebody else signed up with this address, and chose the name.
  const name = verifiedAt === null ? null : first_name
  const content = write({ name, href: publicUrl + accountPath })
  await enqueueMail(db, { cause: `account:${id}:${randomUUIDv7()}`, to: email, content })
}
