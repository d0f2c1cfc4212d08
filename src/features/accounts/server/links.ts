import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '#platform/server/database.ts'
import { hasRoom } from '#platform/server/mail/limits.ts'
import type { MailClass } from '#platform/server/mail/limits.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import type { MailContent } from '#platform/server/mail/content.ts'
import { accountPath, confirmAddressPath, resetPasswordPath, signInLinkPath, verifyEmailPath } from '#shared/paths.ts'
import { confirmAddressMail, resetPasswordMail, signInLinkMail, verifyEmailMail } from './emails/account-mails.ts'
import { deleteAccountTokens, findTokenOwner, insertAccountToken, lockUser, takeAccountToken } from './queries.ts'
import type { User } from './queries.ts'
import { hashSecret, newSecret } from './secrets.ts'
import type { TokenPurpose, UndoPurpose } from './tables.ts'

const minute = 60_000
/** A sign-in link is a way in by itself; the others come before a password, or a session. */
const linkMinutes = (purpose: TokenPurpose): number => (purpose === 'sign-in' ? 10 : 60)
export const undoDays = 7

type Recipient = { id: string; email: string }

const mails = {
  'verify-email': { path: verifyEmailPath, write: verifyEmailMail },
  'reset-password': { path: resetPasswordPath, write: resetPasswordMail },
  'sign-in': { path: signInLinkPath, write: signInLinkMail },
  'change-email': { path: confirmAddressPath, write: confirmAddressMail },
}

/**
 * Mails a link that works once, for an hour or less. Once the address has had too many, its last link stays the one that works. The mail
 * names nobody: anyone can sign up with any address and name.
 */
export async function mailAccountLink(
  db: Db,
  publicUrl: string,
  user: Recipient,
  purpose: keyof typeof mails,
  // A new address belongs to nobody yet: asking for it must not use up the links of its owner.
  mailClass: MailClass = purpose === 'change-email' ? 'request' : 'sign-in',
): Promise<void> {
  const mail = { to: user.email, class: mailClass }
  if (!(await hasRoom(db, mail))) return
  const token = await newLink(db, user, purpose)
  const { path, write } = mails[purpose]
  await enqueueMail(db, {
    cause: accountCause(user.id),
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
    expiresAt: new Date(Date.now() + linkMinutes(purpose) * minute),
  })
  return token
}

/** Older links go on working: each undoes what was done since. */
export async function newUndoLink(db: Db, userId: string, email: string, purpose: UndoPurpose): Promise<string> {
  const token = newSecret()
  const expiresAt = new Date(Date.now() + undoDays * 24 * 60 * minute)
  await insertAccountToken(db, { hash: hashSecret(token), purpose, userId, email, expiresAt })
  return token
}

type TakenLink = { user: User; email: string; createdAt: Date }

/** Spends a link. The account is locked before it, so that calls with several links of an account wait for each other. */
export async function takeLink(transaction: Db, secret: string, purpose: TokenPurpose): Promise<TakenLink | undefined> {
  const hash = hashSecret(secret)
  const owner = await findTokenOwner(transaction, hash, purpose)
  const user = owner && (await lockUser(transaction, owner.user_id))
  const link = user && (await takeAccountToken(transaction, hash, purpose))
  return link && { user, email: link.email, createdAt: link.created_at }
}

/** Of a mail that goes with the account, if it waits when that is deleted. */
export const accountCause = (userId: string): string => `${accountCausePrefix(userId)}${randomUUIDv7()}`
export const accountCausePrefix = (userId: string): string => `account:${userId}:`

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
  await enqueueMail(db, { cause: accountCause(id), to: email, content })
}
