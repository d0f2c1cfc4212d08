import type { SuggestionBox } from '../contract.ts'

const storageKeys: Record<SuggestionBox, string> = { keyword: 'recentSearches', place: 'recentPlaces' }
const mostRecent = 5

/** What was searched for lately in each box, in this browser only. Storage can be forbidden, or hold something else. */
export const recentSearches = {
  read(box: SuggestionBox): string[] {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(storageKeys[box]) ?? '[]')
      return Array.isArray(stored) ? stored.filter((it) => typeof it === 'string').slice(0, mostRecent) : []
    } catch {
      return []
    }
  },
  remember(box: SuggestionBox, text: string | undefined): void {
    if (text === undefined) return
    try {
      localStorage.setItem(storageKeys[box], JSON.stringify([...new Set([text, ...this.read(box)])].slice(0, mostRecent)))
    } catch {
      // The search itself works without.
    }
  },
  clear(box: SuggestionBox): void {
    try {
      localStorage.removeItem(storageKeys[box])
    } catch {
      // Nothing was stored.
    }
  },
}
