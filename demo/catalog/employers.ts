import type { EhrSystem, OrganizationType } from '#features/jobs/model.ts'
import { names, stateCodes, states, type DemoState } from './data.ts'
import { drawPlace, placesAround, type Place } from './places.ts'
import { Rng, weighted } from './rng.ts'

export type Employer = {
  name: string
  /** The name without the type of organization. */
  short: string
  host: string
  type: OrganizationType
  /** The home first, then the branches in the same state. */
  sites: Place[]
  ehr: EhrSystem
  beds: number
  physicians: number
  founded: number
  /** Verified by an administrator. */
  verified: boolean
}

export type Agency = { name: string; short: string; host: string }

export type Employers = ReturnType<typeof foundEmployers>

/**
 * Makes the organizations of a data set: about one for six jobs, with a few of each type in every
 * state.
 */
export function foundEmployers(seed: number, jobs: number) {
  const rng = new Rng(seed, -2)
  const issued = new Names(rng)
  const perMillion = Math.min(60, Math.max(1, jobs / 6 / 330))
  const byState = new Map<DemoState, Map<OrganizationType, Employer[]>>()
  for (const state of stateCodes) {
    const byType = new Map<OrganizationType, Employer[]>()
    for (const [type, share] of shares) {
      const count = Math.max(1, Math.round(states[state].population * perMillion * share))
      const made = Array.from({ length: count }, () => found(state, type, issued, rng))
      byType.set(type, made)
    }
    byState.set(state, byType)
  }
  return {
    at(state: DemoState, types: readonly OrganizationType[], rng: Rng): Employer {
      let type = rng.pick(types)
      // Many profiles name teaching hospitals, but there are few.
      if (type === 'Academic' && rng.chance(0.6)) type = rng.pick(types)
      const offered = byState.get(state)?.get(type) ?? []
      // Squared, so that each state has a few large employers and many small ones.
      return offered[Math.floor(rng.next() ** 2 * offered.length)] as Employer
    },
    searchFirms: agencies(names.searchFirmForms, issued, rng, 14),
    locumsFirms: agencies(names.locumsFirmForms, issued, rng, 12),
  }
}

const shares: readonly (readonly [OrganizationType, number])[] = [
  ['Health System', 0.3],
  ['Hospital', 0.25],
  ['Private Practice', 0.2],
  ['Clinic', 0.15],
  ['Academic', 0.06],
  ['Other', 0.04],
]

const foundingYears: Record<OrganizationType, readonly [number, number]> = {
  Hospital: [1892, 1978],
  'Health System': [1902, 1998],
  Clinic: [1968, 2009],
  'Private Practice': [1958, 2012],
  Academic: [1885, 1974],
  Other: [2014, 2022],
}

const drawEhr = weighted<EhrSystem>([
  ['Epic', 45],
  ['Cerner', 18],
  ['athenahealth', 10],
  ['eClinicalWorks', 8],
  ['Meditech', 8],
  ['NextGen', 5],
  ['Allscripts', 3],
  ['CPSI', 3],
])

function found(state: DemoState, type: OrganizationType, issued: Names, rng: Rng): Employer {
  const home = drawHome(state, type, rng)
  const branches = rng.sample(
    placesAround(home, type === 'Health System' ? 70 : 35).slice(0, 8),
    rng.int(0, 3),
  )
  const { name, short, host } = issued.next(names.nameForms[type])
  return {
    name,
    short,
    host,
    type,
    sites: [home, ...branches],
    ehr: drawEhr.at(rng.next()),
    beds:
      home.size === 'rural'
        ? rng.int(2, 9) * 10 + 5
        : home.size === 'city'
          ? rng.int(22, 68) * 10
          : rng.int(9, 32) * 10,
    physicians: home.size === 'rural' ? rng.int(2, 6) * 10 : rng.int(4, 42) * 10,
    founded: rng.int(...foundingYears[type]),
    verified: rng.chance(0.35),
  }
}

/** A university needs a city: the largest of a few draws. */
function drawHome(state: DemoState, type: OrganizationType, rng: Rng): Place {
  const draws = Array.from({ length: type === 'Academic' ? 6 : 1 }, () => drawPlace(state, rng))
  return draws.reduce((largest, place) =>
    place.zips.length > largest.zips.length ? place : largest,
  )
}

function agencies(forms: readonly string[], issued: Names, rng: Rng, count: number): Agency[] {
  return Array.from({ length: count }, () => issued.next([rng.pick(forms)]))
}

/** Hands out each name once, and none that contains the name of a real organization. */
class Names {
  #rng: Rng
  #used = new Set<string>()

  constructor(rng: Rng) {
    this.#rng = rng
  }

  next(forms: readonly string[]): Agency {
    for (;;) {
      const place = this.#rng.pick(names.stems) + this.#rng.pick(names.endings)
      const name = this.#rng.pick(forms).replace('{name}', place)
      if (this.#used.has(name) || names.realOrganizations.some((real) => name.includes(real)))
        continue
      this.#used.add(name)
      return {
        name,
        short: place,
        host: `${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example.org`,
      }
    }
  }
}
