/** A reason not to start; its message is printed without a stack. */
export class StartError extends Error {
  override readonly name: string = 'StartError'
}

/** The code of a system error ('ENOENT') or of PostgreSQL's ('57P03'). */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined

const whyNot: Readonly<Record<string, string>> = {
  ENOSPC: ': its disk is full',
  EDQUOT: ': its disk is full',
  EROFS: ': its disk is read-only',
  EACCES: ': this user may not',
  EPERM: ': this user may not',
}

/** @param place a path, or a setting and its path. */
export function cannotWrite(place: string, cause: unknown): StartError {
  const code = errorCode(cause)
  const why = code === undefined ? String(cause) : `${code}${whyNot[code] ?? ''}`
  return new StartError(`Cannot write to ${place} (${why}).`, { cause })
}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** By codes of Node; nodemailer and OpenSSL have them, or words of theirs, in the message only. */
const reasons: readonly [RegExp, string][] = [
  [/ENOTFOUND/, 'there is no host of this name'],
  [/EAI_AGAIN/, 'its name cannot be looked up'],
  [/ECONNREFUSED/, 'nothing answers at this port'],
  [/EHOSTUNREACH|ENETUNREACH/, 'there is no way to it'],
  [/ETIMEDOUT|no answer/, 'it does not answer'],
  [/EAUTH/, 'it refuses the user or the password'],
  [/EPROTOCOL/, 'another service answers at this port'],
  [/EPROTO|SSL routines/, 'it does not speak TLS at this port'],
  [/certificate/i, 'its certificate is not valid'],
]

/** Why a host cannot be used, in words; undefined for another error. */
export function unreachableReason(error: unknown): string | undefined {
  const text = `${errorCode(error) ?? ''} ${messageOf(error)}`
  return reasons.find(([pattern]) => pattern.test(text))?.[1]
}

const minute = 60_000

/**
 * A dependency that is away fails every call: its log gets one line a minute, with the number of
 * those left out.
 */
export function oncePerMinute(
  log: (error: unknown, leftOut: number) => void,
): (error: unknown) => void {
  let last = -Infinity
  let leftOut = 0
  return (error) => {
    if (performance.now() - last < minute) {
      leftOut++
      return
    }
    log(error, leftOut)
    last = performance.now()
    leftOut = 0
  }
}

/** The database cannot be used now. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError'
}

/**
 * A server that is frozen accepts connections and says nothing. @throws {UnavailableError} after so
 * many milliseconds.
 */
export async function within<T>(
  ms: number,
  work: Promise<T>,
  reason = `no answer within ${ms} ms`,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new UnavailableError(reason)), ms)
  })
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer))
}

/**
 * Classes 08 (connection), 28 (password), 3D (no such database), 53 (resources) and 57 (operator),
 * and single states of SQLSTATE. Errors of sockets and names. A full disk, and no file descriptors
 * left.
 */
const unavailableStates = /^(?:(?:08|28|3D|53|57)...|25006|25P03|55P03)$/

const unavailableSystem =
  /^E(?:CONN.*|PIPE|NOENT|NOTFOUND|AI_AGAIN|TIMEDOUT|(?:HOST|NET)UNREACH|NOSPC|DQUOT|MFILE|NFILE)$/

/** The driver's own errors have no code. */
const disconnected = /^(?:Connection terminated|timeout expired|driver has already been destroyed)/

const clientGone = /^Client (?:was closed|has encountered a connection error)/

/**
 * Whether the database or the store is away, full, overloaded, read-only or too slow: the same
 * request may succeed later.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (
    error instanceof UnavailableError ||
    disconnected.test(error.message) ||
    clientGone.test(error.message)
  )
    return true
  const code = errorCode(error)
  if (code === undefined) return false
  if (!unavailableStates.test(code) && !unavailableSystem.test(code)) return false
  // A missing file is another matter.
  return code !== 'ENOENT' || ('syscall' in error && error.syscall === 'connect')
}
