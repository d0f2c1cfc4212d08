import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolder } from './make-folder.ts'
import { errorCode, StartError } from './start-error.ts'

/** The secret of this data folder: made at the first start, readable by its owner only, the same ever after. */
export function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'secret')
  try {
    return readSecret(path) ?? makeSecret(path)
  } catch (error) {
    throw new StartError(`Cannot keep a secret in DATA_DIR ${dataDir} (${errorCode(error) ?? String(error)}).`)
  }
}

function makeSecret(path: string): string {
  const draft = `${path}.${process.pid}`
  makeFolder(dirname(path))
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    // A link appears whole or not at all, and only the first of two starts at once gets to make it.
    linkSync(draft, path)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(path, 'utf8')
}

function readSecret(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
