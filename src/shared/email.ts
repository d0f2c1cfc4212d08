import { z } from 'zod'

const longest = 254

/** An address as it is stored, in lower case and trimmed; `message` for anything else. Loaded with forms only. */
export const emailField = (message = 'Please enter a valid email address') =>
  z.string(message).trim().toLowerCase().max(longest, message).pipe(z.email(message))
