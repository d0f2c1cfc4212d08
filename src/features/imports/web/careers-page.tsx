import { specialties } from '#vocabulary/specialties.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import { hiringRoles } from '#shared/contract.ts'
import { formatNumber } from '#shared/numbers.ts'
import { careersPagesPath, employerDashboardPath } from '#shared/paths.ts'
import { cardClass } from '#ui/layout.tsx'
import { Alert } from '#ui/feedback.tsx'
import { Checkbox } from '#ui/field.tsx'
import { Fieldset } from '#ui/fieldset.tsx'
import { ProgressBar } from '#ui/figures.tsx'
import { ActionButton, DeleteButton, useAction } from '#platform/web/action.tsx'
import { apiQuery, callApi, invalidateCalls } from '#platform/web/api.ts'
import { knownUser } from '#platform/web/current-user.ts'
import { useIsReader } from '#platform/web/desk-tabs.tsx'
import { ApiForm, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { TextLink, type PageArgs } from '#platform/web/navigation.tsx'
import { BackLink, Loaded, LocalTime } from '#platform/web/page-parts.tsx'
import { refusals, RequireRole } from '#platform/web/require-role.tsx'
import type { CareersPage, CareersPages } from '../contract-pages.ts'
import { boardNames, pageHours } from '../model.ts'
import { newPageSchema } from '../schemas.ts'
import { QuestionField } from './components/source-questions.tsx'

const pollMs = 1500
const pagesQuery = apiQuery(
  'GET /api/employer/sources',
  {},
  {
    refetchInterval: ({ state }) => (state.data?.pages.some(isUnderWay) ? pollMs : false),
  },
)
const ofPostings = ['GET /api/job-postings', 'GET /api/job-postings/counts'] as const
const changes = ['GET /api/employer/sources', ...ofPostings] as const

const isUnderWay = ({ check, lastRun }: CareersPage) =>
  check?.status === 'running' || lastRun?.status === 'running'

export async function load({ queryClient }: PageArgs): Promise<void> {
  const role = knownUser(queryClient)?.role
  if (hiringRoles.some((hiring) => hiring === role)) await queryClient.prefetchQuery(pagesQuery)
}

const title = 'Connect your careers page'
const intro =
  'Paste the address of your job board. Its openings for physicians become your postings, and ' +
  `follow the board: we look every ${pageHours} hours.`

export const head = unlistedHead(title, intro, careersPagesPath)

const texts = refusals(
  'connect your careers page',
  'Only employers and recruiters have a careers page to connect.',
)

export function Page() {
  const queryClient = useQueryClient()
  const query = useQuery(pagesQuery)
  const isBusy = query.data?.pages.some(isUnderWay)
  useEffect(() => {
    // The dashboard's list, from before, lacks what a run brought.
    if (isBusy === false) void invalidateCalls(queryClient, ofPostings)
  }, [isBusy, queryClient])
  return (
    <RequireRole role={hiringRoles} texts={texts}>
      <div className="page-column flex flex-col gap-8 pt-5 pb-10">
        <header className="max-w-prose">
          <BackLink label="Back to Dashboard" to={employerDashboardPath} />
          <h1 className="mt-3 text-xl font-bold">{title}</h1>
          <p className="mt-1 text-muted">{intro}</p>
        </header>
        <Loaded query={query} failure="Failed to load your careers pages. Please try again.">
          {(pages) => <Pages {...pages} />}
        </Loaded>
      </div>
    </RequireRole>
  )
}

function Pages({ pages, employers, domains }: CareersPages) {
  const isReader = useIsReader()
  return (
    <>
      {pages.map((page) => (
        <ConnectedPage key={page.id} page={page} isReader={isReader} />
      ))}
      {isReader ? (
        pages.length === 0 && <p>Your organization has connected no careers page.</p>
      ) : (
        <ConnectForm key={pages.length} employers={employers} domains={domains} />
      )}
    </>
  )
}

function ConnectForm({ employers, domains }: Pick<CareersPages, 'employers' | 'domains'>) {
  const form = useApiForm({
    schema: newPageSchema,
    submit: (body) => callApi('POST /api/employer/sources', { body }),
    changes,
    failure: { title: 'We could not connect the page' },
  })
  const ofDomains = domains.length > 0 ? ` Or a feed on ${domains.join(', ')}.` : ''
  return (
    <ApiForm form={form} label="Careers page" className="flex max-w-form flex-col gap-6">
      <FormField
        form={form}
        name="url"
        label="Address of your board"
        hint={`At ${boardNames}.${ofDomains}`}
        input={{ type: 'url', autoComplete: 'off', placeholder: 'boards.greenhouse.io/…' }}
      />
      {employers.length > 1 && (
        <FormField
          form={form}
          name="employer"
          label="Employer"
          hint="Counts where an opening names none."
          select={{ options: employers.map((name) => ({ value: name, label: name })) }}
        />
      )}
      <SubmitButton label="Look at the page" form={form} pendingLabel="Connecting..." />
    </ApiForm>
  )
}

type PageProps = { page: CareersPage; isReader: boolean }

function ConnectedPage({ page, isReader }: PageProps) {
  const { url, check, lastRun } = page
  return (
    // One employer may have several pages.
    <section
      aria-labelledby={`${page.id} address-${page.id}`}
      className={`${cardClass} flex flex-col gap-4 p-4 sm:p-6`}
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={page.id} className="text-lg font-semibold">
            {page.employer}
          </h2>
          <a
            id={`address-${page.id}`}
            href={url}
            className="text-link inline-flex max-w-full items-center gap-1 break-all"
          >
            {url.replace(/^https?:\/\//, '')}
            <ExternalLink aria-hidden className="size-4 shrink-0" />
          </a>
        </div>
        {!isReader && (
          <div className="-mx-4">
            <Disconnect page={page} />
          </div>
        )}
      </div>
      <div role="status" className="flex flex-col gap-2 empty:-mt-4">
        {check?.status === 'running' && <Progress label="We are reading your page." />}
        <LastRun page={page} />
      </div>
      {check?.status === 'failed' && (
        <Alert tone="danger" title="We could not read the page">
          {check.message}
        </Alert>
      )}
      {check?.status === 'finished' && !lastRun && <Found {...check} />}
      {!isReader && check?.status !== 'running' && <Choices key={keyOf(page)} page={page} />}
    </section>
  )
}

/** Choices begin anew when the page was looked at again. */
const keyOf = ({ leftOut, check }: CareersPage) => JSON.stringify([leftOut, check?.kinds.length])

const Progress = ({ label }: { label: string }) => (
  <>
    <ProgressBar label={label} />
    <p className="mt-1 text-muted">{label}</p>
  </>
)

function Found({ found, physicians, others }: NonNullable<CareersPage['check']>) {
  if (found === 0) return <p>The page lists no openings. Is it the right one? Nothing is posted.</p>
  return (
    <div>
      <p className="text-lg font-semibold">
        We found {plural(found, 'opening')}, {formatNumber(physicians)} for physicians.
      </p>
      {others.length > 0 && (
        <p className="text-muted">The others stay out: {others.map(otherText).join(', ')}.</p>
      )}
    </div>
  )
}

const plural = (n: number, noun: string) => `${formatNumber(n)} ${noun}${n === 1 ? '' : 's'}`

const otherText = ({ reason, count }: { reason: string; count: number }) =>
  `${formatNumber(count)} ${reason}`

function LastRun({ page: { lastRun, nextRunAt, postings } }: { page: CareersPage }) {
  if (!lastRun) return null
  if (lastRun.status === 'running')
    return (
      <Progress
        label={`We are bringing your openings: ${formatNumber(lastRun.processed)} so far.`}
      />
    )
  const news = [
    lastRun.imported > 0 && `${formatNumber(lastRun.imported)} new`,
    lastRun.changed > 0 && `${formatNumber(lastRun.changed)} changed`,
    lastRun.closed > 0 && `${formatNumber(lastRun.closed)} closed`,
  ].filter(Boolean)
  return (
    <>
      <p className="text-lg font-semibold">
        {plural(postings.active, 'posting')} live
        {postings.pending > 0 && `, ${formatNumber(postings.pending)} with a moderator`}.{' '}
        <TextLink to={employerDashboardPath}>Open your dashboard</TextLink>
      </p>
      <p className="text-muted">
        Last look: <LocalTime at={lastRun.startedAt} />, {news.join(', ') || 'nothing new'}.
        {nextRunAt && (
          <>
            {' '}
            Next: <LocalTime at={nextRunAt} />.
          </>
        )}
      </p>
      {lastRun.status !== 'finished' && <Alert tone="danger">{lastRun.message}</Alert>}
      {lastRun.message?.includes('Nothing was closed') && (
        <p>{lastRun.message.slice(lastRun.message.indexOf('Nothing was closed'))}</p>
      )}
      {!nextRunAt && <p>We no longer look by ourselves, because the page failed five times.</p>}
    </>
  )
}

function Choices({ page }: { page: CareersPage }) {
  const { id, check, questions, lastRun } = page
  const [leftOut, setLeftOut] = useState<readonly string[]>(page.leftOut)
  const bring = useAction({
    call: () =>
      callApi('POST /api/employer/sources/:id/run', {
        params: { id },
        body: { leftOut: specialties.filter((specialty) => leftOut.includes(specialty)) },
      }),
    failure: 'We could not bring the openings',
    changes,
  })
  const kinds = check?.kinds ?? []
  const chosen = kinds
    .filter(({ specialty }) => !leftOut.includes(specialty))
    .reduce((sum, { count }) => sum + count, 0)
  if (!lastRun && kinds.length === 0) return null
  return (
    <>
      {questions.length > 0 && !lastRun && (
        <ul className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
          {questions.map((question) => (
            <li key={`${question.fact} ${question.words}`} className="min-w-0">
              <PageQuestion id={id} question={question} />
            </li>
          ))}
        </ul>
      )}
      {kinds.length > 0 && (
        <Fieldset legend="Bring these">
          <div className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
            {kinds.map(({ specialty, count }) => (
              <Checkbox
                key={specialty}
                label={specialty}
                // The page may have changed since it was checked.
                note={lastRun ? undefined : formatNumber(count)}
                checked={!leftOut.includes(specialty)}
                onChange={({ target }) =>
                  setLeftOut(
                    target.checked
                      ? leftOut.filter((name) => name !== specialty)
                      : [...leftOut, specialty],
                  )
                }
              />
            ))}
          </div>
        </Fieldset>
      )}
      <p>
        <ActionButton
          action={bring}
          look={lastRun ? 'secondary' : 'primary'}
          disabled={lastRun?.status === 'running'}
          label={lastRun ? 'Update now' : `Bring ${plural(chosen, 'opening')}`}
          pendingLabel="Starting..."
        />
      </p>
    </>
  )
}

type QuestionProps = { id: string; question: CareersPage['questions'][number] }

function PageQuestion({ id, question }: QuestionProps): ReactNode {
  const { fact, words } = question
  const { run: onAnswer } = useAction({
    call: (answer: CareersPage['questions'][number]['answer']) =>
      callApi('PUT /api/employer/sources/:id/answers', {
        params: { id },
        body: { fact, words, answer },
      }),
    done: { title: 'Answer saved' },
    changes,
  })
  return <QuestionField question={question} noun="opening" onAnswer={onAnswer} />
}

const Disconnect = ({ page: { id, url } }: { page: CareersPage }) => (
  <DeleteButton
    look="quiet"
    label="Disconnect"
    title="Disconnect this page?"
    confirm="Disconnect"
    call={() => callApi('DELETE /api/employer/sources/:id', { params: { id } })}
    done={{ title: 'Page disconnected', description: 'Its postings stay until they end.' }}
    failure="We could not disconnect the page"
    changes={changes}
  >
    <p>
      We no longer look at {url}. Its postings stay yours, and end with their period unless you
      renew or close them.
    </p>
  </DeleteButton>
)
