/** A reason not to start; its message is printed without a stack. */
export class StartError extends Error {
  override readonly name: string = 'StartError'
}

/** The code of a system error ('ENOENT') or of PostgreSQL's ('57P03'). */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
