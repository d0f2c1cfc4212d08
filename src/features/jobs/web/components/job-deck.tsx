import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, X } from 'lucide-react'
import { useEffect, useRef, useState, type PointerEvent, type TouchEvent } from 'react'
import type { JobDetail, JobSummary } from '#features/jobs/contract.ts'
import { countText, placeText } from '#features/jobs/display.ts'
import { filtersOf, fromFirstPage, pageSize, searchParamsOf } from '#features/jobs/search-criteria.ts'
import { formatNumber } from '#shared/numbers.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState, LoadFailure } from '#ui/feedback.tsx'
import { DefinitionGrid, type Definition } from '#ui/figures.tsx'
import { toast } from '#ui/toast.ts'
import { useKeys } from '#platform/web/browser.ts'
import { LinkButton } from '#platform/web/navigation.tsx'
import { termFacts } from '#features/jobs/terms.ts'
import { decidingFacts } from '../job-facts.ts'
import { useCountView, useJobParts, type JobPageParts, type PrefetchPart } from '../job-parts.ts'
import { jobQuery, searchJobsQuery } from '../queries.ts'
import { chooseViewMode, setPassedJobs, shortId, usePassedJobs } from '../tab-choices.ts'
import { Employer, Pay } from './job-elements.tsx'
import { JobLink, useResults } from './results-context.tsx'
import { ResultsSkeleton } from './results.tsx'

export type DeckProps = { parts: Pick<JobPageParts, 'ComparablePay' | 'InquiryButton'>; prefetchPay: PrefetchPart }

/** Shows one result at a time, to skip, save or ask about. Passed jobs stay hidden until the visitor starts over. */
export function JobDeck({ parts, prefetchPay }: DeckProps) {
  const { criteria, address } = useResults()
  const search = String(new URLSearchParams(searchParamsOf(filtersOf(criteria))))
  const passed = usePassedJobs(search)
  const first = fromFirstPage(criteria)
  const [at, setAt] = useState<{ page?: number; asOf?: number }>({})
  const { data, isError, refetch } = useQuery(searchJobsQuery({ ...first, ...at }))
  const queryClient = useQueryClient()
  const deck = useRef<HTMLElement>(null)
  const size = criteria.limit ?? pageSize
  const following = data && data.page < Math.ceil(data.total / size) ? { page: data.page + 1, asOf: data.asOf } : undefined
  // Jobs after `total` are beyond what was asked for.
  const left = data?.jobs
    .slice(0, Math.max(0, data.total - (data.page - 1) * size))
    .filter((job) => !passed.includes(shortId(job.id)))
  const [job, next] = left ?? []
  if (left && !job && following) setAt(following)

  // Prefetches the next job.
  useQuery({ ...searchJobsQuery({ ...first, ...following }), enabled: following !== undefined })
  const nextId = next?.id
  useEffect(() => {
    if (nextId === undefined) return
    void queryClient.ensureQueryData(jobQuery(nextId)).then(
      (it) => prefetchPay(queryClient, it),
      () => {},
    )
  }, [nextId, queryClient, prefetchPay])

  function pass(): void {
    if (!job) return
    setPassedJobs(search, [...passed, shortId(job.id)])
    deck.current?.scrollIntoView()
  }
  function goBack(): void {
    setPassedJobs(search, passed.slice(0, -1))
    setAt({})
  }
  function startOver(): void {
    setPassedJobs(search, [])
    setAt({})
    toast({ title: 'Started over', action: { label: 'Undo', run: () => setPassedJobs(search, passed) } })
  }

  if (isError) return <LoadFailure onRetry={() => void refetch()}>Failed to load job listings. Please try again.</LoadFailure>
  if (!data || (!job && following)) return <ResultsSkeleton mode="one" />
  const { total, totalIsCapped } = data
  const seen = job ? Math.min(passed.length, total - 1) : total
  const of = `${formatNumber(total)}${totalIsCapped ? '+' : ''}`
  return (
    <section ref={deck} aria-label="One by one">
      <p role="status" className="sr-only">
        {job && `Job ${formatNumber(seen + 1)} of ${of}: ${job.title}, ${job.employer}, ${placeText(job)}`}
      </p>
      <div className="flex min-h-11 items-center gap-2 text-xs text-muted">
        <p className="grow tabular-nums">
          Seen {formatNumber(seen)} of {of}
        </p>
        {passed.length > 0 && (
          <>
            <Button label="Previous job" look="quiet" size="sm" icon={ArrowLeft} onClick={goBack} />
            <Button label="Start over" look="quiet" size="sm" onClick={startOver} />
          </>
        )}
      </div>
      {job ? (
        <Card listed={job} parts={parts} onPass={pass} onBack={goBack} />
      ) : (
        <EmptyState
          title={total === 1 ? 'You have seen the only job' : `You have seen all ${countText(total, totalIsCapped)}`}
          actions={
            <>
              <LinkButton label="Saved jobs" to="/favorites" />
              <LinkButton
                label="Show them as a table"
                to={address.path}
                search={{ ...address.search(first), view: 'table' }}
                onClick={() => chooseViewMode('table')}
                look="secondary"
              />
            </>
          }
        >
          New jobs for this search appear here. Remove a filter to see more, or start over.
        </EmptyState>
      )}
    </section>
  )
}

type CardProps = { listed: JobSummary; parts: DeckProps['parts']; onPass: () => void; onBack: () => void }

function Card({ listed, parts: { ComparablePay, InquiryButton }, onPass, onBack }: CardProps) {
  const { SaveButton } = useJobParts()
  const { data: job } = useQuery(jobQuery(listed.id))
  const bar = useRef<HTMLDivElement>(null)
  const { id } = listed
  useCountView(id)

  const ask = () => bar.current?.querySelector<HTMLElement>('[type=submit]')?.click()
  function save(): void {
    const heart = bar.current?.querySelector<HTMLElement>('[aria-pressed=false]')
    if (heart) heart.click()
    else onPass()
  }
  const actions: Record<string, () => void> = { ArrowLeft: onPass, ArrowRight: save, a: ask, Backspace: onBack }
  useKeys(({ key }) => actions[key]?.())
  const swipe = useSwipe({ left: onPass, right: save, up: ask })

  return (
    <div {...swipe}>
      <article
        key={id}
        className="touch-pan-y rounded-md border border-line bg-surface p-4 motion-safe:translate-x-(--dragged) motion-safe:animate-rise sm:p-6"
      >
        <h2 className="text-lg leading-6 font-bold wrap-anywhere">
          <JobLink job={listed} className="row-link">
            {listed.title}
          </JobLink>
        </h2>
        <p className="text-xs text-muted">
          <Employer job={listed} />
        </p>
        <div className="mt-1 grid gap-x-8 gap-y-2 sm:min-h-64 xl:grid-cols-[24rem_minmax(0,1fr)]">
          <div>
            <p className="text-lg">
              <Pay job={listed} />
            </p>
            {job && <ComparablePay job={job} />}
          </div>
          {job && <DefinitionGrid items={factsOfCard(job)} className="content-start gap-y-2! text-xs" />}
        </div>
      </article>
      <div
        ref={bar}
        className="sticky bottom-0 z-10 mt-2 grid touch-none grid-cols-3 gap-2 bg-paper py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] [&_button]:w-full [&_button]:px-2"
      >
        <Button label="Skip" look="secondary" icon={X} onClick={onPass} />
        <SaveButton job={listed} look="button" onSave={onPass} />
        {job && <InquiryButton key={id} job={job} label="Ask" />}
      </div>
      <p className="text-xs text-muted">
        <span className="pointer-coarse:hidden">
          Left arrow to skip, right arrow to save, <kbd>a</kbd> to ask, <kbd>Backspace</kbd> for the previous job
        </span>
        <span className="hidden pointer-coarse:inline">Swipe left to skip, right to save, up from the buttons to ask.</span>
      </p>
    </div>
  )
}

/** The deciding facts, and all terms that the posting states. */
function factsOfCard(job: JobDetail): Definition[] {
  const facts = decidingFacts(job)
  return [...facts, ...termFacts(job.terms).filter(({ term }) => !facts.some((fact) => fact.term === term))]
}

/** In CSS pixels. */
const leastSwipe = 64
const mostOfTap = 10

/**
 * Swipes of a finger. Where the page scrolls up and down, the browser takes those; `--dragged` is how far the finger went aside. A tap
 * presses its button itself: while the page still glides, the browser would only stop it.
 */
function useSwipe(actions: Record<'left' | 'right' | 'up', () => void>) {
  const from = useRef<{ x: number; y: number }>(undefined)
  const isTap = useRef(false)
  const drag = (element: HTMLElement, x: number) => element.style.setProperty('--dragged', `${Math.round(x)}px`)
  function end(event: PointerEvent<HTMLElement>): void {
    drag(event.currentTarget, 0)
    const start = from.current
    from.current = undefined
    isTap.current = false
    if (!start || event.type === 'pointercancel') return
    const [x, y] = [event.clientX - start.x, event.clientY - start.y]
    isTap.current = Math.hypot(x, y) < mostOfTap
    if (Math.abs(x) >= leastSwipe && Math.abs(x) > 2 * Math.abs(y)) actions[x < 0 ? 'left' : 'right']()
    else if (-y >= leastSwipe && -y > 2 * Math.abs(x)) actions.up()
  }
  return {
    onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
      if (pointerType !== 'mouse') from.current = { x: clientX, y: clientY }
    },
    onPointerMove: ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
      if (from.current) drag(currentTarget, clientX - from.current.x)
    },
    onPointerUp: end,
    onPointerCancel: end,
    onTouchEnd: (event: TouchEvent<HTMLElement>) => {
      const button = event.target instanceof Element && event.target.closest('button')
      if (!isTap.current || !button) return
      // Prevents the click that would follow.
      event.preventDefault()
      button.focus()
      button.click()
    },
  }
}
