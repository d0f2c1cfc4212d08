import type { FieldErrors } from 'react-hook-form'
import type { FieldError } from '#shared/errors.ts'
import { ApiError } from '#web/lib/api.ts'

/** Something that keeps a form from being sent; without a field it is about the whole. */
export type Problem = { message: string; field?: string }

/** react-hook-form's nested errors as a list: `{ items: [{ name: … }] }` becomes one problem of `items.0.name`. */
export function fieldErrors(errors: FieldErrors, parent = ''): Problem[] {
  return Object.entries(errors).flatMap(([key, error]): Problem[] => {
    if (typeof error !== 'object' || error === null) return []
    const field = `${parent}${key}`
    if ('type' in error && typeof error.type === 'string') {
      return typeof error.message === 'string' ? [{ message: error.message, field }] : []
    }
    return fieldErrors(error as FieldErrors, `${field}.`)
  })
}

/** As somebody comes by them who reads the form; what is no native control comes last. */
export function inPageOrder(problems: readonly Problem[], form: HTMLFormElement | null): readonly Problem[] {
  if (!form || problems.length < 2) return problems
  const names = [...form.elements].map((it) => it.getAttribute('name'))
  const place = ({ field }: Problem) => {
    const index = names.indexOf(field ?? '')
    return index === -1 ? names.length : index
  }
  return problems.toSorted((a, b) => place(a) - place(b))
}

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
