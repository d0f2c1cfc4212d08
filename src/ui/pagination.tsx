import { Fragment, type ReactNode } from 'react'
import { formatNumber } from '#shared/numbers.ts'

type LinkProps = {
  page: number
  className: string
  'aria-label': string
  'aria-current'?: 'page'
  children: ReactNode
}

type Props = {
  page: number
  totalPages: number
  /** Renders a link to one page. */
  renderLink: (props: LinkProps) => ReactNode
}

const numbered = 5
const cell =
  'inline-flex min-h-10 min-w-10 items-center justify-center rounded-sm px-2 text-sm font-medium ' +
  'tabular-nums no-underline pointer-coarse:min-h-11'
const live = `${cell} text-action hover:bg-action-wash`

/**
 * Pages one to five and the last one, or the first, those around the current page and the last,
 * beside 'Page n of m'.
 */
export function Pagination({ page, totalPages, renderLink }: Props) {
  if (totalPages <= 1) return null

  return (
    <nav
      aria-label="Pagination"
      className="flex flex-wrap items-center justify-center gap-x-6 gap-y-2 py-6"
    >
      <p className="text-xs text-muted tabular-nums">
        Page {formatNumber(page)} of {formatNumber(totalPages)}
      </p>
      <ul className="flex flex-wrap items-center justify-center gap-1">
        <li>
          <Step page={page - 1} label="Previous" enabled={page > 1} renderLink={renderLink} />
        </li>
        {shownPages(page, totalPages).map((number, index, all) => (
          <Fragment key={number}>
            {number - (all[index - 1] ?? 0) > 1 && (
              <li aria-hidden className={`${cell} text-muted max-sm:hidden`}>
                …
              </li>
            )}
            <li className="max-sm:hidden">
              <Numbered number={number} current={number === page} renderLink={renderLink} />
            </li>
          </Fragment>
        ))}
        <li>
          <Step page={page + 1} label="Next" enabled={page < totalPages} renderLink={renderLink} />
        </li>
      </ul>
    </nav>
  )
}

function shownPages(page: number, totalPages: number) {
  const from = page < numbered ? 1 : Math.min(page - 1, totalPages - 2)
  const length = page < numbered ? Math.min(numbered, totalPages) : 3
  return [...new Set([1, ...Array.from({ length }, (_, index) => from + index), totalPages])]
}

type NumberedProps = { number: number; current: boolean; renderLink: Props['renderLink'] }

const Numbered = ({ number, current, renderLink }: NumberedProps) =>
  renderLink({
    page: number,
    'aria-label': `Page ${number}`,
    ...(current && { 'aria-current': 'page' as const }),
    className: current ? `${cell} bg-action text-on-action` : live,
    children: formatNumber(number),
  })

type StepProps = { page: number; label: string; enabled: boolean; renderLink: Props['renderLink'] }

function Step({ page, label, enabled, renderLink }: StepProps) {
  if (!enabled) return <span className={`${cell} px-3 text-muted`}>{label}</span>
  return renderLink({
    page,
    'aria-label': `${label} page`,
    className: `${live} px-3`,
    children: label,
  })
}
