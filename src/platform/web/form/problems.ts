import type { FieldError } from '#shared/errors.ts'
import { ApiError } from '#platform/web/api.ts'

/** A reason why a form cannot be sent; without a field it is about the whole form. */
export type Problem = { message: string; field?: string; href?: string }

export const fieldErrors = (errors: object, parent = ''): Problem[] =>
  Object.entries(errors).flatMap(([key, error]: [string, unknown]): Problem[] => {
    if (typeof error !== 'object' || error === null) return []
    const field = `${parent}${key}`
    if ('type' in error && typeof error.type === 'string')
      return 'message' in error && typeof error.message === 'string'
        ? [{ message: error.message, field }]
        : []
    return fieldErrors(error, `${field}.`)
  })

/** In the order of the page; problems without a native control come last. */
export function inPageOrder(
  problems: readonly Problem[],
  form: HTMLFormElement | null,
): readonly Problem[] {
  if (!form || problems.length < 2) return problems
  const names = [...form.elements].map((element) => element.getAttribute('name'))
  const place = ({ field }: Problem) => {
    const index = names.indexOf(field ?? '')
    return index === -1 ? names.length : index
  }
  return problems.toSorted((a, b) => place(a) - place(b))
}

export type Failure = {
  /** The toast's title. */
  title: string
  /** Used without a message from the server; default: the title. */
  fallback?: string
  /** Used when the server cannot be reached. */
  offline?: string
}

/** Somebody changed meanwhile what a call is about, or it is gone. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND')

/** The server's message if it has one. */
export function refusalOf(
  error: unknown,
  { title, fallback = title, offline = offlineText }: Failure,
) {
  const details: readonly FieldError[] = error instanceof ApiError ? error.details : []
  if (!(error instanceof ApiError)) return { message: offline, details }
  return { message: error.hasWords ? error.message : fallback, details }
}

const offlineText = 'We could not reach the server. Please check your connection and try again.'
