import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { SyntheticEvent } from 'react'
import { jobStatuses } from '#features/jobs/model.ts'
import { statusLabels } from '#features/postings/model.ts'
import { employerDashboardPath } from '#shared/paths.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { Link, useNavigate } from '#web/lib/navigation.tsx'
import { listSorts } from '../dashboard-routes.ts'
import type { ListAddress } from '../dashboard-routes.ts'

const statuses = jobStatuses.filter((it) => it !== 'removed')

/** Search, filter and sort. A plain form, so the list can be searched before the scripts are there. */
export function ListTools({ address, found }: { address: ListAddress; found: number | undefined }) {
  const navigate = useNavigate()
  const { q, status, sort } = address
  const searchBox = useRef<HTMLInputElement>(null)

  // The address changes without the box, too: by links, and by going back.
  useEffect(() => {
    if (searchBox.current) searchBox.current.value = q
  }, [q])

  function go(form: HTMLFormElement): void {
    const fields = new FormData(form)
    const said = (name: string): string => (fields.get(name) as string | null)?.trim() ?? ''
    navigate({
      to: employerDashboardPath,
      search: { q: said('q'), status: said('status'), sort: said('sort') === 'updated' ? '' : said('sort') },
      keepScroll: true,
    })
  }
  function onSubmit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault()
    go(event.currentTarget)
  }

  return (
    <>
      <form
        role="search"
        aria-label="Your job postings"
        action={employerDashboardPath}
        onSubmit={onSubmit}
        className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_11rem_11rem_auto] sm:items-end"
      >
        <Field label="Search">
          {(control) => (
            <TextInput
              {...control}
              ref={searchBox}
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
            <Select {...control} name="status" value={status} onChange={({ target }) => target.form && go(target.form)}>
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
            <Select {...control} name="sort" value={sort} onChange={({ target }) => target.form && go(target.form)}>
              {listSorts.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button type="submit" look="secondary">
          <Search aria-hidden className="size-4" />
          Search
        </Button>
      </form>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4">
        <p role="status" className="text-xs text-muted">
          {found !== undefined && `${found.toLocaleString('en-US')} ${found === 1 ? 'posting' : 'postings'}`}
        </p>
        {(q !== '' || status !== '') && (
          <Link to={employerDashboardPath} keepScroll className={buttonClass('quiet', 'sm')}>
            Show all
          </Link>
        )}
      </div>
    </>
  )
}
