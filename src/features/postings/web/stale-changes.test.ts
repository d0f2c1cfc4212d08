import { expect, test } from 'vitest'
import { formOfDraft } from '#features/postings/posting-form.ts'
import { isConflict, staleFields } from './components/stale-notice.tsx'

const before = formOfDraft({ title: 'Cardiologist', location: 'Austin, TX', setting: ['Clinic'] })
const form = (changes: Record<string, string | string[]>) => ({ ...before, ...changes })

test('only a field that both changed to different values is a conflict', () => {
  const now = form({ title: 'Theirs', location: 'Dallas, TX', setting: ['Clinic', 'Research'] })
  const yours = form({ title: 'Mine', setting: ['Clinic', 'Research'], salaryMin: '300,000' })
  const stale = staleFields(before, now, yours)
  expect(stale.map(({ field }) => field)).toEqual(['title', 'location', 'setting'])
  expect(stale.filter(isConflict)).toMatchObject([{ field: 'title', now: 'Theirs', yours: 'Mine' }])
})
