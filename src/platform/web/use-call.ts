import { useState, useSyncExternalStore } from 'react'

/** How many calls are under way. */
let underWay = 0
const listeners = new Set<() => void>()

function count(step: 1 | -1) {
  underWay += step
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a `useCall` of any part is under way. */
export const useIsCalling = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => underWay > 0,
    () => false,
  )

type Options<Input, Answer> = {
  call: (input: Input) => Promise<Answer>
  /** The call is under way until what these return is done. */
  onSuccess?: (answer: Answer, input: Input) => unknown
  onError?: (error: Error, input: Input) => unknown
  onSettled?: () => unknown
}
type State<Answer> = { isPending: boolean; data?: Answer; error?: Error }

/**
 * A call that somebody makes, and what came of it. The query library's own hook would count in each
 * first load.
 */
export function useCall<Input = void, Answer = unknown>({
  call,
  onSuccess,
  onError,
  onSettled,
}: Options<Input, Answer>): State<Answer> & { run: (input: Input) => void } {
  const [state, setState] = useState<State<Answer>>({ isPending: false })

  async function attempt(input: Input): Promise<State<Answer>> {
    try {
      const data = await call(input)
      await onSuccess?.(data, input)
      return { isPending: false, data }
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      await onError?.(error, input)
      return { isPending: false, error }
    }
  }
  async function run(input: Input) {
    setState({ isPending: true })
    count(1)
    const outcome = await attempt(input)
    await onSettled?.()
    count(-1)
    setState(outcome)
  }
  return { ...state, run: (input) => void run(input) }
}
