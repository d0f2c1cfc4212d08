import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Generated } from 'kysely'
import { findUser, type PersonalData } from '#features/accounts/server/public.ts'
import { findJobSummariesOf } from '#features/jobs/server/public.ts'
import { parseSpecialty } from '#vocabulary/specialties.ts'
import { insertMissing, type Db } from '#platform/server/database.ts'
import { etagOf, isKnown } from '#platform/server/http/answer.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import type { Reads } from '#platform/server/replicas.ts'
import { AppError } from '#shared/errors.ts'
import { getWidget, getWidgetPage, getWidgetScript } from '../contract.ts'
import { missingPage, widgetPage, widgetPolicy, widgetScript, type WidgetJobs } from './page.ts'

/** How long a list may show closed jobs, in seconds. */
const pageSeconds = 60
const scriptSeconds = 3600

type Options = { db: Db; reads: Reads; publicUrl: string }

export function registerWidget(app: FastifyInstance, { db, reads, publicUrl }: Options): void {
  const serve = endpointsOf(app, import.meta.url)

  serve(getWidget, async ({ reply, viewer }) => {
    reply.header('cache-control', 'private, no-store')
    return {
      id: await getWidgetId(db, viewer.id),
      scriptUrl: `${publicUrl}${getWidgetScript.path}`,
    }
  })

  serve(getWidgetScript, async ({ request, reply }) => {
    openToOtherSites(reply).type('text/javascript; charset=utf-8')
    return sendKept(request, reply, widgetScript, scriptSeconds)
  })

  serve(getWidgetPage, async ({ query: { theme, ...wanted }, request, reply }) => {
    const found = await reads(request)((candidate) => findWidgetJobs(candidate, wanted)).catch(
      unlessMissing,
    )
    openToOtherSites(reply)
      .type('text/html; charset=utf-8')
      .header('x-robots-tag', 'noindex')
      .header('content-security-policy', widgetPolicy)
      // An older header than `frame-ancestors`, which cannot allow every site.
      .removeHeader('x-frame-options')
    if (!found)
      return reply
        .code(404)
        .header('cache-control', 'no-cache')
        .send(missingPage({ theme, publicUrl }))
    return sendKept(request, reply, widgetPage(found, { theme, publicUrl }), pageSeconds)
  })
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
}

const openToOtherSites = (reply: FastifyReply) =>
  reply.header('cross-origin-resource-policy', 'cross-origin')

function sendKept(request: FastifyRequest, reply: FastifyReply, text: string, seconds: number) {
  const etag = etagOf(text)
  reply
    .header('etag', etag)
    .header('cache-control', `public, max-age=${seconds}`)
    .header('vary', 'accept-encoding')
  return isKnown(request, { headers: { etag } }) ? reply.code(304).send() : reply.send(text)
}

/** The account's widget id, created on first use. */
async function getWidgetId(db: Db, ownerId: string) {
  const known = await findWidget(db, ownerId)
  if (known) return known.id
  const id = randomBytes(9).toString('base64url')
  await insertMissing(tables(db).insertInto('widgets').values({ id, owner_id: ownerId }))
  return (await findWidget(db, ownerId))?.id ?? ''
}

const isWidgetId = /^[\w-]+$/

/** @throws {AppError} NOT_FOUND for an unknown employer or specialty. */
async function findWidgetJobs(
  db: Db,
  wanted: { company: string; jobs: number; specialty?: string | undefined },
): Promise<WidgetJobs> {
  const specialty = wanted.specialty ? parseSpecialty(wanted.specialty) : undefined
  // An unknown specialty must not list all jobs.
  if (wanted.specialty && !specialty) throw new AppError('NOT_FOUND')
  const ownerId = isWidgetId.test(wanted.company) ? await findOwner(db, wanted.company) : undefined
  const owner = ownerId === undefined ? undefined : await findUser(db, ownerId)
  if (!owner) throw new AppError('NOT_FOUND')
  return {
    company: owner.company_name,
    jobs: await findJobSummariesOf(db, owner.id, { specialty, limit: wanted.jobs }),
  }
}

/** The widget is deleted with its account. */
export const widgetPersonalData: PersonalData = {
  name: 'widget',
  async export(db, { id }) {
    const widget = await findWidget(db, id)
    return widget ? { id: widget.id, createdAt: widget.created_at } : null
  },
}

type WidgetTables = { widgets: { id: string; owner_id: string; created_at: Generated<Date> } }

const tables = (db: Db) => db.withTables<WidgetTables>()

const findOwner = async (db: Db, id: string) =>
  (
    await tables(db)
      .selectFrom('widgets')
      .select('owner_id')
      .where('id', '=', id)
      .executeTakeFirst()
  )?.owner_id

const findWidget = (db: Db, ownerId: string) =>
  tables(db)
    .selectFrom('widgets')
    .select(['id', 'created_at'])
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
