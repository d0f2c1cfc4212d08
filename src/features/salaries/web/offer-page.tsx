import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { JobSummary } from '#features/jobs/contract.ts'
import { formatDollars, payUnitLabels } from '#features/jobs/display.ts'
import { filters } from '#features/jobs/filters.ts'
import { fewestPostings, unitsPerYear } from '#features/jobs/model.ts'
import { pageHead } from '#features/site/page-head.ts'
import { formatNumber } from '#shared/numbers.ts'
import { offerPath, salariesPath } from '#shared/paths.ts'
import { isStateCode, stateCodes, stateName } from '#shared/us-states.ts'
import { Button } from '#ui/button.tsx'
import { scaleOf } from '#ui/charts/range-bar.tsx'
import { Alert } from '#ui/feedback.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { LabeledSection } from '#ui/layout.tsx'
import { apiQuery } from '#platform/web/api.ts'
import { TextLink, useShownPage, type Head, type PageArgs, type PageLoad, type Search } from '#platform/web/navigation.tsx'
import { specialties } from '#vocabulary/specialties.ts'
import type { WeighedOffer } from '../contract.ts'
import { PayBars } from './comparable-pay.tsx'

type Offer = { specialty: string; pay: string; state?: string; unit?: string; fte?: string; call?: string; signOn?: string }

const fields = ['specialty', 'state', 'pay', 'unit', 'fte', 'call', 'signOn'] as const

/** What the address says; undefined until a specialty and a pay are given. */
function offerIn(search: Search): Offer | undefined {
  const given = Object.fromEntries(fields.flatMap((name) => (search[name]?.trim() ? [[name, plain(name, search[name])]] : [])))
  return given['specialty'] !== undefined && given['pay'] !== undefined ? (given as Offer) : undefined
}

/** People write '$310,000'. */
const plain = (name: string, text: string): string =>
  name === 'pay' || name === 'signOn' ? text.replaceAll(/[$,\s]/g, '').replace(/(?<=\d)k$/i, '000') : text.trim()

const weighedQuery = (offer: Offer) => apiQuery('GET /api/offer', { query: offer as never }, { retry: false })

export const load: PageLoad = async ({ queryClient, search }) => {
  const offer = offerIn(search)
  if (offer) await queryClient.prefetchQuery(weighedQuery(offer))
}

export const head = ({ site, search }: PageArgs): Head =>
  pageHead({
    site,
    title: 'Is My Offer Fair?',
    description:
      'Compare a physician’s job offer with the pay of open postings of its specialty and state. Nothing you type is stored.',
    path: offerPath,
    noindex: offerIn(search) !== undefined,
  })

type Props = { Jobs: ComponentType<{ jobs: readonly JobSummary[] }> }

/** `Jobs` lists open jobs. */
export function OfferPage({ Jobs }: Props): ReactNode {
  const { search } = useShownPage()
  const offer = offerIn(search)
  return (
    <article className="page-column flex flex-col gap-8 pt-10 sm:pt-14">
      <header className="max-w-prose">
        <h1 className="text-2xl font-bold">Is my offer fair?</h1>
        <p className="mt-3 text-base text-muted">
          Compare an offer with what open postings of the specialty pay. Nothing you type is stored: the address of the answer
          holds your figures, to share or to print.
        </p>
      </header>
      <OfferForm search={search} />
      {offer && <Answer offer={offer} Jobs={Jobs} />}
    </article>
  )
}

const answerId = 'answer'

/** A plain form: it works without JavaScript, and its answer, at which the browser arrives, has an address. */
const OfferForm = ({ search }: { search: Search }) => (
  <form
    action={`${offerPath}#${answerId}`}
    method="get"
    className="grid max-w-form grid-cols-2 gap-4 sm:grid-cols-4 print:hidden"
  >
    <SelectField
      label="Specialty"
      name="specialty"
      required
      empty="Choose"
      defaultValue={search['specialty']}
      options={specialties}
      className="col-span-2"
    />
    <SelectField
      label="State"
      name="state"
      empty="Whole country"
      defaultValue={search['state']}
      options={stateCodes.filter((code) => code !== 'OTHER').map((code) => ({ value: code, label: stateName(code) }))}
      className="col-span-2"
    />
    <TextField label="Base pay" name="pay" required inputMode="decimal" placeholder="$310,000" defaultValue={search['pay']} />
    <SelectField label="Paid" name="unit" defaultValue={search['unit'] ?? 'YEAR'} options={payUnitLabels} />
    <TextField label="FTE" name="fte" inputMode="decimal" placeholder="1.0" defaultValue={search['fte']} />
    <SelectField
      label="Call"
      name="call"
      empty="Unknown"
      defaultValue={search['call']}
      options={filters.call.values.map((value) => ({ value, label: filters.call.option?.(value) ?? value }))}
    />
    <TextField
      label="Sign-on bonus"
      name="signOn"
      optional
      inputMode="decimal"
      placeholder="$30,000"
      defaultValue={search['signOn']}
      className="col-span-2"
    />
    <div className="col-span-2 flex items-end">
      <Button label="Compare" type="submit" />
    </div>
  </form>
)

function Answer({ offer, Jobs }: Props & { offer: Offer }) {
  const { data, error } = useQuery(weighedQuery(offer))
  if (error)
    return (
      <Alert tone="danger" title="We could not compare this offer">
        {error.message}
      </Alert>
    )
  if (!data) return null
  return (
    <>
      <LabeledSection
        id={answerId}
        title={data.comparable ? verdict(data.comparable) : 'Too few postings to compare'}
        className="max-w-prose"
      >
        {!data.isPlausible && (
          <p className="mt-2 font-medium">
            {formatDollars(data.annual)} a year is outside of what full-time physicians of this specialty are usually offered:
            check the figure and what it is paid for.
          </p>
        )}
        {data.comparable ? (
          <Comparison offer={offer} annual={data.annual} comparable={data.comparable} />
        ) : (
          <p className="mt-2">
            Fewer than {fewestPostings} open full-time postings of this specialty state their pay in figures now.
          </p>
        )}
        <WhatChangesIt offer={offer} data={data} />
      </LabeledSection>
      {data.better.length > 0 && <Better data={data} Jobs={Jobs} />}
    </>
  )
}

type Comparable = NonNullable<WeighedOffer['comparable']>

function verdict({ below, postings }: Comparable): string {
  if (below === 0) return `No posting of ${formatNumber(postings)} pays less`
  if (below === postings) return `It pays more than all ${formatNumber(postings)} postings`
  return `It pays more than ${Math.round((100 * below) / postings)}% of ${formatNumber(postings)} postings`
}

const areaName = (area: string | null): string =>
  area === null ? 'the United States' : isStateCode(area) ? stateName(area) : `the ${area}`

function Comparison({ offer, annual, comparable }: { offer: Offer; annual: number; comparable: Comparable }) {
  const { specialty, area, median, lowerQuartile, upperQuartile } = comparable
  const scale = scaleOf([comparable.lowest, comparable.highest, Math.min(Math.max(annual, median / 3), median * 3)])
  const isElsewhere = offer.state !== undefined && area !== offer.state
  return (
    <figure aria-label="The offer next to comparable postings" className="mt-4 rounded-md border border-line bg-surface p-4">
      <PayBars scale={scale} spread={['Postings', comparable]} own={['The offer', { from: annual, to: annual }]} />
      <figcaption className="mt-3 text-sm">
        {specialty} in {areaName(area)}, full-time: the median is{' '}
        <strong className="font-semibold text-pay tabular-nums">{formatDollars(median)}</strong> a year, the 25th to 75th
        percentile {formatDollars(lowerQuartile)} to {formatDollars(upperQuartile)}.
        {specialty !== offer.specialty &&
          ` ${offer.specialty} itself has too few postings, so this is the specialty nearest to it.`}
        {specialty === offer.specialty && isElsewhere && ` ${stateName(offer.state as never)} alone has too few postings.`}
      </figcaption>
    </figure>
  )
}

function WhatChangesIt({ offer, data: { annual, hourly, comparable } }: { offer: Offer; data: WeighedOffer }) {
  const signOn = Number(offer.signOn ?? 0)
  const isShare = offer.fte !== undefined && Number(offer.fte) !== 1 && (offer.unit ?? 'YEAR') === 'YEAR'
  return (
    <>
      <h3 className="mt-6 font-semibold">What it comes to</h3>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 marker:text-muted">
        <li>
          {formatDollars(annual)} for a full-time year{isShare && `, from ${offer.fte} FTE`}; {formatDollars(hourly)} an hour, by{' '}
          {formatNumber(unitsPerYear.HOUR)} hours a year.
        </li>
        {comparable && annual < comparable.median && (
          <li>{formatDollars(comparable.median - annual)} more a year would reach the median.</li>
        )}
        {signOn > 0 && (
          <li>
            The sign-on is paid once: over three years it adds {formatDollars(signOn / 3)} a year. It is left out of the
            comparison, as it is for the postings.
          </li>
        )}
        {offer.call !== undefined && (
          <li>
            {comparable?.call
              ? `${formatNumber(comparable.call.postings)} of the postings state call as light as that; their median is ${formatDollars(comparable.call.median)}.`
              : 'Too few of the postings state their call to say what it is worth.'}
          </li>
        )}
      </ul>
    </>
  )
}

const Better = ({ data: { better, comparable }, Jobs }: Props & { data: WeighedOffer }) => (
  <section className="max-w-prose">
    <h2 className="mb-3 text-lg font-semibold">Open jobs that pay more in {areaName(comparable?.area ?? null)}</h2>
    <Jobs jobs={better} />
    <p className="mt-4 print:hidden">
      <TextLink to={salariesPath}>Pay by specialty and state</TextLink>
    </p>
  </section>
)
