import type { SearchCriteria } from './search-criteria.ts'

/** What a landing page of a specialty is about, beside its states and places, by the last part of its address. */
export const landingKinds = {
  locums: { label: 'Locums', heading: (specialty) => `Locums ${specialty} Jobs`, criteria: { jobType: ['locums'] } },
  'part-time': {
    label: 'Part-time',
    heading: (specialty) => `Part-Time ${specialty} Jobs`,
    criteria: { jobType: ['part-time'] },
  },
  telehealth: { label: 'Telehealth', heading: (specialty) => `Telehealth ${specialty} Jobs`, criteria: { telehealth: true } },
  'new-graduates': {
    label: 'For new graduates',
    heading: (specialty) => `${specialty} Jobs for New Graduates`,
    criteria: { newGraduates: true },
  },
  'j-1-waiver': {
    label: 'J-1 waiver',
    heading: (specialty) => `${specialty} Jobs with a J-1 Waiver`,
    criteria: { visa: ['J1'] },
  },
  'h-1b': {
    label: 'H-1B sponsorship',
    heading: (specialty) => `${specialty} Jobs with H-1B Sponsorship`,
    criteria: { visa: ['H1B'] },
  },
  'this-week': {
    label: 'Posted this week',
    heading: (specialty) => `${specialty} Jobs Posted This Week`,
    criteria: { postedWithin: 7 },
  },
} as const satisfies Record<string, { label: string; heading: (specialty: string) => string; criteria: SearchCriteria }>

export type LandingKind = keyof typeof landingKinds

export const isLandingKind = (text: string): text is LandingKind => Object.hasOwn(landingKinds, text)

/** The kind that these filters are, beside a specialty. */
export const kindOf = (filters: SearchCriteria): LandingKind | undefined =>
  (Object.keys(landingKinds) as LandingKind[]).find(
    (kind) => JSON.stringify(landingKinds[kind].criteria) === JSON.stringify(filters),
  )
