import { expect, test } from 'vitest'
import { formOfDraft } from '#features/postings/posting-form.ts'
import { isConflict, isUndecided, knownOf, staleFields, withUndecided } from './components/stale-notice.tsx'

const before = formOfDraft({ title: 'Cardiologist', location: 'Austin, TX', setting: ['Clinic'] })
const form = (changes: Record<string, string | string[]>) => ({ ...before, ...changes })

test('only a field that both changed to different values is a conflict', () => {
  const now = form({ title: 'Theirs', location: 'Dallas, TX', setting: ['Clinic', 'Research'] })
  const yours = form({ title: 'Mine', setting: ['Clinic', 'Research'], salaryMin: '300,000' })
  const stale = staleFields(before, now, yours)
  expect(stale.map(({ field }) => field)).toEqual(['title', 'location', 'setting'])
  expect(stale.filter(isConflict)).toMatchObject([{ field: 'title', before: 'Cardiologist', now: 'Theirs', yours: 'Mine' }])
})

test('an undecided field stays undecided after another save, and after a reload', () => {
  const first = staleFields(before, form({ title: 'Theirs' }), form({ title: 'Mine' }))
  const now = form({ title: 'Theirs', location: 'Dallas, TX' })
  const both = withUndecided(staleFields(form({ title: 'Theirs' }), now, form({ title: 'Mine' })), first)
  expect(both.map(({ field }) => field)).toEqual(['title', 'location'])
  expect(both.filter(isUndecided).map(({ field }) => field)).toEqual(['title'])
  expect(knownOf(now, both)).toEqual(form({ title: 'Cardiologist', location: 'Dallas, TX' }))

  const decided = both.map((it) => ({ ...it, choice: 'mine' as const }))
  expect(knownOf(now, decided)).toEqual(now)
  expect(withUndecided([], decided)).toEqual([])
})
