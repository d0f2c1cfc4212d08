import { z } from 'zod'

const longest = 254

/** A trimmed, lower-case address, or the error `message`. */
export const emailField = (message = 'Please enter a valid email address') =>
  z.string(message).trim().toLowerCase().max(longest, message).pipe(z.email(message))
