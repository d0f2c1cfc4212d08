import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * Who may call an endpoint. A list names roles; a key of an organization's own system has a scope;
 * everybody else is refused.
 */
export type Access = 'public' | 'signed-in' | `${KeyScope}-key` | readonly Role[]

/** What a key of an organization's own system is for. */
export const keyScopes = ['postings', 'applications'] as const
export type KeyScope = (typeof keyScopes)[number]
/** The access of calls by key; undefined for others. */
export const keyScopeOf = (access: Access) => keyScopes.find((scope) => access === `${scope}-key`)

export const roles = ['physician', 'employer', 'recruiter', 'moderator', 'admin'] as const
export type Role = (typeof roles)[number]

/** Those who hire, and so have a company and postings. */
export const hiringRoles = ['employer', 'recruiter'] as const satisfies readonly Role[]
/**
 * The roles that a person can choose at sign-up. Administrators and moderators are made, not signed
 * up.
 */
export const signUpRoles = ['physician', ...hiringRoles] as const
/**
 * Roles with a dashboard. An administrator's dashboard lists their own postings; by id they reach
 * every posting.
 */
export const posters = [...hiringRoles, 'admin'] as const satisfies readonly Role[]
/** The roles with accounts, settings, imports and exports. */
export const administrators = ['admin'] as const satisfies readonly Role[]
/** The roles that decide about postings, reports and duplicates. */
export const moderators = ['moderator', 'admin'] as const satisfies readonly Role[]
export const isModerator = (role: Role | null) => moderators.some((moderator) => moderator === role)

/** A limit of calls per address. */
export type RateLimit = {
  readonly max: number
  readonly seconds: number
  /** Endpoints of one group are counted together. */
  readonly group?: string
  /**
   * The call mails an address that anyone may name: IPv6 counts by /48, because one customer has
   * 65,536 networks of /64.
   */
  readonly mails?: true
  /**
   * Calls of people who are not signed in, about one thing within an hour, from one network and
   * from all. Each further call takes a proof of work.
   */
  readonly strangers?: { readonly each: number; readonly all: number }
}

/**
 * The class of a request's cost. Each class has a number of places, so that none takes the room of
 * the others. 'password': it hashes one; 'upload': its body is a file; 'export': its answer is a
 * whole list; 'feed': all jobs, streamed.
 */
export type Cost = 'search' | 'page' | 'read' | 'write' | 'password' | 'upload' | 'export' | 'feed'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type Endpoint = {
  /** The verb-noun name that runs through route, service, query, client and test. */
  readonly name: string
  /**
   * Method and path, in Fastify's spelling: `GET /api/jobs/:id`. The client names the endpoint by
   * it.
   */
  readonly call: `${Method} /${string}`
  readonly method: Method
  readonly path: string
  readonly access: Access
  /** The caller must have signed in or re-authenticated within the last minutes. */
  readonly requiresReauthentication?: true
  /** Default: a generous limit for calls that change something, none for the others. */
  readonly limit?: RateLimit
  /** Default: 'read' for a GET, 'write' for other calls. */
  readonly cost?: Cost
  /** Other sites and mail programs may make the call: a cookie gives it no rights. */
  readonly openToOtherSites?: true
  /** The body may be a file: its handler answers for zero bytes in it. */
  readonly acceptsZeroBytes?: true
  /** Pages of every origin may read the response (CORS). */
  readonly cors?: true
  /** The largest accepted body in bytes, where that is more than the default. */
  readonly maxBody?: number
  readonly summary: string
  /** More than the summary says, for the OpenAPI document. */
  readonly description?: string
  /** Default: an `:id` is a UUID. */
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /**
   * The content type of a body that the handler reads itself: a form with one file in a field, or
   * the bytes of a file.
   */
  readonly upload?: { readonly field: string } | 'bytes'
  /** Default: the call has nothing to tell, and its answer is `Done`. */
  readonly response?: z.ZodType
  /** The content types of the response; default JSON. */
  readonly responseTypes?: readonly string[]
  /** An example of the response. A test validates it. */
  readonly example?: unknown
  /** The answer is a redirect (302), not a body. */
  readonly redirects?: true
  /** Possible errors beyond those that every call shares (validation, rate limit, internal). */
  readonly errors?: readonly ErrorCode[]
}

type Spec = Omit<Endpoint, 'name' | 'call' | 'method' | 'path'>
type Defined<Name, Call> = {
  readonly name: Name
  readonly call: Call
  readonly method: Method
  readonly path: string
}

export function defineEndpoint<
  const Name extends string,
  const Call extends Endpoint['call'],
  const S extends Spec,
>(name: Name, call: Call, spec: S): S & Defined<Name, Call> {
  const [method, path] = call.split(' ') as [Method, string]
  return { ...spec, name, call, method, path }
}

/**
 * Every endpoint of the product; `src/app/endpoints.ts` adds those of the contracts.
 * @public
 */
export interface Endpoints {}
type Declared = Endpoints[keyof Endpoints]

/** The name of a declared endpoint in the client: `GET /api/jobs/:id`. */
export type Call = Declared extends { call: infer C extends string } ? C : never

/** The endpoint of a call; an endpoint stands for itself. */
type EndpointOf<C> = C extends string ? Extract<Declared, { readonly call: C }> : C

type Part<C, K extends string> =
  EndpointOf<C> extends { readonly [P in K]: infer S extends z.ZodType } ? S : never

export type ParamsOf<C> = [Part<C, 'params'>] extends [never]
  ? EndpointOf<C> extends { readonly call: infer Path extends string }
    ? { [Name in ParamName<Path>]: string }
    : never
  : z.infer<Part<C, 'params'>>
export type QueryOf<C> = z.infer<Part<C, 'query'>>
export type BodyOf<C> = z.infer<Part<C, 'body'>>
export type ResponseOf<C> = [Part<C, 'response'>] extends [never]
  ? Done
  : z.infer<Part<C, 'response'>>

export type Done = { success: true }

/** The client's data in a call; the contract refuses other names and types. */
export type InputOf<C extends string> = ParamsInput<C> & QueryInput<C> & BodyInput<C>

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
  readonly [Name in keyof z.input<S> as string extends Name ? never : Name]: QueryValue<
    z.input<S>[Name],
    FieldOf<S, Name>
  >
}

type FieldOf<S, Name> = S extends z.ZodObject<infer Shape> ? Shape[Name & keyof Shape] : never

/**
 * Accepts any text for a field that is read leniently (`.catch`), because addresses are written by
 * people.
 */
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

/** JSON omits undefined values. */
type Sent<T> = T extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Sent<T[Name]> | (string extends Name ? undefined : never) }
    : T
