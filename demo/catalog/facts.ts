import type { Benefit, EmploymentType, PayrollType, VisaSupport } from '#features/jobs/model.ts'
import { benefits as allBenefits } from '#features/jobs/model.ts'
import { offers, type Track } from './data.ts'
import type { Employer } from './employers.ts'
import { fill } from './grammar.ts'
import type { Place } from './places.ts'
import { weighted, type Rng } from './rng.ts'

/** Facts of a posting, from which its text is also written. */
export type Facts = ReturnType<typeof drawFacts>

export function drawFacts(track: Track, employer: Employer, place: Place, now: Date, rng: Rng) {
  const type = drawType.at(rng.next())
  const temporary =
    type === 'locums' || type === 'per-diem' || type === 'temporary' || type === 'contract'
  const underserved = rng.chance(
    place.size === 'rural' ? 0.6 : employer.type === 'Clinic' ? 0.5 : 0.04,
  )
  const visa = temporary || track.telehealth ? null : drawVisa(underserved, rng)
  const hard = underserved || place.size === 'rural'
  const signingBonus =
    !temporary && rng.chance(hard ? 0.6 : 0.3) ? rng.int(2, hard ? 20 : 10) * 5000 : null
  return {
    type,
    payroll: drawPayroll(type, employer, rng),
    duration: temporary && type !== 'per-diem' ? `${rng.pick([8, 12, 13, 16, 26])} weeks` : null,
    visa,
    benefits: temporary
      ? rng.sample(temporaryBenefits, rng.int(1, 3))
      : drawBenefits(signingBonus !== null, track, rng),
    /** US dollars. */
    signingBonus,
    loanRepayment: !temporary && rng.chance(hard || employer.type === 'Clinic' ? 0.55 : 0.12),
    namesEhr: rng.chance(0.6),
    fellowshipRequired: track.fellowship !== undefined,
    licenseRequired: rng.chance(0.8),
    certificationRequired: rng.chance(0.2),
    underserved,
    newGraduates: !temporary && rng.chance(0.38),
    telehealth: track.telehealth === true,
    startDate: rng.chance(0.7)
      ? fill(rng.pick(offers.startDates), { year: String(now.getUTCFullYear() + 1) }, rng)
      : null,
    hireWindow: rng.chance(0.4) ? rng.pick(offers.hireWindows) : null,
  }
}

const drawPayroll = (type: EmploymentType, employer: Employer, rng: Rng): PayrollType =>
  type === 'locums' ||
  type === 'contract' ||
  (employer.type === 'Private Practice' && rng.chance(0.15))
    ? '1099'
    : 'W2'

const drawType = weighted<EmploymentType>([
  ['full-time', 68],
  ['locums', 12],
  ['part-time', 7],
  ['permanent', 5],
  ['per-diem', 4],
  ['contract', 3],
  ['temporary', 1],
])

function drawVisa(underserved: boolean, rng: Rng): VisaSupport | null {
  const draw = rng.next()
  if (draw < (underserved ? 0.34 : 0.12)) return 'J1'
  if (draw < (underserved ? 0.5 : 0.28)) return 'H1B'
  if (draw < 0.62) return null
  if (draw < 0.64) return 'Other'
  return draw < 0.76 ? 'None' : null
}

function drawBenefits(signing: boolean, track: Track, rng: Rng): Benefit[] {
  const offered = new Set<Benefit>(rng.sample(commonBenefits, rng.int(4, 8)))
  if (signing) offered.add('Signing Bonus')
  if (track.telehealth) offered.delete('Relocation Assistance')
  return allBenefits.filter((benefit) => offered.has(benefit))
}

const temporaryBenefits: readonly Benefit[] = [
  'Malpractice Insurance',
  'Flexible Schedule',
  '401k/Retirement',
  'CME Allowance',
]
const commonBenefits = allBenefits.filter((benefit) => benefit !== 'Signing Bonus')
