import { useQuery } from '@tanstack/react-query'
import type { Mail, MailList } from '#features/deliveries/contract.ts'
import { countText, mailStateLabels, mailStates } from '#features/deliveries/model.ts'
import { deliveriesPath } from '#shared/paths.ts'
import { EmptyState, Spinner } from '#ui/feedback.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { ChoiceLinks, LocalTime, Loaded } from '#platform/web/page-parts.tsx'
import { ActionButton, useAction, type Action } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import { Steps } from '#platform/web/list-search.tsx'
import { mailsQuery } from '../queries.ts'

export function Mails({ params }: { params: Record<string, string> }) {
  return (
    <Loaded query={useQuery(mailsQuery(params))} failure="We could not load the emails." placeholder={<Spinner />}>
      {(list) => <MailsOf list={list} params={params} />}
    </Loaded>
  )
}

function MailsOf({ list: data, params }: { list: MailList; params: Record<string, string> }) {
  const resend = useAction({
    call: (ids: readonly string[]) => callApi('POST /api/admin/mails/resend', { body: { ids } }),
    changes: ['GET /api/admin/mails'],
    done: ({ resent }) => ({ title: `${resent} on the way` }),
  })
  const resendable = data.mails.filter((mail) => mail.state === 'dead' && !mail.isBlanked).map(({ id }) => id)
  const words = params['q'] === undefined ? {} : { q: params['q'] }
  return (
    <>
      <ChoiceLinks
        to={deliveriesPath}
        label="Filter the mails"
        choices={mailStates.map((state) => ({
          label: mailStateLabels[state],
          count: countText(data.counts[state]),
          search: { state, ...words },
          isCurrent: (params['state'] ?? 'dead') === state,
        }))}
      />
      {data.mails.length === 0 ? (
        <EmptyState title="No emails found">
          {params['q'] === undefined ? 'No emails have this status.' : 'No emails with this status match your search.'}
        </EmptyState>
      ) : (
        <DataTable caption="Mails" rows={data.mails} rowKey={({ id }) => id} columns={columnsOf(resend)} />
      )}
      {resendable.length > 1 && (
        <ActionButton action={resend} input={resendable} look="secondary" className="self-center">
          Resend all {resendable.length} on this page
        </ActionButton>
      )}
      <Steps to={deliveriesPath} params={params} by="before" next={data.next} labels={{ first: 'Newest', next: 'Older mails' }} />
    </>
  )
}

const columnsOf = (resend: Action<readonly string[]>): Column<Mail>[] => [
  { header: 'To', cell: (mail) => <span className="break-all">{mail.to}</span>, isRowHeader: true },
  { header: 'Subject', cell: aboutWhat },
  { header: 'Written', cell: ({ createdAt }) => <LocalTime at={createdAt} /> },
  { header: 'Status', cell: outcome },
  {
    header: 'Actions',
    cell: (mail) =>
      mail.state !== 'sent' &&
      !mail.isBlanked && (
        <ActionButton action={resend} input={[mail.id]} look="secondary" size="sm">
          {mail.state === 'queued' ? 'Send now' : 'Resend'}
          <span className="sr-only">: {mail.subject}</span>
        </ActionButton>
      ),
  },
]

const aboutWhat = ({ subject, cause }: Mail) => (
  <>
    <span className="block break-words">{subject}</span>
    <span className="block text-xs break-all text-muted">{cause}</span>
  </>
)

function outcome({ state, attempts, lastError, nextTryAt, sentAt, isBlanked }: Mail) {
  const tries = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`
  return (
    <>
      <span className="block">
        {state === 'sent' && <>Sent {sentAt !== null && <LocalTime at={sentAt} />}</>}
        {state === 'queued' && (
          <>
            {tries};{' '}
            {nextTryAt === null ? (
              'the next is under way'
            ) : (
              <>
                next <LocalTime at={nextTryAt} />
              </>
            )}
          </>
        )}
        {state === 'dead' && `Failed after ${tries}`}
        {state === 'suppressed' && 'Held back: this address gets less mail'}
      </span>
      {lastError !== null && state !== 'sent' && <span className="block text-xs break-words text-danger">{lastError}</span>}
      {isBlanked && state !== 'sent' && (
        <span className="block text-xs text-muted">We deleted its secret link. The recipient has to ask for a new one.</span>
      )}
    </>
  )
}
