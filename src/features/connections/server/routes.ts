import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuseUnknown } from '#features/api/server/public.ts'
import { sendCv, type Cvs } from '#features/cv/server/public.ts'
import { lockAsOwner, recordChange, type Caller } from '#features/employers/server/public.ts'
import {
  getInquiry,
  listReceived,
  openReceivedCv,
  unconfirmed,
  type Inquiries,
} from '#features/inquiries/server/public.ts'
import {
  closeNumbered,
  getNumbered,
  putNumbered,
  type Opening,
} from '#features/postings/server/public.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import type { ApplicationByKey } from '../contract.ts'
import * as contract from '../contract.ts'
import * as hooks from './hooks.ts'
import * as keys from './keys.ts'
import { deleteKey } from './queries.ts'
import { deleteHook } from './queries-hooks.ts'

export type Connections = Inquiries & Cvs & Opening & { demo: boolean }

export function registerConnections(app: FastifyInstance, connections: Connections): void {
  const { db } = connections
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.listConnections, async ({ viewer }) => {
    const id = await keys.organizationOf(db, viewer)
    if (id === undefined) return { keys: [], hooks: [] }
    return { keys: await keys.listKeys(db, id), hooks: await hooks.listHooks(db, id) }
  })
  serve(contract.makeKey, ({ body, viewer, request }) =>
    keys.makeKey(db, { id: viewer.id, ip: request.ip }, body),
  )
  serve(contract.addHook, ({ body, viewer, request }) =>
    hooks.addHook(connections, { id: viewer.id, ip: request.ip }, body),
  )
  serve(contract.endConnection, ({ params, viewer, request }) =>
    endConnection(db, { id: viewer.id, ip: request.ip }, params.id),
  )
  serve(contract.deliverAgain, ({ params, body, viewer }) =>
    hooks.deliverAgain(db, viewer.id, params.id, body.delivery),
  )
  void app.register(async (scope) => registerCallsByKey(scope, connections))
}

const endConnection = (db: Db, caller: Caller, id: string) =>
  inTransaction(db, async (trx) => {
    const { id: organizationId } = await lockAsOwner(trx, caller.id)
    const isKey = await deleteKey(trx, organizationId, id)
    if (!isKey && !(await deleteHook(trx, organizationId, id))) throw new AppError('NOT_FOUND')
    const action = isKey ? 'key-revoked' : 'hook-deleted'
    await recordChange(trx, action, caller, organizationId, { id })
  })

function registerCallsByKey(scope: FastifyInstance, connections: Connections) {
  const { db } = connections
  keys.recognizeKeys(scope, connections)
  scope.addHook('preValidation', refuseUnknown)
  const serve = endpointsOf(scope, import.meta.url)
  const numbered = (viewer: Viewer, request: FastifyRequest, number: string) => ({
    viewer,
    organizationId: keyOf(request).organizationId,
    number,
  })

  serve(contract.putPosting, ({ params, body, viewer, request }) =>
    putNumbered(connections, numbered(viewer, request, params.reference), body),
  )
  serve(contract.readPosting, ({ params, viewer, request }) =>
    getNumbered(db, numbered(viewer, request, params.reference)),
  )
  serve(contract.closePosting, ({ params, viewer, request }) =>
    closeNumbered(db, numbered(viewer, request, params.reference)),
  )

  serve(contract.listApplicationsByKey, async ({ query, viewer }) => {
    const { inquiries, next } = await listReceived(db, viewer, query.cursor)
    const view = (inquiry: Received) => viewOf(inquiry, viewer, connections)
    return { applications: inquiries.map(view), nextCursor: next }
  })
  serve(contract.getApplicationByKey, async ({ params, viewer }) => {
    const inquiry = await getInquiry(db, viewer, params.id)
    return { application: viewOf(inquiry, viewer, connections), messages: inquiry.replies }
  })
  serve(contract.openCvByKey, async ({ params, viewer, request, reply }) => {
    const opening = { id: params.id, ip: request.ip, isProgram: true }
    return sendCv(reply, await openReceivedCv(connections, viewer, opening))
  })
}

function keyOf({ key }: FastifyRequest) {
  if (key === null) throw new AppError('UNAUTHENTICATED')
  return key
}

type Received = ResponseOf<'GET /api/inbox'>['inquiries'][number]

function viewOf(
  { id, jobId, jobTitle, requisition, cvFileName, ...inquiry }: Received,
  { emailVerified }: Viewer,
  { publicUrl }: { publicUrl: string },
): ApplicationByKey {
  const hasCv = cvFileName !== null
  const path = contract.openCvByKey.path.replace(':id', id)
  return {
    ...inquiry,
    id,
    postingId: jobId,
    reference: requisition,
    title: jobTitle,
    cv: hasCv && emailVerified ? publicUrl + path : null,
    cvNote: hasCv && !emailVerified ? unconfirmed : null,
  }
}
