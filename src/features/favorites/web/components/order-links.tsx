import { favoriteOrders } from '#features/favorites/sorting.ts'
import type { FavoriteOrder } from '#features/favorites/sorting.ts'
import { chipClass } from '#ui/chip.tsx'
import { Link } from '#web/lib/navigation.tsx'

/** Links, so that each order has an address. */
export function OrderLinks({ order }: { order: FavoriteOrder }) {
  return (
    <nav aria-label="Sort by" className="mt-4">
      <ul className="flex flex-wrap gap-2">
        {(Object.keys(favoriteOrders) as FavoriteOrder[]).map((it) => (
          <li key={it}>
            <Link
              to="/favorites"
              search={it === 'saved' ? {} : { sort: it }}
              keepScroll
              replace
              preload={false}
              aria-current={it === order}
              className={`${chipClass} aria-[current=true]:border-action aria-[current=true]:bg-action-wash aria-[current=true]:text-action`}
            >
              {favoriteOrders[it]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
