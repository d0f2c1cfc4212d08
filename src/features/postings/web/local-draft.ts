import { useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue } from 'react-hook-form'
import { ApiError } from '#web/lib/api.ts'
import type { ApiFormState } from '#web/lib/form/use-api-form.ts'

/** A form that is not sent yet, as the browser stores it, and the key under which it is sent. */
type Stored = {
  key: string
  values: Record<string, unknown>
  /** What the form was filled with when it was opened. */
  from: Record<string, unknown>
}

export type LocalDraft<Input = never> = {
  /** The form came filled with what was typed earlier. */
  isRestored: boolean
  /** Hands out the same key for every attempt to send the form: a retried one posts nothing twice. */
  send: <Answer>(post: (idempotencyKey: string) => Promise<Answer>) => Promise<Answer>
  /** Empties the form and forgets it. */
  discard: () => void
  /** What was typed is safe elsewhere. */
  forget: () => void
  /** From now on the form is about something else than what it was opened with. */
  rebase: (from: Input) => void
}

/**
 * Keeps what is typed in the browser's storage until the form is sent, so that a reload or a dead network loses nothing.
 * `name` is the form's, and the account's where there is one: nobody gets to see somebody else's. Undefined stores nothing.
 * `onRestored` gets what the form was filled with when the stored contents were typed: the posting may have changed since.
 */
export function useLocalDraft<Input extends FieldValues, Output>(
  { hook }: ApiFormState<Input, Output>,
  name: string | undefined,
  defaults: Input,
  onRestored?: (from: Input) => void,
): LocalDraft<Input> {
  const storageKey = name === undefined ? undefined : `posting-draft:${name}`
  const key = useRef<string>(undefined)
  const from = useRef(defaults)
  const [isRestored, setRestored] = useState(false)
  const currentKey = () => (key.current ??= crypto.randomUUID())

  useEffect(() => {
    if (storageKey === undefined) return undefined
    const stored = read(storageKey)
    const changed = Object.entries(stored?.values ?? {}).filter(([field, value]) => isOther(value, stored?.from[field]))
    if (stored && changed.length > 0) {
      key.current = stored.key
      for (const [field, value] of changed) hook.setValue(field as Path<Input>, value as PathValue<Input, Path<Input>>)
      setRestored(true)
      onRestored?.(stored.from as Input)
    }
    let last = JSON.stringify(hook.getValues())
    return hook.subscribe({
      formState: { values: true },
      // It is also called when no value has changed, for example after the form is sent.
      callback({ values }) {
        const now = JSON.stringify(values)
        if (now === last) return
        last = now
        write(storageKey, { key: currentKey(), values, from: from.current })
      },
    })
    // The fields of a form do not change while it is open.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [hook, storageKey])

  async function send<Answer>(post: (idempotencyKey: string) => Promise<Answer>): Promise<Answer> {
    try {
      return await post(currentKey())
    } catch (error) {
      // The key has posted something else.
      if (error instanceof ApiError && error.code === 'CONFLICT') key.current = undefined
      throw error
    }
  }

  function forget(): void {
    if (storageKey !== undefined) erase(storageKey)
    key.current = undefined
    setRestored(false)
  }

  return {
    isRestored,
    send,
    discard() {
      hook.reset(from.current)
      forget()
    },
    forget,
    rebase(now) {
      from.current = now
    },
  }
}

/** Of the same kind, and not what the form begins with. */
const isOther = (value: unknown, initial: unknown): boolean =>
  typeof value === typeof initial && JSON.stringify(value) !== JSON.stringify(initial)

function read(storageKey: string): Stored | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    return isStored(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

const isStored = (it: unknown): it is Stored =>
  typeof it === 'object' &&
  it !== null &&
  'key' in it &&
  typeof it.key === 'string' &&
  'values' in it &&
  isRecord(it.values) &&
  'from' in it &&
  isRecord(it.from)

const isRecord = (it: unknown): boolean => typeof it === 'object' && it !== null

/** Browsers may refuse storage, or have no room for more: the form works without. */
function write(storageKey: string, stored: Stored): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(stored))
  } catch {
    // See above.
  }
}

function erase(storageKey: string): void {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // See above.
  }
}
