import { readFile } from 'node:fs/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { errorCode } from '#platform/server/errors.ts'
import type { CvFormat } from '#features/cv/model.ts'
import { isActivePackage } from './active-docx.ts'
import { isActivePdf } from './active-pdf.ts'

/** What speaks against a file: it does more than show a document, or it cannot be read whole. */
export type Finding = 'active' | 'unreadable'

const isActive: Record<CvFormat, (path: string) => Promise<boolean>> = {
  pdf: async (path) => isActivePdf(await readFile(path)),
  docx: isActivePackage,
  doc: async (path) => isActiveCompound(await readFile(path)),
}

/** The same upload may succeed later. */
const noDescriptors = 'EMFILE'

/**
 * Looks for scripts, launched programs, macros, embedded files and objects, templates and data from
 * elsewhere.
 */
export async function checkContent(path: string, format: CvFormat): Promise<Finding | undefined> {
  try {
    return (await isActive[format](path)) ? 'active' : undefined
  } catch (error) {
    if (errorCode(error) === noDescriptors) throw error
    // Whatever a parser stumbles over, nobody knows what is behind it.
    return 'unreadable'
  }
}

/** Names in the directory of a Word 97–2003 file, and what its text may say, in both encodings. */
const compoundNames = ['_VBA_PROJECT', 'Macros', 'Ole10Native', 'Package', 'ObjectPool']
const activeField =
  /\b(DDEAUTO|DDE)\s|\bhttps?:\/\/[^\s"\0]{1,300}\.dot[mx]?\b|\\\\[\w.-]{1,60}\\[^\s"\0]{1,200}\.dot[mx]?\b/i

function isActiveCompound(bytes: Buffer) {
  if (compoundNames.some((name) => bytes.includes(Buffer.from(name, 'utf16le')))) return true
  const texts = [
    bytes.toString('latin1'),
    bytes.toString('utf16le'),
    bytes.subarray(1).toString('utf16le'),
  ]
  return texts.some((text) => activeField.test(text))
}

const timeoutMs = 20_000
/** Beside what the file unpacks to. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }

/**
 * Checks in a thread of its own what a file does: a hostile one neither blocks requests, nor takes
 * more time and memory than others. The file's format was checked before.
 */
export async function findActiveContent(
  path: string,
  format: CvFormat,
  limitMs = timeoutMs,
): Promise<Finding | undefined> {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { path, format },
    resourceLimits,
  })
  const { promise, resolve, reject } = Promise.withResolvers<Finding | undefined>()
  const timeout = setTimeout(() => resolve('unreadable'), limitMs)
  // Node's watch mode posts messages of its own from threads.
  worker.on('message', (message: object) => {
    if ('finding' in message) resolve(message.finding as Finding | undefined)
  })
  worker.on('error', (error) => {
    const code = errorCode(error)
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') resolve('unreadable')
    else
      reject(
        code === 'ERR_WORKER_INIT_FAILED'
          ? Object.assign(new Error(String(error)), { code: noDescriptors })
          : error,
      )
  })
  try {
    return await promise
  } finally {
    clearTimeout(timeout)
    await worker.terminate()
  }
}

/** As the thread of `findActiveContent`. */
const upload = workerData as { path?: string; format: CvFormat } | null
if (upload?.path !== undefined)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
  parentPort?.postMessage({ finding: await checkContent(upload.path, upload.format) })
