// A table that is laid out as blocks loses the roles that it has by itself.
/* oxlint-disable jsx-a11y/no-redundant-roles */
/* oxlint-disable jsx-a11y/no-interactive-element-to-noninteractive-role */
import type { ReactNode } from 'react'

export type Column<Row> = {
  /** The heading; on phones it stands before each cell. Empty for buttons. */
  header: string
  cell: (row: Row) => ReactNode
  /** The cell that names the row. */
  isRowHeader?: boolean
  align?: 'left' | 'right'
  sort?: 'ascending' | 'descending'
}

type Props<Row> = {
  /** Names the table for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** On phones the cells of a row fill lines, without headings. */
  isPlain?: boolean
}

/** A table; on phones each row is a block. */
export function DataTable<Row>({ caption, columns, rows, rowKey, isPlain = false }: Props<Row>) {
  return (
    <table role="table" className="block w-full border-collapse text-sm sm:table">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="block max-sm:sr-only sm:table-header-group">
        <tr role="row" className="border-b border-line">
          {columns.map(({ header, align, sort }) =>
            header === '' ? (
              <td key={header} role="cell">
                &nbsp;
              </td>
            ) : (
              <th
                key={header}
                role="columnheader"
                scope="col"
                aria-sort={sort}
                className={`px-3 py-2 text-xs font-semibold text-muted first:pl-0 last:pr-0 ${align === 'right' ? 'text-right' : 'text-left'}`}
              >
                {header}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block sm:table-row-group">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            className={`${isPlain ? 'flex flex-wrap items-baseline gap-x-2 max-sm:text-xs' : 'block'} border-b border-line py-3 sm:table-row sm:py-0`}
          >
            {columns.map((column) => (
              <Cell key={column.header} column={column} row={row} isPlain={isPlain} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell<Row>({
  column: { header, cell, isRowHeader, align },
  row,
  isPlain,
}: {
  column: Column<Row>
  row: Row
  isPlain: boolean
}) {
  // A date and its time stand in two lines at most.
  const times = 'sm:[&_time]:inline-block sm:[&_time]:min-w-26'
  const look =
    'flex gap-2 py-0.5 sm:table-cell sm:px-3 sm:py-3 sm:first:pl-0 sm:last:pr-0 ' +
    `${times} ${align === 'right' ? 'sm:text-right sm:tabular-nums' : 'text-left'}`
  if (isRowHeader) {
    return (
      <th role="rowheader" scope="row" className={`${look} text-sm font-semibold max-sm:*:min-w-0`}>
        {cell(row)}
      </th>
    )
  }
  return (
    <td
      role="cell"
      className={`${look} max-sm:has-[>span:last-child:empty,>span>span:empty]:hidden`}
    >
      {header !== '' && !isPlain && (
        <span aria-hidden className="w-28 max-w-2/5 shrink-0 text-muted sm:hidden">
          {header}
        </span>
      )}
      <span className="min-w-0">{cell(row)}</span>
    </td>
  )
}
