import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import type { Settings } from '../settings.ts'
import { cannotWrite, errorCode, StartError } from '../errors.ts'
import { makeFolder } from '../postgres/data-folder.ts'
import { inChunks } from '../storage/storage.ts'

/** Where the files of a backup are: a folder, or the beginning of names in an S3 store. */
export type Place = { folder: string } | { bucket: string; key: string }

export type PlaceSettings = Pick<Settings, 's3Access'>

/** @throws {StartError} if it is neither a path nor `s3://bucket/key`. */
export function placeOf(text: string): Place {
  if (!/^[a-z\d]+:\/\//i.test(text)) return { folder: resolve(text) }
  const [, bucket, key] = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])\/(.+?)\/*$/.exec(text) ?? []
  if (bucket === undefined || key === undefined)
    throw new StartError(`${text} is no place for a backup: give a folder or s3://bucket/name.`)
  return { bucket, key }
}

export const placeIn = (place: Place, name: string): Place =>
  'folder' in place
    ? { folder: join(place.folder, name) }
    : { bucket: place.bucket, key: `${place.key}/${name}` }

/** How long a file of a backup is, and its SHA-256. */
export type Digest = { size: number; sha256: string }

/** A backup in the making, which is complete once it is published; else nothing remains. */
export type Target = AsyncDisposable & {
  write(name: string, content: AsyncIterable<Uint8Array>): Promise<Digest>
  publish(): Promise<void>
}

/** The last file of a backup: without it the others are none. */
export const manifestName = 'manifest.json'

/** @throws {StartError} if the place cannot be written to, or something is there. */
export async function openTarget(place: Place, settings: PlaceSettings): Promise<Target> {
  if (
    (await listNames(place, settings)).length > 0 ||
    ('folder' in place && existsSync(place.folder))
  )
    throw new StartError('There is something at this place: a backup never replaces one.')
  // Beside its place, to be renamed.
  const draft = 'folder' in place ? { folder: `${place.folder}.part-${randomUUID()}` } : place
  if ('folder' in draft) {
    try {
      makeFolder(draft.folder, 0o700)
    } catch (error) {
      throw cannotWrite(dirname(draft.folder), error)
    }
  }
  let isPublished = false
  return {
    async write(name, content) {
      const digest = { size: 0, sha256: '' }
      await writeTo(placeIn(draft, name), settings, measured(content, digest))
      return digest
    },
    async publish() {
      if ('folder' in draft && 'folder' in place) await rename(draft.folder, place.folder)
      isPublished = true
    },
    async [Symbol.asyncDispose]() {
      if (!isPublished) await removeBackup(draft, settings)
    },
  }
}

/** Passes content on, and says at its end what it was. */
export async function* measured(
  content: AsyncIterable<Uint8Array>,
  digest: Digest,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const chunk of content) {
    digest.size += chunk.length
    hash.update(chunk)
    yield chunk
  }
  digest.sha256 = hash.digest('hex')
}

async function writeTo(place: Place, settings: PlaceSettings, content: AsyncIterable<Uint8Array>) {
  if (!('folder' in place)) return withStore(settings, (store) => upload(store, place, content))
  const file = createWriteStream(place.folder, { flags: 'wx', mode: 0o600, flush: true })
  let refusal: NodeJS.ErrnoException | undefined
  file.on('error', (error: NodeJS.ErrnoException) => {
    // The content's own errors arrive here, too.
    if (['open', 'write', 'fsync', 'close'].includes(error.syscall ?? '')) refusal ??= error
  })
  await pipeline(content, file).catch((error: unknown) => {
    // What the refusal aborts may end first.
    throw refusal ? cannotWrite(dirname(place.folder), refusal) : error
  })
}

/** A file of a backup. @throws {StartError} if there is none. */
export async function* readFile(
  place: Place,
  settings: PlaceSettings,
  name: string,
): AsyncGenerator<Uint8Array> {
  const from = placeIn(place, name)
  try {
    if ('folder' in from) yield* createReadStream(from.folder)
    else {
      const { GetObjectCommand } = await import('@aws-sdk/client-s3')
      const { Body } = await withStore(settings, (store) =>
        store.send(new GetObjectCommand({ Bucket: from.bucket, Key: from.key })),
      )
      yield* Body as Readable
    }
  } catch (error) {
    const isMissing =
      ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '') || /NoSuchKey/.test(String(error))
    throw isMissing
      ? new StartError(
          `There is no backup at ${'folder' in place ? place.folder : place.key}, or it lacks ${name}.`,
        )
      : error
  }
}

/** The names directly in a place: files of a backup, or backups of a folder; the oldest first. */
export async function listNames(place: Place, settings: PlaceSettings): Promise<string[]> {
  if ('folder' in place) return (await readdir(place.folder).catch((): string[] => [])).toSorted()
  const keys = await listKeys(place, settings)
  return [
    ...new Set(keys.map((key) => key.slice(place.key.length + 1).split('/')[0] ?? '')),
  ].toSorted()
}

const listKeys = (
  { bucket: Bucket, key }: { bucket: string; key: string },
  settings: PlaceSettings,
) =>
  withStore(settings, async (client) => {
    const { paginateListObjectsV2 } = await import('@aws-sdk/client-s3')
    const keys: string[] = []
    for await (const { Contents } of paginateListObjectsV2(
      { client },
      { Bucket, Prefix: `${key}/` },
    ))
      keys.push(...(Contents ?? []).flatMap(({ Key }) => Key ?? []))
    return keys
  })

export async function removeBackup(place: Place, settings: PlaceSettings): Promise<void> {
  if ('folder' in place) return rm(place.folder, { recursive: true, force: true })
  const { DeleteObjectCommand } = await import('@aws-sdk/client-s3')
  // The manifest goes first: without it the rest is no backup.
  const keys = (await listKeys(place, settings)).toSorted((key) =>
    key.endsWith(manifestName) ? -1 : 1,
  )
  await withStore(settings, async (store) => {
    for (const Key of keys) await store.send(new DeleteObjectCommand({ Bucket: place.bucket, Key }))
  })
}

/**
 * With the key of `S3_ACCESS_KEY_ID`, or the machine's role; the bucket may be another one than
 * that of the files.
 */
async function withStore<T>({ s3Access }: PlaceSettings, work: (store: S3Client) => Promise<T>) {
  const { connectS3 } = await import('../storage/s3-storage.ts')
  const store = connectS3(s3Access)
  try {
    return await work(store)
  } catch (error) {
    if (error instanceof StartError) throw error
    const reason = error instanceof Error ? error.name : String(error)
    throw new StartError(`The S3 store does not take or give the backup: ${reason}.`, {
      cause: error,
    })
  }
}

const partBytes = 32 * 1024 * 1024

/**
 * In parts, each of which is sent again if the store hiccups. The object appears when all are
 * there.
 */
async function upload(
  store: S3Client,
  { bucket: Bucket, key: Key }: { bucket: string; key: string },
  content: AsyncIterable<Uint8Array>,
) {
  const {
    AbortMultipartUploadCommand,
    CompleteMultipartUploadCommand,
    CreateMultipartUploadCommand,
    UploadPartCommand,
  } = await import('@aws-sdk/client-s3')
  const { UploadId } = await store.send(new CreateMultipartUploadCommand({ Bucket, Key }))
  try {
    const Parts: { ETag: string | undefined; PartNumber: number }[] = []
    for await (const { bytes: Body } of inChunks(content, partBytes)) {
      const PartNumber = Parts.length + 1
      const { ETag } = await store.send(
        new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }),
      )
      Parts.push({ ETag, PartNumber })
    }
    await store.send(
      new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
    )
  } catch (error) {
    await store.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {})
    throw error
  }
}
