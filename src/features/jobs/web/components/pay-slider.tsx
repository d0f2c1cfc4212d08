import type { Facets } from '#features/jobs/contract.ts'
import { shortDollars } from '#features/jobs/display.ts'
import { shownPay } from '#features/jobs/filters.ts'
import { payStep } from '#features/jobs/model.ts'
import { formatNumber } from '#shared/numbers.ts'

/** In US dollars a year; 0 and infinity set no bound. */
export type PayRange = readonly [from: number, to: number]

type Props = {
  /** The bars above. */
  pay: Facets['pay']
  range: PayRange
  hourly: boolean | undefined
  onMove: (range: PayRange) => void
}

/**
 * Two sliders under the bars of pay. They write into the form's two fields, which hold what is
 * asked for.
 */
export function PaySlider({ pay, range, hourly = false, onMove }: Props) {
  const top = (pay.length + 1) * payStep
  const unit = hourly ? 'an hour' : 'a year'
  const text = (value: number): string => `$${formatNumber(shownPay(value, hourly))}`
  const short = (value: number): string => (hourly ? text(value) : shortDollars(value))
  const [from, to] = range
  const busiest = pay.reduce((one, other) => (other.count > one.count ? other : one))

  function move(form: HTMLFormElement | null, [from, to]: PayRange) {
    const next: PayRange = [from, to >= top ? Infinity : to]
    onMove(next)
    for (const [index, name] of (['minPay', 'maxPay'] as const).entries()) {
      const field = form?.elements.namedItem(name)
      const value = next[index] ?? 0
      if (field instanceof HTMLInputElement)
        field.value = value > 0 && value < top ? String(shownPay(value, hourly)) : ''
    }
  }

  return (
    <>
      <div className="relative -mt-3 h-6">
        <input
          type="range"
          aria-label="Lowest pay"
          aria-valuetext={from > 0 ? `${text(from)} ${unit}` : 'No minimum'}
          {...{ min: 0, max: top, step: payStep }}
          value={from}
          className="pay-range"
          onChange={({ currentTarget: { form, valueAsNumber } }) =>
            move(form, [Math.min(valueAsNumber, to - payStep), to])
          }
        />
        <input
          type="range"
          aria-label="Highest pay"
          aria-valuetext={to < top ? `${text(to)} ${unit}` : 'No maximum'}
          {...{ min: 0, max: top, step: payStep }}
          value={Math.min(to, top)}
          className="pay-range"
          onChange={({ currentTarget: { form, valueAsNumber } }) =>
            move(form, [from, Math.max(valueAsNumber, from + payStep)])
          }
        />
      </div>
      <p className="text-xs text-muted">
        Most pay {short(busiest.from)}–{short(busiest.from + payStep)} {unit}.
      </p>
    </>
  )
}
