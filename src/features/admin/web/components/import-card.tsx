import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportApify } from '#features/imports/contract.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.ts'
import { Field } from '#ui/field.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { toast } from '#ui/toast.ts'
import { ApiError } from '#web/lib/api.ts'
import { importApify, summaryQuery } from '../queries.ts'

export function ImportCard() {
  const [url, setUrl] = useState('')
  const queryClient = useQueryClient()
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: importApify,
    onSuccess: ({ imported, skipped }) =>
      toast({ title: 'Import completed!', description: `${imported} jobs imported, ${skipped} skipped` }),
    onError: (failure) => toast({ title: 'Import failed', description: messageOf(failure), tone: 'danger' }),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: summaryQuery.queryKey })
      await queryClient.invalidateQueries({ queryKey: ['/api/job-postings'] })
    },
  })
  return (
    <section aria-labelledby="import-jobs" className={`${cardClass} p-5`}>
      <h2 id="import-jobs" className="text-lg font-semibold">
        Import Jobs
      </h2>
      <form
        className="mt-4 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending && url.trim() !== '') mutate(url.trim())
        }}
      >
        <Field
          label="Dataset URL"
          hint="The address of an Apify dataset’s items. What is new waits for approval."
          error={error ? messageOf(error) : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder="https://api.apify.com/v2/datasets/…/items"
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" className="self-start" disabled={url.trim() === '' || isPending}>
          {isPending ? 'Importing...' : 'Import Jobs'}
        </Button>
      </form>
      <div role="status" className="mt-4 empty:mt-0">
        {isPending && <Spinner label="Reading the dataset. This may take minutes; it goes on if you leave." />}
        {data && !isPending && <Report report={data} />}
      </div>
    </section>
  )
}

function Report({ report }: { report: ResponseOf<ImportApify> }) {
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <p className="font-semibold">{report.message}</p>
      <dl className="grid grid-cols-3 gap-4">
        {(
          [
            ['Jobs imported', report.imported],
            ['Jobs skipped', report.skipped],
            ['Total processed', report.totalProcessed],
          ] as const
        ).map(([term, n]) => (
          <div key={term}>
            <dt className="text-xs text-muted">{term}</dt>
            <dd className="text-lg font-semibold tabular-nums">{n.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      {report.reasons.length > 0 && (
        <Details title={`Why rows were skipped (${report.reasons.length})`}>
          {report.reasons.map(({ reason, count }) => `${count.toLocaleString('en-US')} × ${reason}`)}
        </Details>
      )}
      {report.skippedRows.length > 0 && (
        <Details title="The first skipped rows">
          {report.skippedRows.map(({ row, reason, title }) => `Row ${row}: ${reason}${title ? ` – ${title}` : ''}`)}
        </Details>
      )}
      {report.duplicates.length > 0 && <Details title={`Duplicates (${report.duplicates.length})`}>{report.duplicates}</Details>}
    </div>
  )
}

function Details({ title, children }: { title: string; children: readonly string[] }) {
  return (
    <details>
      <summary className="cursor-pointer text-action">{title}</summary>
      <ul className="mt-2 flex max-h-72 list-disc flex-col gap-1 overflow-y-auto pl-5 text-xs break-words">
        {children.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  )
}

/** The server's words, where it had any. */
const messageOf = (error: Error): string =>
  error instanceof ApiError && error.hasWords ? error.message : 'Failed to import jobs from Apify'
