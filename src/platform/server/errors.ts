/** A reason not to start; its message is printed without a stack. */
export class StartError extends Error {
  override readonly name: string = 'StartError'
}

/** The code of a system error ('ENOENT') or of PostgreSQL's ('57P03'). */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

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
