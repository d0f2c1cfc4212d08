import { randomUUIDv7 } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import {
  findPeople,
  hashSecret,
  newSecret,
  type PersonalData,
} from '#features/accounts/server/public.ts'
import {
  findSeat,
  lockAsOwner,
  onlyOwners,
  recordChange,
  type Caller,
} from '#features/employers/server/public.ts'
import { findOwnerAddresses } from '#features/names/server/public.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import type { BodyOf, ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { connectionsPath } from '#shared/paths.ts'
import type { Connections } from '../contract.ts'
import { keyPrefix, maxKeys } from '../model.ts'
import { keysEndedMail } from './mails.ts'
import * as queries from './queries.ts'

/** Keys of organizations. A key acts as the owner who made it, as far as its scope goes. */

type Options = { db: Db; demo: boolean }

/**
 * On calls by key the header alone says who calls: a cookie gives no rights. Whether the key works
 * is asked each time, so that revoking it counts from the next call on.
 */
export function recognizeKeys(scope: FastifyInstance, { db, demo }: Options): void {
  scope.addHook('onRequest', async (request, reply) => {
    request.viewer = null
    const [, secret] =
      /^Bearer (wck_[\w-]{20,100})$/i.exec(request.headers.authorization ?? '') ?? []
    const caller =
      secret === undefined ? undefined : await queries.findKeyCaller(db, hashSecret(secret))
    if (!caller || (caller.is_demo && !demo)) {
      reply.header('www-authenticate', 'Bearer')
      return
    }
    const { id, scope: keyScope, organization_id: organizationId } = caller
    request.key = { id, scope: keyScope, organizationId }
    request.viewer = viewerOfKey(caller)
    if (caller.is_stale) await queries.touchKey(db, id)
  })
}

const viewerOfKey = (
  caller: NonNullable<Awaited<ReturnType<typeof queries.findKeyCaller>>>,
): Viewer => ({
  id: caller.made_by,
  sessionId: '',
  role: caller.role,
  email: caller.email,
  emailVerified: caller.is_verified,
  firstName: caller.first_name,
  lastName: caller.last_name,
  isRecentlyAuthenticated: false,
  lacksTwoFactor: false,
})

/** The organization of an owner; undefined before the account's first change of it. */
export async function organizationOf(db: Db, viewer: Viewer): Promise<string | undefined> {
  const seat = await findSeat(db, viewer.id)
  if (seat && seat.seat !== 'owner') throw onlyOwners()
  return seat?.organization_id
}

export async function listKeys(db: Db, organizationId: string): Promise<Connections['keys']> {
  const keys = await queries.findKeys(db, organizationId)
  const people = await findPeople(db, [...new Set(keys.map((key) => key.made_by))])
  return keys.map(({ id, name, scope, created_at, used_at, made_by, works }) => ({
    id,
    name,
    scope,
    createdAt: created_at.toISOString(),
    usedAt: used_at?.toISOString() ?? null,
    madeBy: people.get(made_by)?.name ?? people.get(made_by)?.email ?? 'A member',
    works,
  }))
}

/** The secret is told here alone: only its hash is stored. */
export const makeKey = (
  db: Db,
  caller: Caller,
  { name, scope }: BodyOf<'POST /api/connections/keys'>,
): Promise<ResponseOf<'POST /api/connections/keys'>> =>
  inTransaction(db, async (trx) => {
    const { id: organizationId } = await lockAsOwner(trx, caller.id)
    if ((await queries.findKeys(trx, organizationId)).length >= maxKeys)
      throw new AppError(
        'CONFLICT',
        `An organization has at most ${maxKeys} keys. Revoke one first.`,
      )
    const secret = keyPrefix + newSecret()
    const key = { id: randomUUIDv7(), organization_id: organizationId, name, scope }
    await queries.insertKey(trx, { ...key, secret_hash: hashSecret(secret), made_by: caller.id })
    await recordChange(trx, 'key-made', caller, organizationId, { id: key.id, name, scope })
    return { id: key.id, secret }
  })

/** Keys of somebody who is no longer an owner end, and the owners who stay are told. */
export async function endKeysOf(
  trx: Db,
  { userId, publicUrl }: { userId: string; publicUrl: string },
): Promise<void> {
  const ended = await queries.deleteStrayKeys(trx, userId)
  const [key] = ended
  if (!key) return
  const names = ended.map(({ name }) => name)
  const content = keysEndedMail({ names, href: publicUrl + connectionsPath })
  for (const to of await findOwnerAddresses(trx, key.organization_id))
    await enqueueMail(trx, { cause: `keys-ended:${randomUUIDv7()}`, to, content })
}

/** Deleted with the account, or with the organization. */
export const connectionsPersonalData: PersonalData = {
  name: 'keys',
  export: (db, { id }) => queries.findKeysOf(db, id),
}
