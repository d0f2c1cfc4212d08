import { Search } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '#ui/button.tsx'
import { Link, useNavigate } from './navigation.tsx'
import { useChange } from './use-change.ts'

type Props = {
  /** What is searched. */
  label: string
  /** The list's address. */
  to: string
  /** What the address says, by the names of the fields. */
  params: Record<string, string>
  className: string
  children: ReactNode
}

/**
 * What searches, filters and sorts a list: its fields' names are parameters of the list's address. A plain form, so it works
 * before the scripts are there; from then on, what is selected counts at once.
 */
export function ListSearch({ label, to, params, className, children }: Props) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)

  // The address changes without the fields, too: by links, and by going back.
  useChange(JSON.stringify(params), () => {
    for (const field of form.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]') ?? []) {
      field.value = params[field.name] ?? ''
      // Of a choice that there is not, the server makes none.
      if (field instanceof HTMLSelectElement && field.selectedIndex === -1) field.selectedIndex = 0
    }
  })

  function go(form: HTMLFormElement): void {
    const fields = [...new FormData(form)].map(([name, value]) => [name, (value as string).trim()])
    navigate({ to, search: Object.fromEntries(fields) as Record<string, string>, keepScroll: true })
  }

  return (
    <form
      ref={form}
      role="search"
      aria-label={label}
      action={to}
      onChange={({ currentTarget, target }) => target instanceof HTMLSelectElement && go(currentTarget)}
      onSubmit={(event) => {
        event.preventDefault()
        go(event.currentTarget)
      }}
      className={className}
    >
      {children}
    </form>
  )
}

export function SearchButton({ className = '' }: { className?: string }) {
  return (
    <Button type="submit" look="secondary" className={className}>
      <Search aria-hidden className="size-4" />
      Search
    </Button>
  )
}

type FoundProps = {
  /** How much; nothing until that is known. */
  children: ReactNode
  /** The list's address, where it does not show all. */
  all: string | undefined
}

/** Below the search: how much it found, and the way back to all. */
export function Found({ children, all }: FoundProps) {
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4">
      <p role="status" className="text-xs text-muted">
        {children}
      </p>
      {all !== undefined && (
        <Link to={all} keepScroll className={buttonClass('quiet', 'sm')}>
          Show all
        </Link>
      )}
    </div>
  )
}

type StepsProps = {
  /** The list's address. */
  to: string
  params: Record<string, string>
  /** The parameter that says what a page goes on from. */
  by: string
  /** What the next page goes on from. */
  next: string | number | null
  labels: { first: string; next: string }
}

/** For a list whose pages go on from the last thing on the one before, so that what comes and goes meanwhile moves nothing. */
export function Steps({ to, params, by, next, labels }: StepsProps) {
  const { [by]: here, ...filters } = params
  if (here === undefined && next === null) return null
  return (
    <nav aria-label="Pages" className="flex flex-wrap justify-center gap-3 py-4">
      {here !== undefined && (
        <Link to={to} search={filters} className={buttonClass('secondary')}>
          {labels.first}
        </Link>
      )}
      {next !== null && (
        <Link to={to} search={{ ...filters, [by]: next }} className={buttonClass('secondary')}>
          {labels.next}
        </Link>
      )}
    </nav>
  )
}
