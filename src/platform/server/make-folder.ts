import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode } from './start-error.ts'

/**
 * Creates a folder and its parents. Node's own `recursive` option loops endlessly where folders cannot be created, as below
 * /proc.
 */
export function makeFolder(path: string): void {
  const above = dirname(path)
  if (!existsSync(above)) makeFolder(above)
  try {
    mkdirSync(path)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error
  }
}
