import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isRunOfAddress } from '#features/imports/run-of-address.ts'
import { importRunPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { toast } from '#ui/toast.ts'
import { useNavigate } from '#web/lib/navigation.tsx'
import { importOnce, importsQuery, refreshImports } from '../queries.ts'

/** A dataset that nobody will import again: no name, no mapping. */
export function OneTimeImport() {
  const [url, setUrl] = useState('')
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: importOnce,
    onSettled: () => refreshImports(queryClient),
    onError: ({ message }) => toast({ title: 'Import failed', description: message, tone: 'danger' }),
  })
  const { data } = useQuery({ ...importsQuery({}), enabled: isPending, refetchInterval: 1000 })
  const running = isPending ? data?.runs.find((it) => isRunOfAddress(it, variables)) : undefined

  // The answer comes at the end of the import: whoever waits may as well watch.
  useEffect(() => {
    if (running) navigate({ to: importRunPath(running.id) })
  }, [running, navigate])

  return (
    <section aria-labelledby="once">
      <h2 id="once" className="mb-2 text-lg font-semibold">
        Import Once
      </h2>
      <form
        className="flex max-w-form flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending && url.trim() !== '') mutate(url.trim(), { onSuccess: ({ id }) => navigate({ to: importRunPath(id) }) })
        }}
      >
        <Field label="Dataset URL" error={error?.message} className="min-w-60 grow">
          {(control) => (
            <TextInput
              {...control}
              type="url"
              inputMode="url"
              autoComplete="off"
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" look="secondary" disabled={url.trim() === '' || isPending}>
          {isPending ? 'Importing...' : 'Import Jobs'}
        </Button>
      </form>
    </section>
  )
}
