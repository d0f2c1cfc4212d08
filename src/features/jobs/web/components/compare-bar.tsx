import { Scale, X } from 'lucide-react'
import { buttonClass, IconButton } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { Link } from '#platform/web/navigation.tsx'
import { setComparedIds, useComparedIds } from '../tab-choices.ts'

/** What was chosen for comparison, with the way there. */
export function CompareBar() {
  const ids = useComparedIds()
  return (
    <div className="pointer-events-none flex justify-end py-3">
      <div className="pointer-events-auto flex items-center rounded-sm bg-surface shadow-raised">
        <Link to="/compare" search={{ jobs: ids.join(',') }} className={`${buttonClass('secondary')} rounded-r-none`}>
          <Scale aria-hidden className="size-4" />
          <span>Compare ({ids.length})</span>
        </Link>
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
