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
