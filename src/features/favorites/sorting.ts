import { payAnnual } from '#features/jobs/model.ts'
import type { Favorite } from './contract.ts'

export const favoriteOrders = { saved: 'Last saved', pay: 'Highest pay', title: 'Title', posted: 'Newest posting' } as const
export type FavoriteOrder = keyof typeof favoriteOrders

export const parseOrder = (text: string | undefined): FavoriteOrder =>
  text !== undefined && Object.hasOwn(favoriteOrders, text) ? (text as FavoriteOrder) : 'saved'

/** The latest first by default; other orders put closed jobs last. */
export function sortedFavorites(favorites: readonly Favorite[], order: FavoriteOrder): Favorite[] {
  if (order === 'saved') return [...favorites]
  const compare = comparisons[order]
  return favorites.toSorted((one, other) => Number(one.job === null) - Number(other.job === null) || compare(one, other))
}

const comparisons = {
  pay: (one: Favorite, other: Favorite) => payOf(other) - payOf(one),
  title: (one: Favorite, other: Favorite) => titleOf(one).localeCompare(titleOf(other)),
  posted: (one: Favorite, other: Favorite) => (other.job?.postedAt ?? '').localeCompare(one.job?.postedAt ?? ''),
}

const payOf = ({ job }: Favorite): number => (job && payAnnual({ min: job.compMin, max: job.compMax, unit: job.compUnit })) ?? 0

const titleOf = ({ job, saved }: Favorite): string => job?.title ?? saved.title
