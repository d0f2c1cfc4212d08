import { z } from 'zod'

/** The answer of a call that has nothing to tell. */
export const done = z.object({ success: z.literal(true) }).meta({ title: 'Done' })

const maxAddress = 254

/** A trimmed, lower-case address, or the error `message`. */
export const emailField = (message = 'Please enter a valid email address') =>
  z.string(message).trim().toLowerCase().max(maxAddress, message).pipe(z.email(message))
