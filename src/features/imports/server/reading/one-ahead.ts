/** Asks for the next value while somebody works on this one. */
export async function* oneAhead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  let coming = iterator.next()
  try {
    for (;;) {
      const { done, value } = await coming
      if (done) return
      coming = iterator.next()
      // Its turn to be awaited may never come; the error is then nobody's.
      coming.catch(() => {})
      yield value
    }
  } finally {
    await iterator.return?.()
  }
}
