import type { SearchCriteria } from './search-criteria.ts'

const kind = (label: string, heading: string, criteria: SearchCriteria) => ({
  label,
  heading: (specialty: string) => heading.replace('…', specialty),
  criteria,
})

/** What a landing page of a specialty is about, beside its states and places, by the last part of its address. */
export const landingKinds = {
  locums: kind('Locums', 'Locums … Jobs', { jobType: ['locums'] }),
  'part-time': kind('Part-time', 'Part-Time … Jobs', { jobType: ['part-time'] }),
  telehealth: kind('Telehealth', 'Telehealth … Jobs', { telehealth: true }),
  'new-graduates': kind('For new graduates', '… Jobs for New Graduates', { newGraduates: true }),
  'j-1-waiver': kind('J-1 waiver', '… Jobs with a J-1 Waiver', { visa: ['J1'] }),
  'h-1b': kind('H-1B sponsorship', '… Jobs with H-1B Sponsorship', { visa: ['H1B'] }),
  'this-week': kind('Posted this week', '… Jobs Posted This Week', { postedWithin: 7 }),
}

export type LandingKind = keyof typeof landingKinds

export const isLandingKind = (text: string): text is LandingKind => Object.hasOwn(landingKinds, text)

/** The kind that these filters are, beside a specialty. */
export const kindOf = (filters: SearchCriteria): LandingKind | undefined =>
  (Object.keys(landingKinds) as LandingKind[]).find(
    (kind) => JSON.stringify(landingKinds[kind].criteria) === JSON.stringify(filters),
  )
