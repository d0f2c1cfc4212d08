import { z } from 'zod'
import { defineEndpoint } from '#shared/contract.ts'
import { currentUserSchema, done } from '#shared/schemas.ts'
import * as schemas from './schemas.ts'

/** Where the account has a second factor, the session waits for it. */
const entered = z.object({ success: z.literal(true), twoFactor: z.literal(true).optional() }).meta({ id: 'Entered' })

/** Enough for somebody who mistypes, too few for somebody who guesses. */
export const guessing = { max: 20, seconds: 60 }
/** For calls that send a mail to an address that anybody may name. */
export const mailing = { max: 10, seconds: 600, mails: true } as const

export const getCurrentUser = defineEndpoint('getCurrentUser', 'GET /api/auth/user', {
  access: 'signed-in',
  summary: 'Who is signed in',
  response: currentUserSchema,
})

/** They hash a password. */
const withPassword = { access: 'public', cost: 'password', limit: guessing, response: entered } as const
const withOwnPassword = { access: 'signed-in', cost: 'password' } as const
/** The answer is the same whether the address is known or not. */
const linkAsked = { access: 'public', limit: mailing, body: schemas.addressSchema } as const

export const login = defineEndpoint('login', 'POST /api/auth/login', {
  ...withPassword,
  summary: 'Sign in with email and password',
  body: schemas.loginSchema,
  errors: ['UNAUTHENTICATED', 'RATE_LIMITED'],
})

export const register = defineEndpoint('register', 'POST /api/auth/register', {
  ...withPassword,
  limit: mailing,
  summary: 'Create an account and sign in to it',
  body: schemas.registerSchema,
  response: done,
  errors: ['CONFLICT'],
})

export const chooseRole = defineEndpoint('chooseRole', 'PUT /api/auth/user/role', {
  access: 'signed-in',
  summary: 'Choose what to be, once, after the first sign-in with a provider',
  body: schemas.roleSchema,
  errors: ['FORBIDDEN'],
})

export const verifyEmail = defineEndpoint('verifyEmail', 'POST /api/auth/verify-email', {
  ...withPassword,
  summary: 'Confirm an email address with the secret that was mailed; where the account is not signed in, with a new password',
  body: schemas.verifyEmailSchema,
  errors: ['BAD_REQUEST', 'CONFLICT'],
})

export const resendVerification = defineEndpoint('resendVerification', 'POST /api/auth/verify-email/resend', {
  access: 'signed-in',
  limit: { max: 5, seconds: 600, mails: true },
  summary: 'Mail a new link that confirms the email address',
})

export const forgotPassword = defineEndpoint('forgotPassword', 'POST /api/auth/forgot-password', {
  ...linkAsked,
  summary: 'Mail a link that sets a new password; the answer is the same whether the address is known or not',
})

export const resetPassword = defineEndpoint('resetPassword', 'POST /api/auth/reset-password', {
  ...withPassword,
  summary: 'Set a new password with the secret that was mailed, and sign in',
  body: schemas.resetPasswordSchema,
  errors: ['BAD_REQUEST'],
})

export const mailSignInLink = defineEndpoint('mailSignInLink', 'POST /api/auth/sign-in-link', {
  ...linkAsked,
  summary: 'Mail a link that signs in; the answer is the same whether the address is known or not',
})

export const signInByLink = defineEndpoint('signInByLink', 'POST /api/auth/sign-in-link/use', {
  access: 'public',
  limit: guessing,
  summary: 'Sign in with the secret that was mailed',
  body: schemas.linkTokenSchema,
  response: entered.extend({
    /** The address was never confirmed, so the password, which a stranger may have set, is gone. */
    passwordRemoved: z.boolean(),
  }),
  errors: ['BAD_REQUEST'],
})

export const changePassword = defineEndpoint('changePassword', 'PUT /api/auth/password', {
  ...withOwnPassword,
  limit: guessing,
  summary: 'Change the password; everywhere else the account is signed out',
  body: schemas.changePasswordSchema,
  errors: ['VALIDATION_FAILED', 'RATE_LIMITED', 'REAUTHENTICATION_REQUIRED'],
})

export const updateProfile = defineEndpoint('updateProfile', 'PUT /api/account/profile', {
  access: 'signed-in',
  summary: 'Change the name',
  body: schemas.profileSchema,
})

export const listSessions = defineEndpoint('listSessions', 'GET /api/account/sessions', {
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

export const revokeSession = defineEndpoint('revokeSession', 'DELETE /api/account/sessions/:id', {
  access: 'signed-in',
  summary: 'Sign out somewhere else',
  errors: ['NOT_FOUND'],
})

export const revokeOtherSessions = defineEndpoint('revokeOtherSessions', 'DELETE /api/account/sessions', {
  access: 'signed-in',
  summary: 'Sign out everywhere else',
})

export const listProviders = defineEndpoint('listProviders', 'GET /api/auth/providers', {
  access: 'public',
  summary: 'The identity providers that one can sign in with',
  response: z.object({ providers: z.array(z.object({ id: z.string(), label: z.string() })) }),
})

export const listIdentities = defineEndpoint('listIdentities', 'GET /api/account/identities', {
  access: 'signed-in',
  summary: 'The identity providers that the account opens with',
  response: z.object({
    identities: z.array(z.object({ provider: z.string(), label: z.string(), linkedAt: z.string() })),
  }),
})

export const unlinkIdentity = defineEndpoint('unlinkIdentity', 'DELETE /api/account/identities/:provider', {
  access: 'signed-in',
  requiresReauthentication: true,
  summary: 'No longer sign in with a provider; the last way in stays',
  params: z.object({ provider: z.string() }),
  errors: ['NOT_FOUND', 'CONFLICT', 'REAUTHENTICATION_REQUIRED'],
})

export const exportMyData = defineEndpoint('exportMyData', 'GET /api/account/export', {
  access: 'signed-in',
  cost: 'export',
  requiresReauthentication: true,
  limit: { max: 10, seconds: 600 },
  summary: 'Everything that is stored about the caller, as one JSON file; the CV itself is a download of its own',
  response: z.record(z.string(), z.unknown()),
  errors: ['REAUTHENTICATION_REQUIRED'],
})

export const deleteMyAccount = defineEndpoint('deleteMyAccount', 'DELETE /api/account', {
  ...withOwnPassword,
  limit: { max: 10, seconds: 600 },
  summary: 'Delete the account with everything that belongs to it; people with a password say it again',
  body: schemas.deleteAccountSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT', 'RATE_LIMITED', 'REAUTHENTICATION_REQUIRED'],
})

/** An address that a browser opens: the answer is a redirect, also after an error. */
const opened = { access: 'public', response: z.unknown(), redirects: true } as const
const asText = (description: string) => z.unknown().optional().meta({ type: 'string', description })

export const beginProviderSignIn = defineEndpoint('beginProviderSignIn', 'GET /api/login', {
  ...opened,
  // Enough for a hospital behind one address.
  limit: { max: 60, seconds: 60 },
  summary: 'Sign in with an identity provider',
  query: z.looseObject({
    provider: asText('The id of the provider.'),
    returnTo: asText('The path to return to.'),
    link: asText('Present: adds the identity to the signed-in account.'),
  }),
})

export const finishProviderSignIn = defineEndpoint('finishProviderSignIn', 'GET /api/login/callback/:provider', {
  ...opened,
  limit: { max: 60, seconds: 60 },
  summary: 'Return from an identity provider',
  params: z.object({ provider: z.string() }),
  query: z.looseObject({ state: asText('As it was sent to the provider.'), code: asText('The provider’s code.') }),
})

export const logout = defineEndpoint('logout', 'GET /api/logout', { ...opened, summary: 'End the session and return home' })
