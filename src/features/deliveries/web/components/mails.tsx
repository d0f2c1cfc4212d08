import { useQuery } from '@tanstack/react-query'
import type { Mail, MailList } from '#features/deliveries/contract.ts'
import { countText, mailStateLabels, mailStates } from '#features/deliveries/model.ts'
import { formatNumber } from '#shared/numbers.ts'
import { deliveriesPath } from '#shared/paths.ts'
import { EmptyState, Spinner } from '#ui/feedback.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { ChoiceLinks, LocalTime, Loaded } from '#platform/web/page-parts.tsx'
import { ActionButton, useAction, type Action } from '#platform/web/action.tsx'
import { callApi } from '#platform/web/api.ts'
import { LinkButton } from '#platform/web/navigation.tsx'
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
          isCurrent: params['state'] === state,
        }))}
      />
      {data.alike.length > 0 && <AlikeMails alike={data.alike} />}
      {data.mails.length === 0 ? (
        <EmptyState title="No emails found">
          {params['q'] === undefined ? 'No emails have this status.' : 'No emails with this status match your search.'}
        </EmptyState>
      ) : (
        <DataTable caption="Mails" rows={data.mails} rowKey={({ id }) => id} columns={columnsOf(resend)} />
      )}
      {data.next !== null && (
        <LinkButton to={deliveriesPath} search={{ ...params, before: data.next }} look="secondary" className="self-center">
          Older mails
        </LinkButton>
      )}
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

function AlikeMails({ alike }: Pick<MailList, 'alike'>) {
  const resend = useAction({
    call: (body: { kind: string; failure: string }) => callApi('POST /api/admin/mails/resend-alike', { body }),
    changes: ['GET /api/admin/mails'],
    done: ({ resent, isMore }) => ({ title: `${resent} on the way${isMore ? '; press again for more' : ''}` }),
  })
  return (
    <section aria-labelledby="alike">
      <h2 id="alike" className="text-lg font-semibold">
        Reasons for failure
      </h2>
      <ul className="mt-2 flex flex-col">
        {alike.map((it) => (
          <li
            key={`${it.kind} ${it.failure}`}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3"
          >
            <p className="min-w-0 grow basis-60">
              <span className="block font-semibold">
                {formatNumber(it.count)} × {it.kind}
              </span>
              <span className="block text-xs break-words text-muted">{it.failure === '' ? 'No reason given.' : it.failure}</span>
            </p>
            <ActionButton action={resend} input={it} look="secondary" size="sm">
              Resend all {formatNumber(it.count)}
              <span className="sr-only"> of {it.kind}</span>
            </ActionButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
