import { deliveriesPath } from '#shared/paths.ts'
import { chipClass } from '#ui/chip.tsx'
import { Link } from '#web/lib/navigation.tsx'
import { mostCounted } from '#features/deliveries/model.ts'
import { formatNumber } from '#shared/numbers.ts'

type Choice = { label: string; count?: number | undefined; search: Record<string, string>; isCurrent: boolean }

/** Each choice has an address of its own. */
export function ChoiceLinks({ label, choices }: { label: string; choices: readonly Choice[] }) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {choices.map(({ label: text, count, search, isCurrent }) => (
        <li key={text}>
          <Link
            to={deliveriesPath}
            search={search}
            aria-current={isCurrent ? 'true' : undefined}
            className={`${chipClass} aria-[current]:border-action aria-[current]:bg-action-wash aria-[current]:text-action`}
          >
            {text} {count !== undefined && <span className="tabular-nums">{countText(count)}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const countText = (count: number): string => `${formatNumber(count)}${count === mostCounted ? '+' : ''}`
