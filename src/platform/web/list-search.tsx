import { Search } from 'lucide-react'
import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Field, Select } from '#ui/field.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Link, LinkButton, useNavigate } from './navigation.tsx'
import { useChange } from './browser.ts'

type Props = {
  /** The form's accessible name. */
  label: string
  /** The list's path. */
  to: string
  /** The query parameters of the list's address, by field name. */
  params: Record<string, string>
  className: string
  children: ReactNode
}

/**
 * Searches, filters and sorts a list: the names of its fields are query parameters of the list's
 * address. A plain form, so it works without scripts; with them, a selected option applies at once.
 */
export function ListSearch({ label, to, params, className, children }: Props) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)

  // Links and the browser's back button change the address, and the fields follow.
  useChange(JSON.stringify(params), () => {
    for (const field of form.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
      '[name]:not([type=hidden])',
    ) ?? []) {
      field.value = params[field.name] ?? ''
      // The server ignores unknown values.
      if (field instanceof HTMLSelectElement && field.selectedIndex === -1) field.selectedIndex = 0
    }
  })

  function go(form: HTMLFormElement) {
    const fields = [...new FormData(form).entries()].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.trim()] as const] : [],
    )
    navigate({ to, search: Object.fromEntries(fields), keepScroll: true })
  }

  return (
    <form
      ref={form}
      role="search"
      aria-label={label}
      action={to}
      onChange={({ currentTarget, target }) =>
        target instanceof HTMLSelectElement && go(currentTarget)
      }
      onSubmit={(event) => {
        event.preventDefault()
        go(event.currentTarget)
      }}
      className={className}
    >
      {children}
    </form>
  )
}

type SelectFieldsProps = {
  params: Record<string, string>
  /** Where the first options say what is filtered. */
  hideLabels?: boolean
  choices: readonly {
    name: string
    label: string
    /** The label of the option that filters nothing. */
    any?: string
    options: ComponentProps<typeof Select>['options'] & {}
  }[]
}

/** One select for each filter of a `ListSearch`. */
export const SelectFields = ({
  params,
  hideLabels = false,
  choices,
}: SelectFieldsProps): ReactNode =>
  choices.map(({ name, label, any = 'All', options }) => (
    <Field key={name} label={label} hideLabel={hideLabels}>
      {(control) => (
        <Select
          {...control}
          name={name}
          defaultValue={params[name]}
          empty={any}
          options={options}
        />
      )}
    </Field>
  ))

/** Fields that phones fold, unless one of them filters. */
export const MoreFilters = ({ isOpen, children }: { isOpen: boolean; children: ReactNode }) => (
  <details open={isOpen} className="more-filters">
    <summary className="filter-summary">More filters</summary>
    <div className="grid grid-cols-2 items-end gap-3 sm:contents">{children}</div>
  </details>
)

export const SearchButton = ({ className = '' }: { className?: string }) => (
  <Button label="Search" icon={Search} type="submit" look="secondary" className={className} />
)

type FoundProps = {
  /** The number of results; empty until it is known. */
  children: ReactNode
  /** The unfiltered list's path, if the list is filtered. */
  all: string | undefined
}

/** The number of results, and a link to the unfiltered list. */
export const Found = ({ children, all }: FoundProps) => (
  <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4">
    <p role="status" className="text-xs text-muted">
      {children}
    </p>
    {all !== undefined && (
      <LinkButton label="Show all" to={all} keepScroll look="quiet" size="sm" />
    )}
  </div>
)

type PagesProps = Pick<Props, 'to'> & {
  params: Record<string, string | undefined>
  totalPages: number
}

/** Numbered pages of a list; the parameter `page` says which one is shown. */
export const Pages = ({ to, params, totalPages }: PagesProps) => (
  <Pagination
    // Like the server, which takes what is no number for page 1.
    page={Number(params['page']) || 1}
    totalPages={totalPages}
    renderLink={({ page, ...link }) => (
      <Link to={to} search={{ ...params, page: page === 1 ? undefined : page }} {...link} />
    )}
  />
)

type StepsProps = Pick<Props, 'to' | 'params'> & {
  /** The name of the cursor parameter. */
  by: string
  /** The cursor of the next page; null on the last one. */
  next: string | number | null
  labels: { first: string; next: string }
}

/** The pages of a list with a cursor. */
export function Steps({ to, params, by, next, labels }: StepsProps) {
  const { [by]: here, ...filters } = params
  if (here === undefined && next === null) return null
  return (
    <nav aria-label="Pages" className="flex flex-wrap justify-center gap-3 py-4">
      {here !== undefined && (
        <LinkButton label={labels.first} to={to} search={filters} look="secondary" />
      )}
      {next !== null && (
        <LinkButton
          label={labels.next}
          to={to}
          search={{ ...filters, [by]: next }}
          look="secondary"
        />
      )}
    </nav>
  )
}

/** Which items of a list are selected; items that leave the list are no longer. */
export function useSelection(keys: readonly string[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  return {
    total: keys.length,
    keys: keys.filter((key) => selected.has(key)),
    has: (key: string) => selected.has(key),
    setAll: (isSelected: boolean) => setSelected(new Set(isSelected ? keys : [])),
    toggle(key: string) {
      const next = new Set(selected)
      if (!next.delete(key)) next.add(key)
      setSelected(next)
    },
  }
}

type SelectAllProps = {
  selection: ReturnType<typeof useSelection>
  /** What can be selected, where the list has other items, too. */
  kind?: string | undefined
}

export const SelectAll = ({ selection: { total, keys, setAll }, kind }: SelectAllProps) =>
  keys.length < total && (
    <Button
      label={['Select all', total, kind].filter(Boolean).join(' ')}
      size="sm"
      look="secondary"
      onClick={() => setAll(true)}
    />
  )

type BulkBarProps = {
  selection: ReturnType<typeof useSelection>
  /** Buttons for the selected items. */
  children: ReactNode
}

/** Acts on the selected items of the list above, at the foot of the window. */
export function BulkBar({ selection: { keys, setAll }, children }: BulkBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  // The selection decides about the bar's buttons, and so about its height. The bar covers no row
  // that was just ticked.
  useEffect(() => {
    if (keys.length === 0 || !bar.current) return
    document.documentElement.style.setProperty('--bulk-bar', `${bar.current.offsetHeight}px`)
    document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [keys.length])
  return (
    keys.length > 0 && (
      <div ref={bar} role="group" aria-label="Bulk actions" className="bulk-bar">
        {/* What an action leaves selected is not announced: its toast is. */}
        <p role="status" className="text-sm text-muted tabular-nums">
          {keys.length} selected
        </p>
        {children}
        <Button label="Clear selection" size="sm" look="quiet" onClick={() => setAll(false)} />
      </div>
    )
  )
}
