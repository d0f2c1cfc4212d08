/** The list has no pages. */
export const mostFavorites = 500
export const maxNote = 1000

/** Toasts of the heart and the favorites page. */
export const favoriteToasts = {
  saved: { title: 'Job saved!', description: 'Added to your favorites list.' },
  notSaved: { title: 'Error', description: 'Failed to save job. Please try again.', tone: 'danger' },
  signInFirst: { title: 'Please log in', description: 'You need to be logged in to save jobs.', tone: 'danger' },
  removed: { title: 'Job removed', description: 'Removed from your favorites list.' },
  notRemoved: { title: 'Error', description: 'Failed to remove job. Please try again.', tone: 'danger' },
} as const
