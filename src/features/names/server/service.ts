import { findPeople, findUser, type User } from '#features/accounts/server/public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { inTransaction, takeLock, type Db } from '#platform/server/database.ts'
import type { Actor } from '#platform/server/http/access.ts'
import type { BodyOf, ResponseOf } from '#shared/contract.ts'
import { AppError, fieldError } from '#shared/errors.ts'
import { employerPath } from '#shared/paths.ts'
import { maxOwnNames, type GrantKind } from '../model.ts'
import { canBeGranted } from './domains.ts'
import { likenessOf } from './likeness.ts'
import * as queries from './queries.ts'
import type { GrantRow, Standing } from './queries.ts'
import type { FastifyInstance } from 'fastify'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import * as contract from '../contract.ts'

/**
 * What each of these names is to an account: the one answer to 'does this organization speak for
 * this name'. Administrators speak for every name, and sample accounts of the demo for every name
 * that nobody owns.
 */
export async function standingsOf(
  db: Db,
  user: Pick<User, 'id' | 'role' | 'is_demo'>,
  names: readonly string[],
): Promise<Standing[]> {
  if (user.role === 'admin') return names.map(() => 'vouched')
  const standings = await queries.findStandings(db, user.id, names)
  return user.is_demo
    ? standings.map((standing) => (standing === 'unknown' ? 'vouched' : standing))
    : standings
}

/** Whether a name may stand before others in the words of an account. */
export async function speaksFor(db: Db, accountId: string | null, name: string): Promise<boolean> {
  const account = accountId === null ? undefined : await findUser(db, accountId)
  const [standing] = account ? await standingsOf(db, account, [name]) : []
  return standing === 'vouched' || standing === 'accepted'
}

/** Whether its organization may call itself so: a firm speaks for names of its clients, too. */
export async function isNamed(db: Db, accountId: string | null, name: string): Promise<boolean> {
  if (accountId === null || !(await speaksFor(db, accountId, name))) return false
  const owner = await queries.findOwner(db, name)
  return owner === null || owner === (await queries.findOrganizationOf(db, accountId))
}

const hasOwner = () => new AppError('CONFLICT', 'Another organization has this name.')

/** Of two who want one name at the same moment the second sees the first. */
const lockNames = (trx: Db) => takeLock(trx, 'owner of a name')

type Claim = { organizationId: string; name: string; by: string }

/**
 * An organization that an administrator knows takes a further name. A name that belongs to somebody
 * or resembles somebody's waits for an administrator.
 */
export async function claimName(
  trx: Db,
  { organizationId, name, by }: Claim,
): Promise<'granted' | 'waits' | 'known'> {
  const ownNames = await queries.findOwnNames(trx, organizationId)
  const words = await queries.readWords(trx, [name, ...ownNames.map((grant) => grant.name)])
  const claimed = words.get(name) ?? ''
  if (employerPath(name) === undefined || claimed === '')
    throw fieldError('name', 'An organization with this name cannot have a page.')
  const known = ownNames.find(
    (grant) => likenessOf(words.get(grant.name) ?? '', claimed) === 'name',
  )
  if (known) return known.granted_at === null ? 'waits' : 'known'
  if (ownNames.length >= maxOwnNames)
    throw new AppError('CONFLICT', `An organization has at most ${maxOwnNames} names.`)
  await lockNames(trx)
  if ((await queries.findOwner(trx, name)) !== null) throw hasOwner()
  const waits = (await queries.findOthersNames(trx, organizationId)).some(
    (ownerName) => likenessOf(claimed, ownerName) !== null,
  )
  const grant = { name, organization_id: organizationId, kind: 'own', authority: 'claim' } as const
  if (!(await queries.insertGrant(trx, { ...grant, by, waits }))) throw hasOwner()
  return waits ? 'waits' : 'granted'
}

type Given = { organizationId: string; name: string; kind: GrantKind; by: string | null }

/** @throws {AppError} CONFLICT if the name has another owner. */
export async function grantTo(trx: Db, { organizationId, name, kind, by }: Given): Promise<void> {
  await lockNames(trx)
  const owner = await queries.findOwner(trx, name)
  if (kind === 'own' && owner !== null && owner !== organizationId) throw hasOwner()
  // A claim of the same organization becomes an administrator's word.
  if (kind === 'own') {
    const which = { organization_id: organizationId, kind, authority: 'claim', name } as const
    await queries.withdrawGrants(trx, { by, which })
  }
  const grant = { name, organization_id: organizationId, kind, authority: 'administrator' } as const
  const isNew = await queries.insertGrant(trx, { ...grant, by })
  if (!isNew && kind === 'own' && (await queries.findOwner(trx, name)) !== organizationId)
    throw hasOwner()
}

/** The owner of names lets another organization post under all of them, or no longer. */
export async function allowOrganization(
  trx: Db,
  {
    ownerId,
    organizationId,
    isAllowed,
    by,
  }: { ownerId: string; organizationId: string; isAllowed: boolean; by: string },
): Promise<void> {
  for (const { name, granted_at: grantedAt } of await queries.findOwnNames(trx, ownerId)) {
    if (grantedAt === null) continue
    const grant = { organization_id: organizationId, kind: 'client', authority: 'owner' } as const
    if (isAllowed) await queries.insertGrant(trx, { name, ...grant, by })
    else await queries.withdrawGrants(trx, { by, which: { ...grant, name } })
  }
}

type Acceptance = {
  ownerId: string
  name: string
  kind: GrantKind
  isAccepted: boolean
  by: string | null
}

/** Follows what moderators decided about an organization's postings under a name. */
export async function setAcceptance(
  trx: Db,
  { ownerId, name, kind, isAccepted, by }: Acceptance,
): Promise<void> {
  const organizationId = await queries.findOrganizationOf(trx, ownerId)
  if (organizationId === null) return
  const grant = { organization_id: organizationId, authority: 'moderator' } as const
  if (!isAccepted) await queries.withdrawGrants(trx, { by, which: { ...grant, name } })
  else if ((await queries.readWords(trx, [name])).get(name) !== '')
    await queries.insertGrant(trx, { name, kind, ...grant, by })
}

/** An organization speaks for nothing any more. */
export const withdrawAllNames = (trx: Db, organizationId: string, by: string | null) =>
  queries.withdrawGrants(trx, { by, which: { organization_id: organizationId } })

const maxListed = 1_000

async function listNames(db: Db): Promise<ResponseOf<'GET /api/admin/names'>> {
  const rows = await queries.findListed(db, maxListed)
  const people = await findPeople(db, [...new Set(rows.flatMap((row) => row.granted_by ?? []))])
  return {
    names: rows.map((row) => ({
      ...grantView(row),
      askedAt: row.asked_at.toISOString(),
      organization: row.organization,
      domain: row.domain,
      by: people.get(row.granted_by ?? '')?.name ?? null,
    })),
  }
}

export const grantView = ({ id, name, kind, authority, granted_at: grantedAt }: GrantRow) => ({
  id,
  name,
  kind,
  authority,
  since: grantedAt?.toISOString() ?? null,
})

export async function grantName(
  db: Db,
  { actorId, ip }: Actor,
  { name, kind, to }: BodyOf<'POST /api/admin/names'>,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    if ((await queries.readWords(trx, [name])).get(name) === '')
      throw fieldError('name', 'Please name the employer')
    if ('domain' in to) {
      if (!canBeGranted(to.domain))
        throw fieldError(
          'domain',
          `Anyone can get an address at ${to.domain}, so it cannot stand for one employer.`,
        )
      const grant = { name, domain: to.domain, kind, authority: 'administrator' } as const
      if (!(await queries.insertGrant(trx, { ...grant, by: actorId }))) return
    } else {
      const organizationId = await queries.findOrganizationOf(trx, to.userId)
      if (organizationId === null)
        throw new AppError('NOT_FOUND', 'This account has no organization.')
      await grantTo(trx, { organizationId, name, kind, by: actorId })
    }
    const subject = 'domain' in to ? `domain:${to.domain}` : `user:${to.userId}`
    await recordAudit(trx, {
      action: 'names.granted',
      actorId,
      ip,
      subject,
      detail: { name, kind },
    })
  })
}

/** @throws {AppError} NOT_FOUND if somebody else decided about it. */
async function lockGrant(trx: Db, id: string) {
  const grant = await queries.findGrant(trx, id)
  if (!grant) throw new AppError('NOT_FOUND', 'Someone else already withdrew this.')
  return grant
}

async function confirmName(db: Db, { actorId, ip }: Actor, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockNames(trx)
    const { authority, organization_id: organizationId, name } = await lockGrant(trx, id)
    if (authority !== 'claim')
      throw new AppError('CONFLICT', 'An administrator has decided this already.')
    if (!(await queries.confirmClaim(trx, id, actorId))) throw hasOwner()
    const subject = `organization:${organizationId ?? ''}`
    await recordAudit(trx, { action: 'names.granted', actorId, ip, subject, detail: { name } })
  })
}

async function withdrawName(db: Db, { actorId, ip }: Actor, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { name, organization_id: organizationId, domain } = await lockGrant(trx, id)
    await queries.withdrawGrants(trx, { by: actorId, which: { id } })
    const subject =
      organizationId === null ? `domain:${domain ?? ''}` : `organization:${organizationId}`
    await recordAudit(trx, { action: 'names.withdrawn', actorId, ip, subject, detail: { name } })
  })
}

export function registerNames(app: FastifyInstance, db: Db): void {
  const serve = endpointsOf(app, import.meta.url)
  serve(contract.listNames, () => listNames(db))
  serve(contract.grantName, ({ body, actor }) => grantName(db, actor, body))
  serve(contract.confirmName, ({ params, actor }) => confirmName(db, actor, params.id))
  serve(contract.withdrawName, ({ params, actor }) => withdrawName(db, actor, params.id))
}
