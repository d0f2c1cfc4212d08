import { useState } from 'react'
import type { ImportRun } from '#features/imports/contract.ts'
import { reportLimit } from '#features/imports/model.ts'
import { importRunPath, importsPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.ts'
import { Field } from '#ui/field.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { Link } from '#web/lib/navigation.tsx'
import { formatNumber } from '#shared/numbers.ts'
import { useImport } from '../use-import.ts'
import type { ImportResult } from '../use-import.ts'

export function ImportCard() {
  const [url, setUrl] = useState('')
  const { start, isRunning, progress, error, result } = useImport()
  return (
    <section aria-labelledby="import-jobs" className={`${cardClass} p-5`}>
      <div className="flex flex-wrap items-baseline justify-between gap-4">
        <h2 id="import-jobs" className="text-lg font-semibold">
          Import Jobs
        </h2>
        <Link to={importsPath} className="text-link">
          Sources and history
        </Link>
      </div>
      <form
        className="mt-4 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isRunning && url.trim() !== '') start(url.trim())
        }}
      >
        <Field label="Dataset URL" hint="The address of an Apify dataset’s items. What is new waits for approval." error={error}>
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
        <Button type="submit" className="self-start" disabled={url.trim() === '' || isRunning}>
          {isRunning ? 'Importing...' : 'Import Jobs'}
        </Button>
      </form>
      {isRunning && <Progress run={progress} />}
      <div role="status" className="mt-4 empty:mt-0">
        {isRunning && 'Reading the dataset. It goes on if you leave.'}
        {result && !isRunning && <Result result={result} />}
      </div>
    </section>
  )
}

function Progress({ run }: { run: ImportRun | undefined }) {
  const share = run && run.total !== null && run.total > 0 ? run.processed / run.total : undefined
  return (
    <div className="mt-4">
      <ProgressBar label="Rows read" value={share} />
      {run && (
        <p className="mt-1 text-xs text-muted tabular-nums">
          {formatNumber(run.processed)} rows read, {formatNumber(run.imported)} jobs imported.{' '}
          <Link to={importRunPath(run.id)} className="text-link">
            Watch this import
          </Link>
        </p>
      )}
    </div>
  )
}

function Result({ result }: { result: ImportResult }) {
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <p className="font-semibold">{result.message}</p>
      <dl className="grid grid-cols-3 gap-4">
        {(
          [
            ['Jobs imported', result.imported],
            ['Jobs skipped', result.skipped],
            ['Total processed', result.totalProcessed],
          ] as const
        ).map(([term, n]) => (
          <div key={term}>
            <dt className="text-xs text-muted">{term}</dt>
            <dd className="text-lg font-semibold tabular-nums">{formatNumber(n)}</dd>
          </div>
        ))}
      </dl>
      {result.reasons.length > 0 && (
        <Details title={`Why rows were skipped (${result.reasons.length})`}>
          {result.reasons.map(({ reason, count }) => `${formatNumber(count)} × ${reason}`)}
        </Details>
      )}
      {result.skippedRows.length > 0 && (
        <Details title="The first skipped rows">
          {result.skippedRows.map(({ row, reason, title }) => `Row ${row}: ${reason}${title ? ` – ${title}` : ''}`)}
        </Details>
      )}
      {result.duplicates.length > 0 && <Details title={duplicatesTitle(result.duplicates)}>{result.duplicates}</Details>}
      <Link to={importRunPath(result.id)} className="text-link self-start">
        Show this import
      </Link>
    </div>
  )
}

/** Of very many, only the first are named. */
const duplicatesTitle = ({ length }: readonly string[]): string =>
  length < reportLimit ? `Duplicates (${length})` : `Duplicates (the first ${length})`

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
