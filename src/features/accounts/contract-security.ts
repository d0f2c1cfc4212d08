import { z } from 'zod'
import { bounceKinds, suppressionScopes } from '#shared/bounces.ts'
import { defineEndpoint } from '#shared/contract.ts'
import { guessing, mailing } from './contract.ts'
import * as schemas from './schemas.ts'

/** The second factor at sign-in, re-authentication, and the account's address. */

/** What the browser hands to its authenticator, as the WebAuthn standard has it. */
const ceremonyOptions = z.record(z.string(), z.unknown())

const signIn = { access: 'public', limit: guessing } as const
/** What only the account's owner may change. */
const ownersOnly = { access: 'signed-in', requiresReauthentication: true } as const
/** The secret of a mailed link. */
const byLink = { limit: guessing, body: schemas.linkTokenSchema, errors: ['BAD_REQUEST', 'CONFLICT'] } as const
/** Recovery codes come with the first second factor, and are shown once. */
const factorAdded = { ...ownersOnly, response: z.object({ recoveryCodes: z.array(z.string()).nullable() }) } as const

export const getTwoFactor = defineEndpoint('getTwoFactor', 'GET /api/auth/two-factor', {
  access: 'public',
  summary: 'What this browser’s sign-in, which waits for its second factor, can be finished with',
  response: z.object({ pending: z.boolean(), passkey: z.boolean(), code: z.boolean() }),
})

export const finishWithCode = defineEndpoint('finishWithCode', 'POST /api/auth/two-factor', {
  ...signIn,
  summary: 'Finish a sign-in with a code of the authenticator app, or a recovery code; each is accepted once',
  body: schemas.codeSchema,
  errors: ['BAD_REQUEST', 'RATE_LIMITED'],
})

export const beginPasskey = defineEndpoint('beginPasskey', 'POST /api/auth/passkey/options', {
  access: 'public',
  limit: { max: 60, seconds: 60 },
  summary: 'Begin to sign in with a passkey',
  response: ceremonyOptions,
})

export const signInWithPasskey = defineEndpoint('signInWithPasskey', 'POST /api/auth/passkey', {
  ...signIn,
  summary: 'Sign in with a passkey, which is both factors in one',
  body: z.object({ response: schemas.passkeyResponseSchema }),
  errors: ['BAD_REQUEST'],
})

export const getSecurity = defineEndpoint('getSecurity', 'GET /api/account/security', {
  access: 'signed-in',
  summary: 'The account’s passkeys, authenticator app and number of recovery codes, and whether its address gets all mail',
  response: z.object({
    passkeys: z.array(z.object({ id: z.string(), name: z.string(), createdAt: z.string(), lastUsedAt: z.string().nullable() })),
    authenticatorSince: z.string().nullable(),
    recoveryCodes: z.number(),
    /** The last second factor cannot be removed. */
    required: z.boolean(),
    /** Why the account's address gets less mail, and what it does not get. */
    suppression: z.object({ kind: z.enum(bounceKinds), scope: z.enum(suppressionScopes), at: z.iso.datetime() }).nullable(),
  }),
})

export const beginPasskeyRegistration = defineEndpoint('beginPasskeyRegistration', 'POST /api/account/passkeys/options', {
  ...ownersOnly,
  summary: 'Begin to add a passkey',
  response: ceremonyOptions,
  errors: ['FORBIDDEN', 'REAUTHENTICATION_REQUIRED'],
})

export const addPasskey = defineEndpoint('addPasskey', 'POST /api/account/passkeys', {
  ...factorAdded,
  summary: 'Add a passkey',
  body: z.object({ name: schemas.passkeyNameSchema, response: schemas.passkeyResponseSchema }),
  errors: ['BAD_REQUEST', 'CONFLICT', 'REAUTHENTICATION_REQUIRED'],
})

export const removePasskey = defineEndpoint('removePasskey', 'DELETE /api/account/passkeys/:id', {
  ...ownersOnly,
  summary: 'Remove a passkey',
  params: z.object({ id: z.string().max(1400) }),
  errors: ['NOT_FOUND', 'CONFLICT', 'REAUTHENTICATION_REQUIRED'],
})

export const beginAuthenticator = defineEndpoint('beginAuthenticator', 'POST /api/account/authenticator', {
  ...ownersOnly,
  summary: 'A secret for an authenticator app, also as a QR code; it counts once a code was right',
  response: z.object({
    secret: z.string(),
    uri: z.string(),
    /** An SVG path in a square of `size` units. */
    qr: z.object({ size: z.number(), path: z.string() }),
  }),
  errors: ['CONFLICT', 'REAUTHENTICATION_REQUIRED'],
})

export const confirmAuthenticator = defineEndpoint('confirmAuthenticator', 'PUT /api/account/authenticator', {
  ...factorAdded,
  limit: guessing,
  summary: 'Add the authenticator app, with a code of it',
  body: schemas.codeSchema,
  errors: ['CONFLICT', 'RATE_LIMITED', 'REAUTHENTICATION_REQUIRED'],
})

export const removeAuthenticator = defineEndpoint('removeAuthenticator', 'DELETE /api/account/authenticator', {
  ...ownersOnly,
  summary: 'Remove the authenticator app',
  errors: ['NOT_FOUND', 'CONFLICT', 'REAUTHENTICATION_REQUIRED'],
})

export const renewRecoveryCodes = defineEndpoint('renewRecoveryCodes', 'POST /api/account/recovery-codes', {
  ...ownersOnly,
  summary: 'New recovery codes in place of the old ones',
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['CONFLICT', 'REAUTHENTICATION_REQUIRED'],
})

export const getReauthentication = defineEndpoint('getReauthentication', 'GET /api/account/reauthentication', {
  access: 'signed-in',
  summary: 'Whether the caller signed in or re-authenticated lately, and how they can',
  response: z.object({
    recent: z.boolean(),
    password: z.boolean(),
    passkey: z.boolean(),
    code: z.boolean(),
    /** By signing in again with a mailed link. */
    link: z.boolean(),
  }),
})

export const reauthenticate = defineEndpoint('reauthenticate', 'POST /api/account/reauthentication', {
  access: 'signed-in',
  cost: 'password',
  limit: guessing,
  summary: 'Re-authenticate with the password and, where there is a second factor, a code of it',
  body: schemas.reauthenticationSchema,
  errors: ['CONFLICT', 'RATE_LIMITED'],
})

export const requestAddressChange = defineEndpoint('requestAddressChange', 'POST /api/account/address', {
  ...ownersOnly,
  limit: mailing,
  summary: 'Ask for another email address: it gets a link, and the present one a notice',
  body: schemas.addressSchema,
  errors: ['FORBIDDEN', 'REAUTHENTICATION_REQUIRED'],
})

export const confirmAddressChange = defineEndpoint('confirmAddressChange', 'POST /api/account/address/confirmation', {
  access: 'signed-in',
  ...byLink,
  summary: 'Change the address with the secret that was mailed to the new one',
})

export const undoAccountChange = defineEndpoint('undoAccountChange', 'POST /api/account/undo', {
  access: 'public',
  ...byLink,
  summary:
    'Undo a change of the address, or a new second factor, with the secret that was mailed about it; closes all other ways in',
})
