import { createHmac, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { suppressionScopes, type BounceKind, type SuppressionScope } from '#shared/mail.ts'
import { inTransaction, type Db } from '../database.ts'
import { isEqual, type Secrets } from '../secret.ts'
import { oneLine } from './content.ts'

type Mail = { class: string | null; headers: Record<string, string> }

const unstoppable = new Set<string | null>(['sign-in', 'address', 'security', 'own'])

function scopeOf({ class: mailClass, headers }: Mail): SuppressionScope | undefined {
  if (unstoppable.has(mailClass)) return undefined
  if ('List-Unsubscribe' in headers) return 'lists'
  return mailClass === 'notice' ? 'notices' : 'all'
}

/**
 * The envelope sender of a mail. Only who got the mail, and the servers on its way, know its
 * signature, so nobody else can bounce it.
 */
export function envelopeSender(secrets: Secrets, bounceAddress: string, mailId: string): string {
  const [local, domain] = bounceAddress.split('@')
  const id = mailId.replaceAll('-', '')
  return `${local}+${id}${signatureOf(secrets[0], id)}@${domain}`
}

/** The mail whose envelope sender stands in a text. Some servers change the case of letters. */
export function mailOfEnvelope(secrets: Secrets, text: string): string | undefined {
  for (const [, id = '', signature = ''] of text
    .toLowerCase()
    .matchAll(/\+([\da-f]{32})([\da-f]{16})@/g)) {
    if (
      secrets.some((secret) =>
        isEqual(Buffer.from(signature), Buffer.from(signatureOf(secret, id))),
      )
    )
      return id.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }
  return undefined
}

const signatureOf = (secret: string, id: string) =>
  createHmac('sha256', secret).update(`envelope\n${id}`).digest('hex').slice(0, 16)

/**
 * Of a status of RFC 3463, which is also read from the server's words: no such mailbox or domain,
 * or one that was closed. Full mailboxes and refused contents may be better next time.
 */
export const isHardStatus = (words: string): boolean =>
  /\b5\.(?:1\.(?:1|2|3|6|10)|2\.1|4\.4)\b/.test(words)

export type Bounce = {
  mailId: string
  /** Whom the report names; a report that does not is about the mail's recipient. */
  recipient?: string
  kind: BounceKind
  /** In the server's words. */
  reason: string
}

/** So many mails within so many days that a mailbox did not take suppress it. */
const softLimit = { mails: 3, days: 7 }
const maxReason = 300

/**
 * Records a bounce or complaint once, and suppresses the mail's recipient: after a hard bounce or a
 * complaint at once, after soft ones when there are several. False for a mail that was never sent
 * to that recipient, and for what is recorded already.
 */
export const recordBounce = (db: Db, bounce: Bounce): Promise<boolean> =>
  inTransaction(db, (trx) => recordIn(trx, bounce))

async function recordIn(trx: Db, { mailId, recipient, kind, reason }: Bounce) {
  const { rows } = await sql<Mail & { address: string }>`
      with mail as (
        select id, lower(to_address) as address, class, headers from mails
        where id = ${mailId} and state in ('sent', 'dead')
          and lower(to_address) = coalesce(lower(${recipient ?? null}), lower(to_address))
      ), added as (
        insert into mail_bounces (mail_id, kind, address) select id, ${kind}, address from mail
          on conflict do nothing returning 1
      )
      select address, class, headers from mail, added
    `.execute(trx)
  const [mail] = rows
  if (!mail) return false
  if (kind === 'soft' && (await countSoft(trx, mail.address)) < softLimit.mails) return true
  const scope = kind === 'complaint' ? (scopeOf(mail) ?? 'all') : 'all'
  await suppress(trx, {
    address: mail.address,
    kind,
    scope,
    reason: oneLine(reason).slice(0, maxReason),
    mailId,
  })
  return true
}

/** Those since the suppression was lifted, if there was one. */
async function countSoft(db: Db, address: string) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from mail_bounces
    where address = ${address} and kind = 'soft'
      and at > greatest(now() - make_interval(days => ${softLimit.days}),
      (select lifted_at from mail_suppressions s where s.address = ${address}))
  `.execute(db)
  return rows[0]?.count ?? 0
}

type NewSuppression = {
  address: string
  kind: BounceKind
  scope: SuppressionScope
  reason: string
  mailId: string
}

/** A wider scope replaces a narrower one. */
async function suppress(db: Db, { address, kind, scope, reason, mailId }: NewSuppression) {
  const order = sql`array[${sql.join(suppressionScopes)}]`
  await sql`
    insert into mail_suppressions as stored (id, address, kind, scope, reason, mail_id)
    values (${randomUUIDv7()}, ${address}, ${kind}, ${scope}, ${reason}, ${mailId})
    on conflict (address) do update
      set kind = excluded.kind, scope = excluded.scope, reason = excluded.reason,
      mail_id = excluded.mail_id, at = now(), lifted_at = null
    where stored.lifted_at is not null
      or array_position(${order}, stored.scope) < array_position(${order}, excluded.scope)
  `.execute(db)
}

export type Suppression = { kind: BounceKind; scope: SuppressionScope; reason: string; at: Date }

export async function findSuppression(db: Db, address: string): Promise<Suppression | undefined> {
  const { rows } = await sql<Suppression>`
    select kind, scope, reason, at from mail_suppressions where address = lower(${address})
      and lifted_at is null
  `.execute(db)
  return rows[0]
}

/** The suppression that stops a mail. */
export async function suppressionOf(
  db: Db,
  mail: Mail & { to_address: string },
): Promise<Suppression | undefined> {
  const scope = scopeOf(mail)
  const found = scope && (await findSuppression(db, mail.to_address))
  return found && suppressionScopes.indexOf(found.scope) >= suppressionScopes.indexOf(scope)
    ? found
    : undefined
}
