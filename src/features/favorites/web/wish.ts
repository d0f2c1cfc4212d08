const key = 'jobToSave'

/** Remembers the job that a visitor wanted to save before they could: they have to sign in first. */
export function keepWish(jobId: string): void {
  try {
    sessionStorage.setItem(key, jobId)
  } catch {
    // It then has to be saved by hand.
  }
}

export function takeWish(): string | null {
  try {
    const wish = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return wish
  } catch {
    return null
  }
}
