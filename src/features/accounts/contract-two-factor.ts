import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { z } from 'zod'
import { defineEndpoint } from '#shared/contract.ts'
import * as schemas from './schemas.ts'
import { guessing, signIn, ownersOnly } from './contract.ts'

/** What the browser hands to its authenticator, as the WebAuthn standard has it. */
const ceremonyOptions = <Options>() => z.custom<Options>().meta({ type: 'object' })

/** Recovery codes come with the first second factor, and are shown once. */
const factorAdded = {
  ...ownersOnly,
  response: z.object({ recoveryCodes: z.array(z.string()).nullable() }),
} as const

export const getTwoFactor = defineEndpoint('getTwoFactor', 'GET /api/auth/two-factor', {
  access: 'public',
  summary: 'How this browser’s waiting sign-in can be finished',
  response: z.object({ pending: z.boolean(), passkey: z.boolean(), code: z.boolean() }),
})

export const finishWithCode = defineEndpoint('finishWithCode', 'POST /api/auth/two-factor', {
  ...signIn,
  summary: 'Finish a sign-in with an authenticator or recovery code',
  body: schemas.codeSchema,
  errors: ['BAD_REQUEST'],
})

export const beginPasskey = defineEndpoint('beginPasskey', 'POST /api/auth/passkey/options', {
  access: 'public',
  limit: { max: 60, seconds: 60 },
  summary: 'Begin to sign in with a passkey',
  response: ceremonyOptions<PublicKeyCredentialRequestOptionsJSON>(),
})

export const signInWithPasskey = defineEndpoint('signInWithPasskey', 'POST /api/auth/passkey', {
  ...signIn,
  summary: 'Sign in with a passkey, which is both factors in one',
  body: z.object({ response: schemas.passkeyResponseSchema }),
  errors: ['BAD_REQUEST'],
})

export const beginPasskeyRegistration = defineEndpoint(
  'beginPasskeyRegistration',
  'POST /api/account/passkeys/options',
  {
    ...ownersOnly,
    summary: 'Begin to add a passkey',
    response: ceremonyOptions<PublicKeyCredentialCreationOptionsJSON>(),
    errors: ['FORBIDDEN'],
  },
)

export const addPasskey = defineEndpoint('addPasskey', 'POST /api/account/passkeys', {
  ...factorAdded,
  summary: 'Add a passkey',
  body: z.object({ name: schemas.passkeyNameSchema, response: schemas.passkeyResponseSchema }),
  errors: ['BAD_REQUEST', 'CONFLICT'],
})

export const beginAuthenticator = defineEndpoint(
  'beginAuthenticator',
  'POST /api/account/authenticator',
  {
    ...ownersOnly,
    summary: 'A secret for an authenticator app, also as a QR code',
    response: z.object({
      secret: z.string(),
      uri: z.string(),
      /** An SVG path in a square of `size` units. */
      qr: z.object({ size: z.number(), path: z.string() }),
    }),
    errors: ['CONFLICT'],
  },
)

export const confirmAuthenticator = defineEndpoint(
  'confirmAuthenticator',
  'PUT /api/account/authenticator',
  {
    ...factorAdded,
    limit: guessing,
    summary: 'Add the authenticator app, with a code of it',
    body: schemas.codeSchema,
    errors: ['CONFLICT'],
  },
)

export const removeTwoFactor = defineEndpoint(
  'removeTwoFactor',
  'DELETE /api/account/second-steps/:id',
  {
    ...ownersOnly,
    summary: 'Remove a passkey; the id `authenticator` removes the app',
    params: z.object({ id: z.string().max(1400) }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
)

export const renewRecoveryCodes = defineEndpoint(
  'renewRecoveryCodes',
  'POST /api/account/recovery-codes',
  {
    ...ownersOnly,
    summary: 'New recovery codes in place of the old ones',
    response: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['CONFLICT'],
  },
)

export const getReauthentication = defineEndpoint(
  'getReauthentication',
  'GET /api/account/reauthentication',
  {
    access: 'signed-in',
    summary: 'Whether the caller re-authenticated lately, and how they can',
    response: z.object({
      recent: z.boolean(),
      password: z.boolean(),
      passkey: z.boolean(),
      code: z.boolean(),
      /** By signing in again with a mailed link. */
      link: z.boolean(),
    }),
  },
)

export const reauthenticate = defineEndpoint(
  'reauthenticate',
  'POST /api/account/reauthentication',
  {
    access: 'signed-in',
    cost: 'password',
    limit: guessing,
    summary: 'Re-authenticate with the password and the second factor',
    body: schemas.reauthenticationSchema,
    errors: ['CONFLICT'],
  },
)
