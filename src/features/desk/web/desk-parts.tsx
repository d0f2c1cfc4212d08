import { useIsMutating, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { Paperclip, Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { countText, dateText } from '#features/jobs/display.ts'
import type { ResponseOf } from '#shared/contract.ts'
import { applicationsPath, inquiryFormPath, jobsPath, resumePath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/layout.tsx'
import { Alert } from '#ui/feedback.tsx'
import { Field, TextArea } from '#ui/field.tsx'
import { useAction } from '#platform/web/action.tsx'
import { ApiError, apiQuery, callApi } from '#platform/web/api.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { formText } from '#platform/web/browser.ts'
import { refusalOf } from '#platform/web/form/problems.ts'
import { useHydrated, TextLink, LinkButton } from '#platform/web/navigation.tsx'

type Desk = ResponseOf<'GET /api/desk'>

const deskQuery = apiQuery('GET /api/desk', {}, { staleTime: 60_000 })

export const prefetchDesk = (queryClient: QueryClient): Promise<void> => queryClient.prefetchQuery(deskQuery)

/** What happened since the last visit; notes this one. */
export function News() {
  const { data } = useQuery(deskQuery)
  useEffect(() => {
    // Without it the next visit shows some of the same again.
    void callApi('POST /api/desk/visits').catch(() => undefined)
  }, [])
  if (!data?.since) return null
  const { alerts, closed, answered } = data
  return (
    <section aria-labelledby="news" className={`${cardClass} p-4`}>
      <h2 id="news" className="font-semibold">
        Since your last visit on {dateText(data.since)}
      </h2>
      {alerts.length + closed.length + answered.length === 0 ? (
        <p className="mt-2 text-muted">No answers, no new jobs for your alerts, and no saved job closed.</p>
      ) : (
        <ul className="mt-2 flex flex-col gap-2">
          {answered.map(({ jobTitle, employer }) => (
            <li key={`${jobTitle} ${employer}`} className="break-words">
              <TextLink to={applicationsPath}>{employer} answered</TextLink> your inquiry about {jobTitle}.
            </li>
          ))}
          {alerts.map(({ label, search, newJobs, hasMore }) => (
            <li key={label} className="break-words">
              <TextLink to={jobsPath} search={{ ...search, sortBy: 'recent' }}>
                {countText(newJobs, hasMore).replace(' ', ' new ')}
              </TextLink>
              : {label}
            </li>
          ))}
          {closed.map(({ jobId, title }) => (
            <li key={jobId} className="break-words">
              {title} closed.
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** While the introduction is saved, nothing sends the one before. */
const savingIntroduction = ['introduction'] as const

const useCvName = (): string | null => {
  const current = useCurrentUser()
  return current.status === 'signed-in' ? current.user.cvFileName : null
}

type Job = { id: string; title: string; employer: string }

/** Beside a saved job: sends the introduction and the CV on file by one tap. Where no CV may go, the form opens instead. */
export function QuickInquiry({ job: { id, title, employer } }: { job: Job }) {
  const send = useAction({
    call: () => callApi('POST /api/desk/inquiries', { body: { jobId: id } }),
    done: ({ answeredBy }) => ({
      title: 'Inquiry sent successfully!',
      description: `Your introduction and CV went to ${answeredBy === 'team' ? 'our team, because the job has no contact address' : employer}. You can withdraw them under Applications.`,
    }),
    failure: 'Failed to send inquiry',
    changes: ['GET /api/favorites', 'GET /api/applications'],
  })
  const isBusy = useIsMutating({ mutationKey: savingIntroduction }) > 0 || send.isPending
  const hydrated = useHydrated()
  const { data } = useQuery(deskQuery)
  const cvName = useCvName()
  if (cvName === null || !data) return null
  if (data.withoutCv.includes(id))
    return (
      <LinkButton to={inquiryFormPath(id)} icon={Send} look="secondary" size="sm" aria-label={`Send Inquiry: ${title}`}>
        Send Inquiry
      </LinkButton>
    )
  return (
    <Button
      label={send.isPending ? 'Sending...' : 'Send inquiry with CV'}
      icon={Send}
      look="secondary"
      size="sm"
      aria-label={`Send inquiry with CV: ${title}`}
      disabled={!hydrated}
      aria-disabled={isBusy}
      onClick={() => void (isBusy || send.run())}
    />
  )
}

const CvName = ({ name }: { name: string }) => (
  <p className="mt-3 flex items-center gap-2 text-xs text-muted">
    <Paperclip aria-hidden className="size-4 shrink-0" />
    <span className="min-w-0 break-words">{name}</span>
  </p>
)

/** What one tap sends. */
export function Introduction() {
  const { data } = useQuery(deskQuery)
  const cvName = useCvName()
  const [isOpen, setOpen] = useState(false)
  if (!data) return null
  return (
    <section aria-labelledby="introduction">
      <h2 id="introduction" className="font-semibold">
        One-tap inquiry
      </h2>
      <p className="mt-1 text-muted">‘Send inquiry with CV’ beside a saved job sends its employer this text and your CV.</p>
      {isOpen ? (
        <IntroductionForm introduction={data.introduction} onDone={() => setOpen(false)} />
      ) : (
        <>
          <p className="mt-3 border-l-2 border-line pl-3 break-words whitespace-pre-line">{data.introduction.text}</p>
          <CvName name={cvName ?? 'No CV on file yet.'} />
          <div className="mt-3 flex flex-wrap gap-3">
            <Button label="Edit the text" look="secondary" size="sm" onClick={() => setOpen(true)} />
            {cvName === null && <LinkButton label="Upload your CV" to={resumePath} size="sm" />}
          </div>
        </>
      )}
    </section>
  )
}

function IntroductionForm({ introduction, onDone }: { introduction: Desk['introduction']; onDone: () => void }) {
  const queryClient = useQueryClient()
  const [version, setVersion] = useState(introduction.version)
  const [problem, setProblem] = useState<string>()

  const { mutate: save, isPending } = useMutation({
    mutationKey: savingIntroduction,
    mutationFn: (text: string) => callApi('PUT /api/desk/introduction', { body: { text, version } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(deskQuery.queryKey, (desk) => desk && { ...desk, introduction: saved })
      onDone()
    },
    onError: (error) => {
      const current = error instanceof ApiError ? (error.current as Desk['introduction'] | undefined) : undefined
      if (current) setVersion(current.version)
      setProblem(
        current
          ? `You changed it in another window to: “${current.text}”. Save again to replace that.`
          : refusalOf(error, { title: 'Failed to save your text. Please try again.' }).message,
      )
    },
  })

  return (
    <form
      className="mt-3 flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) save(formText(new FormData(event.currentTarget), 'text'))
      }}
    >
      {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
      <Field label="Your introduction" hint="10 to 1000 characters">
        {(control) => (
          <TextArea {...control} name="text" defaultValue={introduction.text} minLength={10} maxLength={1000} required />
        )}
      </Field>
      <div className="flex gap-3">
        <Button label={isPending ? 'Saving...' : 'Save'} type="submit" size="sm" aria-disabled={isPending} />
        <Button label="Cancel" look="secondary" size="sm" onClick={onDone} />
      </div>
    </form>
  )
}
