import { totalmem } from 'node:os'

/** Where PostgreSQL's defaults are not ours; docs/operate.md says which of them matter on a server of your own. */
const product = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: sharedBuffers(),
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  // The data sits on solid-state disks or in memory, and queries are too short to be worth compiling.
  random_page_cost: '1.1',
  jit: 'off',
  // Many short queries at once: the processors are busy without, and starting a worker takes longer than it saves.
  max_parallel_workers_per_gather: '0',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  log_min_messages: 'fatal',
  log_timezone: 'UTC',
  timezone: 'UTC',
}

/** For tests, which throw their data away: no waiting for the disk. */
const fast = {
  shared_buffers: '256MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/** An eighth of the memory there is, within bounds; pages that nobody reads take none of it. */
function sharedBuffers(): string {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return `${Math.min(2048, Math.max(128, Math.floor(bytes / 8 / 1024 ** 2)))}MB`
}

export function serverArguments(cluster: string, socketFolder: string, options: { fast: boolean }): string[] {
  const settings = { ...product, ...(options.fast ? fast : {}), unix_socket_directories: socketFolder }
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
