import type { ReactNode } from 'react'
import { Axis, RangeBar, type Scale, type Spread } from './range-bar.tsx'

type BarRow = {
  key: string
  label: ReactNode
  spread: Spread
  /** The number of values behind the row. */
  count: number
}

type Props = {
  caption: string
  heads: { label: string; median: string; middle: string; count: string }
  rows: readonly BarRow[]
  scale: Scale
  /** A number in full, and in short form for the axis. */
  format: (value: number) => string
  formatTick: (value: number) => string
}

const cell = 'sm:px-3 sm:py-2 sm:align-middle'
const number = `${cell} tabular-nums sm:text-right`

/** A chart as a table: each row draws its numbers. On phones a row becomes a block. */
export const BarList = ({ caption, heads, rows, scale, format, formatTick }: Props) => (
  <table className="block w-full text-xs sm:table sm:table-fixed">
    <caption className="sr-only">{caption}</caption>
    <thead className="sr-only text-muted sm:not-sr-only sm:table-header-group">
      <tr className="align-bottom [&>*]:px-3 [&>*]:pb-2 sm:[&>*]:first:pl-0 sm:[&>*]:last:pr-0 [&>th]:font-semibold">
        <th scope="col" className="w-52 text-left lg:w-64">
          {heads.label}
        </th>
        <th scope="col">
          <span className="sr-only">Range</span>
          <Axis scale={scale} format={formatTick} />
        </th>
        <th scope="col" className="w-28 text-right">
          {heads.median}
        </th>
        <th scope="col" className="hidden w-48 text-right lg:table-cell">
          {heads.middle}
        </th>
        <th scope="col" className="w-24 text-right">
          {heads.count}
        </th>
      </tr>
    </thead>
    <tbody className="block border-b border-line sm:table-row-group">
      {rows.map(({ key, label, spread, count }) => (
        <tr
          key={key}
          className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-t border-line py-3 sm:table-row sm:[&>*]:first:pl-0 sm:[&>*]:last:pr-0"
        >
          <th scope="row" className={`${cell} min-w-0 grow text-left text-sm font-semibold`}>
            {label}
          </th>
          <td className={`${cell} order-1 basis-full`}>
            <RangeBar scale={scale} spread={spread} />
          </td>
          <td className={`${number} text-sm font-semibold text-pay`}>{format(spread.median)}</td>
          <td className={`${number} order-2 grow text-muted sm:hidden lg:table-cell`}>
            {format(spread.lowerQuartile)}–{format(spread.upperQuartile)}
          </td>
          <td className={`${number} order-3 text-muted`}>
            {count}
            <span className="sm:hidden"> {heads.count.toLowerCase()}</span>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
