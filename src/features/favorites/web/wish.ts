const key = 'jobToSave'

/** Remembers the job that a visitor wanted to save before signing in. */
export function storeWish(jobId: string): void {
  try {
    sessionStorage.setItem(key, jobId)
  } catch {
    // It must then be saved by hand.
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
