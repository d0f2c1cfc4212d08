import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { UnavailableError, StartError } from '../errors.ts'
import type { S3Settings } from '../settings.ts'
import { checkedKey, isKey, removeAbandoned, writeAside, type FileStorage } from './storage.ts'

/** Larger files are streamed; then the client cannot ask again if the store hiccups. */
const maxInMemory = 16_000_000

/** Files in a bucket of any store that speaks S3, for any number of nodes. */
export async function openS3Storage(settings: S3Settings, incoming: string): Promise<FileStorage> {
  const { bucket: Bucket } = settings
  const client = connectS3(settings)
  await checkBucket(client, Bucket)

  return {
    put: (key, content, rules) =>
      writeAside(incoming, content, rules, async (path, size) => {
        // One request with all the bytes: the store shows the whole file or none, and the client
        // can ask again if it hiccups.
        await client.send(
          new PutObjectCommand({
            Bucket,
            Key: checkedKey(key),
            Body: size > maxInMemory ? createReadStream(path) : await readFile(path),
            ContentLength: size,
          }),
        )
      }),

    async get(key) {
      try {
        const { Body, ContentLength } = await client.send(
          new GetObjectCommand({ Bucket, Key: checkedKey(key) }),
        )
        return { size: ContentLength ?? 0, content: Body as Readable }
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw error
      }
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: checkedKey(key) }))
    },

    async *list(folder) {
      for await (const { Contents } of paginateListObjectsV2(
        { client },
        { Bucket, ...(folder !== undefined && { Prefix: `${folder}/` }) },
      )) {
        for (const { Key, LastModified } of Contents ?? []) {
          if (Key !== undefined && LastModified !== undefined && isKey(Key))
            yield { key: Key, storedAt: LastModified }
        }
      }
    },

    removeAbandoned: () => removeAbandoned(incoming),
    close: () => client.destroy(),
  }
}

/**
 * Without a key, the SDK asks for the credentials of the machine's, container's or pod's role, and
 * renews them.
 */
export function connectS3({
  accessKeyId,
  secretAccessKey,
  ...settings
}: Omit<S3Settings, 'bucket'>): S3Client {
  const client = new S3Client({
    ...(settings.endpoint !== undefined && { endpoint: settings.endpoint }),
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
    // Many other stores do not support the newer checksums; requests are signed anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 3000,
      requestTimeout: 30_000,
      throwOnRequestTimeout: true,
    },
  })
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args)
      } catch (error) {
        throw isBusyOrFull(error)
          ? new UnavailableError('the file store cannot be used', { cause: error })
          : error
      }
    },
    { step: 'initialize', name: 'unavailable' },
  )
  return client
}

/** Stores have names of their own for a full disk and a quota, some with status 403. */
function isBusyOrFull(error: unknown) {
  if (error instanceof Error && /TimeoutError|StorageFull|Quota/.test(error.name)) return true
  const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0
  return status === 429 || status >= 500
}

/**
 * Invalid settings stop the start. An unreachable store does not, because only files depend on it.
 */
async function checkBucket(client: S3Client, Bucket: string) {
  try {
    await client.send(new HeadBucketCommand({ Bucket }))
  } catch (error) {
    if (error instanceof Error && error.name === 'CredentialsProviderError') {
      client.destroy()
      throw new StartError(
        'S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or a machine whose role may use it.',
      )
    }
    const status =
      error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 500) : 500
    if (status >= 500) return
    client.destroy()
    throw new StartError(`S3_BUCKET cannot be used: the store answers with status ${status}.`)
  }
}
