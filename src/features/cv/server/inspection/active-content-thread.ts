import { parentPort, workerData } from 'node:worker_threads'
import type { CvFormat } from '#features/cv/model.ts'
import { checkContent } from './check-content.ts'

/** The thread of `findActiveContent`. */
const { path, format } = workerData as { path: string; format: CvFormat }

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window: it has no origin.
parentPort?.postMessage({ finding: await checkContent(path, format) })
