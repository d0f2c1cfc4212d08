import type { QueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, type ComponentType } from 'react'
import type { ButtonLook, MarkLook } from '#ui/button.tsx'
import type { LazyPart } from '#platform/web/lazy-part.tsx'
import type { JobDetail } from '../contract.ts'
import type { SearchCriteria } from '../search-criteria.ts'
import { rememberSeen } from './tab-choices.ts'

/** What features above this one show on its pages; `src/app/web` hands it in. */
export type JobParts = {
  /** Loads the code of a job's page. */
  loadJobPage: () => void
  SaveButton: ComponentType<{ job: { id: string; title: string }; look: MarkLook }>
  /**
   * Saves the job for which somebody was sent to sign in. Stands in every page with a `SaveButton`.
   */
  SaveAfterSignIn: ComponentType
  HideButton: ComponentType<{
    job: { id: string; title: string }
    isHidden: boolean
    look: MarkLook
    onDone?: () => void
  }>
  /** That the visitor has sent an inquiry about the job; `isTag` in a row. */
  SentNote: ComponentType<{ jobId: string; isTag?: true }>
  AlertButton: ComponentType<{ criteria: SearchCriteria }>
  /** A job beside the list of results. */
  JobPane: LazyPart<JobPaneProps>
  countEvent: (jobId: string, kind: 'view' | 'apply') => void
}

export type JobPaneProps = {
  id: string
  /** The list's jobs, in its order. */
  jobs: readonly { id: string }[]
  /** Shows another job of the list, or none. */
  onShow: (id: string | undefined, replace?: boolean) => void
}

export const JobPartsContext = createContext<JobParts | undefined>(undefined)

export function useJobParts(): JobParts {
  const parts = use(JobPartsContext)
  if (!parts) throw new Error('The jobs pages were given no parts')
  return parts
}

/** The ids of the jobs that this person wants to see no more, in one text. */
export const HiddenJobsContext = createContext('')
export const useHiddenJobs = (): string => use(HiddenJobsContext)

/** A job that is shown for less was passed over, not read. */
const msToRead = 1000

/**
 * Counts a view after `ms`. Only the browser counts, because pages are cached and also sent to
 * robots.
 */
export function useCountView(id: string | undefined, ms = msToRead): void {
  const { countEvent } = useJobParts()
  useEffect(() => {
    if (id === undefined) return undefined
    const timer = setTimeout(() => {
      rememberSeen(id)
      countEvent(id, 'view')
    }, ms)
    return () => clearTimeout(timer)
  }, [id, ms, countEvent])
}

/** Parts of a job's own page, which the first load of lists does not need. */
export type JobPageParts = {
  ComparablePay: ComponentType<{ job: JobDetail }>
  /** `message`: what the form begins with. */
  InquiryButton: ComponentType<{
    job: JobDetail
    look?: ButtonLook
    className?: string
    label?: string
    message?: string
  }>
  ReportButton: ComponentType<{ job: JobDetail; size?: 'sm'; className?: string }>
}

/** Fetches what a part shows about a job. */
export type PrefetchPart = (queryClient: QueryClient, job: JobDetail) => Promise<void>
