import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '#platform/server/database.ts'
import { deleteUnsentMails } from '#platform/server/mail/gathering.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import { lockMailbox, mailboxOf, roomAt, type MailClass } from '#platform/server/mail/pace.ts'
import type { MailContent } from '#platform/server/mail/content.ts'
import {
  accountPath,
  confirmAddressPath,
  resetPasswordPath,
  signInLinkPath,
  verifyEmailPath,
} from '#shared/paths.ts'
import {
  confirmAddressMail,
  resetPasswordMail,
  signInLinkMail,
  verifyEmailMail,
} from './emails/account-mails.ts'
import {
  deleteAccountTokens,
  findTokenOwner,
  insertAccountToken,
  lockUser,
  takeAccountToken,
  type User,
} from './queries.ts'
import { hashSecret, newSecret } from './secrets.ts'
import type { TokenPurpose, UndoPurpose } from './tables.ts'

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
 * Mails a link that works once, for an hour or less. Once the address has had too many, its last
 * link goes on working, and the new one lives from the moment when its mail can leave; of several
 * that wait only the newest does. The mail names nobody: anyone can sign up with any address and
 * name.
 */
export async function mailAccountLink(
  db: Db,
  publicUrl: string,
  user: Recipient,
  purpose: keyof typeof mails,
  // A new address belongs to nobody yet: asking for it must not use up the links of its owner.
  mailClass: MailClass = purpose === 'change-email' ? 'address' : 'sign-in',
): Promise<void> {
  const mail = { to: user.email, class: mailClass }
  // Others who ask for this mailbox wait here.
  await lockMailbox(db, mailboxOf(user.email))
  await deleteUnsentMails(db, `${accountCausePrefix(user.id)}${purpose}:`, 'waiting')
  const leavesAt = await roomAt(db, mail)
  const minutes = linkMinutes(purpose)
  // A link that lives longer has not been mailed.
  await deleteAccountTokens(
    db,
    user.id,
    purpose,
    leavesAt ? new Date(Date.now() + minutes * 60_000) : undefined,
  )
  const { token, expiresAt } = await insertLink(
    db,
    { user_id: user.id, email: user.email, purpose },
    minutes,
    leavesAt,
  )
  const { path, write } = mails[purpose]
  const content = write({ href: publicUrl + path(token) })
  await enqueueMail(db, {
    cause: accountCause(user.id, `${purpose}:`),
    ...mail,
    sensitive: true,
    expiresAt,
    content,
  })
}

/** The newest link is the only one that works. */
export async function newLink(
  db: Db,
  { id, email }: Recipient,
  purpose: TokenPurpose,
): Promise<string> {
  await deleteAccountTokens(db, id, purpose)
  return (await insertLink(db, { user_id: id, email, purpose }, linkMinutes(purpose))).token
}

/** Older links go on working: each undoes what was done since. */
export const newUndoLink = async (db: Db, userId: string, email: string, purpose: UndoPurpose) =>
  (await insertLink(db, { user_id: userId, email, purpose }, undoDays * 24 * 60)).token

/** @returns the secret in the link, of which the database has a hash. */
async function insertLink(
  db: Db,
  link: { user_id: string; email: string; purpose: TokenPurpose },
  minutes: number,
  from: Date | null = null,
) {
  const token = newSecret()
  const expiresAt = new Date((from?.getTime() ?? Date.now()) + minutes * 60_000)
  await insertAccountToken(db, { ...link, token_hash: hashSecret(token), expires_at: expiresAt })
  return { token, expiresAt }
}

type TakenLink = { user: User; email: string; createdAt: Date }

/**
 * Spends a link. The account is locked before it, so that calls with several links of an account
 * wait for each other.
 */
export async function takeLink(
  trx: Db,
  secret: string,
  purpose: TokenPurpose,
): Promise<TakenLink | undefined> {
  const hash = hashSecret(secret)
  const owner = await findTokenOwner(trx, hash, purpose)
  const user = owner && (await lockUser(trx, owner.user_id))
  const link = user && (await takeAccountToken(trx, hash, purpose))
  return link && { user, email: link.email, createdAt: link.created_at }
}

/** Of a mail that goes with the account, if it waits when that is deleted. */
const accountCause = (userId: string, purpose = '') =>
  `${accountCausePrefix(userId)}${purpose}${randomUUIDv7()}`
export const accountCausePrefix = (userId: string) => `account:${userId}:`

type Owner = Pick<User, 'id' | 'email' | 'email_verified_at' | 'first_name' | 'is_demo'>

type Notice = {
  /** Default: the account page. */
  path?: string
  /** Of one mail that is sent once; default: of its own. */
  cause?: string
  sensitive?: boolean
}

/**
 * Tells the owner of an account what happened to it, with a link to their account page or another
 * one.
 */
export async function mailOwner(
  db: Db,
  publicUrl: string,
  { id, email, email_verified_at: verifiedAt, first_name, is_demo: isDemo }: Owner,
  write: (link: { name: string | null; href: string }) => MailContent,
  { path = accountPath, cause = accountCause(id), sensitive = false }: Notice = {},
): Promise<void> {
  if (email === null || isDemo) return
  // Or somebody else signed up with this address, and chose the name.
  const name = verifiedAt === null ? null : first_name
  await enqueueMail(db, {
    cause,
    to: email,
    class: 'security',
    sensitive,
    content: write({ name, href: publicUrl + path }),
  })
}
