/** The list has no pages. */
export const maxFavorites = 500
/** How long a removed one keeps what was written; the privacy page states it. */
export const removedFavoriteDays = 30
export const maxNote = 1000
export const maxNextStep = 200

/** How far a physician is with a saved job. */
export const favoriteStatuses = ['saved', 'applied', 'interview', 'offer', 'closed'] as const
export type FavoriteStatus = (typeof favoriteStatuses)[number]

export const favoriteStatusLabels: Record<FavoriteStatus, string> = {
  saved: 'Saved',
  applied: 'Applied',
  interview: 'Interview',
  offer: 'Offer',
  closed: 'Closed',
}

/** Toasts of the heart and the favorites page. */
export const favoriteToasts = {
  saved: { title: 'Job saved!', description: 'Added to your favorites list.' },
  notSaved: {
    title: 'Error',
    description: 'Failed to save job. Please try again.',
    tone: 'danger',
  },
  signInFirst: {
    title: 'Please log in',
    description: 'You need to be logged in to save jobs.',
    tone: 'danger',
  },
  removed: { title: 'Job removed', description: 'Removed from your favorites list.' },
  notRemoved: {
    title: 'Error',
    description: 'Failed to remove job. Please try again.',
    tone: 'danger',
  },
} as const
