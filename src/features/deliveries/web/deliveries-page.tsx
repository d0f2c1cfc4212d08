import { unlistedHead } from '#features/site/page-head.ts'
import { deliveriesPath } from '#shared/paths.ts'
import { TextField } from '#ui/field.tsx'
import { AdminPage, loadForAdmins } from '#platform/web/admin-page.tsx'
import { ListSearch, SearchButton } from '#platform/web/list-search.tsx'
import { useShownPage, laterPage, pick, type Search } from '#platform/web/navigation.tsx'
import { ChoiceLinks } from '#platform/web/page-parts.tsx'
import { Mails } from './components/mails.tsx'
import { Suppressions } from './components/suppressions.tsx'
import { Tasks } from './components/tasks.tsx'
import { mailsQuery, suppressionsQuery, tasksQuery } from './queries.ts'

const lists = {
  mails: { label: 'Emails', searched: 'Recipient or cause', query: mailsQuery, List: Mails },
  suppressions: { label: 'Addresses that get less', searched: 'Address', query: suppressionsQuery, List: Suppressions },
  tasks: { label: 'Failed tasks', searched: 'Name, data or error', query: tasksQuery, List: Tasks },
} as const
type List = keyof typeof lists
const listNames = Object.keys(lists) as List[]

const shownList = ({ show }: Search): List => listNames.find((it) => it === show) ?? 'mails'

const listParams = (search: Search) => ({
  ...pick<'GET /api/admin/mails'>(search, ['state', 'q', 'before']),
  ...laterPage(search),
})

export const load = loadForAdmins(({ search }) => [lists[shownList(search)].query(listParams(search))])

export const head = unlistedHead('Deliveries', 'Emails, failed tasks, and addresses that get less mail.', deliveriesPath)

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
            className="min-w-52 grow"
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
