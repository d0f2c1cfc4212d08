import { expect, test } from 'vitest'
import type { PostingDetail } from '#features/postings/contract.ts'
import { ageOf } from './components/queue-age.tsx'
import { hintsOf } from './components/queue-row.tsx'

const good = {
  title: 'Cardiologist',
  salaryMin: '400000',
  salaryMax: '',
  compNotes: '',
  applyUrl: 'https://www.example.com/jobs/1',
  description: 'See patients in clinic. '.repeat(20),
} as PostingDetail

test.each([
  [{}, []],
  [{ applyUrl: 'mailto:jobs@example.com' }, []],
  [{ salaryMin: '' }, ['Pay not stated']],
  [{ salaryMin: '', compNotes: 'Competitive' }, []],
  [{ description: 'Join us.' }, ['Very short text (8 characters)']],
  [{ title: 'URGENT CARDIOLOGIST' }, ['Title in capitals']],
  [{ title: 'OB/GYN' }, []],
  [{ applyUrl: '' }, ['No link to apply']],
  [{ applyUrl: 'http://example.com' }, ['Suspicious link: not encrypted']],
  [{ applyUrl: 'https://bit.ly/x' }, ['Suspicious link: it hides where it leads']],
  [{ applyUrl: 'https://203.0.113.9/x' }, ['Suspicious link: an address of numbers']],
  [{ applyUrl: 'https://bank.example@evil.example/' }, ['Suspicious link: a name stands before the host']],
  [{ applyUrl: 'https://exämple.com' }, ['Suspicious link: look-alike letters']],
  [{ applyUrl: 'nonsense' }, ['Suspicious link: not an address']],
])('%j gives the hints %j', (changes, hints) => {
  expect(hintsOf({ ...good, ...changes })).toEqual(hints)
})

test.each([
  [0.5, '30 min of 24 h', false],
  [5.9, '5 h of 24 h', false],
  [24, 'Overdue by 0 min', true],
  [30, 'Overdue by 6 h', true],
  [24 * 4, 'Overdue by 3 days', true],
])('what has waited %d hours reads %j', (hours, text, isOverdue) => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  expect(ageOf(new Date(now - hours * 3_600_000).toISOString(), now)).toEqual({ text, isOverdue })
})
