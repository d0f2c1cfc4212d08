import { keepPreviousData } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { apiQuery, callApi } from '#web/lib/api.ts'
import type { ApiQuery } from '#web/lib/api.ts'
import type {
  CreateImportSource,
  DeleteImportSource,
  GetImportSource,
  ListImportSources,
  PreviewImport,
  RunImportSource,
  UpdateImportSource,
} from '../contract-sources.ts'
import type { CancelImport, GetImport, ImportApify, ImportRun, ListImports } from '../contract.ts'
import type { Mapping } from '../mapping.ts'
import type { NewSource, SourceChanges } from '../schemas.ts'

const sourcesUrl = '/api/admin/import-sources'
const importsUrl = '/api/admin/imports'
const previewUrl = '/api/admin/import-preview'
const sourceUrl = (id: string): string => `${sourcesUrl}/${encodeURIComponent(id)}`
const importUrl = (id: string): string => `${importsUrl}/${encodeURIComponent(id)}`

const pollMs = 1500
const isRunning = (run: Pick<ImportRun, 'status'> | null | undefined): boolean => run?.status === 'running'

/** The schedule runs imports, too: lists that are come back to are asked for anew, and again while something runs. */
export const sourcesQuery: ApiQuery<ListImportSources> = {
  ...apiQuery<ListImportSources>(sourcesUrl),
  staleTime: 2000,
  refetchInterval: ({ state }) => (state.data?.sources.some((it) => isRunning(it.lastRun)) ? pollMs : false),
}

export const sourceQuery = (id: string): ApiQuery<GetImportSource> => ({
  ...apiQuery<GetImportSource>(sourceUrl(id)),
  staleTime: 2000,
})

export const importsQuery = (params: Record<string, string>): ApiQuery<ListImports> => ({
  ...apiQuery<ListImports>(importsUrl, params),
  staleTime: 2000,
  refetchInterval: ({ state }) => (state.data?.runs.some(isRunning) ? pollMs : false),
})

export const importQuery = (id: string): ApiQuery<GetImport> => ({
  ...apiQuery<GetImport>(importUrl(id)),
  staleTime: 1000,
  refetchInterval: ({ state }) => (isRunning(state.data) ? pollMs : false),
})

/** Reads somebody else's server, so the same question is not asked twice; what was shown stays until the next answer. */
export const previewQuery = (question: { url: string; mapping: Mapping; source?: string }) => ({
  queryKey: [previewUrl, question] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callApi<PreviewImport>({ method: 'POST', url: previewUrl, body: question, signal }),
  staleTime: 60_000,
  retry: false,
  placeholderData: keepPreviousData,
})

export const createSource = (body: NewSource) => callApi<CreateImportSource>({ method: 'POST', url: sourcesUrl, body })

export const updateSource = (id: string, body: SourceChanges) =>
  callApi<UpdateImportSource>({ method: 'PUT', url: sourceUrl(id), body })

export const deleteSource = (id: string) => callApi<DeleteImportSource>({ method: 'DELETE', url: sourceUrl(id) })

export const runSource = (id: string) => callApi<RunImportSource>({ method: 'POST', url: `${sourceUrl(id)}/run` })

export const importOnce = (url: string) => callApi<ImportApify>({ method: 'POST', url: '/api/admin/import-apify', body: { url } })

export const cancelImport = (id: string) => callApi<CancelImport>({ method: 'POST', url: `${importUrl(id)}/cancel` })

/** After something began, ended or was changed. */
export async function refreshImports(queryClient: QueryClient): Promise<void> {
  // An address may hold another secret by now, which does not show in the question.
  const keys = [sourcesUrl, importsUrl, previewUrl]
  await queryClient.invalidateQueries({ predicate: ({ queryKey: [url] }) => keys.some((it) => String(url).startsWith(it)) })
}
