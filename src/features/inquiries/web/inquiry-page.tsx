import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Paperclip } from 'lucide-react'
import { useEffect } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import { inboxPath } from '#shared/paths.ts'
import { MailLink } from '#ui/layout.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState, Spinner } from '#ui/feedback.tsx'
import { Prose } from '#ui/prose.tsx'
import { TextArea } from '#ui/field.tsx'
import { toast } from '#ui/toast.ts'
import { ApiForm, FormField, SubmitButton } from '#platform/web/form/api-form.tsx'
import { useApiForm } from '#platform/web/form/use-api-form.ts'
import { LocalTime } from '#platform/web/page-parts.tsx'
import { Link, TextLink, useShownPage } from '#platform/web/navigation.tsx'
import type { PageLoad } from '#platform/web/page-route.ts'
import type { InboxItem } from '../contract.ts'
import { inquiryCan } from '../model.ts'
import { replySchema } from '../schemas.ts'
import { Answers, InboxDesk, Replies, StatusBadge } from './components/inquiry-parts.tsx'
import { attachedCvUrl, inquiryQuery, markInquiry, replyToInquiry } from './queries.ts'

export const load: PageLoad = ({ queryClient, params: { id = '' } }) => queryClient.prefetchQuery(inquiryQuery(id))

export const head = unlistedHead('Inquiry', 'An inquiry about one of your postings.', inboxPath)

export function Page() {
  return (
    <InboxDesk>
      <Link to={inboxPath} className="text-link mt-4 inline-flex min-h-8 items-center gap-2">
        <ArrowLeft aria-hidden className="size-4" /> Inbox
      </Link>
      <Inquiry />
    </InboxDesk>
  )
}

function Inquiry() {
  const { id = '' } = useShownPage().params
  const { data: inquiry, isError } = useQuery(inquiryQuery(id))
  const { mutate: mark, isPending } = useMark(id)
  const isNew = inquiry?.status === 'sent'

  // An inquiry counts as read once it was shown.
  useEffect(() => {
    if (isNew) mark('read')
  }, [isNew, mark])

  if (isError) {
    return (
      <EmptyState level={1} title="Inquiry not found">
        It was withdrawn, or it is not about one of your postings.
      </EmptyState>
    )
  }
  if (!inquiry) return <Spinner />
  return (
    <article className="mt-4 max-w-prose">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <h1 className="min-w-0 text-xl font-bold break-words">{inquiry.name}</h1>
        <StatusBadge status={inquiry.status} sent="New" />
      </div>
      <p className="mt-1 text-muted">
        About{' '}
        <TextLink to="/jobs/:id" params={{ id: inquiry.jobId }}>
          {inquiry.jobTitle}
        </TextLink>
        , <LocalTime at={inquiry.sentAt} />
      </p>
      <p className="mt-1 break-all">
        <MailLink address={inquiry.email} />
        <span className="text-muted"> · {inquiry.emailConfirmed ? 'Address confirmed' : 'Address not confirmed'}</span>
        {inquiry.isPhysician && <span className="text-muted"> · Physician account</span>}
      </p>
      <div className="mt-6 break-words">
        <Prose text={inquiry.message} />
      </div>
      <Answers answers={inquiry.answers} />
      {inquiry.cvFileName !== null && (
        <p className="mt-6">
          <a href={attachedCvUrl(inquiry.id)} className={`${buttonClass('secondary')} max-w-full`}>
            <Paperclip aria-hidden className="size-4 shrink-0" />
            <span className="truncate">Open the CV ({inquiry.cvFileName})</span>
          </a>
          <span className="mt-1 block text-xs text-muted">The physician sees that you opened it.</span>
        </p>
      )}
      <Replies replies={inquiry.replies} from="You" to={inquiry.name} />
      {inquiryCan.answer(inquiry.status) && <ReplyForm inquiry={inquiry} />}
      {inquiryCan.close(inquiry.status) && (
        <Button look="quiet" className="mt-6 -ml-4" disabled={isPending} onClick={() => mark('closed')}>
          Close this inquiry
        </Button>
      )}
    </article>
  )
}

function useMark(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (status: 'read' | 'closed') => markInquiry(id, status),
    onSuccess: (_, status) => {
      if (status === 'closed') toast({ title: 'Inquiry closed', description: 'The physician sees that it is closed.' })
    },
    onError: (error) => toast({ title: 'Error', description: error.message, tone: 'danger' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: inquiryQuery(id).queryKey }),
  })
}

function ReplyForm({ inquiry: { id, name } }: { inquiry: InboxItem }) {
  const queryClient = useQueryClient()
  const form = useApiForm({
    schema: replySchema,
    submit: (body) => replyToInquiry(id, body),
    done: () => {
      toast({ title: 'Reply sent', description: `It is on its way to ${name}. What they answer comes to your own address.` })
      form.hook.reset({ message: '' })
      void queryClient.invalidateQueries({ queryKey: inquiryQuery(id).queryKey })
    },
    failure: { title: 'Failed to send reply' },
  })
  return (
    <ApiForm form={form} label="Reply" className="mt-8 flex flex-col gap-4">
      <FormField form={form} name="message" label="Reply">
        {(control) => <TextArea {...control} />}
      </FormField>
      <SubmitButton form={form} pendingLabel="Sending..." className="self-start">
        Send Reply
      </SubmitButton>
    </ApiForm>
  )
}
