import type { SearchResult } from '#features/jobs/contract.ts'
import { countText } from '#features/jobs/display.ts'
import { Button } from '#ui/button.tsx'
import { Drawer } from '#ui/dialog.tsx'
import { FilterFields } from './filter-form.tsx'
import { useResults } from './results-context.tsx'

type Props = {
  open: boolean
  onClose: () => void
  result: SearchResult | undefined
}

/**
 * The filters on a small screen. They apply to the list behind the drawer at once; the drawer's
 * button names the new total.
 */
export function FilterDrawer({ open, onClose, result }: Props) {
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
        <input type="hidden" name={address.fieldName('sortBy')} value={criteria.sortBy ?? ''} />
        <FilterFields withPlace understanding={result?.understanding} />
      </form>
    </Drawer>
  )
}
