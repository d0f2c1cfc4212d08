import { parentPort, type Worker } from 'node:worker_threads'
import { createBirpc, type BirpcReturn } from 'birpc'

/**
 * Calls in both directions between the main thread and a worker. They fail when the worker ends. A
 * call takes as long as its work needs. Answers carry the number of their call, because Node's watch
 * mode posts messages of its own from threads.
 */
export function callsTo<Theirs extends object, Ours extends object = object>(
  worker: Worker,
  ours: Ours,
): BirpcReturn<Theirs, Ours> {
  const calls = createBirpc<Theirs, Ours>(ours, {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window: it has no origin.
    post: (message) => worker.postMessage(message),
    on: (hear) => worker.on('message', hear),
    timeout: -1,
  })
  let reason = new Error('A thread ended')
  worker.on('error', (error) => {
    reason = error instanceof Error ? error : reason
  })
  worker.once('exit', () => calls.$close(reason))
  return calls
}

/** The worker's side. */
export const answerCalls = <Theirs extends object, Ours extends object>(
  ours: Ours,
): BirpcReturn<Theirs, Ours> =>
  createBirpc<Theirs, Ours>(ours, {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window: it has no origin.
    post: (message) => parentPort?.postMessage(message),
    on: (hear) => parentPort?.on('message', hear),
    timeout: -1,
  })
