import { useEffect, useRef } from 'react'
import type { CurrentUser } from '#shared/current-user.ts'
import { useCvUpload } from '../use-cv-upload.ts'
import { CvCard } from './cv-card.tsx'
import { DropArea } from './drop-area.tsx'
import { PendingFile } from './pending-file.tsx'

/** The CV on file, and the way to another one. */
export function CvManager({ user }: { user: CurrentUser }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const upload = useCvUpload({ onUploaded: () => heading.current?.focus() })
  const { state } = upload
  const hasCv = user.cvFileName !== null
  useLeaveWarning(state.step === 'sending')

  return (
    <section aria-labelledby="cv-heading" className="flex min-w-0 flex-col gap-6">
      <h2 ref={heading} id="cv-heading" tabIndex={-1} className="text-lg font-semibold outline-none">
        {hasCv ? 'CV on file' : 'No CV on file yet'}
      </h2>
      {hasCv && <CvCard user={user} onDeleted={() => heading.current?.focus()} />}
      {state.step === 'choosing' ? (
        <DropArea isReplacement={hasCv} error={state.error} onChoose={upload.choose} />
      ) : (
        <PendingFile state={state} onSend={() => void upload.send()} onCancel={upload.cancel} />
      )}
      {hasCv && (
        <p className="text-xs text-muted">
          Another CV takes the place of this one. Inquiries that you have sent keep the CV that went along.
        </p>
      )}
    </section>
  )
}

/** The browser asks before a page is left whose upload would be lost. */
function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isOn])
}
