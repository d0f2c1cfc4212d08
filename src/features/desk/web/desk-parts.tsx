import { useIsMutating, useQuery, type QueryClient } from '@tanstack/react-query'
import { Paperclip, Send } from 'lucide-react'
import { useState } from 'react'
import { inquiryFormPath, resumePath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField } from '#ui/field.tsx'
import { useAction } from '#platform/web/action.tsx'
import { apiQuery, callApi } from '#platform/web/api.ts'
import { useCurrentUser } from '#platform/web/current-user.ts'
import { formText } from '#platform/web/browser.ts'
import { useHydrated, LinkButton } from '#platform/web/navigation.tsx'

export const deskQuery = apiQuery('GET /api/desk', {}, { staleTime: 60_000 })

export const prefetchDesk = (queryClient: QueryClient) => queryClient.prefetchQuery(deskQuery)

type Job = { id: string; title: string }

/**
 * Beside a saved job: sends the introduction and the CV on file by one tap. Where no CV may go, the
 * form opens instead.
 */
export function QuickInquiry({ job: { id, title } }: { job: Job }) {
  const { user } = useCurrentUser()
  const { data } = useQuery(deskQuery)
  const send = useAction({
    call: (message: string) => {
      const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ')
      return callApi('POST /api/job-inquiry', {
        body: { jobId: id, name, email: user?.email ?? '', message, attachCv: true },
      })
    },
    done: {
      title: 'Inquiry sent successfully!',
      description: 'Your introduction and CV were sent. You can withdraw them under Applications.',
    },
    failure: 'Failed to send inquiry',
    changes: ['GET /api/favorites', 'GET /api/applications'],
  })
  // While the introduction is saved, nothing sends the one before.
  const isBusy = useIsMutating() > 0
  const hydrated = useHydrated()
  if (!user?.cvFileName || !data) return null
  if (data.withoutCv.includes(id))
    return (
      <LinkButton
        to={inquiryFormPath(id)}
        icon={Send}
        look="secondary"
        size="sm"
        aria-label={`Send Inquiry: ${title}`}
      >
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
      onClick={() => void (isBusy || send.run(data.introduction.text))}
    />
  )
}

/** What one tap sends. */
export function Introduction() {
  const { data } = useQuery(deskQuery)
  const cvName = useCurrentUser().user?.cvFileName ?? null
  const [isOpen, setOpen] = useState(false)
  if (!data) return null
  return (
    <section aria-labelledby="introduction">
      <h2 id="introduction" className="font-semibold">
        One-tap inquiry
      </h2>
      <p className="mt-1 text-muted">
        ‘Send inquiry with CV’ beside a saved job sends its employer this text and your CV.
      </p>
      {isOpen ? (
        <IntroductionForm text={data.introduction.text} onDone={() => setOpen(false)} />
      ) : (
        <>
          <p className="mt-3 border-l-2 border-line pl-3 whitespace-pre-line">
            {data.introduction.text}
          </p>
          <p className="mt-3 flex items-center gap-2 text-xs text-muted">
            <Paperclip aria-hidden className="size-4 shrink-0" />
            <span className="min-w-0">{cvName ?? 'No CV on file yet.'}</span>
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button
              label="Edit the text"
              look="secondary"
              size="sm"
              onClick={() => setOpen(true)}
            />
            {cvName === null && <LinkButton label="Upload your CV" to={resumePath} size="sm" />}
          </div>
        </>
      )}
    </section>
  )
}

function IntroductionForm({ text, onDone }: { text: string; onDone: () => void }) {
  const save = useAction({
    call: (text: string) => callApi('PUT /api/desk/introduction', { body: { text } }),
    done: onDone,
    failure: 'Failed to save your text',
    changes: ['GET /api/desk'],
  })
  return (
    <form
      className="mt-3 flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        save.run(formText(new FormData(event.currentTarget), 'text'))
      }}
    >
      <TextAreaField
        label="Your introduction"
        hint="10 to 1000 characters"
        name="text"
        defaultValue={text}
        minLength={10}
        maxLength={1000}
        required
      />
      <div className="flex gap-3">
        <Button
          label={save.isPending ? 'Saving...' : 'Save'}
          type="submit"
          size="sm"
          aria-disabled={save.isPending}
        />
        <Button label="Cancel" look="secondary" size="sm" onClick={onDone} />
      </div>
    </form>
  )
}
