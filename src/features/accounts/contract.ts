import { z } from 'zod'
import { defineEndpoint, roles } from '#shared/contract.ts'
import {
  changePasswordSchema,
  deleteAccountSchema,
  forgotPasswordSchema,
  loginSchema,
  profileSchema,
  registerSchema,
  resetPasswordSchema,
  roleSchema,
  verifyEmailSchema,
} from './schemas.ts'

const done = z.object({ success: z.literal(true) })

/** Enough for somebody who mistypes, too few for somebody who guesses. */
const guessing = { max: 20, seconds: 60 }
/** For calls that send a mail to an address that anybody may name. */
const mailing = { max: 10, seconds: 600 }

const currentUserSchema = z.object({
  id: z.uuid(),
  authenticated: z.literal(true),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  profileImageUrl: z.string().nullable(),
  role: z.enum(roles).nullable(),
  /** False for people who sign in with a provider only. */
  hasPassword: z.boolean(),
  companyName: z.string().nullable(),
  companyPhone: z.string().nullable(),
  companyWebsite: z.string().nullable(),
  companySize: z.string().nullable(),
  companyDescription: z.string().nullable(),
  organizationType: z.string().nullable(),
  isVerifiedHospital: z.boolean(),
  cvFileName: z.string().nullable(),
  /** For reading: '1.2 MB'. */
  cvFileSize: z.string().nullable(),
  cvUploadedAt: z.string().nullable(),
})

export const getCurrentUser = defineEndpoint({
  name: 'getCurrentUser',
  method: 'GET',
  path: '/api/auth/user',
  access: 'signed-in',
  summary: 'Who is signed in',
  response: currentUserSchema,
})

export const login = defineEndpoint({
  name: 'login',
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  limit: guessing,
  summary: 'Sign in with e-mail and password',
  body: loginSchema,
  response: done,
  errors: ['UNAUTHENTICATED', 'RATE_LIMITED'],
})
export type LoginEndpoint = typeof login

export const register = defineEndpoint({
  name: 'register',
  method: 'POST',
  path: '/api/auth/register',
  access: 'public',
  limit: mailing,
  summary: 'Create an account and sign in to it',
  body: registerSchema,
  response: done,
  errors: ['CONFLICT'],
})
export type RegisterEndpoint = typeof register

export const chooseRole = defineEndpoint({
  name: 'chooseRole',
  method: 'PUT',
  path: '/api/auth/user/role',
  access: 'signed-in',
  summary: 'Choose what to be, once, after the first sign-in with a provider',
  body: roleSchema,
  response: done,
  errors: ['FORBIDDEN'],
})
export type ChooseRole = typeof chooseRole

export const verifyEmail = defineEndpoint({
  name: 'verifyEmail',
  method: 'POST',
  path: '/api/auth/verify-email',
  access: 'public',
  limit: guessing,
  summary: 'Confirm an e-mail address with the secret that was mailed to it',
  body: verifyEmailSchema,
  response: done,
  errors: ['BAD_REQUEST'],
})
export type VerifyEmail = typeof verifyEmail

export const resendVerification = defineEndpoint({
  name: 'resendVerification',
  method: 'POST',
  path: '/api/auth/verify-email/resend',
  access: 'signed-in',
  limit: { max: 5, seconds: 600 },
  summary: 'Mail a new link that confirms the e-mail address',
  response: done,
})
export type ResendVerification = typeof resendVerification

export const forgotPassword = defineEndpoint({
  name: 'forgotPassword',
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: 'public',
  limit: mailing,
  summary: 'Mail a link that sets a new password; the answer is the same whether the address is known or not',
  body: forgotPasswordSchema,
  response: done,
})
export type ForgotPassword = typeof forgotPassword

export const resetPassword = defineEndpoint({
  name: 'resetPassword',
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  limit: guessing,
  summary: 'Set a new password with the secret that was mailed',
  body: resetPasswordSchema,
  response: done,
  errors: ['BAD_REQUEST'],
})
export type ResetPassword = typeof resetPassword

export const changePassword = defineEndpoint({
  name: 'changePassword',
  method: 'PUT',
  path: '/api/auth/password',
  access: 'signed-in',
  limit: guessing,
  summary: 'Change the password; everywhere else the account is signed out',
  body: changePasswordSchema,
  response: done,
})
export type ChangePassword = typeof changePassword

export const updateProfile = defineEndpoint({
  name: 'updateProfile',
  method: 'PUT',
  path: '/api/account/profile',
  access: 'signed-in',
  summary: 'Change name and company details',
  body: profileSchema,
  response: done,
})
export type UpdateProfile = typeof updateProfile

export const listSessions = defineEndpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/api/account/sessions',
  access: 'signed-in',
  summary: 'Where the account is signed in',
  response: z.object({
    sessions: z.array(
      z.object({
        id: z.uuid(),
        /** The one that asks. */
        current: z.boolean(),
        createdAt: z.string(),
        seenAt: z.string(),
        ip: z.string().nullable(),
        userAgent: z.string().nullable(),
      }),
    ),
  }),
})
export type ListSessions = typeof listSessions

export const revokeSession = defineEndpoint({
  name: 'revokeSession',
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  access: 'signed-in',
  summary: 'Sign out somewhere else',
  params: z.object({ id: z.uuid() }),
  response: done,
  errors: ['NOT_FOUND'],
})
export type RevokeSession = typeof revokeSession

export const revokeOtherSessions = defineEndpoint({
  name: 'revokeOtherSessions',
  method: 'DELETE',
  path: '/api/account/sessions',
  access: 'signed-in',
  summary: 'Sign out everywhere else',
  response: done,
})
export type RevokeOtherSessions = typeof revokeOtherSessions

export const listProviders = defineEndpoint({
  name: 'listProviders',
  method: 'GET',
  path: '/api/auth/providers',
  access: 'public',
  summary: 'The identity providers that one can sign in with',
  response: z.object({ providers: z.array(z.object({ id: z.string(), label: z.string() })) }),
})
export type ListProviders = typeof listProviders

export const listIdentities = defineEndpoint({
  name: 'listIdentities',
  method: 'GET',
  path: '/api/account/identities',
  access: 'signed-in',
  summary: 'The identity providers that the account opens with',
  response: z.object({
    identities: z.array(z.object({ provider: z.string(), label: z.string(), linkedAt: z.string() })),
  }),
})
export type ListIdentities = typeof listIdentities

export const unlinkIdentity = defineEndpoint({
  name: 'unlinkIdentity',
  method: 'DELETE',
  path: '/api/account/identities/:provider',
  access: 'signed-in',
  summary: 'No longer sign in with a provider; the last way in stays',
  params: z.object({ provider: z.string() }),
  response: done,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
export type UnlinkIdentity = typeof unlinkIdentity

export const exportMyData = defineEndpoint({
  name: 'exportMyData',
  method: 'GET',
  path: '/api/account/export',
  access: 'signed-in',
  limit: { max: 10, seconds: 600 },
  summary: 'Everything that is kept about whoever asks, as one JSON file; the CV itself is a download of its own',
  response: z.record(z.string(), z.unknown()),
})
export type ExportMyData = typeof exportMyData

export const deleteMyAccount = defineEndpoint({
  name: 'deleteMyAccount',
  method: 'DELETE',
  path: '/api/account',
  access: 'signed-in',
  limit: { max: 10, seconds: 600 },
  summary: 'Delete the account with everything that belongs to it; people with a password say it again',
  body: deleteAccountSchema,
  response: done,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
})
export type DeleteMyAccount = typeof deleteMyAccount
