import type { SearchResult } from '#features/jobs/contract.ts'
import { countText } from '#features/jobs/display.ts'
import { Button } from '#ui/button.tsx'
import { Drawer } from '#ui/dialog.tsx'
import { FilterFields } from './filter-form.tsx'
import type { ViewMode } from '../tab-choices.ts'
import { useResults } from './results-context.tsx'
import { SortSelect, ViewSwitch } from './results-toolbar.tsx'

type Props = {
  mode: ViewMode
  open: boolean
  onClose: () => void
  result: SearchResult | undefined
}

/**
 * The filters on a small screen. They apply to the list behind the drawer at once; the drawer's
 * button names the new total.
 */
export function FilterDrawer({ mode, open, onClose, result }: Props) {
  const { criteria, address } = useResults()
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title="Filters"
      footer={
        <Button className="w-full" onClick={onClose}>
          {result ? `Show ${countText(result.total, result.totalIsCapped)}` : 'Show jobs'}
        </Button>
      }
    >
      <form aria-label="Filters">
        <input type="hidden" name={address.fieldName('keyword')} value={criteria.keyword ?? ''} />
        <div className="mb-4 flex flex-col gap-2 sm:hidden [&>:last-child]:self-start">
          <SortSelect typed={result?.understanding.sortBy} />
          <ViewSwitch mode={mode} />
        </div>
        <FilterFields withPlace />
      </form>
    </Drawer>
  )
}
