import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type Options = { challenge: string; rp?: { id: string }; rpId?: string; user?: { id: string } }

/** An authenticator in software (WebAuthn level 3): ES256, no attestation, its holder verified. */
export function softwarePasskey(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0
  let userHandle: string | undefined

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authenticatorData = (rpId: string, attested?: Buffer): Buffer => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    // User present, user verified, and attested data.
    const flags = Buffer.from([0x05 | (attested ? 0x40 : 0)])
    return Buffer.concat([sha256(rpId), flags, count, ...(attested ? [attested] : [])])
  }
  const credential = (response: Record<string, string>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    id: id.toString('base64url'),
    /** A copy of the authenticator from before some signatures. */
    setCounter(value: number) {
      counter = value
    },

    create({ challenge, rp, user }: Options) {
      userHandle = user?.id
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const authData = authenticatorData(rp?.id ?? '', attested)
      const object = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', authData],
        ]),
      )
      return credential({
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: Buffer.from(object).toString('base64url'),
      })
    },

    get({ challenge, rpId }: Options) {
      const client = clientData('webauthn.get', challenge)
      const data = authenticatorData(rpId ?? '')
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString(
          'base64url',
        ),
        ...(userHandle !== undefined && { userHandle }),
      })
    },
  }
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
