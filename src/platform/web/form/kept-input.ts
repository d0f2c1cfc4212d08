import { useEffect, useMemo } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { storedText } from '#platform/web/browser.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'

type Typed = Record<string, string>

/**
 * Keeps what is typed in the tab's storage until the form is sent, because a page that is older
 * than the site has to load again. No passwords, and nobody sees what another account typed.
 * @param name Which form it is; undefined keeps nothing.
 * @returns forgets it.
 */
export function useKeptInput<Input extends FieldValues, Output>(
  { getValues, setValue, subscribe, formState }: UseFormReturn<Input, unknown, Output>,
  name: string | undefined,
  isKept: (field: string) => boolean,
): () => void {
  const current = useCurrentUser()
  const owner = current.status === 'signed-in' ? current.user.id : current.status
  const storage = useMemo(
    () =>
      name === undefined || owner === 'loading' ? undefined : storedText(`typed:${owner}:${name}`),
    [name, owner],
  )

  useEffect(() => {
    if (!storage) return undefined
    const blank = textsOf(formState.defaultValues ?? {})
    const early = textsOf(getValues())
    const isBlank = (field: string, text = '') => text === (blank[field] ?? '')
    // Typed before signing in.
    const before = storedText(`typed:anonymous:${name}`)
    const typed = storage.read() || before.read()
    before.write('')
    for (const [field, text] of Object.entries(readTyped(typed)))
      if (isKept(field) && isBlank(field, early[field]))
        setValue(field as Path<Input>, text as never, { shouldDirty: true })
    if (typed !== '') storage.write(typed)
    let last = ''
    return subscribe({
      formState: { values: true },
      callback({ values }) {
        const typed = Object.entries(textsOf(values)).filter(
          ([field, text]) => isKept(field) && !isBlank(field, text),
        )
        const text = typed.length === 0 ? '' : JSON.stringify(Object.fromEntries(typed))
        // It is also called without a changed value, for example after the form was sent.
        if (text !== last) storage.write(text)
        last = text
      },
    })
    // What decides does not change while the form is open.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [storage])

  return () => storage?.write('')
}

/** The texts of a form by the path of their field. */
function textsOf(values: object, parent = ''): Typed {
  const found: Typed = {}
  for (const [key, value] of Object.entries(values) as [string, unknown][]) {
    if (typeof value === 'string') found[parent + key] = value
    else if (typeof value === 'object' && value !== null && value.constructor === Object)
      Object.assign(found, textsOf(value, `${parent}${key}.`))
  }
  return found
}

function readTyped(text: string): Typed {
  try {
    return textsOf(JSON.parse(text) as object)
  } catch {
    return {}
  }
}
