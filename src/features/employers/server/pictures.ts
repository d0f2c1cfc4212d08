import { randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import { imageDimensionsFromData } from 'image-dimensions'
import { whenNoBackup } from '#platform/server/backup/backup.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import { Semaphore } from '#platform/server/http/semaphore.ts'
import { cutOff } from '#platform/server/retention.ts'
import { sweepFolder, type FileStorage, type StoredFile } from '#platform/server/storage/storage.ts'
import { defineTask, handleTask, type TaskHandler } from '#platform/server/tasks/task.ts'
import { AppError, fieldError } from '#shared/errors.ts'
import { logoSizes, photoSizes } from '#shared/paths.ts'
import { maxLogo, maxPhoto, maxPhotos } from '../model.ts'
import { lockVerified, record, type Caller } from './service.ts'
import { findPictures, updateOrganization, type OrganizationRow } from './queries-team.ts'

export type Pictures = { db: Db; storage: FileStorage }

const kinds = {
  logo: { sizes: logoSizes, maxBytes: maxLogo * 1024 * 1024 },
  photo: { sizes: photoSizes, maxBytes: maxPhoto * 1024 * 1024 },
}
type Kind = keyof typeof kinds

const folderOf = (kind: Kind, size: number | string) => `${kind}-${size}`

export async function uploadLogo(pictures: Pictures, caller: Caller, file: unknown): Promise<void> {
  const id = await storePicture(pictures, caller, 'logo', file)
  await change(pictures.db, caller, 'logo-changed', () => ({ logo_id: id }))
}

export const removeLogo = (db: Db, caller: Caller): Promise<void> =>
  change(db, caller, 'logo-removed', () => ({ logo_id: null }))

export async function addPhoto(
  pictures: Pictures,
  caller: Caller,
  file: unknown,
  alt: string,
): Promise<void> {
  const id = await storePicture(pictures, caller, 'photo', file)
  await change(pictures.db, caller, 'photo-added', ({ photos }) => {
    if (photos.length >= maxPhotos)
      throw new AppError(
        'CONFLICT',
        `Your page has ${maxPhotos} photos. Remove one to add another.`,
      )
    return { photos: JSON.stringify([...photos, { id, alt }]) }
  })
}

export const removePhoto = (db: Db, caller: Caller, id: string): Promise<void> =>
  change(db, caller, 'photo-removed', ({ photos }) => {
    const others = photos.filter((photo) => photo.id !== id)
    if (others.length === photos.length) throw new AppError('NOT_FOUND', 'There is no such photo.')
    return { photos: JSON.stringify(others) }
  })

/**
 * Draws the file anew in each size, so that nothing of its bytes is served. Files that no row knows
 * are swept.
 */
async function storePicture(
  { db, storage }: Pictures,
  caller: Caller,
  kind: Kind,
  file: unknown,
): Promise<string> {
  await inTransaction(db, (trx) => lockVerified(trx, caller.id))
  const drawn = await drawing.run(caller.ip, () => draw(kind, file))
  const id = randomUUIDv7()
  for (const [size, bytes] of drawn)
    await storage.put(`${folderOf(kind, size)}/${id}`, Readable.from([bytes]), {
      maxBytes: kinds[kind].maxBytes,
      inspect: async () => {},
    })
  return id
}

const change = (
  db: Db,
  caller: Caller,
  action: string,
  columnsOf: (organization: OrganizationRow) => Parameters<typeof updateOrganization>[2],
) =>
  inTransaction(db, async (trx) => {
    const organization = await lockVerified(trx, caller.id)
    await updateOrganization(trx, organization.id, columnsOf(organization))
    await record(trx, action, caller, organization.id)
  })

/**
 * An image of the largest size takes a hundred megabytes while it is drawn, in a thread of its own.
 */
const drawing = new Semaphore({ atOnce: 1, waiting: 10 })

const maxPixels = 16_000_000

async function draw(kind: Kind, file: unknown): Promise<[size: number, bytes: Buffer][]> {
  const refused = (message: string) => fieldError(kind, message)
  const unreadable = () => refused('This image is damaged. Please save it again, and upload that.')
  if (!Buffer.isBuffer(file)) throw refused('Please choose a file to upload.')
  // Reads the first bytes, whatever the file is called.
  const { type, width, height } = imageDimensionsFromData(file) ?? {}
  if ((type !== 'png' && type !== 'jpeg' && type !== 'webp') || !width || !height)
    throw refused(`A ${kind} is a PNG, JPEG or WebP image.`)
  if (width * height > maxPixels)
    throw refused('This image is too large: at most 16 megapixels, such as 4000 × 4000.')
  if (type === 'jpeg' && file.subarray(-1024).indexOf(endOfJpeg) === -1) throw unreadable()
  // Loaded on demand: few nodes ever draw.
  const { ResizeFit, Transformer } = await import('@napi-rs/image')
  try {
    let source: Buffer = file
    const drawn: [number, Buffer][] = []
    for (const size of kinds[kind].sizes.toSorted((a, b) => b - a)) {
      const edge = Math.min(size, Math.max(width, height))
      source = await new Transformer(source)
        .rotate()
        .resize({ width: edge, height: edge, fit: ResizeFit.Inside })
        .png()
      drawn.push([size, await new Transformer(source).webp(90)])
    }
    return drawn
  } catch {
    throw unreadable()
  }
}

/** A decoder fills up what is missing at the end. */
const endOfJpeg = Buffer.from([0xff, 0xd9])

type Asked = { kind: Kind; id: string; size: string }

/** Undefined once it was removed or replaced, and while nobody vouches for the organization. */
export const findPicture = async (
  { db, storage }: Pictures,
  { kind, id, size }: Asked,
): Promise<StoredFile | undefined> =>
  (await findPictures(db, [id])).get(id) === true
    ? storage.get(`${folderOf(kind, size)}/${id}`)
    : undefined

export const sweepPicturesTask = defineTask({ name: 'sweep-logos' })

export const pictureTasks = ({ db, storage }: Pictures): TaskHandler[] => [
  handleTask(
    sweepPicturesTask,
    () =>
      whenNoBackup(db, async () => {
        const before = await cutOff(db, 1)
        for (const kind of ['logo', 'photo'] as const)
          for (const size of kinds[kind].sizes)
            await sweepFolder(storage, folderOf(kind, size), before, (ids) => findPictures(db, ids))
      }),
    { cron: '50 3 * * *' },
  ),
]
