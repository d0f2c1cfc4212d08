import { Ellipsis, Share2 } from 'lucide-react'
import { employerPath, jobPath, logoPath } from '#shared/paths.ts'
import { Badge } from '#ui/feedback.tsx'
import { iconButtonClass } from '#ui/button.tsx'
import { Monogram } from '#ui/figures.tsx'
import { Menu, menuItemClass } from '#ui/menu.tsx'
import { copyText } from '#platform/web/browser.ts'
import { TextLink, useShownPage } from '#platform/web/navigation.tsx'
import type { JobDetail } from '#features/jobs/contract.ts'
import { ageLabel, allPlacesText, highlights } from '#features/jobs/display.ts'
import { CompareButton, Employer, Pay } from './job-elements.tsx'
import { noSalary } from './job-sections.tsx'
import { decidingFacts } from './job-facts.tsx'
import { useHiddenJobs, useJobParts, type JobPageParts } from '../job-parts.ts'

/** To all jobs of the employer. */
function EmployerLink({ job }: { job: JobDetail }) {
  const path = employerPath(job.employer)
  if (path === undefined) return <Employer job={job} />
  return (
    <TextLink to={path}>
      <Employer job={job} />
    </TextLink>
  )
}

type TitleProps = {
  job: JobDetail
  now: number
  parts: Pick<JobPageParts, 'ComparablePay'>
  level?: 1 | 2
  /** Nothing can be done with it. */
  isPreview?: true
}

/**
 * All deciding facts in one place. The title is the heading of the page; beside a list it is one
 * level lower.
 */
export function JobTitleBlock({
  job,
  now,
  parts: { ComparablePay },
  level = 1,
  isPreview,
}: TitleProps) {
  const { SaveButton, HideButton, SentNote } = useJobParts()
  const isHidden = useHiddenJobs().includes(job.id)
  const Heading = `h${level}` as const
  // The visa is among the facts.
  const marks = highlights({ ...job, visaSupport: null })
  return (
    <header className="flex min-w-0 flex-col gap-3 border-b border-line pb-4 sm:gap-4 sm:pb-5">
      <div className="flex flex-col gap-1">
        <div className="-my-2 flex flex-wrap items-center gap-x-4">
          <p className="min-w-0 grow basis-32 text-xs text-muted">
            {job.specialtyOther ?? job.specialty} ·{' '}
            <time dateTime={job.postedAt}>{ageLabel(job.postedAt, now)}</time>
          </p>
          {!isPreview && (
            <div className="-mr-2 ml-auto flex shrink-0 items-center print:hidden">
              <SaveButton job={job} look="icon" />
              <Menu
                label="More"
                button={
                  <>
                    <Ellipsis />
                    <span className="sr-only">More</span>
                  </>
                }
                buttonClass={`${iconButtonClass} noscript:hidden`}
              >
                {(close) => (
                  <>
                    <CompareButton job={job} look="item" onDone={close} />
                    <ShareButton id={job.id} onDone={close} />
                    <HideButton job={job} isHidden={isHidden} look="item" onDone={close} />
                  </>
                )}
              </Menu>
            </div>
          )}
        </div>
        <Heading
          className={`max-w-[24em] font-bold wrap-anywhere ${level === 1 ? 'text-2xl' : 'text-xl'}`}
        >
          {job.title}
        </Heading>
        <p className="flex items-center gap-2">
          {job.logoId !== null && (
            <Monogram name={job.employer} logo={logoPath(job.logoId, 96)} className="size-6" />
          )}
          <span className="min-w-0">
            <EmployerLink job={job} /> · {allPlacesText(job)}
            {job.city === '' && ' (city not stated)'}
          </span>
        </p>
        <p>{decidingFacts(job)}</p>
        {marks.length > 0 && (
          <ul className="mt-1 flex flex-wrap gap-2">
            {marks.map((mark) => (
              <li key={mark}>
                <Badge tone="action">{mark}</Badge>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="flex max-w-xl flex-col gap-2">
        <p className="text-lg [&>.line-clamp-2]:line-clamp-none">
          <Pay job={job} none={noSalary} />
        </p>
        {!isPreview && <SentNote jobId={job.id} />}
        <ComparablePay job={job} />
      </div>
    </header>
  )
}

/** Copies the job's own address, without the search that led to it. */
function ShareButton({ id, onDone }: { id: string; onDone: () => void }) {
  const publicUrl = useShownPage().site.publicUrl
  function share() {
    copyText(publicUrl + jobPath(id), 'Link copied', 'The link could not be copied')
    onDone()
  }
  return (
    <button type="button" className={menuItemClass} onClick={share}>
      <Share2 />
      Share
    </button>
  )
}
