import { join } from 'node:path'
import type { Settings } from '../settings.ts'
import { openLocalStorage } from './local-storage.ts'
import type { FileStorage } from './storage.ts'

/** The storage that the settings name: the bucket at S3_BUCKET, or else DATA_DIR. */
export async function openStorage({ s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>): Promise<FileStorage> {
  const storage = s3 ? await openS3(s3, dataDir) : openLocalStorage(dataDir)
  await storage.removeAbandoned()
  return storage
}

/** Loaded only where it is used: the library is large. */
async function openS3(s3: NonNullable<Settings['s3']>, dataDir: string): Promise<FileStorage> {
  const { openS3Storage } = await import('./s3-storage.ts')
  return openS3Storage(s3, join(dataDir, 'incoming'))
}
