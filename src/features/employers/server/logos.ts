import { randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import { imageDimensionsFromData } from 'image-dimensions'
import { whenNoBackup } from '#platform/server/backup/backup.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import { Semaphore } from '#platform/server/http/semaphore.ts'
import { cutOff } from '#platform/server/retention.ts'
import { sweepFolder, type FileStorage, type StoredFile } from '#platform/server/storage/storage.ts'
import { defineTask, handleTask, type TaskHandler } from '#platform/server/tasks/task.ts'
import { fieldError, type AppError } from '#shared/errors.ts'
import { logoSizes } from '#shared/paths.ts'
import { maxLogoBytes } from '../model.ts'
import { lockVerified, record, type Caller } from './service.ts'
import { findLogos, updateOrganization } from './queries-team.ts'

export type Logos = { db: Db; storage: FileStorage }

const folderOf = (size: number | string) => `logo-${size}`
const keyOf = (id: string, size: number | string) => `${folderOf(size)}/${id}`

/**
 * Draws the file anew in two sizes, so that nothing of its bytes is served. Files that no row knows
 * are swept.
 */
export async function uploadLogo(
  { db, storage }: Logos,
  caller: Caller,
  file: unknown,
): Promise<void> {
  await inTransaction(db, (trx) => lockVerified(trx, caller.id))
  const drawn = await drawing.run(caller.ip, () => drawLogo(file))
  const id = randomUUIDv7()
  for (const [size, bytes] of drawn)
    await storage.put(keyOf(id, size), Readable.from([bytes]), {
      maxBytes: maxLogoBytes,
      inspect: async () => {},
    })
  await setLogo(db, caller, id)
}

export const removeLogo = (db: Db, caller: Caller): Promise<void> => setLogo(db, caller, null)

const setLogo = (db: Db, caller: Caller, id: string | null): Promise<void> =>
  inTransaction(db, async (trx) => {
    const organization = await lockVerified(trx, caller.id)
    await updateOrganization(trx, organization.id, { logo_id: id })
    await record(trx, id === null ? 'logo-removed' : 'logo-changed', caller, organization.id)
  })

/**
 * An image of the largest size takes a hundred megabytes while it is drawn, in a thread of its own.
 */
const drawing = new Semaphore({ atOnce: 1, waiting: 10 })

const maxPixels = 16_000_000

const refused = (message: string): AppError => fieldError('logo', message)

async function drawLogo(file: unknown): Promise<[size: number, bytes: Buffer][]> {
  if (!Buffer.isBuffer(file)) throw refused('Please choose a file to upload.')
  // Reads the first bytes, whatever the file is called.
  const { type, width, height } = imageDimensionsFromData(file) ?? {}
  if ((type !== 'png' && type !== 'jpeg' && type !== 'webp') || !width || !height)
    throw refused('A logo is a PNG, JPEG or WebP image.')
  if (width * height > maxPixels)
    throw refused('This image is too large: at most 16 megapixels, such as 4000 × 4000.')
  if (type === 'jpeg' && file.subarray(-1024).indexOf(endOfJpeg) === -1) throw unreadable()
  // Loaded on demand: few nodes ever draw.
  const { ResizeFit, Transformer } = await import('@napi-rs/image')
  try {
    let source: Buffer = file
    const drawn: [number, Buffer][] = []
    for (const size of logoSizes.toSorted((one, other) => other - one)) {
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

const unreadable = () => refused('This image is damaged. Please save it again, and upload that.')

/** Undefined once it was removed or replaced, and while nobody vouches for the organization. */
export const findLogo = async (
  { db, storage }: Logos,
  id: string,
  size: string,
): Promise<StoredFile | undefined> =>
  (await findLogos(db, [id])).get(id) === true ? storage.get(keyOf(id, size)) : undefined

export const sweepLogosTask = defineTask({ name: 'sweep-logos' })

export const logoTasks = ({ db, storage }: Logos): TaskHandler[] => [
  handleTask(
    sweepLogosTask,
    () =>
      whenNoBackup(db, async () => {
        const before = await cutOff(db, 1)
        for (const size of logoSizes)
          await sweepFolder(storage, folderOf(size), before, (ids) => findLogos(db, ids))
      }),
    { cron: '50 3 * * *' },
  ),
]
