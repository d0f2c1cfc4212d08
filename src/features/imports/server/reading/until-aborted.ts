/**
 * The values as they come. Once the signal says so it throws the signal's reason, also while one is being waited for.
 */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await nextUnlessAborted(iterator, signal)
      if (done) return
      yield value
    }
  } finally {
    // It ends once what it waits for has come: nobody waits for that here.
    iterator.return?.().catch(() => {})
  }
}

/** Leaves nothing behind at the signal, which outlives every value. */
async function nextUnlessAborted<T>(iterator: AsyncIterator<T>, signal: AbortSignal | undefined): Promise<IteratorResult<T>> {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<T>>()
  const stop = () => reject(signal?.reason)
  signal?.addEventListener('abort', stop)
  iterator.next().then(resolve, reject)
  try {
    return await promise
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}
