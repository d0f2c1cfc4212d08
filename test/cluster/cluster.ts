// npm run cluster:test: the browser's smoke tests against two nodes behind nginx, with a primary, a
// standby that is read from, and an S3 store.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import * as servers from './servers.ts'

type Cluster = Awaited<ReturnType<typeof startCluster>>

const metricsToken = 'a token for the cluster test'

async function startCluster(folder: string) {
  const primary = await servers.postgresServer(join(folder, 'primary'))
  const standby = await servers.postgresServer(join(folder, 'standby'), { of: primary })
  const store = await servers.storeServer(folder)
  const mail = await servers.mailServer()
  const port = await freePort()
  const env = {
    APP_MODE: 'demo',
    PUBLIC_URL: `https://127.0.0.1:${port}`,
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URLS: standby.url,
    SMTP_URL: mail.url,
    METRICS_TOKEN: metricsToken,
    TRUSTED_PROXIES: '127.0.0.1',
    IMPORT_ALLOWED_HOSTS: '127.0.0.1',
    ...store.env,
  }
  // The first one loads the demo's data.
  const one = await servers.nodeServer(folder, 'one', env, { demo: true })
  const two = await servers.nodeServer(folder, 'two', env, { demo: true })
  await servers.nginxServer(folder, port, [one.port, two.port])
  const [, password = ''] =
    /admin@demo\.example +(\S+)/.exec(await readFile(join(folder, 'one.log'), 'utf8')) ?? []
  return { primary, one, two, password, publicUrl: env.PUBLIC_URL }
}

async function runSmokeTests(
  { publicUrl, primary, password }: Cluster,
  folder: string,
): Promise<boolean> {
  const tests = spawn(
    'node_modules/.bin/playwright',
    ['test', '--config', 'test/cluster/playwright.config.ts'],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        // The certificate is its own.
        NODE_TLS_REJECT_UNAUTHORIZED: '0',
        NODE_NO_WARNINGS: '1',
        E2E_URL: publicUrl,
        E2E_DATABASE_URL: primary.url,
        E2E_DEMO_PASSWORD: password,
        E2E_DATA_DIR: join(folder, 'one'),
      },
    },
  )
  const [status] = (await once(tests, 'exit')) as [number | null]
  return status === 0
}

/** What a node has answered, and read from the standby. */
async function figuresOf({ origin }: servers.NodeServer) {
  const answer = await fetch(`${origin}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  const text = await answer.text()
  const sum = (name: string) =>
    [...text.matchAll(new RegExp(`^whitecoat_${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))].reduce(
      (total, [, n]) => total + Number(n),
      0,
    )
  return {
    requests: sum('request_seconds_count') + sum('cached_answers_total'),
    replicaReads: sum('replica_reads_total'),
    retries: sum('replica_retries_total'),
  }
}

const missing = servers.missingPrograms(['postgres', 'pg_basebackup', 'nginx', 'openssl'])
if (missing.length > 0) {
  console.log(`Skipped: ${missing.join(', ')} not found. Install Debian's postgresql and nginx.`)
  process.exit()
}
await servers.withServers('whitecoat-cluster-', async (folder) => {
  const cluster = await startCluster(folder)
  console.log(`The cluster answers at ${cluster.publicUrl}.`)
  if (!(await runSmokeTests(cluster, folder))) process.exitCode = 1
  for (const name of ['one', 'two'] as const) {
    const { requests, replicaReads, retries } = await figuresOf(cluster[name])
    console.log(
      `Node ${name}: ${requests} requests, ${replicaReads} reads from the standby, ${retries} retried on the primary.`,
    )
  }
})
