import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { fieldNames, fieldOf, type FieldName } from '#features/jobs/fields.ts'
import { dateText, formatDollars, shortDollars } from '#features/jobs/display.ts'
import { readTexts, termsOfTexts } from '#features/postings/job-of-form.ts'
import { amountOf } from '#features/postings/typed-values.ts'
import { site } from '#features/site/config.ts'
import { formatNumber } from '#shared/numbers.ts'
import { isStateCode, parseCityState, stateName, type StateCode } from '#shared/us-states.ts'
import { Alert } from '#ui/feedback.tsx'
import { Axis, RangeBar, scaleOf } from '#ui/charts/range-bar.tsx'
import { useShownPage } from '#platform/web/navigation.tsx'
import { comparablePayQuery } from '../queries.ts'
import { termText, visaTermLabels, visaTerms } from '#features/jobs/terms.ts'
import type { Terms } from '#features/jobs/terms-schema.ts'
import type { AnyForm } from '#platform/web/form/use-api-form.ts'

/** Help for the pay fields: the state's law, and comparable pay. */
export function PayHelp({ form }: { form: AnyForm }) {
  const { now } = useShownPage()
  const values: { readonly [Name in FieldName]?: string } = useWatch({ control: form.hook.control })
  const text = (name: FieldName) => values[name]?.trim() ?? ''
  const state = text('state') || (parseCityState(text('location'))?.state ?? '')
  const [min, max] = [text('compMin') || text('salaryMin'), text('compMax') || text('salaryMax')]
  const hint = isStateCode(state) ? payTransparencyHint(state, new Date(now)) : undefined
  return (
    <>
      {hint !== undefined && `${min}${max}${text('compensation')}` === '' && <Alert>{hint}</Alert>}
      <ComparablePayNote specialty={text('specialty')} state={state} min={min} max={max} />
    </>
  )
}

type PayProps = { specialty: string; state: string; min: string; max: string }

/** Comparable pay, and where the typed pay lies in it; empty without enough postings. */
function ComparablePayNote({ specialty, state, min, max }: PayProps) {
  const { data } = useQuery({
    ...comparablePayQuery(specialty, state),
    enabled: specialty !== '' && isStateCode(state),
  })
  const statistics = data?.comparable
  if (!statistics) return null
  const range = ownRange(amountOf(min), amountOf(max))
  const scale = scaleOf([
    statistics.lowest,
    statistics.highest,
    ...(range ? [range.from, range.to] : []),
  ])
  return (
    <figure
      aria-label="Pay of comparable postings"
      className="rounded-md border border-line bg-surface p-4"
    >
      <figcaption className="text-xs text-muted">
        Median of {formatNumber(statistics.postings)} comparable postings on {site.name} (
        {statistics.specialty}, full-time,{' '}
        {statistics.state ? stateName(statistics.state) : 'United States'}):{' '}
        <strong className="font-semibold text-pay tabular-nums">
          {formatDollars(statistics.median)}
        </strong>{' '}
        a year. Half of them pay between {formatDollars(statistics.lowerQuartile)} and{' '}
        {formatDollars(statistics.upperQuartile)}.
        {range && ` Yours ${placeAmong(range, statistics.median)}.`}
      </figcaption>
      <div className="mx-3 mt-3">
        <RangeBar scale={scale} spread={statistics} range={range} />
        <Axis scale={scale} format={shortDollars} />
      </div>
    </figure>
  )
}

/** Smaller figures are pay by the hour, day or month. */
const minYearly = 40_000

function ownRange(min: number | undefined, max: number | undefined) {
  const from = min ?? max
  const to = max ?? min
  if (from === undefined || to === undefined || !(from >= minYearly && to >= from)) return undefined
  return { from, to }
}

const placeAmong = ({ from, to }: { from: number; to: number }, median: number): string =>
  from > median
    ? 'is above the median'
    : to < median
      ? 'is below the median'
      : 'includes the median'

/**
 * States whose law requires a pay range in job postings, since when, and from how many employees. A
 * hint for writers, not legal advice. Checked on 2026-11-21 against the named summaries. Omitted:
 * Connecticut, Nevada and Rhode Island, where employers name the range to applicants but not in the
 * posting; and cities with their own rules, such as Cincinnati, Cleveland and Toledo.
 */
const payTransparencyLaws: Partial<Record<StateCode, { since: string; employees: number }>> = {
  // gapsquare.com 'U.S. Pay Transparency Laws by State and Locality'; kamsa.co 2022-11-08
  CO: { since: '2021-01-01', employees: 1 },
  CA: { since: '2023-01-01', employees: 15 },
  // jjkellercompliancenetwork.com 'Hiring in some places means being transparent about pay'
  WA: { since: '2023-01-01', employees: 15 },
  // gapsquare.com; in New York City and some counties earlier
  NY: { since: '2023-09-17', employees: 4 },
  // Act 203: esandalaw.com 2023-08-01
  HI: { since: '2024-01-01', employees: 50 },
  // Wage Transparency Omnibus Amendment Act of 2023: paulhastings.com 2024-01-31
  DC: { since: '2024-06-30', employees: 1 },
  // manatt.com 'More States Enact Pay Transparency Laws'; ebglaw.com
  MD: { since: '2024-10-01', employees: 1 },
  // ogletree.com 'Pay Transparency Reminder: 5 States' Laws Take Effect in 2025'
  IL: { since: '2025-01-01', employees: 15 },
  // manatt.com, as above, for Minnesota and Vermont
  MN: { since: '2025-01-01', employees: 30 },
  VT: { since: '2025-07-01', employees: 5 },
  // payequityadvisor.com
  NJ: { since: '2025-06-01', employees: 10 },
  // natlawreview.com 'On Trend: New Pay Equity Laws' (the date was moved from July);
  // parkerscheer.com
  MA: { since: '2025-10-29', employees: 25 },
  // Va. Code § 40.1-28.7:12 (SB 215, HB 636): hirschlerlaw.com 2026-06-30; virginiabusiness.com
  VA: { since: '2026-07-01', employees: 1 },
  // LD 54 (H.P. 18), 90 days after the session: brightmine.com; complianceposter.com 2026-05-11
  ME: { since: '2026-07-13', employees: 10 },
  // HB 105: morganlewis.com 2025-10-07; managease.com
  DE: { since: '2027-09-26', employees: 26 },
}

/** The hint for a posting without pay in this state; undefined where no law applies. */
export function payTransparencyHint(state: StateCode, today: Date): string | undefined {
  const law = payTransparencyLaws[state]
  if (!law) return undefined
  const who =
    law.employees === 1 ? 'Employers' : `Employers with ${law.employees} or more employees`
  const what = `state a pay range in job postings for ${stateName(state)}`
  return today < new Date(law.since)
    ? `${who} will have to ${what} (from ${dateText(law.since)} on).`
    : `${who} must ${what} (since ${dateText(law.since)}).`
}

/** What the texts of the form say of its terms, to be corrected in the fields of the terms. */
export function useReadTerms({ hook }: AnyForm) {
  const typed = useDeferredValue(useWatch({ control: hook.control, name: readTexts }))
  return useMemo(() => {
    const terms = termsOfTexts(
      Object.fromEntries(typed.map((text, index) => [readTexts[index], text])),
    )
    const words = Object.fromEntries(
      fieldNames.flatMap((name) => {
        const read = readOf(name, terms)
        return read === undefined ? [] : [[name, { hint: `From your text: ${read}` }]]
      }),
    )
    const count = Object.keys(words).length
    const note =
      count === 0
        ? 'Physicians ask for these first. We read them from your description where it states them.'
        : `We read ${count === 1 ? 'one of these' : `${count} of these`} from your description. Correct what is wrong, or write “not stated”.`
    return { words, note }
  }, [typed])
}

function readOf(name: FieldName, terms: Terms): string | undefined {
  const { term } = fieldOf(name)
  if (term === undefined) return undefined
  if (term !== 'visas') return terms[term] && termText(term, terms[term])
  const visas = visaTerms
    .filter((visaTerm) => terms[visaTerm])
    .map((visaTerm) => `${visaTermLabels[visaTerm]}${terms[visaTerm]?.is === 'no' ? ': no' : ''}`)
  return visas.length === 0 ? undefined : visas.join(', ')
}
