import { payAnnual } from '#features/jobs/model.ts'
import type { Favorite } from './contract.ts'
import { favoriteStatuses, type FavoriteStatus } from './model.ts'

export const favoriteOrders = {
  saved: 'Last saved',
  next: 'Next date',
  pay: 'Highest pay',
} as const
export type FavoriteOrder = keyof typeof favoriteOrders

export const parseOrder = (text: string | undefined): FavoriteOrder =>
  text !== undefined && Object.hasOwn(favoriteOrders, text) ? (text as FavoriteOrder) : 'saved'

export const parseStatus = (text: string | undefined): FavoriteStatus | undefined =>
  favoriteStatuses.find((status) => status === text)

/**
 * The latest first by default; other orders put closed jobs last, except for dates, which may lie
 * ahead all the same.
 */
export function sortedFavorites(favorites: readonly Favorite[], order: FavoriteOrder): Favorite[] {
  if (order === 'saved') return [...favorites]
  const compare = comparisons[order]
  const closedLast = (one: Favorite, other: Favorite) =>
    order === 'next' ? 0 : Number(one.job === null) - Number(other.job === null)
  return favorites.toSorted((one, other) => closedLast(one, other) || compare(one, other))
}

const comparisons = {
  next: (one: Favorite, other: Favorite) => dateOf(one).localeCompare(dateOf(other)),
  pay: (one: Favorite, other: Favorite) => payOf(other) - payOf(one),
}

/** After all dates if there is none. */
const dateOf = ({ nextOn }: Favorite): string => nextOn ?? '9999'

const payOf = ({ job }: Favorite): number =>
  (job && payAnnual({ min: job.compMin, max: job.compMax, unit: job.compUnit })) ?? 0
