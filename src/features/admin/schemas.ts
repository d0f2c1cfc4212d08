import { z } from 'zod'
import { jobLimits } from '#features/jobs/model.ts'
import { roles } from '#shared/contract.ts'
import { emailField } from '#shared/schemas.ts'
import { suspensionReasons } from '#features/accounts/model.ts'
import { erasureRequests } from './model.ts'
import { keysOf } from '#shared/keys.ts'

export const roleChangeSchema = z.object({ role: z.enum(roles, 'Please choose a role') })

export const suspensionSchema = z.object({
  reason: z.enum(keysOf(suspensionReasons), 'Please choose a reason'),
  /** For other administrators; deleted when the suspension ends. */
  note: z.string().trim().max(500, 'The note is too long').optional(),
})

export const erasureSchema = z.object({
  requestedBy: z.enum(keysOf(erasureRequests), 'Please say who asked for it'),
})

export const addressErasureSchema = erasureSchema.extend({ email: emailField() })

/** The form also requires typing the account's name. */
export const erasureFormSchema = (name: string) =>
  erasureSchema.extend({
    typed: z
      .string()
      .refine((typed) => typed.trim().toLowerCase() === name.toLowerCase(), `Please type ${name}`),
  })

export const nameGrantSchema = z.object({
  name: z.string().trim().min(1, 'Please name the employer').max(jobLimits.employer),
})
