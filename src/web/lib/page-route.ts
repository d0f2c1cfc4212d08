import type { ComponentType } from 'react'
import type { QueryClient } from '@tanstack/react-query'
import type { Call, QueryOf } from '#shared/contract.ts'
import type { SiteInfo } from '#shared/rendering.ts'

export type Search = Record<string, string>

type QueryName<C extends Call> = keyof QueryOf<C> & string

/** Some of a call's query parameters from the page's address, without empty ones. */
export const pick = <C extends Call>(search: Search, names: readonly QueryName<C>[]): { [Name in QueryName<C>]?: string } =>
  Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : []))) as { [Name in QueryName<C>]?: string }

/** The page of a list that an address names, but for the first. */
export const laterPage = ({ page }: Search): { page?: string } => (page && page !== '1' ? { page } : {})

export type PageArgs = RouterContext & { params: Record<string, string>; search: Search }

type Attributes = Record<string, string>

/** What a page says of itself to browsers, search engines and previews. */
export type Head = {
  meta: readonly ({ title: string } | Attributes)[]
  links?: readonly Attributes[]
}

/** Whether there can be a page with these parameters. */
export type PageAccepts = (params: Record<string, string>) => boolean

/**
 * Fetches what the page shows. The server waits for it, and answers with the status of the error if it fails; the
 * browser goes on, and the page shows its own waiting, missing and failing states.
 */
export type PageLoad = (args: PageArgs) => Promise<void>

export type PageHead = (args: PageArgs) => Head

/** What a page's file exports. */
export type PageModule = {
  Page: ComponentType
  head: PageHead
  load?: PageLoad | undefined
  /** Without it every match of the path is a page. */
  accepts?: PageAccepts | undefined
}

/** What every loader, head and page may rely on. */
export type RouterContext = {
  queryClient: QueryClient
  site: SiteInfo
  /** When the server rendered, in milliseconds since the epoch: what ages are reckoned from, so that both sides say the same. */
  now: number
}
