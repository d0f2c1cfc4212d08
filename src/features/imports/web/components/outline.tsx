import { useId } from 'react'
import type { Outline, OutlineColumn, OutlineGroup } from '#features/imports/contract.ts'
import { mappingFields } from '#features/imports/model.ts'
import { formatNumber } from '#shared/numbers.ts'
import { Badge } from '#ui/feedback.tsx'
import { buttonClass } from '#ui/button.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'

type Props = {
  outline: Outline
  /** Where the named rows are as a CSV file. */
  file: string
  /** It has not happened yet. */
  isCheck?: boolean
}

/** What a whole dataset holds, column by column, and what becomes of its rows, reason by reason. */
export const OutlineReport = (props: Props) => (
  <div className="flex flex-col gap-8">
    <Rows {...props} />
    <Columns {...props} />
  </div>
)

function Rows({ outline: { groups }, file, isCheck }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id={id} className="text-lg font-semibold">
          {isCheck ? 'What would happen to the rows' : 'What happened to the rows'}
        </h2>
        <a href={file} download className={buttonClass('secondary', 'sm')}>
          Download as CSV
        </a>
      </div>
      {groups.length === 0 ? (
        <p className="mt-4 text-muted">No row was read yet.</p>
      ) : (
        <ul className="mt-2 flex flex-col">
          {groups.map((group) => (
            <Group key={`${group.kind} ${group.reason}`} group={group} isCheck={isCheck} />
          ))}
        </ul>
      )}
    </section>
  )
}

const looks = {
  ready: { tone: 'action', done: 'Imported', would: 'Ready' },
  changed: { tone: 'action', done: 'Changed', would: 'Would change' },
  waiting: { tone: 'neutral', done: 'Waits', would: 'Would wait' },
  skipped: { tone: 'danger', done: 'Skipped', would: 'Would be skipped' },
} as const

type GroupProps = { group: OutlineGroup; isCheck: boolean | undefined }

function Group({ group: { kind, reason, count, samples }, isCheck }: GroupProps) {
  const { tone, done, would } = looks[kind]
  return (
    <li className="border-b border-line">
      <details>
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 py-2">
          <span className="w-16 shrink-0 text-right font-semibold tabular-nums">
            {formatNumber(count)}
          </span>
          <Badge tone={tone}>{isCheck ? would : done}</Badge>
          <span className="min-w-0 grow basis-24">{reason ?? ''}</span>
        </summary>
        <ol className="flex flex-col gap-2 pb-4 text-sm sm:pl-19">
          {samples.map(({ row, title, detail }) => (
            <li key={row} className="min-w-0">
              <span className="text-xs text-muted tabular-nums">Row {formatNumber(row)}</span>{' '}
              <span className="font-semibold">{title || 'Untitled'}</span>
              {detail && <span className="block text-xs text-muted">{detail}</span>}
            </li>
          ))}
          {count > samples.length && (
            <li className="text-xs text-muted">The first {samples.length} are named.</li>
          )}
        </ol>
      </details>
    </li>
  )
}

const columnsOf = (rows: number): Column<OutlineColumn>[] => [
  {
    header: 'Column',
    isRowHeader: true,
    cell: ({ path }) => <span>{path}</span>,
  },
  {
    header: 'Filled',
    align: 'right',
    cell: ({ filled }) => (
      <span className="whitespace-nowrap tabular-nums">{`${Math.floor((filled / Math.max(rows, filled, 1)) * 100)}%`}</span>
    ),
  },
  {
    header: 'Used as',
    cell: ({ becomes }) =>
      becomes === null ? <span className="text-muted">Not used</span> : mappingFields[becomes],
  },
  {
    header: 'Examples',
    cell: ({ samples, turned }) => (
      <span className="text-xs text-muted">
        {samples.join(' · ')}
        {turned && (
          <span className="block font-semibold text-ink">
            From row {formatNumber(turned.row)} on: {turned.to} instead of {turned.from}
          </span>
        )}
      </span>
    ),
  },
]

function Columns({ outline: { columns, rows, moreColumns } }: Props) {
  if (columns.length === 0) return null
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2">
        <h2 className="inline text-lg font-semibold">Columns</h2> {columns.length}
      </summary>
      <DataTable
        caption="Columns"
        columns={columnsOf(rows)}
        rows={columns}
        rowKey={(column) => column.path}
      />
      {moreColumns > 0 && (
        <p className="mt-2 text-xs text-muted">
          There are more columns than these {columns.length}.
        </p>
      )}
    </details>
  )
}
