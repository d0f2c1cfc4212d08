import { z } from 'zod'
import { defineEndpoint } from '#shared/contract.ts'
import {
  addressSchema,
  codeSchema,
  linkTokenSchema,
  passkeyNameSchema,
  passkeyResponseSchema,
  reauthenticationSchema,
} from './schemas.ts'

/** The second factor at sign-in, re-authentication, and the account's address. */

const done = z.object({ success: z.literal(true) }).meta({ title: 'Done' })
const guessing = { max: 20, seconds: 60 }
const mailing = { max: 10, seconds: 600, mails: true } as const
/** What the browser hands to its authenticator, as the WebAuthn standard has it. */
const ceremonyOptions = z.record(z.string(), z.unknown())
/** With the first second factor; shown once. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() })

export const getTwoFactor = defineEndpoint('getTwoFactor', 'GET /api/auth/two-factor', {
  access: 'public',
  summary: 'What this browser’s sign-in, which waits for its second factor, can be finished with',
  response: z.object({ pending: z.boolean(), passkey: z.boolean(), code: z.boolean() }),
})

export const finishWithCode = defineEndpoint('finishWithCode', 'POST /api/auth/two-factor', {
  access: 'public',
  limit: guessing,
  summary: 'Finish a sign-in with a code of the authenticator app, or a recovery code; each is accepted once',
  body: codeSchema,
  response: done,
  errors: ['BAD_REQUEST', 'RATE_LIMITED'],
})

export const beginPasskey = defineEndpoint('beginPasskey', 'POST /api/auth/passkey/options', {
  access: 'public',
  limit: { max: 60, seconds: 60 },
  summary: 'Begin to sign in with a passkey',
  response: ceremonyOptions,
})

export const signInWithPasskey = defineEndpoint('signInWithPasskey', 'POST /api/auth/passkey', {
  access: 'public',
  limit: guessing,
  summary: 'Sign in with a passkey, which is both steps in one',
  body: z.object({ response: passkeyResponseSchema }),
  response: done,
  errors: ['BAD_REQUEST'],
})

export const getSecurity = defineEndpoint('getSecurity', 'GET /api/account/security', {
  access: 'signed-in',
  summary: 'The account’s passkeys, authenticator app and number of recovery codes',
  response: z.object({
    passkeys: z.array(z.object({ id: z.string(), name: z.string(), createdAt: z.string(), lastUsedAt: z.string().nullable() })),
    authenticatorSince: z.string().nullable(),
    recoveryCodes: z.number(),
    /** The last second factor cannot be removed. */
    required: z.boolean(),
  }),
})

export const beginPasskeyRegistration = defineEndpoint('beginPasskeyRegistration', 'POST /api/account/passkeys/options', {
  access: 'signed-in',
  requiresReauthentication: true,
  summary: 'Begin to add a passkey',
  response: ceremonyOptions,
  errors: ['FORBIDDEN', 'REAUTHENTICATION_REQUIRED'],
})

export const addPasskey = defineEndpoint('addPasskey', 'POST /api/account/passkeys', {
  access: 'signed-in',
  requiresReauthentication: true,
  summary: 'Add a passkey',
  body: z.object({ name: passkeyNameSchema, response: passkeyResponseSchema }),
  response: recoveryCodes,
  errors: ['BAD_REQUEST', 'CONFLICT', 'REAUTHENTICATION_REQUIRED'],
})

export const removePasskey = defineEndpoint('removePasskey', 'DELETE /api/account/passkeys/:id', {
  access: 'signed-in',
  requiresReauthentication: true,
  summary: 'Remove a passkey',
  params: z.object({ id: z.string().max(1400) }),
  response: done,
  errors: ['NOT_FOUND', 'CONFLICT', 'REAUTHENTICATION_REQUIRED'],
})

export const beginAuthenticator = defineEndpoint('beginAuthenticator', 'POST /api/account/authenticator', {
  access: 'signed-in',
  requiresReauthentication: true,
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
  access: 'signed-in',
  requiresReauthentication: true,
  limit: guessing,
  summary: 'Add the authenticator app, with a code of it',
  body: codeSchema,
  response: recoveryCodes,
  errors: ['CONFLICT', 'RATE_LIMITED', 'REAUTHENTICATION_REQUIRED'],
})

export const removeAuthenticator = defineEndpoint('removeAuthenticator', 'DELETE /api/account/authenticator', {
  access: 'signed-in',
  requiresReauthentication: true,
  summary: 'Remove the authenticator app',
  response: done,
  errors: ['NOT_FOUND', 'CONFLICT', 'REAUTHENTICATION_REQUIRED'],
})

export const renewRecoveryCodes = defineEndpoint('renewRecoveryCodes', 'POST /api/account/recovery-codes', {
  access: 'signed-in',
  requiresReauthentication: true,
  summary: 'New recovery codes in place of the old ones',
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['CONFLICT', 'REAUTHENTICATION_REQUIRED'],
})

export const getReauthentication = defineEndpoint('getReauthentication', 'GET /api/account/reauthentication', {
  access: 'signed-in',
  summary: 'Whether the caller proved lately who they are, and how they can',
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
  summary: 'Prove who one is, with the password and, where there is a second factor, a code of it',
  body: reauthenticationSchema,
  response: done,
  errors: ['CONFLICT', 'RATE_LIMITED'],
})

export const requestAddressChange = defineEndpoint('requestAddressChange', 'POST /api/account/address', {
  access: 'signed-in',
  requiresReauthentication: true,
  limit: mailing,
  summary: 'Ask for another email address: it gets a link, and the present one a notice',
  body: addressSchema,
  response: done,
  errors: ['FORBIDDEN', 'REAUTHENTICATION_REQUIRED'],
})

export const confirmAddressChange = defineEndpoint('confirmAddressChange', 'POST /api/account/address/confirmation', {
  access: 'signed-in',
  limit: guessing,
  summary: 'Change the address with the secret that was mailed to the new one',
  body: linkTokenSchema,
  response: done,
  errors: ['BAD_REQUEST', 'CONFLICT'],
})

export const undoAddressChange = defineEndpoint('undoAddressChange', 'POST /api/account/address/undo', {
  access: 'public',
  limit: guessing,
  summary: 'Give the account back to its old address with the secret that was mailed there, and close all other ways in',
  body: linkTokenSchema,
  response: done,
  errors: ['BAD_REQUEST', 'CONFLICT'],
})

export const undoTwoFactor = defineEndpoint('undoTwoFactor', 'POST /api/account/two-factor/undo', {
  access: 'public',
  limit: guessing,
  summary: 'Remove a new second factor with the secret that was mailed when it was added, and close what was added since',
  body: linkTokenSchema,
  response: done,
  errors: ['BAD_REQUEST', 'CONFLICT'],
})
