import { Scale, X } from 'lucide-react'
import { IconButton } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { LinkButton } from '#platform/web/navigation.tsx'
import { setComparedIds, useComparedIds } from '../tab-choices.ts'

/** What was chosen for comparison, with the way there. */
export function CompareBar() {
  const ids = useComparedIds()
  return (
    <div className="pointer-events-none flex justify-end py-3">
      <div className="pointer-events-auto flex items-center rounded-sm bg-surface shadow-raised">
        <LinkButton icon={Scale} to="/compare" search={{ jobs: ids.join(',') }} look="secondary" className="rounded-r-none">
          <span>Compare ({ids.length})</span>
        </LinkButton>
        <IconButton
          label="Clear comparison"
          onClick={() => {
            setComparedIds([])
            toast({ title: 'Comparison cleared', action: { label: 'Undo', run: () => setComparedIds(ids) } })
          }}
        >
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
    </div>
  )
}
