import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { dateText } from '#features/jobs/display.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { cvDownloadUrl } from '../queries.ts'
import { DeleteCvDialog } from './delete-cv-dialog.tsx'
import { FileLine } from './file-line.tsx'

export function CvCard({ user, onDeleted }: { user: CurrentUser; onDeleted: () => void }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="rounded-md border border-line bg-surface p-5">
      <FileLine
        name={user.cvFileName ?? ''}
        facts={[user.cvFileSize, user.cvUploadedAt && `Uploaded ${dateText(user.cvUploadedAt)}`]}
      />
      <div className="mt-4 flex flex-wrap gap-3">
        <a href={cvDownloadUrl} target="_blank" rel="noopener" className={buttonClass('secondary')}>
          <Download aria-hidden className="size-4" />
          Download<span className="sr-only"> (opens in a new tab)</span>
        </a>
        <Button look="danger" onClick={() => setAsking(true)}>
          <Trash2 aria-hidden className="size-4" />
          Delete
        </Button>
      </div>
      <DeleteCvDialog open={isAsking} onClose={() => setAsking(false)} onDeleted={onDeleted} />
    </div>
  )
}
