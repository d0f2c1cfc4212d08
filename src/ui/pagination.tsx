import type { ReactNode } from 'react'
import { formatNumber } from '#shared/numbers.ts'

type LinkProps = { page: number; className: string; 'aria-label': string; 'aria-current'?: 'page'; children: ReactNode }

type Props = {
  page: number
  totalPages: number
  /** Renders a link to one page. */
  renderLink: (props: LinkProps) => ReactNode
}

const numbered = 5
const cell =
  'inline-flex min-h-10 min-w-10 items-center justify-center rounded-sm px-2 text-sm font-medium tabular-nums no-underline pointer-coarse:min-h-11'
const live = `${cell} text-action hover:bg-action-wash`

/** Pages one to five, an ellipsis and the last one, beside 'Page n of m'. */
export function Pagination({ page, totalPages, renderLink }: Props) {
  if (totalPages <= 1) return null
  const pages = Array.from({ length: Math.min(numbered, totalPages) }, (_, index) => index + 1)

  return (
    <nav aria-label="Pagination" className="flex flex-wrap items-center justify-center gap-x-6 gap-y-2 py-6">
      <p className="text-xs text-muted tabular-nums">
        Page {formatNumber(page)} of {formatNumber(totalPages)}
      </p>
      <ul className="flex flex-wrap items-center justify-center gap-1">
        <li>
          <Step page={page - 1} label="Previous" enabled={page > 1} renderLink={renderLink} />
        </li>
        {pages.map((number) => (
          <li key={number} className="max-sm:hidden">
            <Numbered number={number} current={number === page} renderLink={renderLink} />
          </li>
        ))}
        {totalPages > numbered && (
          <>
            {totalPages > numbered + 1 && (
              <li aria-hidden className={`${cell} text-muted max-sm:hidden`}>
                …
              </li>
            )}
            <li className="max-sm:hidden">
              <Numbered number={totalPages} current={totalPages === page} renderLink={renderLink} />
            </li>
          </>
        )}
        <li>
          <Step page={page + 1} label="Next" enabled={page < totalPages} renderLink={renderLink} />
        </li>
      </ul>
    </nav>
  )
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
  return renderLink({ page, 'aria-label': `${label} page`, className: `${live} px-3`, children: label })
}
