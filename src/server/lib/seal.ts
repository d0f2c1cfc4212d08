import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

/** Makes texts unreadable for whoever lacks the server's secret. What was sealed for one purpose is noise for any other. */
export function sealer(secret: string, purpose: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return {
    seal: (text: string): string => {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength })
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
    },

    /** Undefined for what was not sealed by us. */
    unseal: (sealed: string): string | undefined => {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length <= nonceLength + tagLength) return undefined
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceLength), { authTagLength: tagLength })
      decipher.setAuthTag(bytes.subarray(-tagLength))
      try {
        return decipher.update(bytes.subarray(nonceLength, -tagLength), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return undefined
      }
    },
  }
}

export type Sealer = ReturnType<typeof sealer>
