import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openConnection } from './load/connection.ts'
import { freePort } from './product.ts'

/** The product behind nginx's cache, and the same bytes as files that nginx sends. */
export type Nginx = { proxy: string; files: string; stop(): Promise<void> }

export const hasNginx = (): boolean => spawnSync('nginx', ['-v']).status === 0

/** An instance of our own, on loopback, in a folder that goes with it. */
export async function startNginx(origin: string, addresses: readonly string[]): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-nginx-'))
  await writeFiles(origin, addresses, join(folder, 'files'))
  const ports = { proxy: await freePort(), files: await freePort() }
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, origin, ports))
  const server = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], {
    stdio: 'inherit',
  })
  const ended = once(server, 'exit')
  const proxy = `http://127.0.0.1:${ports.proxy}`
  await untilReachable(proxy)
  return {
    proxy,
    files: `http://127.0.0.1:${ports.files}`,
    async stop() {
      server.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

async function writeFiles(
  origin: string,
  addresses: readonly string[],
  folder: string,
): Promise<void> {
  const connection = await openConnection(origin)
  for (const address of addresses) {
    const [path = '', query] = address.split('?')
    const file = join(
      folder,
      decodeURIComponent(path),
      query === undefined ? 'page' : `page?${query}`,
    )
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, Buffer.concat((await connection.get(address)).body))
  }
  connection.close()
}

async function untilReachable(origin: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const connection = await openConnection(origin).catch(() => undefined)
    if (connection) return connection.close()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('nginx did not start')
}

const configuration = (
  folder: string,
  origin: string,
  ports: { proxy: number; files: number },
): string => `
daemon off;
user root;
worker_processes 1;
pid ${folder}/pid;
events { worker_connections 256; }
http {
  access_log off;
  keepalive_requests 10000000;
  sendfile on;
  open_file_cache max=10000;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  proxy_cache_path ${folder}/cache keys_zone=pages:10m max_size=1g use_temp_path=off;
  upstream product {
    server ${new URL(origin).host};
    keepalive 16;
  }
  server {
    listen 127.0.0.1:${ports.proxy};
    location / {
      proxy_pass http://product;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_cache pages;
      proxy_cache_use_stale updating;
      proxy_cache_background_update on;
      proxy_cache_lock on;
    }
  }
  server {
    listen 127.0.0.1:${ports.files};
    default_type "text/html; charset=utf-8";
    add_header content-encoding gzip;
    root ${folder}/files;
    location / { try_files "$uri/page$is_args$args" =404; }
  }
}
`
