import { Upload } from 'lucide-react'
import { useState } from 'react'
import type { DragEvent } from 'react'
import { buttonClass } from '#ui/button.tsx'

type Props = {
  isReplacement: boolean
  error: string | undefined
  onChoose: (files: FileList | null) => void
}

const accepted = '.pdf,.doc,.docx'

/** Takes a file that is dropped on it; who does not drag has the button, which is the browser's own file field. */
export function DropArea({ isReplacement, error, onChoose }: Props) {
  const [isOver, setOver] = useState(false)

  function drop(event: DragEvent) {
    setOver(false)
    onChoose(event.dataTransfer.files)
  }

  return (
    <div
      onDragEnter={() => setOver(true)}
      onDragOver={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={
        'flex flex-col items-center gap-3 rounded-md border-2 border-dashed px-5 py-8 text-center transition-colors ' +
        (isOver ? 'border-action bg-action-wash' : 'border-edge bg-surface')
      }
    >
      <Upload aria-hidden className="size-7 text-action" />
      <p className="font-semibold">
        <span className="pointer-coarse:hidden">
          {isReplacement ? 'Drop another CV here to replace it' : 'Drop your CV here'}
        </span>
        <span className="hidden pointer-coarse:inline">{isReplacement ? 'Replace your CV' : 'Upload your CV'}</span>
      </p>
      <div>
        <input
          id="cv-file"
          type="file"
          accept={accepted}
          aria-describedby={error === undefined ? 'cv-rules' : 'cv-error cv-rules'}
          aria-invalid={error !== undefined}
          onChange={(event) => {
            onChoose(event.target.files)
            // Choosing the same file again, mended, is a change, too.
            event.target.value = ''
          }}
          className="peer sr-only"
        />
        <label
          htmlFor="cv-file"
          className={`${buttonClass('secondary')} peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-action`}
        >
          Browse files
        </label>
      </div>
      {error !== undefined && (
        <p id="cv-error" className="font-semibold text-danger">
          {error}
        </p>
      )}
      <p id="cv-rules" className="text-xs text-muted">
        PDF, DOC, or DOCX, up to 5 MB
      </p>
    </div>
  )
}
