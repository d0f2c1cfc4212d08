import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/** Who may call an endpoint. A list names the roles; everybody else is refused. */
export type Access = 'public' | 'signed-in' | readonly Role[]

export const roles = ['physician', 'employer', 'recruiter', 'admin'] as const
export type Role = (typeof roles)[number]

/** How often one address may make a call. */
export type RateLimit = { readonly max: number; readonly seconds: number }

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * One call of the API, declared once. Request validation, the typed client, the OpenAPI document and docs/map.md
 * are all derived from it.
 */
export type Endpoint = {
  /** The verb-noun name that runs through route, service, query, client and test. */
  readonly name: string
  readonly method: Method
  /** Fastify's spelling: `/api/jobs/:id`. */
  readonly path: string
  readonly access: Access
  /** Calls that change something have a generous limit without one of their own, others none. */
  readonly limit?: RateLimit
  /** Other sites, and mail programs, may make the call: it does nothing on the strength of a cookie. */
  readonly openToOtherSites?: true
  /** The largest body that it takes, in bytes, where that is more than the usual. */
  readonly maxBody?: number
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly response: z.ZodType
  /** What can go wrong beyond the errors that every call shares (validation, rate limit, internal). */
  readonly errors?: readonly ErrorCode[]
}

export const defineEndpoint = <const E extends Endpoint>(endpoint: E): E => endpoint

type Part<E, K extends string> = E extends { readonly [P in K]: infer S extends z.ZodType } ? S : never

export type ParamsOf<E> = z.infer<Part<E, 'params'>>
export type QueryOf<E> = z.infer<Part<E, 'query'>>
export type BodyOf<E> = z.infer<Part<E, 'body'>>
export type ResponseOf<E> = z.infer<Part<E, 'response'>>

/** An endpoint's name in the client: `GET /api/jobs/:id`. */
export type CallOf<E extends Endpoint> = E extends Endpoint ? `${E['method']} ${E['path']}` : never

/** What the client sends with a call; the contract refuses what has another name or type. */
export type InputOf<E extends Endpoint> = ParamsInput<E['path']> & QueryInput<E> & BodyInput<E>

type ParamsInput<Path extends string> = [ParamName<Path>] extends [never]
  ? unknown
  : { params: { readonly [Name in ParamName<Path>]: string } }

type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type QueryInput<E> = [Part<E, 'query'>] extends [never]
  ? unknown
  : object extends QueryFields<Part<E, 'query'>>
    ? { query?: QueryFields<Part<E, 'query'>> }
    : { query: QueryFields<Part<E, 'query'>> }

type QueryFields<S extends z.ZodType> = {
  readonly [Name in keyof z.input<S> as string extends Name ? never : Name]: QueryValue<z.input<S>[Name], FieldOf<S, Name>>
}

type FieldOf<S, Name> = S extends z.ZodObject<infer Shape> ? Shape[Name & keyof Shape] : never

/** Any text for a field that ignores (`.catch`) or reads itself what it is given: addresses are written by people. */
type QueryValue<Value, Field> = unknown extends Value
  ? QueryText
  : [Field] extends [never]
    ? Sent<Value>
    : Field extends z.ZodCatch | z.ZodDefault<z.ZodCatch>
      ? QueryText
      : Sent<Value>

type QueryText = string | number | boolean | readonly string[] | undefined

type BodyInput<E> = [Part<E, 'body'>] extends [never]
  ? unknown
  : undefined extends z.input<Part<E, 'body'>>
    ? { body?: Sent<z.input<Part<E, 'body'>>> }
    : { body: Sent<z.input<Part<E, 'body'>>> }

/** As JSON: a name whose value is undefined is not sent. */
type Sent<T> = T extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Sent<T[Name]> | (string extends Name ? undefined : never) }
    : T
