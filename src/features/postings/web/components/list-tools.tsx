import { jobStatuses } from '#features/jobs/model.ts'
import { statusLabels } from '#features/postings/model.ts'
import { employerDashboardPath } from '#shared/paths.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { Found, ListSearch, SearchButton } from '#web/lib/list-search.tsx'
import { formatNumber } from '#shared/numbers.ts'
import { listSorts } from '../dashboard-routes.ts'
import type { ListAddress } from '../dashboard-routes.ts'

const statuses = jobStatuses.filter((it) => it !== 'removed')

export function ListTools({ address, found }: { address: ListAddress; found: number | undefined }) {
  const { q, status, sort } = address
  return (
    <>
      <ListSearch
        label="Your job postings"
        to={employerDashboardPath}
        params={{ q, status, sort }}
        className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_11rem_11rem_auto] sm:items-end"
      >
        <Field label="Search">
          {(control) => (
            <TextInput
              {...control}
              type="search"
              name="q"
              defaultValue={q}
              autoComplete="off"
              placeholder="Title, company or place"
            />
          )}
        </Field>
        <Field label="Status">
          {(control) => (
            <Select {...control} name="status" defaultValue={status}>
              <option value="">All</option>
              {statuses.map((value) => (
                <option key={value} value={value}>
                  {statusLabels[value]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Sort by">
          {(control) => (
            <Select {...control} name="sort" defaultValue={sort}>
              {listSorts.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <SearchButton />
      </ListSearch>
      <Found all={q !== '' || status !== '' ? employerDashboardPath : undefined}>
        {found !== undefined && `${formatNumber(found)} ${found === 1 ? 'posting' : 'postings'}`}
      </Found>
    </>
  )
}
