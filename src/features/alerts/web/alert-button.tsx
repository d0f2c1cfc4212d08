import { BellPlus } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { filtersOf, type SearchCriteria } from '#features/jobs/search-criteria.ts'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#platform/web/lazy-part.tsx'

/** Loaded on demand. */
const AlertDialog = lazyDialog(
  async () => (await import('./components/alert-dialog.tsx')).AlertDialog,
)

/** Saves the current search as an alert. */
export function AlertButton({ criteria }: { criteria: SearchCriteria }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        icon={BellPlus}
        look="quiet"
        size="sm"
        className="relative noscript:hidden"
        onClick={() => setOpen(true)}
      >
        <span>
          Email me new jobs<span className="max-2xl:sr-only"> like these</span>
        </span>
      </Button>
      {isOpen &&
        // Outside the search form, so that its fields filter nothing.
        createPortal(
          <AlertDialog criteria={filtersOf(criteria)} onClose={() => setOpen(false)} />,
          document.body,
        )}
    </>
  )
}
