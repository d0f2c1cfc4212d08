import type { Facets } from '#features/jobs/contract-counts.ts'
import { shownPay } from '#features/jobs/filters.ts'
import { payStep } from '#features/jobs/model.ts'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { useChange } from '#platform/web/browser.ts'
import { useHydrated } from '#platform/web/navigation.tsx'
import { formatNumber } from '#shared/numbers.ts'
import { TextInput } from '#ui/field.tsx'
import { useState } from 'react'
import { ResultsLink, useResults } from './results-context.tsx'

/** Two fields, and with JavaScript sliders over the bars, too. */
export function PayFilter({ pay }: { pay: Facets['pay'] }) {
  const isHydrated = useHydrated()
  const { criteria, address } = useResults()
  const { hourly, minPay, maxPay } = criteria
  const [moved, setMoved] = useState<PayRange>()
  useChange(`${minPay} ${maxPay}`, () => setMoved(undefined))
  const range = moved ?? [minPay ?? 0, maxPay ?? Infinity]
  const last = pay.findLastIndex((bar) => bar.count > 0) + 1
  const field = (name: 'minPay' | 'maxPay', label: string) => (
    <TextInput
      name={address.fieldName(name)}
      aria-label={`Pay at ${label}`}
      placeholder={`At ${label}`}
      defaultValue={criteria[name] && shownPay(criteria[name], hourly)}
      inputMode="numeric"
      maxLength={12}
      autoComplete="off"
    />
  )
  return (
    <fieldset className="border-t border-line pt-2 pb-1">
      <legend className="sr-only">Pay</legend>
      <div className="flex items-center gap-3 text-xs">
        <span aria-hidden className="mr-auto font-semibold">
          Pay
        </span>
        {[false, true].map((isHourly) => (
          <ResultsLink
            key={String(isHourly)}
            criteria={withUnit(criteria, isHourly)}
            {...(isHourly === Boolean(hourly) && { 'aria-current': 'true' as const })}
            className="inline-flex min-h-8 items-center text-muted aria-[current=true]:font-semibold aria-[current=true]:no-underline pointer-coarse:min-h-11"
          >
            {isHourly ? 'an hour' : 'a year'}
          </ResultsLink>
        ))}
      </div>
      <div className="mb-2 h-15 noscript:hidden">
        <svg
          aria-hidden
          viewBox={`0 0 ${last + 1} 1`}
          preserveAspectRatio="none"
          className="h-12 w-full border-b-2 border-edge"
        >
          <path d={barsOf(pay, [0, Infinity])} className="fill-line" />
          <path d={barsOf(pay, range)} className="fill-pay" />
        </svg>
        {isHydrated && last > 0 && (
          <PaySlider pay={pay.slice(0, last)} range={range} hourly={hourly} onMove={setMoved} />
        )}
      </div>
      <div className="flex items-center gap-2">
        {field('minPay', 'least')}–{field('maxPay', 'most')}
      </div>
    </fieldset>
  )
}

/**
 * The path of the bars within a range: each bar is one unit wide, and the highest is one unit high.
 */
function barsOf(pay: Facets['pay'], [from, to]: PayRange) {
  const most = Math.max(1, ...pay.map((bar) => bar.count))
  return pay
    .map((bar, index) =>
      bar.from >= from && bar.from < to ? `M${index + 1.05} 1v${-bar.count / most}h.9V1` : '',
    )
    .join('')
}

const withUnit = (
  { page: _page, hourly: _hourly, ...criteria }: SearchCriteria,
  hourly: boolean,
): SearchCriteria => (hourly ? { ...criteria, hourly } : criteria)

/** In US dollars a year; 0 and infinity set no bound. */
type PayRange = readonly [from: number, to: number]

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
function PaySlider({ pay, range, hourly = false, onMove }: Props) {
  const top = (pay.length + 1) * payStep
  const unit = hourly ? 'an hour' : 'a year'
  const text = (value: number) => `$${formatNumber(shownPay(value, hourly))}`
  const [from, to] = range

  function move(form: HTMLFormElement | null, [least, most]: PayRange) {
    const next: PayRange = [least, most >= top ? Infinity : most]
    onMove(next)
    for (const [index, name] of (['minPay', 'maxPay'] as const).entries()) {
      const field = form?.elements.namedItem(name)
      const value = next[index] ?? 0
      if (field instanceof HTMLInputElement)
        field.value = value > 0 && value < top ? String(shownPay(value, hourly)) : ''
    }
  }

  const slider = { min: 0, max: top, step: payStep, className: 'pay-range' }
  return (
    <div className="relative -mt-3 h-6">
      <input
        {...slider}
        type="range"
        aria-label="Lowest pay"
        aria-valuetext={from > 0 ? `${text(from)} ${unit}` : 'No minimum'}
        value={from}
        onChange={({ currentTarget: { form, valueAsNumber } }) =>
          move(form, [Math.min(valueAsNumber, to - payStep), to])
        }
      />
      <input
        {...slider}
        type="range"
        aria-label="Highest pay"
        aria-valuetext={to < top ? `${text(to)} ${unit}` : 'No maximum'}
        value={Math.min(to, top)}
        onChange={({ currentTarget: { form, valueAsNumber } }) =>
          move(form, [from, Math.max(valueAsNumber, from + payStep)])
        }
      />
    </div>
  )
}
