import S3rver from 's3rver'
import type { S3Settings } from '#platform/server/settings.ts'
import { temporaryDataDir } from './data-dir.ts'

export type S3Server = { settings: S3Settings & { accessKeyId: string; secretAccessKey: string }; close: () => Promise<void> }

/** An S3 server with an empty bucket, and the library's fixed key. */
export async function startS3Server(): Promise<S3Server> {
  const folder = await temporaryDataDir()
  const bucket = 'files'
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder.path,
    configureBuckets: [{ name: bucket }],
  })
  const address = await server.run()
  return {
    settings: {
      bucket,
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      endpoint: `http://127.0.0.1:${address.port}`,
      region: 'us-east-1',
      forcePathStyle: true,
    },
    async close() {
      await server.close()
      await folder.remove()
    },
  }
}
