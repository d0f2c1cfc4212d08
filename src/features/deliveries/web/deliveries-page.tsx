import { counted } from '#shared/numbers.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { unlistedHead } from '#features/site/page-head.ts'
import { deliveriesPath } from '#shared/paths.ts'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { EmptyState, Spinner } from '#ui/feedback.tsx'
import { TextField } from '#ui/field.tsx'
import { ActionButton, DeleteButton, useAction, type Action } from '#platform/web/action.tsx'
import { AdminPage, loadForAdmins } from '#platform/web/admin-page.tsx'
import { apiQuery, callApi } from '#platform/web/api.ts'
import { ListSearch, SearchButton, Steps } from '#platform/web/list-search.tsx'
import { useShownPage, laterPage, pick, type Search } from '#platform/web/navigation.tsx'
import { ChoiceLinks, Loaded, LocalTime } from '#platform/web/page-parts.tsx'
import type { Mail, Suppression, TaskEntry } from '../contract.ts'
import { bounceLabels, countText, mailStateLabels, mailStates, scopeLabels } from '../model.ts'
import { keysOf } from '#shared/keys.ts'

/** The queue changes all the time. */
const shortLived = { staleTime: 5000 } as const

const mailsQuery = (query: Search) => apiQuery('GET /api/admin/mails', { query }, shortLived)
const suppressionsQuery = (query: Search) =>
  apiQuery('GET /api/admin/suppressions', { query }, shortLived)
const tasksQuery = (query: Search) => apiQuery('GET /api/admin/tasks', { query }, shortLived)

const lists = {
  mails: { label: 'Emails', searched: 'Recipient or cause', query: mailsQuery, List: Mails },
  suppressions: {
    label: 'Suppressed addresses',
    searched: 'Address',
    query: suppressionsQuery,
    List: Suppressions,
  },
  tasks: { label: 'Failed tasks', searched: 'Name, data or error', query: tasksQuery, List: Tasks },
} as const
type List = keyof typeof lists
const listNames = keysOf(lists)

const shownList = ({ show }: Search) => listNames.find((name) => name === show) ?? 'mails'

const listParams = (search: Search) => ({
  ...pick<'GET /api/admin/mails'>(search, ['state', 'q', 'before']),
  ...laterPage(search),
})

export const load = loadForAdmins(({ search }) => [
  lists[shownList(search)].query(listParams(search)),
])

export const head = unlistedHead(
  'Deliveries',
  'Emails, failed tasks, and suppressed addresses.',
  deliveriesPath,
)

export function Page() {
  const { search } = useShownPage()
  const show = shownList(search)
  const params = listParams(search)
  const { searched, List } = lists[show]
  return (
    <AdminPage
      title="Deliveries"
      intro="Emails that are waiting, sent or have failed, and failed background tasks. This page does not show what an email says."
    >
      <div className="flex flex-col gap-6">
        <ChoiceLinks
          to={deliveriesPath}
          label="What to show"
          choices={listNames.map((list) => ({
            label: lists[list].label,
            search: list === 'mails' ? {} : { show: list },
            isCurrent: show === list,
          }))}
        />
        <ListSearch
          key={show}
          label="Search"
          to={deliveriesPath}
          params={params}
          className="flex max-w-form flex-wrap items-end gap-3"
        >
          <input type="hidden" name="show" value={show} />
          <input type="hidden" name="state" value={params.state ?? ''} />
          <TextField
            label={searched}
            className="min-w-[min(13rem,100%)] grow"
            type="search"
            name="q"
            defaultValue={params.q}
            maxLength={200}
            autoComplete="off"
          />
          <SearchButton />
        </ListSearch>
        <List params={params} />
      </div>
    </AdminPage>
  )
}

type ListProps = { params: Record<string, string> }

function Mails({ params }: ListProps) {
  const resend = useAction({
    call: (ids: readonly string[]) => callApi('POST /api/admin/mails/resend', { body: { ids } }),
    changes: ['GET /api/admin/mails'],
    done: ({ resent }) => ({ title: `${resent} on the way` }),
  })
  const { state: shown = 'dead', before: _before, ...words } = params
  return (
    <Loaded
      query={useQuery(mailsQuery(params))}
      failure="We could not load the emails."
      placeholder={<Spinner />}
    >
      {({ mails, counts, next }) => (
        <>
          <ChoiceLinks
            to={deliveriesPath}
            label="Filter the mails"
            choices={mailStates.map((state) => ({
              label: mailStateLabels[state],
              count: countText(counts[state]),
              search: { ...words, state },
              isCurrent: shown === state,
            }))}
          />
          <Rows caption="Emails" rows={mails} columns={mailColumns(resend)} />
          <ForAll
            verb={sendLabel(shown)}
            action={resend}
            ids={mails.filter(canBeSent).map(({ id }) => id)}
          />
          <Steps
            to={deliveriesPath}
            params={params}
            by="before"
            next={next}
            labels={{ first: 'Newest', next: 'Older mails' }}
          />
        </>
      )}
    </Loaded>
  )
}

const mailColumns = (resend: Action<readonly string[]>): Column<Mail>[] => [
  { header: 'To', cell: (mail) => <span className="break-all">{mail.to}</span>, isRowHeader: true },
  { header: 'Subject', cell: ({ subject, cause }) => <Noted note={cause}>{subject}</Noted> },
  { header: 'Written', cell: ({ createdAt }) => <LocalTime at={createdAt} /> },
  { header: 'Status', cell: mailStatus },
  {
    header: 'Actions',
    cell: (mail) =>
      canBeSent(mail) && (
        <ActionButton action={resend} input={[mail.id]} look="secondary" size="sm">
          {sendLabel(mail.state)}
          <span className="sr-only">: {mail.subject}</span>
        </ActionButton>
      ),
  },
]

const canBeSent = ({ state, isBlanked }: Mail) =>
  state !== 'sent' && state !== 'gathered' && !isBlanked
const sendLabel = (state: string): string =>
  state === 'queued' || state === 'waiting' ? 'Send now' : 'Resend'

function mailStatus({ state, attempts, lastError, sentAt, isBlanked }: Mail) {
  if (state === 'gathered') return 'Its line stands in another email to the same address'
  if (state === 'waiting') return 'Waiting: this mailbox has had many'
  if (state === 'sent') return <>Sent {sentAt !== null && <LocalTime at={sentAt} />}</>
  return (
    <Noted
      error={lastError}
      note={isBlanked && 'We deleted its secret link. The recipient has to ask for a new one.'}
    >
      {state === 'suppressed'
        ? 'Held back: this address is suppressed'
        : `${mailStateLabels[state]} after ${counted(attempts, 'attempt')}`}
    </Noted>
  )
}

function Suppressions({ params }: ListProps) {
  const lift = useAction({
    call: ({ id }: Suppression) =>
      callApi('DELETE /api/admin/suppressions/:id', { params: { id } }),
    changes: ['GET /api/admin/suppressions'],
    done: (_answer, { address }) => ({ title: `${address} gets all mail again` }),
  })
  return (
    <Loaded
      query={useQuery(suppressionsQuery(params))}
      failure="We could not load the addresses."
      placeholder={<Spinner />}
    >
      {({ suppressions, isMore }) => (
        <>
          <Rows caption="Addresses" rows={suppressions} columns={suppressionColumns(lift)} />
          <NextPage show="suppressions" params={params} isMore={isMore} />
        </>
      )}
    </Loaded>
  )
}

const suppressionColumns = (lift: Action<Suppression>): Column<Suppression>[] => [
  {
    header: 'Address',
    cell: ({ address }) => <span className="break-all">{address}</span>,
    isRowHeader: true,
  },
  {
    header: 'Why',
    cell: ({ kind, subject, reason }) => (
      <Noted note={subject} error={reason}>
        {bounceLabels[kind]}
      </Noted>
    ),
  },
  { header: 'Does not get', cell: ({ scope }) => scopeLabels[scope] },
  { header: 'Since', cell: ({ at }) => <LocalTime at={at} /> },
  {
    header: 'Actions',
    cell: (suppression) => (
      <ActionButton action={lift} input={suppression} look="secondary" size="sm">
        Send all mail again<span className="sr-only"> to {suppression.address}</span>
      </ActionButton>
    ),
  },
]

function Tasks({ params }: ListProps) {
  const retry = useAction({
    call: (ids: readonly string[]) => callApi('POST /api/admin/tasks/retry', { body: { ids } }),
    changes: ['GET /api/admin/tasks'],
    done: ({ retried }) => ({ title: `${retried} will be retried` }),
  })
  return (
    <Loaded
      query={useQuery(tasksQuery(params))}
      failure="We could not load the tasks."
      placeholder={<Spinner />}
    >
      {({ tasks, isMore }) => (
        <>
          <Rows caption="Tasks" rows={tasks} columns={taskColumns(retry)} />
          <ForAll verb="Retry" action={retry} ids={tasks.map(({ id }) => id)} />
          <NextPage show="tasks" params={params} isMore={isMore} />
        </>
      )}
    </Loaded>
  )
}

const taskColumns = (retry: Action<readonly string[]>): Column<TaskEntry>[] => [
  { header: 'Task', cell: ({ name }) => name, isRowHeader: true },
  { header: 'Data', cell: ({ data }) => <code className="text-xs break-all">{data}</code> },
  { header: 'Failed', cell: ({ createdAt }) => <LocalTime at={createdAt} /> },
  {
    header: 'Attempts',
    cell: ({ attempts, lastError }) => <Noted error={lastError}>{attempts}</Noted>,
  },
  {
    header: 'Actions',
    cell: ({ id, name }) => (
      <span className="flex flex-wrap gap-2">
        <ActionButton
          label="Retry"
          about={name}
          action={retry}
          input={[id]}
          look="secondary"
          size="sm"
        />
        <DeleteButton
          label="Discard"
          aria-label={`Discard: ${name}`}
          look="danger"
          title="Discard the task?"
          confirm="Discard"
          call={() => callApi('DELETE /api/admin/tasks/:id', { params: { id } })}
          changes={['GET /api/admin/tasks']}
          done={{ title: 'Task discarded' }}
        >
          {name} is deleted and never runs. The audit log keeps who discarded it.
        </DeleteButton>
      </span>
    ),
  },
]

type RowsProps<Row> = { caption: string; rows: readonly Row[]; columns: readonly Column<Row>[] }

const Rows = <Row extends { id: string }>({ caption, rows, columns }: RowsProps<Row>) =>
  rows.length === 0 ? (
    <EmptyState title={`No ${caption.toLowerCase()} found`}>
      Nothing has this status, or matches your search.
    </EmptyState>
  ) : (
    <DataTable caption={caption} rows={rows} rowKey={({ id }) => id} columns={columns} />
  )

type NotedProps = { children: ReactNode; note?: ReactNode; error?: string | null }

/** What a cell says, and below it what else is known, and what went wrong. */
const Noted = ({ children, note, error }: NotedProps) => (
  <>
    <span className="block">{children}</span>
    {note && <span className="block text-xs text-muted">{note}</span>}
    {error && <span className="block text-xs text-danger">{error}</span>}
  </>
)

type ForAllProps = { verb: string; action: Action<readonly string[]>; ids: readonly string[] }

const ForAll = ({ verb, action, ids }: ForAllProps) =>
  ids.length > 1 && (
    <ActionButton action={action} input={ids} look="secondary" className="self-center">
      {verb} all {ids.length} on this page
    </ActionButton>
  )

const NextPage = ({ show, params, isMore }: ListProps & { show: List; isMore: boolean }) => (
  <Steps
    to={deliveriesPath}
    params={{ show, ...params }}
    by="page"
    next={isMore ? Number(params['page'] ?? 1) + 1 : null}
    labels={{ first: 'Newest', next: 'Older' }}
  />
)
