import type { ComponentProps } from 'react'
import { chipClass } from '#ui/chip.tsx'
import { Link, type Destination } from './navigation.tsx'

type Choice = { label: string; count?: string; search: NonNullable<Destination['search']>; isCurrent: boolean }

type Props = Pick<ComponentProps<typeof Link>, 'to' | 'keepScroll' | 'replace' | 'preload' | 'className'> & {
  label?: string
  choices: readonly Choice[]
}

/** Choices as links, so that each has an address. */
export function ChoiceLinks({ label, choices, className = '', ...link }: Props) {
  return (
    <ul aria-label={label} className={`flex flex-wrap gap-2 ${className}`}>
      {choices.map(({ label: text, count, search, isCurrent }) => (
        <li key={text}>
          <Link
            {...link}
            search={search}
            aria-current={isCurrent ? 'true' : undefined}
            className={`${chipClass} aria-[current]:border-action aria-[current]:bg-action-wash aria-[current]:text-action`}
          >
            {text} {count !== undefined && <span className="tabular-nums">{count}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
