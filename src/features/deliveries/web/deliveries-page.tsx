import { unlistedHead } from '#features/site/page-head.ts'
import { deliveriesPath } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { Field, TextInput } from '#ui/field.tsx'
import { AdminPage } from '#platform/web/admin-page.tsx'
import { useShownPage, type PageLoad, type Search } from '#platform/web/navigation.tsx'
import { mailStates, minSearch, taskStates } from '../model.ts'
import { ChoiceLinks } from '#platform/web/page-parts.tsx'
import { Mails } from './components/mails.tsx'
import { Tasks } from './components/tasks.tsx'
import { mailsQuery, tasksQuery } from './queries.ts'

export const load: PageLoad = ({ queryClient, search }) => {
  const { show, params } = shownList(search)
  return show === 'tasks' ? queryClient.prefetchQuery(tasksQuery(params)) : queryClient.prefetchQuery(mailsQuery(params))
}

export const head = unlistedHead('Deliveries', 'Waiting and failed emails and tasks.', deliveriesPath)

type Shown = {
  show: 'mails' | 'tasks'
  state: string
  /** The query, without invalid values. */
  params: Record<string, string>
}

function shownList({ show, state, q = '', before, page }: Search): Shown {
  const isTasks = show === 'tasks'
  const states: readonly string[] = isTasks ? taskStates : mailStates
  const shownState = states.find((it) => it === state) ?? 'dead'
  const words = q
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 200)
  return {
    show: isTasks ? 'tasks' : 'mails',
    state: shownState,
    params: {
      state: shownState,
      ...(words.length >= minSearch && { q: words }),
      ...(!isTasks && before && { before }),
      ...(isTasks && page && /^[1-9]\d{0,2}$/.test(page) && { page }),
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
  const { show, state, params } = shownList(useShownPage().search)
  return (
    <div className="flex flex-col gap-6">
      <ChoiceLinks
        to={deliveriesPath}
        label="What to show"
        choices={[
          { label: 'Emails', search: {}, isCurrent: show === 'mails' },
          { label: 'Background tasks', search: { show: 'tasks' }, isCurrent: show === 'tasks' },
        ]}
      />
      <SearchForm key={`${show} ${state}`} show={show} state={state} words={params['q'] ?? ''} />
      {show === 'tasks' ? <Tasks params={params} /> : <Mails params={params} />}
    </div>
  )
}

/** A plain form that works without JavaScript. */
function SearchForm({ show, state, words }: { show: 'mails' | 'tasks'; state: string; words: string }) {
  const label = show === 'mails' ? 'Recipient or cause' : 'Name, data or error'
  return (
    <form action={deliveriesPath} method="get" className="flex max-w-form flex-wrap items-end gap-3">
      {show === 'tasks' && <input type="hidden" name="show" value="tasks" />}
      <input type="hidden" name="state" value={state} />
      <Field label={label} hint={`At least ${minSearch} characters.`} className="min-w-52 grow">
        {(control) => (
          <TextInput {...control} type="search" name="q" defaultValue={words} minLength={minSearch} maxLength={200} />
        )}
      </Field>
      <Button type="submit" look="secondary">
        Search
      </Button>
    </form>
  )
}
