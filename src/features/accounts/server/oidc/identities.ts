import { recordAudit } from '#server/lib/audit.ts'
import type { Db } from '#server/lib/database.ts'
import type { Viewer } from '#server/lib/http/access.ts'
import { AppError } from '#shared/errors.ts'
import { lockUser } from '../queries.ts'
import * as queries from '../queries-identities.ts'
import type { IdentityProviders } from './identity-providers.ts'

/** The providers that somebody signs in with; one that is not configured any more goes by its id. */
export async function listIdentities(db: Db, { list }: IdentityProviders, { id }: Pick<Viewer, 'id'>) {
  const rows = await queries.selectIdentities(db, id)
  return rows.map(({ provider, created_at }) => ({
    provider,
    label: list.find((it) => it.id === provider)?.label ?? provider,
    linkedAt: created_at.toISOString(),
  }))
}

/** @throws {AppError} for the last way in to the account. */
export async function unlinkIdentity(
  db: Db,
  { list }: IdentityProviders,
  viewer: Viewer,
  provider: string,
  ip: string,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const user = await lockUser(transaction, viewer.id)
    const others = (await queries.selectIdentities(transaction, viewer.id)).filter((it) => it.provider !== provider)
    // Without an address a password opens nothing.
    const hasPassword = user !== undefined && user.password_hash !== null && user.email !== null
    const isLast = !hasPassword && !others.some((other) => list.some((it) => it.id === other.provider))
    if (!(await queries.deleteIdentities(transaction, viewer.id, provider))) throw new AppError('NOT_FOUND')
    if (isLast) throw new AppError('CONFLICT', 'This is the only way in to your account. Add another one first.')
    await recordAudit(transaction, {
      action: 'accounts.identity-unlinked',
      actorId: viewer.id,
      subject: `user:${viewer.id}`,
      ip,
      detail: { by: `oidc:${provider}` },
    })
  })
}
