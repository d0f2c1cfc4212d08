import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as jobs from '#features/jobs/server/public.ts'
import { termNames } from '#features/jobs/terms.ts'
import type { AnswerCache } from '#platform/server/http/answer-cache.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import { viewerOf } from '#platform/server/http/access.ts'
import { AppError } from '#shared/errors.ts'
import { employerPath, withQuery } from '#shared/paths.ts'
import * as contract from '../contract.ts'
import * as teamContract from '../contract-team.ts'
import { maxPhoto } from '../model.ts'
import * as pictures from './pictures.ts'
import type { Teams } from './service.ts'
import { findByOtherName, findEmployer, findMovedEmployer, findSummaries } from './queries.ts'
import * as seats from './service-seats.ts'
import * as service from './service.ts'
import * as members from './service-members.ts'

/** Six screens of a phone. */
const pageLength = 60
const noSummary = { place: null, places: 0, organizationType: null, specialties: [] }

/** `medians`: the board's median of each specialty. */
type Options = Teams &
  pictures.Pictures & { demo: boolean; answers: AnswerCache; medians: ReadonlyMap<string, number> }

/** A grant that begins or ends counts at once. */
const ofNames = { tags: () => ['names'] }

export function registerEmployers(
  app: FastifyInstance,
  { storage, answers, medians, ...teams }: Options,
): void {
  const { db } = teams
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.listEmployers, async ({ query, request, reply }) =>
    answers.send(
      { request, reply, key: withQuery(contract.listEmployers.path, query) },
      async (from) => {
        const rows = await jobs.findEmployers(from, { ...query, limit: pageLength + 1 })
        const shown = rows.slice(0, pageLength)
        const summaries = await findSummaries(
          from,
          shown.map(({ key }) => key),
        )
        const others =
          query.after === '' ? await findByOtherName(from, query.prefix, pageLength) : []
        return {
          employers: [
            ...others.filter(
              (candidate) =>
                !shown.some(({ name }) => name === candidate.name || name === candidate.alsoNamed),
            ),
            ...shown.map(({ key, ...employer }) => ({
              ...employer,
              ...(summaries.get(key) ?? noSummary),
              alsoNamed: null,
            })),
          ],
          next: rows.length > pageLength ? (shown.at(-1)?.key ?? null) : null,
        }
      },
      ofNames,
    ),
  )

  serve(contract.getEmployer, async ({ params: { slug }, request, reply }) => {
    const key = `${contract.listEmployers.path}/${slug}`
    const answer = answers.send(
      { request, reply, key },
      async (from) => {
        const found = await findEmployer(from, slug)
        if (!found || employerPath(found.name) !== `/employers/${slug}`)
          throw new AppError('NOT_FOUND')
        const { owners: _, ...employer } = found
        return {
          ...employer,
          specialties: found.specialties.map((specialty) => ({
            ...specialty,
            boardMedian: medians.get(specialty.specialty) ?? null,
          })),
          terms: termNames
            .flatMap((term, index) => ({ term, jobs: found.terms[index] ?? 0 }))
            .filter((term) => term.jobs > 0),
        }
      },
      ofNames,
    )
    return answer.catch(async (error: unknown) => {
      const moved =
        error instanceof AppError ? await findMovedEmployer(db, `/employers/${slug}`) : undefined
      if (moved === undefined) throw error
      return reply
        .code(301)
        .header('location', `/api${moved}`)
        .header('cache-control', 'no-cache')
        .send({ path: moved })
    })
  })

  const callerOf = (request: FastifyRequest) => ({ id: viewerOf(request).id, ip: request.ip })

  serve(contract.getOrganization, ({ viewer }) => service.getOrganization(db, viewer))
  serve(contract.updateOrganization, ({ body, request }) =>
    service.updateOrganization(db, callerOf(request), body),
  )
  serve(contract.addOrganizationName, ({ body, request }) =>
    service.addOrganizationName(db, callerOf(request), body.name),
  )
  void app.register(async (uploads) => {
    const parse = { parseAs: 'buffer', bodyLimit: maxPhoto * 1024 * 1024 } as const
    uploads.addContentTypeParser('application/octet-stream', parse, (_request, body, parsed) =>
      parsed(null, body),
    )
    const serveUpload = endpointsOf(uploads, import.meta.url)
    serveUpload(contract.uploadLogo, ({ request }) =>
      pictures.uploadLogo({ db, storage }, callerOf(request), request.body),
    )
    serveUpload(contract.addPhoto, ({ request, query: { alt } }) =>
      pictures.addPhoto({ db, storage }, callerOf(request), request.body, alt),
    )
  })
  serve(contract.removeLogo, ({ request }) => pictures.removeLogo(db, callerOf(request)))
  serve(contract.removePhoto, ({ params, request }) =>
    pictures.removePhoto(db, callerOf(request), params.id),
  )
  for (const [endpoint, kind] of [
    [contract.getLogo, 'logo'],
    [contract.getPhoto, 'photo'],
  ] as const)
    serve(endpoint, async ({ params: { id, size }, reply }) => {
      const picture = await pictures.findPicture({ db, storage }, { kind, id, size })
      if (!picture) throw new AppError('NOT_FOUND', `There is no such ${kind}.`)
      return (
        reply
          .type('image/webp')
          .header('content-length', picture.size)
          .header('x-content-type-options', 'nosniff')
          // An address shows one image for ever, but it may have to go.
          .header('cache-control', 'public, max-age=86400')
          .send(picture.content)
      )
    })
  serve(contract.allowAgency, ({ params, body, request }) =>
    service.allowAgency(db, callerOf(request), params.id, body.isAllowed),
  )
  serve(contract.takeDownUse, ({ params, request }) =>
    service.takeDownUse(teams, callerOf(request), params.id),
  )
  serve(teamContract.inviteMember, ({ body, request }) =>
    members.inviteMember(teams, callerOf(request), body),
  )
  serve(teamContract.withdrawInvitation, ({ params, request }) =>
    members.withdrawInvitation(db, callerOf(request), params.id),
  )
  serve(teamContract.changeSeat, ({ params, body, request }) =>
    members.changeSeat(teams, callerOf(request), params.id, body.seat),
  )
  serve(teamContract.removeMember, ({ params, request }) =>
    members.removeMember(teams, callerOf(request), params.id),
  )
  serve(teamContract.handOverPosting, ({ params, body, request }) =>
    members.handOverPosting(db, callerOf(request), params.id, body.to),
  )
  serve(teamContract.requestSeat, ({ params, request, viewer }) =>
    seats.requestSeat(teams, viewer, request.ip, params.slug),
  )
  serve(teamContract.listSeatRequests, ({ viewer }) => seats.listSeatRequests(db, viewer))
  serve(teamContract.decideSeat, ({ params, body, request, viewer }) =>
    seats.decideSeat(teams, viewer, request.ip, params.id, body.decision),
  )
  serve(teamContract.getInvitation, ({ query, reply }) => {
    reply.header('cache-control', 'no-store')
    return members.getInvitation(db, query.token)
  })
  serve(teamContract.acceptInvitation, ({ body, request, viewer }) =>
    members.acceptInvitation(teams, viewer, request.ip, body.token),
  )
}
