import { Button } from '#ui/button.tsx'
import { useHydrated } from '#web/lib/navigation.tsx'
import { FilterFields } from './filter-fields.tsx'
import { useResults } from './results-context.ts'

export const filterFormId = 'job-filters'

/** The filter form itself. On small screens a drawer holds a second one; without JavaScript this one stands under the results. */
export function FilterSidebar() {
  const { address, view } = useResults()
  const isHydrated = useHydrated()
  return (
    <form
      id={filterFormId}
      action={address.path}
      aria-label="Filters"
      className="max-lg:hidden lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:-mx-1 lg:overflow-y-auto lg:px-1 lg:pb-6 noscript:max-lg:block"
    >
      <h2 className="eyebrow mb-3">Filters</h2>
      {Object.entries({ ...address.fixed, ...(view && { view }) }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FilterFields withPlace={false} />
      {!isHydrated && (
        <Button type="submit" className="mt-4 w-full">
          Apply filters
        </Button>
      )}
    </form>
  )
}
