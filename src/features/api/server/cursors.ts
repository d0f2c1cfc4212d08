import { createHash } from 'node:crypto'
import { AppError } from '#shared/errors.ts'

const hashLength = 6

const hashOf = (search: string): Buffer => createHash('sha256').update(search).digest().subarray(0, hashLength)

/** A position in the results of a search, for this search only. */
export const cursorOf = (position: string, search: string): string =>
  Buffer.concat([hashOf(search), Buffer.from(position)]).toString('base64url')

/** The position; an error for a cursor that we did not make, or made for another search. */
export function readCursor(cursor: string, search: string): string {
  const bytes = Buffer.from(cursor, 'base64url')
  const position = bytes.subarray(hashLength).toString()
  // Also leaves out what is no base64url or no text.
  if (position === '' || cursorOf(position, search) !== cursor || /\p{Cc}/u.test(position)) {
    const message = 'This cursor does not belong to this search. Begin without one, and take the next from nextCursor.'
    throw new AppError('VALIDATION_FAILED', message, [{ field: 'cursor', message }])
  }
  return position
}
