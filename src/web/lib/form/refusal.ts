import type { FieldError } from '#shared/errors.ts'
import { ApiError } from '#web/lib/api.ts'

/** What a form says when it could not be sent. */
export type Failure = {
  /** Of the toast. */
  title: string
  /** Where the server has found no words for it; else the title. */
  fallback?: string
  /** Where the server could not be reached. */
  offline?: string
}

/** What went wrong, for people: the server's words, where it has any. */
export function refusalOf(error: unknown, { title, fallback = title, offline = offlineText }: Failure) {
  const details: readonly FieldError[] = error instanceof ApiError ? error.details : []
  if (!(error instanceof ApiError)) return { message: offline, details }
  return { message: error.hasWords ? error.message : fallback, details }
}

const offlineText = 'The server could not be reached. Please check your connection and try again.'
