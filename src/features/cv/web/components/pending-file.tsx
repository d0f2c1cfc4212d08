import { useEffect, useRef } from 'react'
import type { ComponentProps } from 'react'
import { Button } from '#ui/button.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { fileSizeText } from '#features/cv/model.ts'
import type { UploadState } from '../use-cv-upload.ts'
import { FileLine } from './file-line.tsx'

type Props = {
  state: Exclude<UploadState, { step: 'choosing' }>
  onSend: () => void
  onCancel: () => void
}

/** The file that was chosen: it waits for the word to go, or is on its way. */
export function PendingFile({ state, onSend, onCancel }: Props) {
  const { step, file } = state
  const CancelButton = step === 'sending' ? FocusedButton : Button
  return (
    <div role="group" aria-label="Chosen file" className="flex flex-col gap-4 rounded-md border border-action bg-surface p-5">
      <FileLine name={file.name} facts={[fileSizeText(file.size), step === 'pending' ? 'Not uploaded yet' : statusText(state)]} />
      {state.step === 'pending' && state.error !== undefined && <p className="font-semibold text-danger">{state.error}</p>}
      {state.step === 'sending' && (
        <ProgressBar label={`Uploading ${file.name}`} value={state.progress < 1 ? state.progress : undefined} />
      )}
      <div className="flex flex-wrap gap-3">
        {step === 'pending' && (
          <FocusedButton key="upload" onClick={onSend}>
            Upload
          </FocusedButton>
        )}
        <CancelButton key={step} look="secondary" onClick={onCancel}>
          Cancel
        </CancelButton>
      </div>
    </div>
  )
}

/** Takes over the focus from the button before it, which has gone. */
function FocusedButton(props: Omit<ComponentProps<typeof Button>, 'ref'>) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return <Button {...props} ref={button} />
}

/** Once everything is sent the server still looks at the file. */
const statusText = (state: Props['state']): string =>
  state.step === 'sending' && state.progress < 1 ? `Uploading, ${Math.round(state.progress * 100)}%` : 'Checking the file…'
