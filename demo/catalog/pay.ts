import { formatNumber } from '#shared/numbers.ts'
import type { EmploymentType, PayUnit } from '#features/jobs/model.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import { payBands, vaguePay, type Track } from './data.ts'
import type { Rng } from './rng.ts'

/** One end may be missing: 'from' or 'up to'. */
export type Pay = { unit: PayUnit; min: number | null; max: number | null }
/** Figures, text instead, or neither. */
export type PayTerms = { pay: Pay | null; words: string | null }

const silentShare = 0.2
const vagueShare = 0.06
/** Hours of a locum's day. */
const hoursADay = 9

export function drawPay(
  specialty: Specialty,
  track: Track,
  type: EmploymentType,
  rng: Rng,
): PayTerms {
  const said = rng.next()
  if (said < silentShare) return { pay: null, words: null }
  if (said < silentShare + vagueShare) return { pay: null, words: rng.pick(vaguePay) }
  const unit = drawUnit(track, type, rng)
  const share = unit === 'YEAR' && type === 'part-time' ? rng.int(5, 7) / 10 : 1
  return { pay: drawRange(specialty, unit, (track.pay ?? 1) * share, rng), words: null }
}

/** The widest plausible range of such a job in dollars a `unit`, for tests. */
export function payLimits(specialty: Specialty, unit: PayUnit, factor: number): [number, number] {
  const band = payBands[specialty]
  const [low, high] = unit === 'YEAR' ? band.year : band.hour
  const hours = unit === 'DAY' ? hoursADay : 1
  return [low * factor * hours * 0.9, high * factor * hours * 1.1]
}

/** '$310,000', '$172.50' */
export function dollars(amount: number): string {
  const cents = Math.round(amount * 100) % 100
  return `$${formatNumber(Math.floor(amount))}${cents === 0 ? '' : `.${String(cents).padStart(2, '0')}`}`
}

const unitWords: Record<PayUnit, string> = {
  YEAR: 'a year',
  MONTH: 'a month',
  WEEK: 'a week',
  DAY: 'a day',
  HOUR: 'an hour',
}

/** '$290,000 to $340,000 a year', as a sentence may hold it. */
export function payInWords({ unit, min, max }: Pay): string {
  const amount =
    min === null
      ? `up to ${dollars(max ?? 0)}`
      : max === null
        ? `from ${dollars(min)}`
        : min === max
          ? dollars(min)
          : `${dollars(min)} to ${dollars(max)}`
  return `${amount} ${unitWords[unit]}`
}

function drawUnit(track: Track, type: EmploymentType, rng: Rng): PayUnit {
  const hourly =
    type === 'locums' || type === 'per-diem' || (track.shifts ? rng.chance(0.35) : false)
  if (
    !hourly &&
    !((type === 'part-time' || type === 'contract' || type === 'temporary') && rng.chance(0.5))
  )
    return 'YEAR'
  return type === 'locums' && rng.chance(0.35) ? 'DAY' : 'HOUR'
}

function drawRange(specialty: Specialty, unit: PayUnit, factor: number, rng: Rng): Pay {
  const [low, high] = payLimits(specialty, unit, factor)
  const step = unit === 'YEAR' ? (high > 500_000 ? 10_000 : 5_000) : unit === 'DAY' ? 50 : 5
  const floor = (low * 10) / 9
  const ceiling = (high * 10) / 11
  const start = floor + (ceiling - floor) * rng.next() * 0.7
  const min = Math.ceil(start / step) * step
  const max = Math.max(
    min,
    Math.floor((start + (ceiling - start) * (0.25 + rng.next() * 0.75)) / step) * step,
  )
  const form = rng.next()
  if (form < 0.1) return { unit, min, max: null }
  if (form < 0.17) return { unit, min: null, max }
  if (form < 0.32) return { unit, min, max: min }
  return { unit, min, max }
}
