import { z } from 'zod'

/** People with a password say it again; those who sign in with a provider have none to say. */
export const deleteAccountSchema = z.object({ password: z.string().max(128).optional() })
