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
