import { open } from 'node:fs/promises'
import { readAt } from './read-at.ts'

/** Readers look for the end within the last kilobyte; some programs write a little after it. */
const tailBytes = 2048

/** The head that every PDF begins with, and the end that a truncated one has lost. */
export async function isPdf(path: string): Promise<boolean> {
  await using file = await open(path)
  const { size } = await file.stat()
  const head = await readAt(file, 0, 8)
  if (!/^%PDF-[12]\.\d/.test(head.toString('latin1'))) return false
  const tail = (await readAt(file, Math.max(0, size - tailBytes), tailBytes)).toString('latin1')
  const tableAt = /startxref\s+(\d+)\s+%%EOF/.exec(tail)?.[1]
  return tableAt !== undefined && Number(tableAt) < size
}
