import { useQuery, type QueryClient } from '@tanstack/react-query'
import { CircleCheck, PencilLine, TrendingUp } from 'lucide-react'
import { adviceOf, type Advice } from '#features/insights/advice.ts'
import type { Comparison } from '#features/insights/contract.ts'
import { formatNumber } from '#shared/numbers.ts'
import { editPostingPath, postingInsightsPath } from '#shared/paths.ts'
import { LabeledSection } from '#ui/layout.tsx'
import { LinkButton, TextLink, useShownPage } from '#platform/web/navigation.tsx'
import { usualPeriod } from '#features/insights/model.ts'
import { comparisonQuery, periodOf } from '../queries.ts'

const maxListed = 8
const maxSentences = 3

/** What the owner can do about the postings that fall behind comparable ones, the one with most to do first. */
export function NextSteps() {
  const { search } = useShownPage()
  const { data = [] } = useQuery(comparisonQuery(periodOf(search)))
  const compared = data.filter((it) => it.peers !== null)
  const behind = compared
    .map((comparison) => ({ comparison, advice: adviceOf(comparison).filter((it) => it.kind === 'mend') }))
    .filter((it) => it.advice.length > 0)
    .toSorted((one, other) => other.advice.length - one.advice.length)
  if (compared.length === 0) return null
  return (
    <LabeledSection title="What to do next" className="flex flex-col gap-4">
      {behind.length === 0 ? (
        <p className="flex items-start gap-2">
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-action" />
          Nothing to fix. Your postings state what comparable postings state, and do as well.
        </p>
      ) : (
        <ul className="grid gap-x-10 border-t border-line lg:grid-cols-2">
          {behind.slice(0, maxListed).map(({ comparison, advice }) => (
            <li key={comparison.id} className="border-b border-line py-4">
              <h3 className="font-semibold break-words">
                <TextLink to={postingInsightsPath(comparison.id)} search={{ days: search['days'] }}>
                  {comparison.title}
                </TextLink>
              </h3>
              <Basis comparison={comparison} />
              <Sentences id={comparison.id} advice={advice.slice(0, maxSentences)} />
            </li>
          ))}
        </ul>
      )}
    </LabeledSection>
  )
}

export const prefetchAdvice = (queryClient: QueryClient, id: string): Promise<void> =>
  queryClient.prefetchQuery(comparisonQuery(usualPeriod, id))

/** One posting beside comparable ones; nothing where those are too few. */
export function PostingAdvice({ id }: { id: string }) {
  const { data = [] } = useQuery(comparisonQuery(periodOf(useShownPage().search), id))
  const [comparison] = data
  const advice = comparison ? adviceOf(comparison) : []
  if (!comparison?.peers || advice.length === 0) return null
  return (
    <LabeledSection title="How this posting compares">
      <Basis comparison={comparison} />
      <Sentences id={id} advice={advice} />
    </LabeledSection>
  )
}

function Basis({ comparison: { specialty, peers } }: { comparison: Comparison }) {
  const days = periodOf(useShownPage().search)
  return (
    peers && (
      <p className="text-xs text-muted">
        Compared with {formatNumber(peers.postings)} {specialty} postings by other employers in {peers.place}, last {days} days
      </p>
    )
  )
}

const icons = { mend: PencilLine, good: TrendingUp, even: CircleCheck } as const

const Sentences = ({ id, advice }: { id: string; advice: readonly Advice[] }) => (
  <ul className="mt-2 flex max-w-prose flex-col gap-2">
    {advice.map(({ text, kind, mend }) => {
      const Icon = icons[kind]
      return (
        <li key={text} className="flex items-start gap-3">
          <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${kind === 'mend' ? 'text-action' : 'text-muted'}`} />
          <p className="min-w-0">
            {text}{' '}
            {mend && (
              <LinkButton
                label={mend.label}
                to={editPostingPath(id)}
                search={{ field: mend.field }}
                look="quiet"
                size="sm"
                className="-my-1 px-1! whitespace-nowrap"
              />
            )}
          </p>
        </li>
      )
    })}
  </ul>
)
