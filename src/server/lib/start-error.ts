/** A reason not to start whose message says all that the operator needs: it is printed alone, without a stack. */
export class StartError extends Error {
  override readonly name: string = 'StartError'
}

/** The system's code of an error ('ENOENT', 'EADDRINUSE') or PostgreSQL's ('57P03'), if it carries one. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
