import { buttonClass } from '#ui/button.tsx'
import { Link } from './navigation.tsx'

type Props = {
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
export function Steps({ to, params, by, next, labels }: Props) {
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
