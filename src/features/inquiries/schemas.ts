import { z } from 'zod'
import { emailField } from '#shared/schemas.ts'
import { maxMessageLength, maxNameLength, maxReplyLength } from './model.ts'

/** Schemas of the dialogs and their calls, with their error messages. */

const nameSchema = z
  .string('Name is required')
  .trim()
  .min(1, 'Name is required')
  .max(maxNameLength, 'Name is too long')
  // The name becomes part of a mail header.
  .regex(/^[^\r\n]*$/, 'Name must be one line')

const tenToThousand = (short: string, long: string) => z.string(short).trim().min(10, short).max(maxMessageLength, long)

const aboutJob = { jobId: z.uuid('Job not found'), jobTitle: z.string().max(300).optional() }

export const inquirySchema = z.object({
  name: nameSchema,
  email: emailField(),
  message: tenToThousand('Message must be at least 10 characters', `Message is too long (max ${maxMessageLength} characters)`),
  ...aboutJob,
  /** Attaches the physician's CV on file. */
  attachCv: z.boolean().default(false),
})

export const reportSchema = z.object({
  name: nameSchema,
  email: emailField(),
  reason: tenToThousand('Reason must be at least 10 characters', `Reason is too long (max ${maxMessageLength} characters)`),
  ...aboutJob,
})

export const replySchema = z.object({
  message: z
    .string('Reply is required')
    .trim()
    .min(1, 'Reply is required')
    .max(maxReplyLength, `Reply is too long (max ${maxReplyLength} characters)`),
})

export type InquiryInput = z.infer<typeof inquirySchema>
export type ReportInput = z.infer<typeof reportSchema>
