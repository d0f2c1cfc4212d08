/** Every error that the API answers with, and its HTTP status: the one place where the two meet. */
export const errorStatus = {
  BAD_REQUEST: 400,
  VALIDATION_FAILED: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus

/** One complaint about one field of a request. */
export type FieldError = { field: string; message: string }

/** The body of every answer that is not a success. `error` is a sentence for people, `code` is for programs. */
export type ErrorEnvelope = {
  error: string
  code: ErrorCode
  requestId: string
  details?: FieldError[]
}

const defaultMessage: Record<ErrorCode, string> = {
  BAD_REQUEST: 'The request could not be understood.',
  VALIDATION_FAILED: 'Some fields need your attention.',
  UNAUTHENTICATED: 'Please log in.',
  FORBIDDEN: 'Access denied.',
  NOT_FOUND: 'Not found.',
  METHOD_NOT_ALLOWED: 'This method is not allowed here.',
  CONFLICT: 'Somebody else changed this in the meantime.',
  PAYLOAD_TOO_LARGE: 'The request is too large.',
  URI_TOO_LONG: 'The address is too long.',
  UNSUPPORTED_MEDIA_TYPE: 'This content type is not supported.',
  RATE_LIMITED: 'Too many requests. Please try again later.',
  INTERNAL: 'Something went wrong on our side. Please try again.',
  UNAVAILABLE: 'The service is not available right now. Please try again in a moment.',
}

/** The only error that code throws on purpose; its message is shown to people, so it holds nothing private. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: FieldError[] | undefined

  constructor(code: ErrorCode, message: string = defaultMessage[code], details?: FieldError[]) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }

  get status(): number {
    return errorStatus[this.code]
  }
}
