import { z } from 'zod'
import { roles } from './contract.ts'

/** The answer of a call that has nothing to tell. */
export const done = z.object({ success: z.literal(true) }).meta({ id: 'Done' })

const maxAddress = 254

/** A trimmed, lower-case address, or the error `message`. */
export const emailField = (message = 'Please enter a valid email address') =>
  z.string(message).trim().toLowerCase().max(maxAddress, message).pipe(z.email(message))

/** A trimmed text that has to be there: 'Reply is required'. */
export const requiredText = (
  label: string,
  max: number,
  tooLong = `${label} is too long (max ${max} characters)`,
) => z.string(`${label} is required`).trim().min(1, `${label} is required`).max(max, tooLong)

/** The person who is signed in, as pages know them. */
export const currentUserSchema = z.object({
  id: z.uuid(),
  authenticated: z.literal(true),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** Null if the identity provider sends none. */
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  profileImageUrl: z.string().nullable(),
  /** Null until it is chosen after the first sign-in with a provider. */
  role: z.enum(roles).nullable(),
  /** False for people who sign in with a provider only. */
  hasPassword: z.boolean(),
  /** An administrator who has to set up a second factor first. */
  lacksTwoFactor: z.boolean(),
  companyName: z.string().nullable(),
  companyPhone: z.string().nullable(),
  companyWebsite: z.string().nullable(),
  companySize: z.string().nullable(),
  companyDescription: z.string().nullable(),
  organizationType: z.string().nullable(),
  cvFileName: z.string().nullable(),
  /** For reading: '1.2 MB'. */
  cvFileSize: z.string().nullable(),
  cvUploadedAt: z.string().nullable(),
})
