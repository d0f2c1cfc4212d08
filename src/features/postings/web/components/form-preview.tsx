import { Button } from '#ui/button.tsx'
import { PreviewDialog } from './posting-preview.tsx'
import type { PreviewedPosting } from './posting-preview.tsx'

/** What the form says, as physicians would see it. */
export function FormPreview({ posting, onClose }: { posting: PreviewedPosting; onClose: () => void }) {
  return (
    <PreviewDialog
      open
      onClose={onClose}
      posting={posting}
      action={
        <Button look="secondary" onClick={onClose}>
          Back to the form
        </Button>
      }
    />
  )
}
