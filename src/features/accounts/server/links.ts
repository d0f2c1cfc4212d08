import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '#platform/server/database.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import type { MailContent } from '#platform/server/mail/content.ts'
import { accountPath, confirmAddressPath, resetPasswordPath, signInLinkPath, verifyEmailPath } from '#shared/paths.ts'
import { confirmAddressMail, resetPasswordMail, signInLinkMail, verifyEmailMail } from './emails/account-mails.ts'
import { deleteAccountTokens, insertAccountToken } from './queries.ts'
import { hashSecret, newSecret } from './secrets.ts'
import type { TokenPurpose } from './tables.ts'

const linkMinutes = 60

type Recipient = { id: string; email: string; firstName: string | null }

const mails = {
  'verify-email': { path: verifyEmailPath, write: verifyEmailMail },
  'reset-password': { path: resetPasswordPath, write: resetPasswordMail },
  'sign-in': { path: signInLinkPath, write: signInLinkMail },
  'change-email': { path: confirmAddressPath, write: confirmAddressMail },
}

/** Mails a link that works once and for an hour. */
export async function mailAccountLink(db: Db, publicUrl: string, user: Recipient, purpose: keyof typeof mails): Promise<void> {
  const token = await newLink(db, user, purpose)
  const { path, write } = mails[purpose]
  await enqueueMail(db, {
    cause: `${purpose}:${hashSecret(token).toString('base64url')}`,
    to: user.email,
    sensitive: true,
    content: write({ name: user.firstName, href: publicUrl + path(token) }),
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

type Owner = { id: string; email: string | null; first_name: string | null; is_demo: boolean }

/** Tells the owner of an account what happened to it, with a link to their account page. */
export async function mailOwner(
  db: Db,
  publicUrl: string,
  { id, email, first_name: name, is_demo: isDemo }: Owner,
  write: (link: { name: string | null; href: string }) => MailContent,
): Promise<void> {
  if (email === null || isDemo) return
  const content = write({ name, href: publicUrl + accountPath })
  await enqueueMail(db, { cause: `account:${id}:${randomUUIDv7()}`, to: email, content })
}
