import { unlistedHead } from '#features/site/page-head.ts'
import { deliveriesPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { Field, TextInput } from '#ui/field.tsx'
import { AdminPage } from '#platform/web/admin-page.tsx'
import { useShownPage, type PageLoad, type Search } from '#platform/web/navigation.tsx'
import { mailStates, minSearch, taskStates } from '../model.ts'
import { ChoiceLinks } from '#platform/web/page-parts.tsx'
import { Mails } from './components/mails.tsx'
import { Suppressions } from './components/suppressions.tsx'
import { Tasks } from './components/tasks.tsx'
import { mailsQuery, suppressionsQuery, tasksQuery } from './queries.ts'

export const load: PageLoad = ({ queryClient, search }) => {
  const { show, params } = shownList(search)
  if (show === 'tasks') return queryClient.prefetchQuery(tasksQuery(params))
  if (show === 'suppressions') return queryClient.prefetchQuery(suppressionsQuery(params))
  return queryClient.prefetchQuery(mailsQuery(params))
}

export const head = unlistedHead(
  'Deliveries',
  'Waiting and failed emails and tasks, and addresses that get less mail.',
  deliveriesPath,
)

/** The states of each list, the first one unless another is chosen, and what is searched. */
const lists = {
  mails: { label: 'Emails', states: mailStates, searched: 'Recipient or cause' },
  suppressions: { label: 'Addresses that get less', states: [], searched: 'Address' },
  tasks: { label: 'Background tasks', states: taskStates, searched: 'Name, data or error' },
} as const
type List = keyof typeof lists

type Shown = {
  show: List
  /** The query, without invalid values. */
  params: Record<string, string>
}

function shownList({ show: wanted, state, q = '', before, page }: Search): Shown {
  const show = wanted === 'tasks' || wanted === 'suppressions' ? wanted : 'mails'
  const states: readonly string[] = lists[show].states
  const shownState = states.find((it) => it === state) ?? states[0]
  const words = q
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 200)
  return {
    show,
    params: {
      ...(shownState && { state: shownState }),
      ...(words.length >= minSearch && { q: words }),
      ...(show === 'mails' && before && { before }),
      ...(show !== 'mails' && page && /^[1-9]\d{0,2}$/.test(page) && { page }),
    },
  }
}

export function Page() {
  return (
    <AdminPage
      title="Deliveries"
      intro="Emails and background tasks that are waiting or have failed. This page does not show what an email says."
    >
      <Lists />
    </AdminPage>
  )
}

function Lists() {
  const { show, params } = shownList(useShownPage().search)
  return (
    <div className="flex flex-col gap-6">
      <ChoiceLinks
        to={deliveriesPath}
        label="What to show"
        choices={(Object.keys(lists) as List[]).map((list) => ({
          label: lists[list].label,
          search: list === 'mails' ? {} : { show: list },
          isCurrent: show === list,
        }))}
      />
      <SearchForm key={`${show} ${params['state']}`} show={show} params={params} />
      {show === 'tasks' && <Tasks params={params} />}
      {show === 'mails' && <Mails params={params} />}
      {show === 'suppressions' && <Suppressions params={params} />}
    </div>
  )
}

/** A plain form that works without JavaScript. */
function SearchForm({ show, params }: Shown) {
  return (
    <form action={deliveriesPath} method="get" className="flex max-w-form flex-wrap items-end gap-3">
      {show !== 'mails' && <input type="hidden" name="show" value={show} />}
      {params['state'] !== undefined && <input type="hidden" name="state" value={params['state']} />}
      <Field label={lists[show].searched} hint={`At least ${minSearch} characters.`} className="min-w-52 grow">
        {(control) => (
          <TextInput {...control} type="search" name="q" defaultValue={params['q']} minLength={minSearch} maxLength={200} />
        )}
      </Field>
      <Button label="Search" type="submit" look="secondary" />
    </form>
  )
}
