import { signUpRoles } from '#shared/contract.ts'
import { z } from 'zod'
import { organizationTypes } from '#features/jobs/model.ts'
import { emailField } from '#shared/schemas.ts'
import { companySizes } from './model.ts'

/** What the accounts' forms and calls accept, with the words for what they do not. */

const maxPassword = 128

export const emailSchema = emailField()

/** A password that somebody chooses; what they type to sign in is only compared. */
const newPasswordSchema = z
  .string('Password must be at least 8 characters')
  .min(8, 'Password must be at least 8 characters')
  .max(maxPassword, `Password must be at most ${maxPassword} characters`)

const presentPassword = z
  .string('Password is required')
  .min(1, 'Password is required')
  .max(maxPassword, 'Password is too long')

const nameSchema = (required: string, tooLong: string) =>
  z.string(required).trim().min(1, required).max(50, tooLong)

/** Hidden from people; who fills it is a program. */
const trap = z.string().max(2000).optional()

const optionalText = (max: number, tooLong: string) =>
  z.string().trim().max(max, tooLong).optional()

const companyWebsiteSchema = z
  .union(
    [
      z.literal(''),
      z.url({ protocol: /^https?$/, error: 'Company website must be a valid URL' }).max(200),
    ],
    {
      error: 'Company website must be a valid URL',
    },
  )
  .optional()

const companyFields = {
  companyName: optionalText(100, 'Company name is too long'),
  companyPhone: optionalText(30, 'Company phone is too long'),
  companyWebsite: companyWebsiteSchema,
  companySize: z.enum(companySizes, 'Please choose a company size').optional(),
  companyDescription: optionalText(2000, 'Company description is too long'),
  organizationType: z.enum(organizationTypes, 'Please choose an employer type').optional(),
}

type ForWhom = {
  role: string
  companyName?: string | undefined
  organizationType?: string | undefined
}

const saysForWhom = ({ role, companyName, organizationType }: ForWhom) =>
  role !== 'employer' || (Boolean(companyName) && organizationType !== undefined)

const companyMissing = {
  path: ['companyName'],
  error: 'Company name and organization type are required for employer accounts',
}

const names = {
  firstName: nameSchema('First name is required', 'First name is too long'),
  lastName: nameSchema('Last name is required', 'Last name is too long'),
}

export const loginSchema = z.object({
  email: emailSchema,
  password: presentPassword,
  website: trap,
})

export const registerSchema = z
  .object({
    ...names,
    email: emailSchema,
    password: newPasswordSchema,
    role: z.enum(signUpRoles, 'Please choose a role').default('physician'),
    ...companyFields,
    website: trap,
  })
  .refine(saysForWhom, companyMissing)

/** By the secret of an invitation to a team, which says the rest. */
export const invitedSchema = z.object({
  ...names,
  password: newPasswordSchema,
  token: z.string().min(20).max(200),
  website: trap,
})

/** After the first sign-in with a provider; employers say for whom, as at sign-up. */
export const roleSchema = z
  .object({ role: z.enum(signUpRoles, 'Please choose a role'), ...companyFields })
  .refine(saysForWhom, companyMissing)

export const addressSchema = z.object({ email: emailSchema })
export const passwordSchema = z.object({ password: newPasswordSchema })

/** What a link is mailed for on request. */
export const askedLinkSchema = addressSchema.extend({
  purpose: z.enum(['reset-password', 'sign-in']),
})

/** What a link in a mail does; 'undo' takes back a new address or a new second factor. */
const linkPurposes = ['verify-email', 'reset-password', 'sign-in', 'change-email', 'undo'] as const

/**
 * A link's secret; with a password to reset one, or to confirm the address in a browser that is not
 * signed in to the account.
 */
export const linkSchema = passwordSchema
  .partial()
  .extend({ purpose: z.enum(linkPurposes), token: z.string().min(20).max(200) })
  .refine(({ purpose, password }) => purpose !== 'reset-password' || password !== undefined, {
    path: ['password'],
    error: 'Password is required',
  })

/** `currentPassword` is left out by somebody who has none yet. */
export const changePasswordSchema = z.object({
  currentPassword: presentPassword.optional(),
  newPassword: newPasswordSchema,
})

export const profileSchema = z.object(names)

/** People with a password say it again; those who sign in with a provider have none to say. */
export const deleteAccountSchema = z.object({ password: z.string().max(maxPassword).optional() })

const code = z
  .string('Code is required')
  .trim()
  .min(1, 'Code is required')
  .max(40, 'Code is too long')
export const codeSchema = z.object({ code })

/** The password, where there is one, and the second factor's code, where there is one. */
export const reauthenticationSchema = z.object({
  code: code.optional(),
  password: presentPassword.optional(),
})

export const passkeyNameSchema = z
  .string()
  .trim()
  .min(1, 'Name is required')
  .max(50, 'Name is too long')

const encoded = z.string().max(20_000)
/** What an authenticator answers; the library checks what is in it. */
export const passkeyResponseSchema = z.looseObject({
  id: z.string().min(1).max(1400),
  rawId: encoded,
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: encoded }),
})

export type MailedLink = z.infer<typeof linkSchema>
export type Login = z.infer<typeof loginSchema>
export type Register = z.infer<typeof registerSchema>
export type Invited = z.infer<typeof invitedSchema>
export type RoleChoice = z.infer<typeof roleSchema>
export type Profile = z.infer<typeof profileSchema>
