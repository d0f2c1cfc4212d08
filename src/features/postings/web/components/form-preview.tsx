import { Eye } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { PreviewDialog } from './posting-preview.tsx'
import type { PreviewedPosting } from './posting-preview.tsx'

/** A button that shows what the form says, as physicians would see it. */
export function FormPreview({ read }: { read: () => PreviewedPosting }) {
  const [posting, setPosting] = useState<PreviewedPosting>()
  const onClose = () => setPosting(undefined)
  return (
    <>
      <Button look="secondary" size="lg" onClick={() => setPosting(read())}>
        <Eye aria-hidden className="size-4" />
        Preview
      </Button>
      {posting && (
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
      )}
    </>
  )
}
