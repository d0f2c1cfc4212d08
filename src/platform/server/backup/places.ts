import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import type { Settings } from '../settings.ts'
import { errorCode, StartError } from '../start-error.ts'

/** Where a backup is: a file, or an object of an S3 store. */
export type Place = { file: string } | { bucket: string; key: string }

export type PlaceSettings = Pick<
  Settings,
  'dataDir' | 's3AccessKeyId' | 's3SecretAccessKey' | 's3Endpoint' | 's3Region' | 's3PathStyle'
>

/** @throws {StartError} if it is neither a path nor `s3://bucket/key`. */
export function placeOf(text: string): Place {
  if (!/^[a-z\d]+:\/\//i.test(text)) return { file: resolve(text) }
  const [, bucket, key] = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])\/(.+)$/.exec(text) ?? []
  if (bucket === undefined || key === undefined)
    throw new StartError(`${text} is no place for a backup: give a file or s3://bucket/name.`)
  return { bucket, key }
}

export const placeIn = (place: Place, name: string): Place =>
  'file' in place ? { file: join(place.file, name) } : { bucket: place.bucket, key: `${place.key.replace(/\/+$/, '')}/${name}` }

/** A stream to write, whose content appears at its place only when it is published; else nothing remains. */
export type Target = AsyncDisposable & { stream: Writable; publish(): Promise<void> }

export async function openTarget(place: Place, settings: PlaceSettings): Promise<Target> {
  if (await exists(place, settings)) throw new StartError('There is a file at this place: a backup never replaces one.')
  // Beside its place, to be renamed; or in the data folder, to be sent.
  const path = 'file' in place ? `${place.file}.part-${randomUUID()}` : join(settings.dataDir, 'incoming', randomUUID())
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await using _ = await open(path, 'wx', 0o600)
  } catch (error) {
    throw new StartError(`Cannot write to ${dirname(path)} (${errorCode(error) ?? String(error)}).`)
  }
  return {
    stream: createWriteStream(path, { flush: true }),
    async publish() {
      if ('file' in place) await rename(path, place.file)
      else await withStore(settings, (store) => upload(store, place, path))
    },
    [Symbol.asyncDispose]: () => rm(path, { force: true }),
  }
}

/** A local copy, to be read more than once. */
export async function fetchBackup(place: Place, settings: PlaceSettings): Promise<AsyncDisposable & { read(): Readable }> {
  if ('file' in place) {
    if (!(await exists(place, settings))) throw new StartError(`There is no backup at ${place.file}.`)
    return { read: () => createReadStream(place.file), [Symbol.asyncDispose]: async () => {} }
  }
  const path = join(settings.dataDir, 'incoming', randomUUID())
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await withStore(settings, (store) => download(store, place, createWriteStream(path, { mode: 0o600 })))
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return { read: () => createReadStream(path), [Symbol.asyncDispose]: () => rm(path, { force: true }) }
}

/** The names of the files in a folder, the oldest first by name. */
export async function listNames(place: Place, settings: PlaceSettings): Promise<string[]> {
  if ('file' in place) return (await readdir(place.file).catch((): string[] => [])).toSorted()
  return withStore(settings, async (store) => {
    const { paginateListObjectsV2 } = await import('@aws-sdk/client-s3')
    const names: string[] = []
    const Prefix = `${place.key.replace(/\/+$/, '')}/`
    for await (const { Contents } of paginateListObjectsV2({ client: store }, { Bucket: place.bucket, Prefix })) {
      for (const { Key } of Contents ?? []) if (Key !== undefined) names.push(basename(Key))
    }
    return names.toSorted()
  })
}

export async function removeBackup(place: Place, settings: PlaceSettings): Promise<void> {
  if ('file' in place) return rm(place.file, { force: true })
  const { DeleteObjectCommand } = await import('@aws-sdk/client-s3')
  await withStore(settings, (store) => store.send(new DeleteObjectCommand({ Bucket: place.bucket, Key: place.key })))
}

async function exists(place: Place, settings: PlaceSettings): Promise<boolean> {
  if ('file' in place) {
    return stat(place.file).then(
      () => true,
      () => false,
    )
  }
  const { HeadObjectCommand, NotFound } = await import('@aws-sdk/client-s3')
  return withStore(settings, (store) => store.send(new HeadObjectCommand({ Bucket: place.bucket, Key: place.key }))).then(
    () => true,
    (error: unknown) => {
      if (error instanceof NotFound || (error instanceof StartError && error.cause instanceof NotFound)) return false
      throw error
    },
  )
}

/** With the key of `S3_ACCESS_KEY_ID`, or the machine's role; the bucket may be another one than that of the files. */
async function withStore<T>(settings: PlaceSettings, work: (store: S3Client) => Promise<T>): Promise<T> {
  const { connectS3 } = await import('../storage/s3-storage.ts')
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = settings
  const { s3Endpoint: endpoint, s3Region: region, s3PathStyle: forcePathStyle } = settings
  const store = connectS3({ accessKeyId, secretAccessKey, endpoint, region, forcePathStyle })
  try {
    return await work(store)
  } catch (error) {
    throw new StartError(
      `The S3 store does not take or give the backup: ${error instanceof Error ? error.name : String(error)}.`,
      {
        cause: error,
      },
    )
  } finally {
    store.destroy()
  }
}

const partBytes = 64 * 1024 * 1024

type StoredAt = { bucket: string; key: string }

/** In parts, each of which is sent again if the store hiccups. The object appears when all are there. */
async function upload(store: S3Client, { bucket: Bucket, key: Key }: StoredAt, path: string): Promise<void> {
  const { AbortMultipartUploadCommand, CompleteMultipartUploadCommand, CreateMultipartUploadCommand, UploadPartCommand } =
    await import('@aws-sdk/client-s3')
  await using file = await open(path)
  const { UploadId } = await store.send(new CreateMultipartUploadCommand({ Bucket, Key }))
  try {
    const parts = []
    for await (const { Body, PartNumber } of readParts(file)) {
      const { ETag } = await store.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }))
      parts.push({ ETag, PartNumber })
    }
    await store.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts: parts } }))
  } catch (error) {
    await store.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {})
    throw error
  }
}

async function* readParts(file: FileHandle) {
  for (let PartNumber = 1; ; PartNumber++) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(partBytes), 0, partBytes, (PartNumber - 1) * partBytes)
    if (bytesRead === 0 && PartNumber > 1) return
    yield { Body: buffer.subarray(0, bytesRead), PartNumber }
    if (bytesRead < partBytes) return
  }
}

async function download(store: S3Client, { bucket: Bucket, key: Key }: StoredAt, target: WriteStream): Promise<void> {
  const { GetObjectCommand } = await import('@aws-sdk/client-s3')
  const { Body } = await store.send(new GetObjectCommand({ Bucket, Key }))
  await pipeline(Body as Readable, target)
}
