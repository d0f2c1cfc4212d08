import { z } from 'zod'
import type { Access, Endpoint } from '#shared/contract.ts'
import { defaultMessages, errorStatus } from '#shared/errors.ts'
import type { ErrorCode } from '#shared/errors.ts'

/** A JSON Schema, or any other object of the document. */
type Json = { [key: string]: unknown }

export type ApiInfo = {
  title: string
  version: string
  description: string
  serverUrl: string
  contact: Json
  license: Json
  /** The name of the session cookie. */
  sessionCookie: string
  /** In the order of the document. */
  tags: readonly { name: string; description: string }[]
}

export type TaggedEndpoint = { endpoint: Endpoint; tag: string }

/**
 * The OpenAPI 3.1 document of these endpoints. Schemas that occur more than once are components, and so are those that a contract
 * names by `meta({ title })`.
 */
export function openApiOf(endpoints: readonly TaggedEndpoint[], info: ApiInfo): Json {
  const paths: Record<string, Json> = {}
  for (const { endpoint, tag } of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, tag) }
  }
  const used = new Set(endpoints.map((it) => it.tag))
  const { shared, schemas } = withComponents(paths)
  const parameters = shareParameters(shared)
  const components = {
    headers: headerComponents,
    parameters,
    responses: errorResponses,
    schemas: { Error: errorSchema, Problem: problemSchema, ...schemas },
  }
  return {
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: info.version,
      description: info.description,
      contact: info.contact,
      license: info.license,
    },
    servers: [{ url: info.serverUrl }],
    tags: info.tags.filter((it) => used.has(it.name)),
    security: [{ session: [] }],
    paths: shared,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: info.sessionCookie, description: 'The cookie that signing in sets.' },
      },
      ...usedComponents(shared, components),
    },
  }
}

/** The components that the operations refer to. */
function usedComponents(paths: Json, { schemas, ...others }: Record<string, Record<string, Json>>): Json {
  const text = JSON.stringify(paths)
  const used = Object.entries(others).map(([kind, named]): [string, Json] => [
    kind,
    Object.fromEntries(Object.entries(named).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`))),
  ])
  return { ...Object.fromEntries(used.filter(([, it]) => Object.keys(it).length > 0)), schemas }
}

function operationOf(endpoint: Endpoint, tag: string): Json {
  const { access, name, summary, description } = endpoint
  const parameters = parametersOf(endpoint)
  return {
    operationId: name,
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    ...securityOf(access),
    ...(parameters.length > 0 && { parameters }),
    ...requestBodyOf(endpoint),
    responses: responsesOf(endpoint),
  }
}

/** The document's default is any session; OpenAPI 3.1 has room for the roles. */
function securityOf(access: Access): Json {
  if (access === 'signed-in') return {}
  return { security: access === 'public' ? [] : [{ session: access }] }
}

function parametersOf({ path, params, query }: Endpoint): Json[] {
  const inPath = propertiesOf(params)
  const named = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    ...described(inPath.properties[name] ?? { type: 'string' }),
  }))
  const { properties, required } = propertiesOf(query)
  const asked = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    ...(required.includes(name) && { required: true }),
    ...described(schema),
  }))
  return [...named, ...asked]
}

function propertiesOf(schema: z.ZodType | undefined): { properties: Record<string, Json>; required: string[] } {
  if (!schema) return { properties: {}, required: [] }
  return { properties: {}, required: [], ...jsonSchemaOf(schema, 'input') }
}

function described({ description, examples, ...schema }: Json): Json {
  const [example] = (examples as unknown[] | undefined) ?? []
  return { ...(description !== undefined && { description }), schema, ...(example !== undefined && { example }) }
}

function requestBodyOf({ name, body, upload }: Endpoint): Json {
  const bytes = { type: 'string', format: 'binary' }
  if (upload === 'bytes') return { requestBody: { required: true, content: { 'application/octet-stream': { schema: bytes } } } }
  if (upload) {
    const schema = { type: 'object', properties: { [upload.field]: bytes }, required: [upload.field] }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (!body) return {}
  const schema = named(jsonSchemaOf(body, 'input'), `${pascal(name)}Body`)
  return { requestBody: { required: !body.safeParse(undefined).success, content: { 'application/json': { schema } } } }
}

function responsesOf(endpoint: Endpoint): Json {
  const errors = [...new Set(errorsOf(endpoint).map((code) => errorStatus[code]))].toSorted((one, other) => one - other)
  return {
    200: endpoint.redirects ? { description: 'The page after the redirect', content: htmlContent } : successOf(endpoint),
    ...(endpoint.redirects && { 302: { description: 'A redirect', headers: { Location: { schema: { type: 'string' } } } } }),
    ...(endpoint.cors && { 304: { description: 'Not modified since the version that If-None-Match names' } }),
    ...Object.fromEntries(errors.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
  }
}

const htmlContent = { 'text/html': { schema: { type: 'string' } } }

function successOf({ name, response, responseTypes, example, cors }: Endpoint): Json {
  const schema = responseTypes?.every((it) => !it.endsWith('json'))
    ? { type: 'string', ...(responseTypes.some((it) => !it.startsWith('text/')) && { format: 'binary' }) }
    : named(jsonSchemaOf(response, 'output'), `${pascal(name)}Response`)
  const content = { schema, ...(example !== undefined && { example }) }
  return {
    description: 'OK',
    ...(cors && {
      headers: Object.fromEntries(Object.keys(headerComponents).map((it) => [it, { $ref: `#/components/headers/${it}` }])),
    }),
    content: Object.fromEntries((responseTypes ?? ['application/json']).map((type) => [type, content])),
  }
}

/** The declared errors, and those that endpoints of the kind share. */
function errorsOf({ access, limit, params, query, body, cors, errors }: Endpoint): ErrorCode[] {
  const codes: ErrorCode[] = [
    ...(errors ?? []),
    ...(params || query || body ? (['VALIDATION_FAILED'] as const) : []),
    ...(access === 'public' ? [] : (['UNAUTHENTICATED'] as const)),
    ...(Array.isArray(access) ? (['FORBIDDEN'] as const) : []),
    ...(cors ? (['NOT_ACCEPTABLE'] as const) : []),
    ...(limit ? (['RATE_LIMITED'] as const) : []),
  ]
  // Any URL may be too long.
  return codes.length > 0 ? codes : ['URI_TOO_LONG']
}

const headerComponents: Record<string, Json> = {
  ETag: { description: 'The version of the response, for If-None-Match.', schema: { type: 'string' } },
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
}

const errorResponses = Object.fromEntries(
  [...new Set(Object.values(errorStatus))].map((status) => {
    const [code] = Object.entries(errorStatus).find(([, it]) => it === status) as [ErrorCode, number]
    const content = {
      'application/json': { schema: { $ref: '#/components/schemas/Error' } },
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    }
    const headers =
      status === 429 ? { headers: { 'Retry-After': { description: 'In seconds.', schema: { type: 'integer' } } } } : {}
    return [status, { description: defaultMessages[code], ...headers, content }]
  }),
)

const codeSchema = { type: 'string', enum: Object.keys(errorStatus), description: 'For programs; stable.' }
const fieldErrors = {
  type: 'array',
  items: {
    type: 'object',
    properties: { field: { type: 'string' }, message: { type: 'string' } },
    required: ['field', 'message'],
  },
}
const requestId = {
  type: 'string',
  format: 'uuid',
  description: 'Also in the header `X-Request-Id`. Quote it when you ask for help.',
}

const errorSchema = {
  type: 'object',
  description: 'Every error, unless the request prefers `application/problem+json`.',
  properties: {
    error: { type: 'string', description: 'For people.' },
    code: codeSchema,
    requestId,
    details: { ...fieldErrors, description: 'The errors by field.' },
    current: { description: 'The current state, after a save over a newer version.' },
  },
  required: ['error', 'code', 'requestId'],
}

const problemSchema = {
  type: 'object',
  description: 'The same error as problem details (RFC 9457).',
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string', format: 'uri' },
    code: codeSchema,
    requestId,
    errors: { ...fieldErrors, description: 'The errors by field.' },
  },
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId'],
}

/** A zod schema as JSON Schema, without what says nothing to a reader. */
function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline', cycles: 'ref' }) as Json
  return mapSchemas(json, tidied)
}

const outerBounds = new Set<unknown>([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])

function tidied({ $schema: _$schema, id: _id, ...json }: Json): Json {
  // Programs must expect new properties.
  if (json['additionalProperties'] === false) delete json['additionalProperties']
  // The format says the same.
  if (typeof json['format'] === 'string') delete json['pattern']
  for (const bound of ['minimum', 'maximum']) if (outerBounds.has(json[bound])) delete json[bound]
  const { propertyNames, additionalProperties, ...record } = json
  const keys = (propertyNames as Json | undefined)?.['enum']
  if (Array.isArray(keys)) return { ...record, properties: Object.fromEntries(keys.map((it) => [it, additionalProperties])) }
  if (propertyNames !== undefined) delete json['propertyNames']
  return nullable(json)
}

/** `anyOf: [{ type: 'string' }, { type: 'null' }]` is `type: ['string', 'null']`. */
function nullable(json: Json): Json {
  const { anyOf, ...others } = json
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1]?.type !== 'null') return json
  const { type, ...one } = anyOf[0] as Json
  if (typeof type !== 'string' || type === 'object' || one['enum'] !== undefined || one['const'] !== undefined) return json
  return { ...one, type: [type, 'null'], ...others }
}

/** Applies `change` to a schema and to all that it holds, the innermost first. */
function mapSchemas(json: Json, change: (schema: Json, hint: string, before: Json) => Json, hint = ''): Json {
  const inner = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? mapSchemas(value as Json, change, name) : value
  const result = { ...json }
  for (const [key, value] of Object.entries(json)) {
    if (key === 'properties') {
      result[key] = Object.fromEntries(Object.entries(value as Json).map(([name, it]) => [name, inner(it, pascal(name))]))
    } else if (key === 'items') result[key] = inner(value, hint.replace(/ies$/, 'y').replace(/s$/, ''))
    else if (key === 'additionalProperties') result[key] = inner(value, `${hint}Value`)
    else if (['anyOf', 'oneOf', 'allOf'].includes(key)) result[key] = (value as unknown[]).map((it) => inner(it, hint))
  }
  return change(result, (json['title'] as string | undefined) ?? hint, json)
}

const named = (schema: Json, title: string): Json => ('title' in schema ? schema : { ...schema, 'x-name': title })

const pascal = (name: string): string =>
  name.replaceAll(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Shorter schemas are clearer where they are used. */
const shortest = 60

/** Moves objects and enumerations that occur more than once, and those with a title, to components. */
function withComponents(paths: Record<string, Json>): { shared: Record<string, Json>; schemas: Record<string, Json> } {
  const seen = new Map<string, number>()
  eachSchema(paths, (schema) =>
    mapSchemas(schema, (it) => {
      const key = keyOf(it)
      if (isShareable(it)) seen.set(key, (seen.get(key) ?? 0) + 1)
      return it
    }),
  )
  const names = new Map<string, string>()
  const schemas: Record<string, Json> = {}
  const shared = eachSchema(paths, (schema, operation) => {
    const root = schema['x-name'] as string | undefined
    return mapSchemas(
      schema,
      (it, hint, before) => {
        const { 'x-name': _name, ...plain } = it
        const key = keyOf(before)
        if (!('title' in plain) && (!isShareable(before) || (seen.get(key) ?? 0) < 2)) return plain
        const name = names.get(key) ?? freeName(hint === '' ? 'Value' : hint, operation, schemas)
        names.set(key, name)
        const { description, default: usual, title: _title, examples: _examples, ...content } = plain
        schemas[name] ??= content
        return {
          $ref: `#/components/schemas/${name}`,
          ...(description !== undefined && { description }),
          ...(usual !== undefined && { default: usual }),
        }
      },
      root,
    )
  })
  return { shared, schemas: Object.fromEntries(Object.entries(schemas).toSorted(([one], [other]) => one.localeCompare(other))) }
}

const isShareable = (schema: Json): boolean =>
  ('enum' in schema || 'properties' in schema || 'anyOf' in schema || 'oneOf' in schema) &&
  JSON.stringify(schema).length >= shortest

/** What two uses of a schema may differ in. */
const keyOf = ({ description: _d, default: _u, title: _t, examples: _e, 'x-name': _n, ...schema }: Json): string =>
  JSON.stringify(schema)

/** Moves parameters that occur more than once to components. */
function shareParameters(paths: Record<string, Json>): Record<string, Json> {
  const operations = Object.values(paths).flatMap((it) => Object.values(it)) as { parameters?: Json[] }[]
  const all = Map.groupBy(
    operations.flatMap((it) => it.parameters ?? []),
    (it) => JSON.stringify(it),
  )
  const components: Record<string, Json> = {}
  const names = new Map<string, string>()
  for (const [key, [parameter, ...others]] of all) {
    if (!parameter || others.length === 0) continue
    const name = String(parameter['name'])
    const free = name in components ? `${name}${names.size}` : name
    names.set(key, free)
    components[free] = parameter
  }
  for (const operation of operations) {
    operation.parameters &&= operation.parameters.map((it) => {
      const name = names.get(JSON.stringify(it))
      return name === undefined ? it : { $ref: `#/components/parameters/${name}` }
    })
  }
  return components
}

function freeName(hint: string, operation: string, schemas: Record<string, Json>): string {
  const taken = (name: string): boolean => name in schemas || name === 'Error' || name === 'Problem'
  const candidates = [hint, `${pascal(operation)}${hint}`]
  const name = candidates.find((it) => !taken(it))
  if (name !== undefined) return name
  for (let number = 2; ; number++) if (!taken(`${hint}${number}`)) return `${hint}${number}`
}

/** Applies `change` to every schema of every operation. */
function eachSchema(paths: Record<string, Json>, change: (schema: Json, operation: string) => Json): Record<string, Json> {
  const visit = (value: unknown, operation: string): unknown => {
    if (Array.isArray(value)) return value.map((it) => visit(it, operation))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, it]) => {
        if (key === 'schema') return [key, change(it as Json, operation)]
        return [key, key === 'example' ? it : visit(it, operation)]
      }),
    )
  }
  return Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, it]) => [method, visit(it, String((it as Json)['operationId']))]),
      ),
    ]),
  )
}
