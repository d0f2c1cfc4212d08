import { z } from 'zod'
import { bounceKinds, suppressionScopes } from '#shared/mail.ts'
import { defineEndpoint } from '#shared/contract.ts'
import { currentUserSchema, done } from '#shared/schemas.ts'
import * as schemas from './schemas.ts'

/** Where the account has a second factor, the session waits for it. */
const entered = z
  .object({ success: z.literal(true), twoFactor: z.literal(true).optional() })
  .meta({ id: 'Entered' })

/** Enough for somebody who mistypes, too few for somebody who guesses. */
export const guessing = { max: 20, seconds: 60 }
/** For calls that send a mail to an address that anybody may name. */
const mailing = { max: 10, seconds: 600, mails: true } as const

export const getCurrentUser = defineEndpoint('getCurrentUser', 'GET /api/auth/user', {
  access: 'signed-in',
  summary: 'Who is signed in',
  response: currentUserSchema,
})

/** They hash a password. */
const withPassword = {
  access: 'public',
  cost: 'password',
  limit: guessing,
  response: entered,
} as const
const withOwnPassword = { access: 'signed-in', cost: 'password' } as const

export const login = defineEndpoint('login', 'POST /api/auth/login', {
  ...withPassword,
  summary: 'Sign in with email and password',
  body: schemas.loginSchema,
  errors: ['UNAUTHENTICATED'],
})

export const register = defineEndpoint('register', 'POST /api/auth/register', {
  ...withPassword,
  limit: mailing,
  summary: 'Create an account and sign in to it',
  body: schemas.registerSchema,
  response: done,
  errors: ['CONFLICT'],
})

export const registerInvited = defineEndpoint(
  'registerInvited',
  'POST /api/auth/register/invited',
  {
    ...withPassword,
    limit: mailing,
    summary: 'Create an account by an invitation to a team, join the team and sign in',
    body: schemas.invitedSchema,
    response: done,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
)

export const chooseRole = defineEndpoint('chooseRole', 'PUT /api/auth/user/role', {
  access: 'signed-in',
  summary: 'Choose a role, and once more while nothing hangs on it',
  body: schemas.roleSchema,
  errors: ['FORBIDDEN'],
})

export const resendVerification = defineEndpoint(
  'resendVerification',
  'POST /api/auth/verify-email/resend',
  {
    access: 'signed-in',
    limit: { max: 5, seconds: 600, mails: true },
    summary: 'Mail a new link that confirms the email address',
  },
)

export const mailLink = defineEndpoint('mailLink', 'POST /api/auth/links', {
  access: 'public',
  limit: mailing,
  summary:
    'Mail a link that sets a new password or signs in; the answer never tells whether the address is known',
  body: schemas.askedLinkSchema,
})

export const followLink = defineEndpoint('followLink', 'PUT /api/auth/links', {
  ...withPassword,
  summary: 'Do what a mailed link is for; its secret works once',
  body: schemas.linkSchema,
  response: entered.extend({
    /** The address was never confirmed, so the password, which a stranger may have set, is gone. */
    passwordRemoved: z.literal(true).optional(),
  }),
  errors: ['BAD_REQUEST', 'CONFLICT'],
})

export const changePassword = defineEndpoint('changePassword', 'PUT /api/auth/password', {
  ...withOwnPassword,
  limit: guessing,
  summary: 'Change the password; everywhere else the account is signed out',
  body: schemas.changePasswordSchema,
  errors: ['REAUTHENTICATION_REQUIRED'],
})

export const updateProfile = defineEndpoint('updateProfile', 'PUT /api/account/profile', {
  access: 'signed-in',
  summary: 'Change the name',
  body: schemas.profileSchema,
})

export const revokeSession = defineEndpoint('revokeSession', 'DELETE /api/account/sessions/:id', {
  access: 'signed-in',
  summary: 'Sign out somewhere else',
  errors: ['NOT_FOUND'],
})

export const revokeOtherSessions = defineEndpoint(
  'revokeOtherSessions',
  'DELETE /api/account/sessions',
  {
    access: 'signed-in',
    summary: 'Sign out everywhere else',
  },
)

export const listProviders = defineEndpoint('listProviders', 'GET /api/auth/providers', {
  access: 'public',
  summary: 'The identity providers that one can sign in with',
  response: z.object({ providers: z.array(z.object({ id: z.string(), label: z.string() })) }),
})

export const unlinkIdentity = defineEndpoint(
  'unlinkIdentity',
  'DELETE /api/account/identities/:provider',
  {
    access: 'signed-in',
    requiresReauthentication: true,
    summary: 'Remove a provider; the last way in stays',
    params: z.object({ provider: z.string() }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
)

export const exportMyData = defineEndpoint('exportMyData', 'GET /api/account/export', {
  access: 'signed-in',
  cost: 'export',
  requiresReauthentication: true,
  limit: { max: 10, seconds: 600 },
  summary: 'The caller’s personal data as one JSON file, without the CV',
  response: z.record(z.string(), z.unknown()),
})

export const deleteMyAccount = defineEndpoint('deleteMyAccount', 'DELETE /api/account', {
  ...withOwnPassword,
  limit: { max: 10, seconds: 600 },
  summary: 'Delete the account with all its data',
  body: schemas.deleteAccountSchema,
  errors: ['CONFLICT', 'REAUTHENTICATION_REQUIRED'],
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

export const finishProviderSignIn = defineEndpoint(
  'finishProviderSignIn',
  'GET /api/login/callback/:provider',
  {
    ...opened,
    limit: { max: 60, seconds: 60 },
    summary: 'Return from an identity provider',
    params: z.object({ provider: z.string() }),
    query: z.looseObject({
      state: asText('As it was sent to the provider.'),
      code: asText('The provider’s code.'),
    }),
  },
)

export const logout = defineEndpoint('logout', 'GET /api/logout', {
  ...opened,
  summary: 'End the session and return home',
})

export const signIn = { access: 'public', limit: guessing } as const
/** What only the account's owner may change. */
export const ownersOnly = { access: 'signed-in', requiresReauthentication: true } as const
export const getSecurity = defineEndpoint('getSecurity', 'GET /api/account/security', {
  access: 'signed-in',
  summary: 'Ways to sign in, sessions, and whether the address gets all mail',
  response: z.object({
    passkeys: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        createdAt: z.string(),
        lastUsedAt: z.string().nullable(),
      }),
    ),
    authenticatorSince: z.string().nullable(),
    recoveryCodes: z.number(),
    identities: z.array(z.object({ provider: z.string(), label: z.string() })),
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
    /** Nothing hangs on what the account signed up as, so it may choose again, once. */
    mayChooseRole: z.boolean(),
    /** Why the account's address gets less mail, and what it does not get. */
    suppression: z
      .object({ kind: z.enum(bounceKinds), scope: z.enum(suppressionScopes), at: z.iso.datetime() })
      .nullable(),
  }),
})

export const requestAddressChange = defineEndpoint(
  'requestAddressChange',
  'POST /api/account/address',
  {
    ...ownersOnly,
    limit: mailing,
    summary: 'Ask for another email address, which gets a link',
    body: schemas.addressSchema,
    errors: ['FORBIDDEN'],
  },
)
