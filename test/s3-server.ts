import S3rver from '@20minutes/s3rver'
import type { S3Settings } from '#platform/server/settings.ts'
import { temporaryDataDir } from './data-dir.ts'

export type S3Server = { settings: S3Settings & { accessKeyId: string; secretAccessKey: string }; close: () => Promise<void> }

const address = '127.0.0.1'
const bucket = 'files'

/** An S3 server with an empty bucket, and the library's fixed key. */
export async function startS3Server(): Promise<S3Server> {
  const folder = await temporaryDataDir()
  const server = createS3Server(0, folder.path)
  const { port } = await server.run()
  return {
    settings: {
      bucket,
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      endpoint: `http://${address}:${port}`,
      region: 'us-east-1',
      forcePathStyle: true,
    },
    async close() {
      await server.close()
      await folder.remove()
    },
  }
}

function createS3Server(port: number, directory: string): S3rver {
  const server = new S3rver({ address, port, silent: true, directory, configureBuckets: [{ name: bucket }] })
  // Clients sign a bucket's path with its slash, which the server would leave out when it compares.
  server.middleware.splice(-1, 0, (context, next) => {
    if (/^\/[^/]+\/$/.test(context.path)) Object.assign(context, { mountPath: '/', state: { ...context.state, vhost: true } })
    return next()
  })
  return server
}

// A server for a cluster: node test/s3-server.ts <port> <folder>
if (import.meta.main) await createS3Server(Number(process.argv[2]), process.argv[3] ?? '').run()
