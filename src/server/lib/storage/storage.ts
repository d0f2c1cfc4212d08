import type { Readable } from 'node:stream'

/** Where files are kept. Its users decide what they are called and who may read them. */
export type FileStorage = {
  /**
   * Receives a file. Nobody sees it before it is whole, safe on disk and through its inspection; if anything fails on the way,
   * nothing of it stays.
   * @throws {FileTooLargeError} as soon as there are more bytes than allowed; and whatever the content or the inspection throws.
   */
  put<T>(key: string, content: AsyncIterable<Uint8Array>, rules: PutRules<T>): Promise<{ size: number; inspected: T }>
  /** Undefined if there is no such file. Whoever gets a file reads its content or destroys it. */
  get(key: string): Promise<StoredFile | undefined>
  /** Removes a file, if it is there. */
  remove(key: string): Promise<void>
  /** The files of a folder, in any order. */
  list(folder: string): AsyncIterable<{ key: string; storedAt: Date }>
  /** Removes what uploads left aside that were cut short by the end of their process. */
  removeAbandoned(): Promise<void>
  close(): void
}

export type PutRules<T> = {
  maxBytes: number
  /** Looks at the whole file before anybody else can; throws to refuse it. */
  inspect: (path: string) => Promise<T>
}

export type StoredFile = { size: number; content: Readable }

export class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError'
}

const wellFormedKey = /^[a-z\d-]+(\/[a-z\d-]+)+$/

/** Keys are made by us, never by visitors; this fence is the second one. */
export function checkedKey(key: string): string {
  if (!wellFormedKey.test(key)) throw new Error(`Not the key of a file: ${key}`)
  return key
}
