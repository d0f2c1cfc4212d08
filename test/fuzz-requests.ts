import type { InjectOptions } from 'fastify'
import fc from 'fast-check'
import { hostileTexts } from './hostile-texts.ts'

/** Hostile requests, drawn from what the contracts of routes say. */

export type JsonSchema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  format?: string
  minimum?: number
  maximum?: number
}

export type Route = {
  method: string
  path: string
  query: Record<string, JsonSchema>
  body: JsonSchema | undefined
  isCostly: boolean
}

/** Texts that grow when they are folded, lowered, normalized or decoded. */
const growing = fc.constantFrom(
  ...'\uFDFA \u0149 \u0130 \uFB03 \u1E9E \u023A \u3300 \u2105 \uAC01 \u00BC &nGt; &amp;'.split(' '),
)

const hostileText = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...Object.values(hostileTexts)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(growing, fc.constantFrom(100, 200))
      .map(([text, times]) => text.repeat(times)),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ maxLength: 30 }) },
)

const hostileValue = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(null, true, false, 0, -1, 1e308, 2 ** 53, 1.5, [], {}, [
      [[[]]],
    ]),
  },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 50 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  {
    weight: 1,
    arbitrary: fc.constant(
      JSON.parse('{"__proto__": {"admin": true}, "constructor": {"prototype": {}}}') as unknown,
    ),
  },
)

const words =
  'Cardiology Boise ID physician employer admin live read closed weekly pdf job x'.split(' ')

/** Mostly what the schema asks for, sometimes anything. `ids` are of things that exist. */
const valueOf = (schema: JsonSchema, ids: readonly string[], depth = 0): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 9, arbitrary: asAsked(schema, ids, depth) },
    { weight: 1, arbitrary: hostileValue },
  )

function asAsked(schema: JsonSchema, ids: readonly string[], depth: number): fc.Arbitrary<unknown> {
  const next = (it: JsonSchema) => valueOf(it, ids, depth + 1)
  const [choice, ...choices] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (depth > 6) return fc.constant(null)
  if (choice) return fc.oneof(...[choice, ...choices].map(next))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum && schema.enum.length > 0) return fc.constantFrom(...schema.enum)
  const [type] = [schema.type].flat()
  if (type === 'object' || schema.properties) {
    return fc.record(mapped(schema.properties ?? {}, next), { requiredKeys: [] })
  }
  if (type === 'array') return fc.array(next(schema.items ?? {}), { maxLength: 4 })
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'integer' || type === 'number') {
    const { minimum = -5, maximum = 100_000 } = schema
    return fc.oneof(
      fc.integer({
        min: Math.max(Math.ceil(minimum), -(2 ** 31)),
        max: Math.min(Math.floor(maximum), 2 ** 31 - 1),
      }),
      fc.double(),
    )
  }
  if (schema.format === 'uuid') return fc.constantFrom(...ids)
  if (schema.format === 'email')
    return fc.constantFrom('someone@mail.test', 'a@b.test', `${'x'.repeat(60)}@mail.test`)
  if (schema.format === 'uri')
    return fc.constantFrom('https://jobs.example/apply', 'http://127.0.0.1:9/x', 'https://[::1]/')
  if (schema.format?.startsWith('date'))
    return fc.constantFrom('2026-11-22T00:00:00.000Z', '2026-11-22', '1970-01-01T00:00:00Z')
  return fc.oneof(fc.constantFrom(...words, ...ids), hostileText)
}

export type Drawn = {
  route: Route
  who: string
  options: InjectOptions & { url: string; method: string }
}

const contentTypes = [
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=x',
  '',
]

/** A round: one request to each route. */
export function drawnRound(
  routes: readonly Route[],
  people: readonly string[],
  ids: readonly string[],
) {
  const pathPart = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...ids) },
    { weight: 2, arbitrary: hostileText },
  )
  const requestOf = (route: Route): fc.Arbitrary<Drawn> => {
    const names = route.path.match(/:\w+|\*/g) ?? []
    const body = route.body ? valueOf(route.body, ids) : hostileValue
    const query = fc.record(
      { ...mapped(route.query, (it) => valueOf(it, ids)), token: hostileText, q: hostileText },
      { requiredKeys: [] },
    )
    const payload = fc.oneof(
      {
        weight: 8,
        arbitrary: body.map((it) => ({ payload: JSON.stringify(it), type: 'application/json' })),
      },
      {
        weight: 1,
        arbitrary: fc.record({ payload: hostileText, type: fc.constantFrom(...contentTypes) }),
      },
      {
        weight: 1,
        arbitrary: body.map((it) => ({
          payload: queryOf(it),
          type: 'application/x-www-form-urlencoded',
        })),
      },
    )
    return fc
      .record({
        who: fc.constantFrom(...people),
        parts: fc.array(pathPart, { minLength: names.length, maxLength: names.length }),
        query: fc.oneof({ weight: 3, arbitrary: query }, { weight: 2, arbitrary: fc.constant({}) }),
        sent: payload,
        header: fc.option(
          hostileText.map((it) => encodeURIComponent(it.toWellFormed()).slice(0, 2000)),
          { freq: 8 },
        ),
      })
      .map(({ who, parts, query: fields, sent, header }) => {
        let index = 0
        const path = route.path.replaceAll(/:\w+|\*/g, () => encoded(parts[index++] ?? ''))
        const search = queryOf(fields)
        const hasBody = route.method !== 'GET' && route.method !== 'HEAD'
        return {
          route,
          who,
          options: {
            method: route.method,
            url: search === '' ? path : `${path}?${search}`.slice(0, 60_000),
            headers: {
              ...(hasBody && sent.type !== '' && { 'content-type': sent.type }),
              ...(header !== null && {
                'if-none-match': header,
                'accept-language': header,
                range: header,
              }),
            },
            ...(hasBody && { payload: sent.payload.toWellFormed() }),
          },
        }
      })
  }
  return fc.tuple(...routes.map(requestOf))
}

const encoded = (part: string) => encodeURIComponent(part.toWellFormed()) || '-'
const mapped = <A, B>(record: Record<string, A>, change: (it: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([name, it]) => [name, change(it)]))
const textOf = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()
const queryOf = (fields: unknown): string =>
  new URLSearchParams(
    Object.entries(fields ?? {}).map(([name, it]) => [name.toWellFormed(), textOf(it)]),
  ).toString()
