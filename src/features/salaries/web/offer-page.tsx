import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { JobSummary } from '#features/jobs/contract.ts'
import { formatDollars, payUnitLabels } from '#features/jobs/display.ts'
import { filters } from '#features/jobs/filters.ts'
import { fewestPostings, fullWeek, unitsPerYear } from '#features/jobs/model.ts'
import { pageHead } from '#features/site/page-head.ts'
import { formatNumber } from '#shared/numbers.ts'
import { offerPath, salariesPath } from '#shared/paths.ts'
import { isStateCode, stateCodes, stateName } from '#shared/us-states.ts'
import { Button } from '#ui/button.tsx'
import { scaleOf } from '#ui/charts/range-bar.tsx'
import { Alert } from '#ui/feedback.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { LabeledSection } from '#ui/layout.tsx'
import { apiQuery, type ApiError } from '#platform/web/api.ts'
import {
  TextLink,
  useShownPage,
  type Head,
  type PageArgs,
  type PageLoad,
  type Search,
} from '#platform/web/navigation.tsx'
import { specialties } from '#vocabulary/specialties.ts'
import type { WeighedOffer } from '../contract.ts'
import { PayBars } from './comparable-pay.tsx'
import type { InputOf } from '#shared/contract.ts'

const fields = ['specialty', 'state', 'pay', 'unit', 'hours', 'fte', 'call', 'signOn'] as const

type Field = (typeof fields)[number]
type Offer = { specialty: string; pay: string } & { [Name in Field]?: string }

/** What the address says; undefined until a specialty and a pay are given. */
function offerIn(search: Search) {
  const given = Object.fromEntries(
    fields.flatMap((name) => (search[name]?.trim() ? [[name, plain(name, search[name])]] : [])),
  )
  return given['specialty'] !== undefined && given['pay'] !== undefined
    ? (given as Offer)
    : undefined
}

/** People write '$310,000'. */
const plain = (name: Field, text = '') =>
  name === 'pay' || name === 'signOn'
    ? text.replaceAll(/[$,\s]/g, '').replace(/(?<=\d)k$/i, '000')
    : text.trim()

/** A refusal stays: it is rendered on the server, too. */
const weighedQuery = (offer: Offer) =>
  apiQuery(
    'GET /api/offer',
    { query: offer as InputOf<'GET /api/offer'>['query'] },
    { retry: false, retryOnMount: false },
  )

export const load: PageLoad = async ({ queryClient, search }) => {
  const offer = offerIn(search)
  if (offer) await queryClient.prefetchQuery(weighedQuery(offer))
}

export const head = ({ site, search }: PageArgs): Head =>
  pageHead({
    site,
    title: 'Is My Offer Fair?',
    description:
      'Compare a physician’s job offer with the pay of open postings of its specialty and state. ' +
      'Nothing you type is stored.',
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
          Compare an offer with what open postings of the specialty pay. Nothing you type is stored:
          the address of the answer holds your figures, to share or to print.
        </p>
      </header>
      {offer ? (
        <Weighed search={search} offer={offer} Jobs={Jobs} />
      ) : (
        <OfferForm search={search} />
      )}
    </article>
  )
}

function Weighed({ search, offer, Jobs }: Props & { search: Search; offer: Offer }) {
  const { data, error } = useQuery(weighedQuery(offer))
  // One that came with the page has its fields alone.
  const { details = [] } = (error ?? {}) as Partial<ApiError>
  return (
    <div className="grid items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,32rem)_minmax(0,1fr)]">
      <OfferForm
        search={search}
        errors={new Map(details.map(({ field, message }) => [field, message]))}
      />
      {error && (
        <div className="max-w-form">
          <Alert tone="danger" title="We could not compare this offer">
            {details.length > 0 ? 'Please correct the marked fields.' : error.message}
          </Alert>
        </div>
      )}
      {data && <Answer offer={offer} data={data} />}
      {data && data.better.length > 0 && <Better data={data} Jobs={Jobs} />}
    </div>
  )
}

const answerId = 'answer'

type FormProps = { search: Search; errors?: ReadonlyMap<string, string> }

/**
 * A plain form: it works without JavaScript, and its answer, at which the browser arrives, has an
 * address.
 */
function OfferForm({ search, errors }: FormProps) {
  const control = (name: Field) => ({ name, defaultValue: search[name], error: errors?.get(name) })
  return (
    <form
      action={`${offerPath}#${answerId}`}
      method="get"
      className="grid max-w-form grid-cols-2 items-start gap-4 sm:grid-cols-4 print:hidden"
    >
      <SelectField
        label="Specialty"
        {...control('specialty')}
        required
        empty="Choose"
        options={specialties}
        className="col-span-2"
      />
      <SelectField
        label="State"
        {...control('state')}
        empty="Whole country"
        options={stateCodes
          .filter((code) => code !== 'OTHER')
          .map((code) => ({ value: code, label: stateName(code) }))}
        className="col-span-2"
      />
      <TextField
        label="Pay"
        {...control('pay')}
        required
        inputMode="decimal"
        placeholder="$310,000"
      />
      <SelectField
        label="Paid"
        {...control('unit')}
        defaultValue={search['unit'] ?? 'YEAR'}
        options={payUnitLabels}
      />
      <TextField
        label="Hours a week"
        {...control('hours')}
        inputMode="decimal"
        placeholder={`${fullWeek}`}
      />
      <TextField label="or FTE" {...control('fte')} inputMode="decimal" placeholder="1.0" />
      <SelectField
        label="Call"
        {...control('call')}
        empty="Unknown"
        options={filters.call.values.map((value) => ({
          value,
          label: filters.call.option?.(value) ?? value,
        }))}
      />
      <TextField
        label="Sign-on bonus"
        {...control('signOn')}
        inputMode="decimal"
        placeholder="$30,000"
      />
      <div className="col-span-2 self-end">
        <Button label="Compare" type="submit" />
      </div>
    </form>
  )
}

function Answer({ offer, data }: { offer: Offer; data: WeighedOffer }) {
  const { comparable, isPlausible, annual } = data
  return (
    <LabeledSection
      id={answerId}
      title={comparable ? verdict(comparable) : 'Too few postings to compare'}
      className="max-w-prose"
    >
      {!isPlausible && <Doubt offer={offer} data={data} />}
      {comparable ? (
        <Comparison offer={offer} annual={annual} comparable={comparable} />
      ) : (
        <p className="mt-2">
          Fewer than {fewestPostings} open postings of this specialty, or of one near it, state
          their pay in figures now.
        </p>
      )}
      <WhatChangesIt offer={offer} data={data} />
    </LabeledSection>
  )
}

const Doubt = ({
  offer: { specialty },
  data: { annual, likelyUnit },
}: {
  offer: Offer
  data: WeighedOffer
}) => (
  <p className="mt-2 font-medium">
    {formatDollars(annual)} for a full-time year is outside of what physicians are offered in{' '}
    {specialty}.{likelyUnit && ` Paid ${payUnitLabels[likelyUnit]}, it would be usual.`}
  </p>
)

type Comparable = NonNullable<WeighedOffer['comparable']>

function verdict({ below, postings }: Comparable) {
  if (below === 0) return `No posting of ${formatNumber(postings)} pays less`
  if (below === postings) return `It pays more than all ${formatNumber(postings)} postings`
  return `It pays more than ${Math.round((100 * below) / postings)}% of ${formatNumber(postings)} postings`
}

const areaName = (area: string | null) =>
  area === null ? 'the United States' : isStateCode(area) ? stateName(area) : `the ${area}`

type ComparisonProps = { offer: Offer; annual: number; comparable: Comparable }

function Comparison({ offer, annual, comparable }: ComparisonProps) {
  const { specialty, area, median, lowest, lowerQuartile, upperQuartile, highest } = comparable
  const scale = scaleOf([lowest, highest, Math.min(Math.max(annual, median / 3), median * 3)])
  return (
    <figure
      aria-label="The offer next to comparable postings"
      className="mt-4 rounded-md border border-line bg-surface p-4"
    >
      <PayBars
        scale={scale}
        spread={['Postings', comparable]}
        range={['The offer', { from: annual, to: annual }]}
      />
      <figcaption className="mt-3 text-sm">
        {specialty} in {areaName(area)}, {comparable.isAnyType ? 'all job types' : 'full-time'}: the
        median is{' '}
        <strong className="font-semibold text-pay tabular-nums">{formatDollars(median)}</strong> a
        year, the 25th to 75th percentile {formatDollars(lowerQuartile)} to{' '}
        {formatDollars(upperQuartile)}.{comparedInstead(offer, comparable)}
      </figcaption>
    </figure>
  )
}

/** Why something else is compared than what was asked for, if so. */
function comparedInstead({ specialty, state }: Offer, compared: Comparable) {
  const isNearest = compared.specialty !== specialty
  if (!isNearest && !compared.isAnyType && (state === undefined || compared.area === state))
    return ''
  const place = isStateCode(state ?? '') ? ` in ${areaName(state ?? null)}` : ''
  return (
    ` ${specialty}${place} has too few full-time postings, so this compares with the ` +
    'nearest that has enough.'
  )
}

function WhatChangesIt({ offer, data }: { offer: Offer; data: WeighedOffer }) {
  const { annual, offered, hours, hourly, comparable } = data
  const signOn = Number(offer.signOn ?? 0)
  return (
    <>
      <h3 className="mt-6 font-semibold">What it comes to</h3>
      <ul className="mt-2 flex list-disc flex-col gap-1 pl-5 marker:text-muted">
        <li>
          As offered, {formatDollars(offered)} a year for {formatNumber(hours)} hours a week:{' '}
          {formatDollars(hourly)} an hour, with {unitsPerYear.HOUR / fullWeek} weeks a year.
        </li>
        {annual !== offered && (
          <li>
            {formatDollars(annual)} for a full-time year of {fullWeek} hours a week, which is
            compared.
          </li>
        )}
        {comparable && annual < comparable.median && (
          <li>{formatDollars(comparable.median - annual)} more a year would reach the median.</li>
        )}
        {signOn > 0 && (
          <li>
            The sign-on is paid once and not compared: over three years it adds{' '}
            {formatDollars(signOn / 3)} a year.
          </li>
        )}
        {offer.call !== undefined && (
          <li>
            {comparable?.call
              ? `${formatNumber(comparable.call.postings)} of the postings state call as light ` +
                `as that; their median is ${formatDollars(comparable.call.median)}.`
              : 'Too few of the postings state their call to say what it is worth.'}
          </li>
        )}
      </ul>
    </>
  )
}

const Better = ({ data: { better, comparable }, Jobs }: Props & { data: WeighedOffer }) => (
  <LabeledSection
    title={`Open jobs that pay more in ${areaName(comparable?.area ?? null)}`}
    titleClass="mb-3"
    className="max-w-prose"
  >
    <Jobs jobs={better} />
    <p className="mt-4 print:hidden">
      <TextLink to={salariesPath}>Pay by specialty and state</TextLink>
    </p>
  </LabeledSection>
)
