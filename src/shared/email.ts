import { z } from 'zod'

const longest = 254

/** An address as we keep it, lower case and without blanks around it; `message` for what is none. Loaded with forms only. */
export const emailField = (message = 'Please enter a valid email address') =>
  z.string(message).trim().toLowerCase().max(longest, message).pipe(z.email(message))
