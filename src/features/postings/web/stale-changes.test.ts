import { expect, test } from 'vitest'
import { formOfDraft, mergedForm } from '#features/postings/posting-form.ts'

const before = formOfDraft({ title: 'Cardiologist', location: 'Austin, TX', setting: ['Clinic'] })
const form = (changes: Record<string, string | string[]>) => ({ ...before, ...changes })

test('what only others changed is taken, and what was typed stays', () => {
  const now = form({ title: 'Theirs', location: 'Dallas, TX', setting: ['Clinic', 'Research'] })
  const merged = mergedForm(before, now, form({ title: 'Mine', salaryMin: '300,000' }))
  expect(merged.changed).toEqual(['title', 'location', 'setting'])
  expect(merged.form).toEqual({ ...now, title: 'Mine', salaryMin: '300,000' })
})
