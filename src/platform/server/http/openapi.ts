import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  createDocument,
  type CreateDocumentOptions,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi'
import { isModerator, keyScopeOf, type Access, type Endpoint } from '#shared/contract.ts'
import { done } from '#shared/schemas.ts'
import { paramsOf, sourceFile } from './endpoint.ts'
import { errorStatus, type ErrorCode } from '#shared/errors.ts'
import { errorResponse } from './openapi-errors.ts'

type ApiInfo = {
  title: string
  version: string
  description: string
  serverUrl: string
  contact: { name: string; email: string }
  license: { name: string; url: string }
  /** The name of the session cookie. */
  sessionCookie: string
}

/** A section of a document. */
type Tag = { name: string; description: string }

type ApiDocs = ApiInfo & {
  /** The section of an endpoint, by the file that answers. */
  tagOf: (file: string) => Tag
}

/** Whose calls a document describes. */
type Audience = 'everybody' | 'accounts' | 'admin'

/**
 * The OpenAPI documents of the registered endpoints. /api/docs is the page of the calls that are
 * open to everybody. Calls of accounts and those of administrators have documents of their own.
 * Register it before the routes.
 */
export async function registerApiDocs(
  app: FastifyInstance,
  { tagOf, ...info }: ApiDocs,
): Promise<void> {
  const documents = new Map<Audience, object>()
  const documentFor = (audience: Audience) => {
    const endpoints = (): TaggedEndpoint[] =>
      endpointsIn(app, tagOf).filter(({ endpoint }) => audienceOf(endpoint) === audience)
    const document = documents.get(audience) ?? openApiOf(endpoints(), info)
    documents.set(audience, document)
    return document
  }
  await app.register(swagger, {
    openapi: { openapi: '3.1.0' },
    // The plugin reads less from routes than contracts say.
    transform: ({ url }) => ({ schema: { hide: true }, url }),
    transformObject: () => documentFor('everybody'),
  })
  await app.register(async (scope) => {
    const file = sourceFile(import.meta.url)
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public', name: 'apiDocs', file }
    })
    for (const audience of ['accounts', 'admin'] as const)
      scope.get(`/api/docs/${audience}.json`, () => documentFor(audience))
    await scope.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      uiConfig: { docExpansion: 'list' },
    })
  })
}

const endpointsIn = (app: FastifyInstance, tagOf: ApiDocs['tagOf']): TaggedEndpoint[] =>
  app.routeList.flatMap(({ method, config }) =>
    method !== 'HEAD' && config?.endpoint
      ? [{ endpoint: config.endpoint, tag: tagOf(config.file ?? '') }]
      : [],
  )

function audienceOf({ access }: Endpoint): Audience {
  if (access === 'public' || keyScopeOf(access)) return 'everybody'
  return typeof access !== 'string' && access.every((role) => isModerator(role))
    ? 'admin'
    : 'accounts'
}

type TaggedEndpoint = { endpoint: Endpoint; tag: Tag }

/**
 * The OpenAPI 3.1 document of these endpoints. Schemas that a contract names by `meta({ id })` are
 * components.
 */
function openApiOf(endpoints: readonly TaggedEndpoint[], info: ApiInfo): object {
  const { serverUrl, sessionCookie, ...about } = info
  const tags = new Map(endpoints.map(({ tag }) => [tag.name, tag]))
  const paths: ZodOpenApiPathsObject = {}
  for (const { endpoint, tag } of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, tag) }
  }
  return createDocument(
    {
      openapi: '3.1.0',
      info: about,
      servers: [{ url: serverUrl }],
      tags: [...tags.values()],
      security: [{ session: [] }],
      paths,
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: sessionCookie,
            description: 'The cookie that signing in sets.',
          },
          ...(endpoints.some(({ endpoint }) => keyScopeOf(endpoint.access)) && {
            key: {
              type: 'http',
              scheme: 'bearer',
              description: 'A key of an organization, for postings or for applications.',
            },
          }),
        },
        ...(endpoints.some(({ endpoint }) => endpoint.cors) && { headers }),
        responses: errorResponsesOf(endpoints),
      },
    },
    options,
  )
}

function operationOf(endpoint: Endpoint, tag: Tag): ZodOpenApiOperationObject {
  const { access, name, query, summary, description } = endpoint
  const params = paramsOf(endpoint)
  return {
    operationId: name,
    summary,
    ...(description !== undefined && { description }),
    tags: [tag.name],
    ...(access !== 'signed-in' && { security: securityOf(access) }),
    requestParams: {
      ...(params && { path: params as z.ZodObject }),
      ...(query && { query: query as z.ZodObject }),
    },
    ...requestBodyOf(endpoint),
    responses: {
      200: endpoint.redirects
        ? {
            description: 'The page after the redirect',
            content: { 'text/html': { schema: { type: 'string' } } },
          }
        : successOf(endpoint),
      ...(endpoint.redirects && {
        302: { description: 'A redirect', headers: { Location: { schema: { type: 'string' } } } },
      }),
      ...(endpoint.cors && {
        304: { description: 'Not modified since the version that If-None-Match names' },
      }),
      ...Object.fromEntries(
        statusesOf(endpoint).map((status) => [
          status,
          { $ref: `#/components/responses/${status}` },
        ]),
      ),
    },
  }
}

/** The document's default is any session; OpenAPI 3.1 has room for roles and scopes. */
function securityOf(access: Access) {
  const scope = keyScopeOf(access)
  if (scope) return [{ key: [scope] }]
  return typeof access === 'string' ? [] : [{ session: [...access] }]
}

function requestBodyOf({ body, upload }: Endpoint): Pick<ZodOpenApiOperationObject, 'requestBody'> {
  const bytes = { type: 'string', format: 'binary' } as const
  const content =
    upload === 'bytes'
      ? { 'application/octet-stream': { schema: bytes } }
      : upload
        ? { 'multipart/form-data': { schema: z.object({ [upload.field]: z.file() }) } }
        : body && { 'application/json': { schema: body } }
  if (!content) return {}
  return {
    requestBody: { required: upload !== undefined || !body?.safeParse(undefined).success, content },
  }
}

function successOf({
  response = done,
  responseTypes = ['application/json'],
  example,
  cors,
  limit,
}: Endpoint): ZodOpenApiResponseObject {
  const isText = responseTypes.every((type) => type.startsWith('text/'))
  const schema = responseTypes.some((type) => type.endsWith('json'))
    ? response
    : ({ type: 'string', ...(!isText && { format: 'binary' }) } as const)
  const content = { schema, ...(example !== undefined && { example }) }
  return {
    description: 'OK',
    ...(cors && {
      headers: Object.fromEntries(
        Object.keys(headers)
          .filter((name) => limit !== undefined || name === 'ETag')
          .map((name) => [name, { $ref: `#/components/headers/${name}` }]),
      ),
    }),
    content: Object.fromEntries(responseTypes.map((type) => [type, content])),
  }
}

const statusesOf = (endpoint: Endpoint): number[] => [
  ...new Set(errorsOf(endpoint).map((code) => errorStatus[code])),
]

/** The declared errors, and those that endpoints of the kind share. */
function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const { access, requiresReauthentication, limit, query, body, cors, errors, responseTypes } =
    endpoint
  const codes: ErrorCode[] = [
    ...(errors ?? []),
    ...(paramsOf(endpoint) || query || body ? (['VALIDATION_FAILED'] as const) : []),
    ...(access === 'public' ? [] : (['UNAUTHENTICATED'] as const)),
    ...(access === 'public' || access === 'signed-in' ? [] : (['FORBIDDEN'] as const)),
    ...(requiresReauthentication ? (['REAUTHENTICATION_REQUIRED'] as const) : []),
    ...(cors && !responseTypes ? (['NOT_ACCEPTABLE'] as const) : []),
    ...(limit ? (['RATE_LIMITED'] as const) : []),
  ]
  // Any URL may be too long.
  return codes.length > 0 ? codes : ['URI_TOO_LONG']
}

const headers = {
  ETag: {
    description: 'The version of the response, for If-None-Match.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'Calls left (`r`) and seconds until the count starts again (`t`).',
    schema: { type: 'string' },
    example: '"default";r=599;t=60',
  },
  'RateLimit-Policy': {
    description: 'Calls allowed (`q`) in a window of so many seconds (`w`).',
    schema: { type: 'string' },
    example: '"default";q=600;w=60',
  },
} as const

function errorResponsesOf(
  endpoints: readonly TaggedEndpoint[],
): Record<string, ZodOpenApiResponseObject> {
  const statuses = new Set(endpoints.flatMap(({ endpoint }) => statusesOf(endpoint)))
  return Object.fromEntries([...statuses].map((status) => [status, errorResponse(status)]))
}

/** Leaves out what says nothing to a reader. */
const options: CreateDocumentOptions = {
  allowEmptySchema: { unknown: true, any: true, custom: true, pipe: true, transform: true },
  override: ({ jsonSchema }) => {
    // The short form of what may be null.
    const [shape, nothing, ...more] = jsonSchema.anyOf ?? []
    if (nothing?.type === 'null' && more.length === 0 && isPlain(shape)) {
      delete jsonSchema.anyOf
      Object.assign(jsonSchema, shape, { type: [shape.type, 'null'] })
    }
    // Programs must expect new properties.
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    // The format says the same.
    if (jsonSchema.format !== undefined) delete jsonSchema.pattern
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    // A record with a value for each of its keys is an object.
    const { propertyNames, additionalProperties, required } = jsonSchema
    if (required && propertyNames !== undefined && additionalProperties !== undefined) {
      jsonSchema.properties = Object.fromEntries(
        required.map((name) => [name, additionalProperties]),
      )
      delete jsonSchema.additionalProperties
    }
    delete jsonSchema.propertyNames
  },
}

type Shape = { type?: unknown; enum?: unknown; const?: unknown }

/** Of one type, and not a list of values, in which null would be missing. */
const isPlain = (shape: Shape | undefined): shape is Shape & { type: string } =>
  typeof shape?.type === 'string' && shape.enum === undefined && shape.const === undefined
