/** The error codes of the API and their HTTP statuses. */
export const errorStatus = {
  BAD_REQUEST: 400,
  VALIDATION_FAILED: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  /** The session's holder must re-authenticate before this call. */
  REAUTHENTICATION_REQUIRED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  CONFLICT: 409,
  GONE: 410,
  PAYLOAD_TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  NOT_IMPLEMENTED: 501,
  UNAVAILABLE: 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus

/** One error of one field. */
export type FieldError = { field: string; message: string }

export type ErrorEnvelope = {
  success: false
  error: string
  code: ErrorCode
  requestId: string
  details?: FieldError[]
  /** The current state, after a stale save; what is left of something that is gone. */
  current?: unknown
}

export const defaultMessages: Record<ErrorCode, string> = {
  BAD_REQUEST: 'We could not understand the request.',
  VALIDATION_FAILED: 'Some fields need your attention.',
  UNAUTHENTICATED: 'Please log in.',
  FORBIDDEN: 'Access denied.',
  REAUTHENTICATION_REQUIRED: 'Please confirm that it is you.',
  NOT_FOUND: 'Not found.',
  METHOD_NOT_ALLOWED: 'This method is not allowed here.',
  NOT_ACCEPTABLE: 'No content type that the request accepts is available here.',
  CONFLICT: 'Someone else changed this in the meantime.',
  GONE: 'This is no longer available.',
  PAYLOAD_TOO_LARGE: 'The request is too large.',
  URI_TOO_LONG: 'The address is too long.',
  UNSUPPORTED_MEDIA_TYPE: 'This content type is not supported.',
  RATE_LIMITED: 'Too many requests. Please try again later.',
  INTERNAL: 'Something went wrong on our side. Please try again.',
  NOT_IMPLEMENTED: 'This is not supported.',
  UNAVAILABLE: 'The service is not available right now. Please try again in a moment.',
}

/**
 * The only error that code throws on purpose; its message is shown to people, so it must hold
 * nothing private.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: FieldError[] | undefined
  /** When to try again. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    message: string = defaultMessages[code],
    details?: FieldError[],
    retryAfterSeconds?: number,
  ) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.details = details
    this.retryAfterSeconds = retryAfterSeconds
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

/** One field's error, which is also the whole message. */
export const fieldError = (field: string, message: string, code: ErrorCode = 'VALIDATION_FAILED') =>
  new AppError(code, message, [{ field, message }])

/** Carries the current state of what was asked for. */
export class StateError extends AppError {
  readonly current: unknown

  constructor(code: ErrorCode, current: unknown, message?: string) {
    super(code, message)
    this.name = 'StateError'
    this.current = current
  }
}

/** A save over a newer version. */
export class StaleError extends StateError {
  constructor(current: unknown, message?: string) {
    super('CONFLICT', current, message)
    this.name = 'StaleError'
  }
}
