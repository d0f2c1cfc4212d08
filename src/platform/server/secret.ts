import {
  randomBytes,
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  createHmac,
  timingSafeEqual,
  createHash,
} from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolder } from './postgres/data-folder.ts'
import { errorCode, StartError } from './errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Values of `SECRET`: the first one signs and encrypts, and every one verifies and decrypts. */
export type Secrets = readonly [current: string, ...previous: string[]]

/** The data folder's secret: created at the first start, and readable by its owner only. */
export function dataDirSecret(dataDir: string): string {
  const path = join(dataDir, 'secret')
  try {
    if (!existsSync(path)) makeSecret(path)
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new StartError(
      `Cannot keep a secret in DATA_DIR ${dataDir} (${errorCode(error) ?? String(error)}).`,
    )
  }
}

function makeSecret(path: string) {
  const draft = `${path}.${process.pid}`
  makeFolder(dirname(path))
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    // A link appears complete or not at all, and only the first of two concurrent starts creates
    // it.
    linkSync(draft, path)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

const algorithm = 'aes-256-gcm'
const nonceLength = 12
const tagLength = 16

/** Nonce, encrypted content and tag. Only the same name opens it. */
export function encryptBytes(key: Buffer, content: Uint8Array, name = ''): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength }).setAAD(
    Buffer.from(name),
  )
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

/** Undefined for what was not encrypted with this key and name. */
export function decryptBytes(key: Buffer, encrypted: Buffer, name = ''): Buffer | undefined {
  try {
    const decipher = createDecipheriv(algorithm, key, encrypted.subarray(0, nonceLength), {
      authTagLength: tagLength,
    })
    decipher.setAAD(Buffer.from(name)).setAuthTag(encrypted.subarray(-tagLength))
    return Buffer.concat([
      decipher.update(encrypted.subarray(nonceLength, -tagLength)),
      decipher.final(),
    ])
  } catch {
    return undefined
  }
}

/** Encrypts texts with a key derived from the server's secret and the purpose. */
export function textCipher(secrets: Secrets, purpose: string) {
  const keys = secrets.map((secret) => keyOf(secret, purpose).bytes)
  return {
    encrypt: (text: string) =>
      encryptBytes(keyOf(secrets[0], purpose).bytes, Buffer.from(text)).toString('base64url'),

    /** Undefined for anything we did not encrypt. */
    decrypt: (encrypted: string) => {
      const bytes = Buffer.from(encrypted, 'base64url')
      if (bytes.length <= nonceLength + tagLength || bytes.toString('base64url') !== encrypted)
        return undefined
      return keys
        .map((key) => decryptBytes(key, bytes))
        .find((text) => text !== undefined)
        ?.toString()
    },
  }
}

/** The same text, encrypted with the current secret. Undefined for what no known secret opens. */
export function reencrypt(cipher: TextCipher, encrypted: string): string | undefined {
  const text = cipher.decrypt(encrypted)
  return text === undefined ? undefined : cipher.encrypt(text)
}

export type TextCipher = ReturnType<typeof textCipher>

/**
 * A short-lived value in the visitor's own browser, unreadable there, so that nodes share nothing
 * and nobody fills a table.
 */
export function encryptedCookie<T extends object>(
  { publicUrl, secrets }: { publicUrl: string; secrets: Secrets },
  { name: plainName, minutes }: { name: string; minutes: number },
) {
  const secure = publicUrl.startsWith('https:')
  const name = secure ? `__Host-${plainName}` : plainName
  // Lax, not strict: an identity provider's answer is a link from another site.
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  const { encrypt, decrypt } = textCipher(secrets, `cookie ${plainName}`)

  return {
    set(reply: FastifyReply, value: T) {
      const expiresAt = Date.now() + minutes * 60_000
      reply.setCookie(name, encrypt(JSON.stringify({ ...value, expiresAt })), {
        ...options,
        maxAge: minutes * 60,
      })
    },

    /** Undefined if there is none, or it is too old, or not as we made it. */
    read(request: FastifyRequest) {
      const text = decrypt(request.cookies[name] ?? '')
      if (text === undefined) return undefined
      const { expiresAt, ...value }: { expiresAt: number } = JSON.parse(text)
      return expiresAt > Date.now() ? (value as T) : undefined
    },

    clear: (reply: FastifyReply): void => void reply.clearCookie(name, options),
  }
}

/**
 * A signed token for links in mails: its subject and our signature. It is valid for one purpose,
 * and stored nowhere, so it works as long as its subject exists.
 */
export const signedToken = ([secret]: Secrets, purpose: string, subject: string): string =>
  tokenOf(secret, purpose, subject)

/**
 * The subject of a token; undefined if we did not sign it for this purpose, or spelled it
 * otherwise: decoders forgive a lot.
 */
export function readSignedToken(
  secrets: Secrets,
  purpose: string,
  token: string,
): string | undefined {
  const [encoded = ''] = token.split('.', 1)
  const subject = Buffer.from(encoded, 'base64url').toString()
  const given = Buffer.from(token)
  return secrets.some((secret) => isEqual(given, Buffer.from(tokenOf(secret, purpose, subject))))
    ? subject
    : undefined
}

/** In constant time. */
export const isEqual = (a: Buffer, b: Buffer): boolean =>
  a.length === b.length && timingSafeEqual(a, b)

/** Purposes contain no line break, so signatures are unambiguous. */
function tokenOf(secret: string, purpose: string, subject: string) {
  const signature = createHmac('sha256', secret)
    .update(`signed-link\n${purpose}\n${subject}`)
    .digest('base64url')
  return `${Buffer.from(subject).toString('base64url')}.${signature}`
}

/** A key derived from a secret for one purpose. Its id says nothing about it. */
export type Key = { id: string; bytes: Buffer }

/** The current key makes new codes and ciphertexts; the previous ones only read old ones. */
export type KeyRing = { current: Key; find(id: string): Key | undefined }

export function keyRing(secrets: Secrets, purpose: string): KeyRing {
  const current = keyOf(secrets[0], purpose)
  const keys = new Map(secrets.map((secret) => keyOf(secret, purpose)).map((key) => [key.id, key]))
  return { current, find: (id) => keys.get(id) }
}

function keyOf(secret: string, purpose: string): Key {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return {
    id: createHash('sha256').update(`key id\n`).update(bytes).digest('hex').slice(0, 16),
    bytes,
  }
}

/** Names the key of `SECRET` that the data are encrypted with, and says nothing about it. */
const settingKey = 'secret-check'
const checkKeys = (secrets: Secrets) => keyRing(secrets, 'secret-check')

/** @throws {StartError} if no value of `SECRET` is the one of these data. */
export async function checkSecret(db: Db, secrets: Secrets): Promise<void> {
  if (!(await isSecretOfData(db, secrets)))
    throw new StartError(
      'SECRET is not the one that the data in this database are encrypted with: set that one, or add it.',
    )
}

/**
 * At the first start the data take the secret that they are given; `renews`: once everything is
 * encrypted with its first value.
 */
export async function checkOrRecordSecret(
  db: Db,
  secrets: Secrets,
  { renews = false } = {},
): Promise<void> {
  await sql`
    insert into site_settings (key, value)
      values (${settingKey}, ${JSON.stringify(checkKeys(secrets).current.id)}::jsonb)
    on conflict (key) do update set value = excluded.value, changed_at = now() where ${renews}
  `.execute(db)
  await checkSecret(db, secrets)
}

/** True also for data that no start has seen yet. */
export async function isSecretOfData(db: Db, secrets: Secrets): Promise<boolean> {
  const { rows: tables } = await sql<{
    found: boolean
  }>`select to_regclass('site_settings') is not null as found`.execute(db)
  if (!tables[0]?.found) return true
  const { rows } = await sql<{
    id: string
  }>`select value #>> '{}' as id from site_settings where key = ${settingKey}`.execute(db)
  return rows[0] === undefined || checkKeys(secrets).find(rows[0].id) !== undefined
}
