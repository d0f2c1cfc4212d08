import { useQuery } from '@tanstack/react-query'
import { statusLabels } from '#features/postings/model.ts'
import { unlistedHead } from '#features/site/page-head.ts'
import { moderators, type ResponseOf } from '#shared/contract.ts'
import { moderatedPostingPath, moderatedPostingsPath, moderationPath } from '#shared/paths.ts'
import { AdminPage, loadForAdmins } from '#platform/web/admin-page.tsx'
import { ListSearch, SearchButton } from '#platform/web/list-search.tsx'
import { LinkButton, pick, TextLink, useShownPage, type Search } from '#platform/web/navigation.tsx'
import { Loaded, LocalTime } from '#platform/web/page-parts.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'
import { Badge, EmptyState } from '#ui/feedback.tsx'
import { TextField } from '#ui/field.tsx'
import { channelLabels, foundPostingsQuery } from './queries.ts'

const paramsOf = (search: Search) => pick<'GET /api/admin/postings'>(search, ['q'])

export const load = loadForAdmins(
  ({ search }) => [foundPostingsQuery(paramsOf(search))],
  moderators,
)

export const head = unlistedHead('Find a Posting', 'Postings in any status.', moderatedPostingsPath)

export const Page = () => (
  <AdminPage
    who={moderators}
    title="Find a posting"
    actions={<LinkButton label="Queue" to={moderationPath} look="secondary" />}
  >
    <Found />
  </AdminPage>
)

function Found() {
  const params = paramsOf(useShownPage().search)
  return (
    <div className="flex flex-col gap-4">
      <ListSearch
        label="Postings"
        to={moderatedPostingsPath}
        params={params}
        className="flex flex-wrap items-end gap-3"
      >
        <TextField
          label="Search"
          className="min-w-0 grow"
          type="search"
          name="q"
          defaultValue={params['q']}
          maxLength={100}
          autoComplete="off"
          placeholder="Reference, title, employer, or poster's name or email"
        />
        <SearchButton />
      </ListSearch>
      <Loaded
        query={useQuery(foundPostingsQuery(params))}
        failure="We could not load the postings."
      >
        {({ postings }) =>
          postings.length === 0 ? (
            <EmptyState
              title={params['q'] === undefined ? 'Any posting, in any status' : 'No postings found'}
            >
              Search in any status by reference code, by words of title and employer, or by who
              posted it.
            </EmptyState>
          ) : (
            <DataTable
              caption="Postings"
              columns={columns}
              rows={postings}
              rowKey={({ id }) => id}
            />
          )
        }
      </Loaded>
    </div>
  )
}

type Row = ResponseOf<'GET /api/admin/postings'>['postings'][number]

const columns: readonly Column<Row>[] = [
  {
    header: 'Posting',
    isRowHeader: true,
    cell: ({ id, title, referenceId }) => (
      <>
        <TextLink to={moderatedPostingPath(id)}>{title}</TextLink>
        <span className="block text-xs text-muted">{referenceId}</span>
      </>
    ),
  },
  { header: 'Employer', cell: ({ company, location }) => `${company}, ${location}` },
  {
    header: 'Poster',
    cell: ({ poster, channel }) => (
      <span className="break-all">{poster ?? channelLabels[channel]}</span>
    ),
  },
  {
    header: 'Status',
    cell: ({ status, isHeld }) => (
      <span className="flex flex-wrap gap-1">
        <Badge>{statusLabels[status]}</Badge>
        {isHeld && <Badge tone="danger">Held</Badge>}
      </span>
    ),
  },
  { header: 'Posted', cell: ({ postedAt }) => <LocalTime at={postedAt} /> },
]
