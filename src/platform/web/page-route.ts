import type { ComponentType } from 'react'
import type { QueryClient } from '@tanstack/react-query'
import type { Call, QueryOf } from '#shared/contract.ts'
import type { SiteInfo } from '#shared/rendering.ts'

export type Search = Record<string, string>

type QueryName<C extends Call> = keyof QueryOf<C> & string

/** Some of a call's query parameters from the page's address, without empty ones. */
export const pick = <C extends Call>(search: Search, names: readonly QueryName<C>[]): { [Name in QueryName<C>]?: string } =>
  Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : []))) as { [Name in QueryName<C>]?: string }

/** The `page` parameter, except for page one. */
export const laterPage = ({ page }: Search): { page?: string } => (page && page !== '1' ? { page } : {})

export type PageArgs = RouterContext & { params: Record<string, string>; search: Search }

type Attributes = Record<string, string>

export type Head = { meta: readonly ({ title: string } | Attributes)[]; links?: readonly Attributes[] }

/** Whether a page with these parameters can exist. */
export type PageAccepts = (params: Record<string, string>) => boolean

/**
 * Prefetches the page's data. The server waits for it and answers a failure with its status; the browser does not wait, and the
 * page shows its own states.
 */
export type PageLoad = (args: PageArgs) => Promise<unknown>

export type PageHead = (args: PageArgs) => Head

export type PageModule = {
  Page: ComponentType
  head: PageHead
  load?: PageLoad | undefined
  /** Default: every match of the path is a page. */
  accepts?: PageAccepts | undefined
}

export type RouterContext = {
  queryClient: QueryClient
  site: SiteInfo
  /** The server's render time in milliseconds since the epoch: the base of ages, so that both sides render the same. */
  now: number
}
