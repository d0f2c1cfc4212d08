import S3rver from '@20minutes/s3rver'
import { beforeAll } from 'vitest'
import { readSettings, type S3Settings } from '#platform/server/settings.ts'
import { folderForFile } from './for-test.ts'
import { randomSecret } from './production.ts'

const address = '127.0.0.1'
const bucket = 'files'

/** The product's settings for such a server, with the library's fixed key. */
export const s3Environment = (port: number) => ({
  S3_BUCKET: bucket,
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
  S3_ENDPOINT: `http://${address}:${port}`,
  S3_PATH_STYLE: 'on',
})

/** A server with an empty bucket for the tests of this file. */
export function s3ForFile() {
  const s3 = {} as { env: ReturnType<typeof s3Environment>; settings: S3Settings }
  const folder = folderForFile()
  beforeAll(async () => {
    const server = createS3Server(0, folder.path)
    const env = s3Environment((await server.run()).port)
    Object.assign(s3, { env, settings: readSettings({ SECRET: randomSecret, ...env }).s3 })
    return () => server.close()
  })
  return s3
}

function createS3Server(port: number, directory: string): S3rver {
  const server = new S3rver({
    address,
    port,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  })
  // Clients sign a bucket's path with its slash, which the server would leave out when it compares.
  server.middleware.splice(-1, 0, (context, next) => {
    if (/^\/[^/]+\/$/.test(context.path))
      Object.assign(context, { mountPath: '/', state: { ...context.state, vhost: true } })
    return next()
  })
  return server
}

// A server for a cluster: node test/s3-server.ts <port> <folder>
if (import.meta.main) await createS3Server(Number(process.argv[2]), process.argv[3] ?? '').run()
