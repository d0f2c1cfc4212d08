import { useEffect, useMemo, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { z } from 'zod'
import { storedText } from '#platform/web/browser.ts'
import { ApiError } from '#platform/web/api.ts'
import type { AnyForm } from '#platform/web/form/use-api-form.ts'

/** An unsent form in the browser's storage, with its idempotency key. */
const storedForm = z.object({
  key: z.string(),
  values: z.record(z.string(), z.unknown()),
  /** The form's initial values. */
  from: z.record(z.string(), z.unknown()),
})
type Stored = z.infer<typeof storedForm>

export type LocalDraft = {
  /** The form was filled from the storage. */
  isRestored: boolean
  /** Passes the same key with every attempt, so that a retry posts nothing twice. */
  send: <Answer>(post: (idempotencyKey: string) => Promise<Answer>) => Promise<Answer>
  /** Empties the form and deletes the stored one. */
  discard: () => void
  /** Deletes the stored form. */
  forget: () => void
  /** Sets the initial values to compare with. */
  rebase: (from: FieldValues) => void
}

/**
 * Stores the form in the browser until it is sent, for each tab by itself. `name` includes the
 * account, so that nobody sees another person's form.
 * `onRestored` gets the initial values of the stored form, because the posting may have changed
 * since.
 */
export function useLocalDraft(
  { hook }: AnyForm,
  name: string,
  defaults: FieldValues,
  onRestored?: (from: FieldValues) => void,
): LocalDraft {
  const storage = useMemo(() => tabText(`posting-draft:${name}`), [name])
  const key = useRef<string>(undefined)
  const from = useRef(defaults)
  const [isRestored, setRestored] = useState(false)
  const currentKey = () => (key.current ??= crypto.randomUUID())

  // The fields of a form do not change while it is open.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => storage.open(restore), [hook, storage])

  function restore(text: string) {
    const stored = parse(text)
    const changed = Object.entries(stored?.values ?? {}).filter(([field, value]) =>
      isOther(value, stored?.from[field]),
    )
    if (stored && changed.length > 0) {
      key.current = stored.key
      for (const [field, value] of changed) hook.setValue(field, value)
      setRestored(true)
      onRestored?.(stored.from)
    }
    let last = JSON.stringify(hook.getValues())
    return hook.subscribe({
      formState: { values: true },
      // It is also called without a changed value, for example after the form was sent.
      callback({ values }) {
        const now = JSON.stringify(values)
        if (now === last) return
        last = now
        storage.write(
          JSON.stringify({ key: currentKey(), values, from: from.current } satisfies Stored),
        )
      },
    })
  }

  async function send<Answer>(post: (idempotencyKey: string) => Promise<Answer>) {
    try {
      return await post(currentKey())
    } catch (error) {
      // The key has posted another form.
      if (error instanceof ApiError && error.code === 'CONFLICT') key.current = undefined
      throw error
    }
  }

  function forget() {
    storage.write('')
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

/** Whether a stored value has the same type as the initial value, and differs from it. */
const isOther = (value: unknown, initial: unknown) =>
  typeof value === typeof initial && JSON.stringify(value) !== JSON.stringify(initial)

/** Undefined if nothing is stored, or something else. */
function parse(text: string) {
  try {
    return storedForm.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/**
 * A text that each tab stores by itself, and that outlives the tab: the first tab that opens it
 * later takes it over.
 */
function tabText(storageKey: string) {
  const ownText = storedText(storageKey)
  const left = storedText(storageKey, 'localStorage')
  let holds = !('locks' in navigator)
  return {
    write(text: string) {
      ownText.write(text)
      if (holds) left.write(text)
    },
    /** `onText` gets the stored text, once it is known whose it is; it returns a clean-up. */
    open(onText: (text: string) => () => void) {
      const { promise: closed, resolve: close } = Promise.withResolvers<void>()
      let cleanUp: (() => void) | undefined
      let isClosed = false
      const start = () => {
        if (!isClosed) cleanUp = onText(ownText.read() || (holds ? left.read() : ''))
      }
      if (holds) start()
      else
        void navigator.locks.request(storageKey, { ifAvailable: true }, (lock) => {
          holds = lock !== null
          start()
          return holds ? closed : undefined
        })
      return () => {
        isClosed = true
        cleanUp?.()
        close()
      }
    },
  }
}
