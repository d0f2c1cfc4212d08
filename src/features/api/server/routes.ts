import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assistantLimit, assistantsPath, v1Path } from '#features/api/model.ts'
import { getAtomFeed, getJsonFeed, getRssFeed, getXmlFeed } from '#features/jobs/contract-feeds.ts'
import { filtersOf, pageSize, searchParamsOf } from '#features/jobs/search-criteria.ts'
import type { Db } from '#platform/server/database.ts'
import { acceptance } from '#platform/server/http/answer.ts'
import type { AnswerCache } from '#platform/server/http/answer-cache.ts'
import { endpointsOf, sourceFile } from '#platform/server/http/endpoint.ts'
import { limitOf } from '#platform/server/http/rate-limit.ts'
import type { Reads } from '#platform/server/replicas.ts'
import { AppError, fieldError } from '#shared/errors.ts'
import { withQuery } from '#shared/paths.ts'
import {
  cursorOf,
  embedOf,
  llmsText,
  publicDetailOf,
  publicJobOf,
  publicReadingOf,
  readCursor,
} from './views.ts'
import { refuseUnknown } from './strict-query.ts'
import * as contract from '#features/api/contract.ts'
import * as jobs from '#features/jobs/server/public.ts'
import * as salaries from '#features/salaries/server/public.ts'

/** Counts may be some minutes old. */
const countsTtl = 5 * 60_000

type Options = {
  db: Db
  /** For what is the same for everybody and not cached. */
  reads: Reads
  answers: AnswerCache
  publicUrl: string
  /** The job that one was merged into. */
  findKeptJob: (db: Db, id: string) => Promise<string | undefined>
  /** Median pay a year by specialty. */
  medians: ReadonlyMap<string, number>
}

/**
 * The public API, version 1: the services and the answer cache of our own pages, in a form that
 * stays the same.
 */
export function registerApi(app: FastifyInstance, options: Options): void {
  void app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => requireAcceptable(request))
    scope.addHook('preValidation', refuseUnknown)
    registerCalls(scope, options)
  })
  registerOthers(app)
  registerAssistants(app, options.publicUrl)
  registerOEmbed(app, options)
  app.get(
    '/llms.txt',
    { config: { access: 'public', name: 'llms', file: sourceFile(import.meta.url) } },
    (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=3600')
        .type('text/plain; charset=utf-8')
        .send(llmsText(options.publicUrl)),
  )
}

function registerOEmbed(app: FastifyInstance, { reads, publicUrl }: Options) {
  endpointsOf(app, import.meta.url)(
    contract.getOEmbed,
    async ({ query: { url, format, maxwidth, maxheight }, request, reply }) => {
      if (format !== 'json') throw new AppError('NOT_IMPLEMENTED', 'oEmbed answers in JSON only.')
      const path =
        URL.canParse(url) && new URL(url).origin === publicUrl ? new URL(url).pathname : ''
      const [, id] = /^\/jobs\/([0-9a-f-]{36})$/.exec(path) ?? []
      if (id === undefined) throw new AppError('NOT_FOUND', 'This is not the address of a job.')
      reply.header('cache-control', 'public, max-age=300')
      return embedOf(await reads(request)((db) => jobs.getJob(db, id)), publicUrl, {
        maxwidth,
        maxheight,
      })
    },
  )
}

function registerCalls(scope: FastifyInstance, options: Options) {
  const { answers, publicUrl, medians } = options
  const serve = endpointsOf(scope, import.meta.url)
  const view = (job: Parameters<typeof publicJobOf>[0]) => publicJobOf(job, publicUrl)

  serve(
    contract.listPublicJobs,
    async ({ query: { criteria, cursor, isNumbered, isStrict }, request, reply }) => {
      const isRelevance = criteria.sortBy === 'relevance'
      const search = `${isRelevance ? 'relevance ' : ''}${JSON.stringify(searchParamsOf(filtersOf(criteria)))}`
      if (isNumbered && cursor !== undefined)
        throw refusedCursor(
          'A cursor cannot be combined with page, lenient, or an order other than relevance.',
        )
      const after = cursor === undefined ? undefined : positionAt(readCursor(cursor, search))
      const key = withQuery(contract.listPublicJobs.path, {
        ...searchParamsOf(criteria),
        ...(isNumbered && { numbered: isStrict ? '' : 'lenient' }),
        ...(cursor !== undefined && { cursor }),
      })
      return answers.send(
        { request, reply, key },
        async (from) => {
          if (isNumbered) {
            const found = await jobs.searchJobs(from, criteria, { isStrict, medians })
            const { total, totalIsCapped, totalWithAllWords = null, page, totalPages } = found
            const reading = publicReadingOf(found.understanding)
            return {
              jobs: found.jobs.map(view),
              total,
              totalIsCapped,
              totalWithAllWords,
              page,
              totalPages,
              nextCursor: null,
              reading,
            }
          }
          const {
            jobs: found,
            next,
            understanding,
            ...counts
          } = await jobs.walkJobs(from, criteria, after)
          return {
            jobs: found.map(view),
            ...counts,
            totalWithAllWords: null,
            page: isRelevance && !after ? 1 : null,
            totalPages:
              isRelevance && !after ? Math.ceil(counts.total / (criteria.limit ?? pageSize)) : null,
            nextCursor: next ? cursorOf(`${next.rank} ${next.id}`, search) : null,
            reading: isRelevance ? publicReadingOf(understanding) : null,
          }
        },
        { tags: (answer) => answer.jobs.map((job) => job.id) },
      )
    },
  )

  serve(
    contract.getPublicJob,
    jobs.jobSender(options, contract.getPublicJob, (job) => publicDetailOf(job, publicUrl)),
  )

  serve(contract.getPublicFacets, async ({ query: filters, request, reply }) => {
    const key = withQuery(contract.getPublicFacets.path, searchParamsOf(filters))
    const make = async (from: Db) => {
      const { counts, countsAreEstimates } = await jobs.getFacets(from, filters, { isStrict: true })
      return { counts, countsAreEstimates }
    }
    return answers.send({ request, reply, key }, make, { ttl: countsTtl })
  })

  serve(contract.suggestPublicSearches, async ({ query: { q }, request, reply }) => {
    const key = withQuery(contract.suggestPublicSearches.path, { q })
    return answers.send({ request, reply, key }, (from) => jobs.suggestSearches(from, q), {
      ttl: countsTtl,
    })
  })

  serve(contract.getPublicSalaries, async ({ request, reply }) =>
    answers.send({ request, reply, key: contract.getPublicSalaries.path }, salaries.getSalaries),
  )

  serve(contract.getPublicSpecialtySalaries, async ({ params: { specialty }, request, reply }) => {
    const key = `${contract.getPublicSalaries.path}/${specialty}`
    return answers.send({ request, reply, key }, (from) =>
      salaries.getSpecialtySalaries(from, specialty),
    )
  })

  serve(contract.listPublicEmployers, async ({ query: { q, limit, cursor }, request, reply }) => {
    const prefix = q.replaceAll(/\p{Cc}/gu, '')
    const after = cursor === undefined ? '' : readCursor(cursor, `employers ${prefix}`)
    const key = withQuery(contract.listPublicEmployers.path, {
      prefix,
      after,
      limit: String(limit),
    })
    const make = async (from: Db) => {
      const rows = await jobs.findEmployers(from, { after, prefix, limit: limit + 1 })
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      return {
        employers: page.map(({ name, jobs: count, isVerifiedHospital }) => ({
          name,
          jobs: count,
          isVerifiedHospital,
          feedUrl: `${publicUrl}${withQuery(getJsonFeed.path, { employer: name })}`,
        })),
        nextCursor: last === undefined ? null : cursorOf(last.key, `employers ${prefix}`),
      }
    }
    return answers.send({ request, reply, key }, make)
  })
}

/** Preflights, of feeds too, and everything that version 1 does not have; other versions, too. */
function registerOthers(app: FastifyInstance) {
  const { config: limited, ...limiter } = limitOf(app, 'GET', contract.listPublicJobs.limit)
  const config = {
    access: 'public',
    cors: true,
    openToOtherSites: true,
    file: sourceFile(import.meta.url),
  } as const

  for (const url of [
    `${v1Path}/*`,
    getJsonFeed.path,
    getXmlFeed.path,
    getRssFeed.path,
    getAtomFeed.path,
  ])
    app.options(url, { config: { ...config, name: 'preflight' } }, (_request, reply) =>
      reply
        .code(204)
        .header('access-control-allow-methods', allowed)
        .header('access-control-allow-headers', '*')
        .header('access-control-max-age', '86400')
        .send(),
    )
  app.get(
    '/api/v:version(^\\d+)/*',
    { ...limiter, config: { ...config, ...limited, name: 'unknownCall' } },
    () => {
      throw new AppError('NOT_FOUND', 'The API has no such address. Its version is 1.')
    },
  )
  app.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE'],
    url: `${v1Path}/*`,
    ...limiter,
    config: { ...config, ...limited, name: 'readOnly' },
    handler: (_request, reply) => {
      reply.header('allow', allowed)
      throw new AppError(
        'METHOD_NOT_ALLOWED',
        'Here version 1 of the API is for reading. Keys write postings alone.',
      )
    },
  })
}

const allowed = 'GET, HEAD, OPTIONS'

/**
 * The Model Context Protocol for assistants: tools that read version 1 of the API, in the process
 * and with its cache. Nothing here writes: who wants to apply or to write gets an address for a
 * person to open.
 */
function registerAssistants(app: FastifyInstance, publicUrl: string) {
  const { config, ...limiter } = limitOf(app, 'POST', assistantLimit)
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: assistantsPath,
    bodyLimit: maxBody,
    ...limiter,
    config: {
      ...config,
      access: 'public',
      cost: 'search',
      openToOtherSites: true,
      name: 'assistants',
      file: sourceFile(import.meta.url),
    },
    handler: async (request, reply) => {
      // A batch, which the protocol has no more, would be many calls that count as one.
      if (Array.isArray(request.body))
        throw new AppError('BAD_REQUEST', 'Send one message with each request.')
      // Loaded on demand, because the library takes 20 MB.
      const { toolsFor } = await import('./assistant-tools.ts')
      const { fetch } = toolsFor(app, publicUrl, request.ip)
      const parsed = request.body === undefined ? {} : { parsedBody: request.body }
      return sendWeb(reply, await fetch(webRequest(request, publicUrl), parsed))
    },
  })
}

const maxBody = 64 * 1024

function webRequest({ method, url, headers }: FastifyRequest, publicUrl: string) {
  const names = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return new Request(new URL(url, publicUrl), {
    method,
    headers: names.filter(([name]) => !ofTheBody.has(name)),
  })
}
const ofTheBody = new Set([
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'expect',
])

async function sendWeb(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  response.headers.forEach((value, name) => void reply.header(name, value))
  return reply
    .code(response.status)
    .header('cache-control', 'no-store')
    .send(await response.text())
}

/**
 * Clients may ask for problem details alone: those are for errors, and answers are JSON all the
 * same.
 */
function requireAcceptable({ headers: { accept } }: FastifyRequest) {
  const isAcceptable = ['application/json', 'application/problem+json'].some(
    (type) => acceptance(accept, type) > 0,
  )
  if (!isAcceptable) throw new AppError('NOT_ACCEPTABLE', 'This API answers in application/json.')
}

/** Cursors of walks that began before there were ranks have only an id. */
function positionAt(text: string): jobs.WalkPosition {
  const [, rank = '0', id] =
    /^(?:(\d) )?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text) ?? []
  if (id === undefined)
    throw refusedCursor(
      'This cursor is not one of ours. Begin without one, and take the next from nextCursor.',
    )
  return { rank: Number(rank), id }
}

const refusedCursor = (message: string) => fieldError('cursor', message)
