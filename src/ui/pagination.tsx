import type { ComponentType, ReactNode } from 'react'
import { formatNumber } from '#shared/numbers.ts'

type LinkProps = { page: number; className: string; 'aria-label': string; 'aria-current'?: 'page'; children: ReactNode }

type Props = {
  page: number
  totalPages: number
  /** Renders a link to one page of whatever is being paged. */
  link: ComponentType<LinkProps>
}

const numbered = 5
const cell =
  'inline-flex min-h-10 min-w-10 items-center justify-center rounded-sm px-2 text-sm font-medium tabular-nums no-underline pointer-coarse:min-h-11'
const live = `${cell} text-action hover:bg-action-wash`

/** Pages one to five, an ellipsis and the last one; the words between say where one is when that is none of them. */
export function Pagination({ page, totalPages, link: PageLink }: Props) {
  if (totalPages <= 1) return null
  const pages = Array.from({ length: Math.min(numbered, totalPages) }, (_, index) => index + 1)

  return (
    <nav aria-label="Pagination" className="flex flex-wrap items-center justify-center gap-x-6 gap-y-2 py-6">
      <p className="text-xs text-muted tabular-nums">
        Page {formatNumber(page)} of {formatNumber(totalPages)}
      </p>
      <ul className="flex flex-wrap items-center justify-center gap-1">
        <li>
          <Step page={page - 1} label="Previous" enabled={page > 1} link={PageLink} />
        </li>
        {pages.map((number) => (
          <li key={number} className="max-sm:hidden">
            <Numbered number={number} current={number === page} link={PageLink} />
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
              <Numbered number={totalPages} current={totalPages === page} link={PageLink} />
            </li>
          </>
        )}
        <li>
          <Step page={page + 1} label="Next" enabled={page < totalPages} link={PageLink} />
        </li>
      </ul>
    </nav>
  )
}

function Numbered({ number, current, link: PageLink }: { number: number; current: boolean; link: Props['link'] }) {
  return (
    <PageLink
      page={number}
      aria-label={`Page ${number}`}
      {...(current && { 'aria-current': 'page' as const })}
      className={current ? `${cell} bg-action text-on-action` : live}
    >
      {formatNumber(number)}
    </PageLink>
  )
}

function Step({ page, label, enabled, link: PageLink }: { page: number; label: string; enabled: boolean; link: Props['link'] }) {
  if (!enabled) return <span className={`${cell} px-3 text-muted`}>{label}</span>
  return (
    <PageLink page={page} aria-label={`${label} page`} className={`${live} px-3`}>
      {label}
    </PageLink>
  )
}
