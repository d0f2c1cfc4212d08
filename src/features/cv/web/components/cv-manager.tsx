import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, FileText, Trash2, Upload } from 'lucide-react'
import { useEffect, useRef, useState, type ComponentProps, type DragEvent } from 'react'
import {
  cvRefusals,
  fileSizeText,
  formatOfName,
  maxCvBytes,
  refusalText,
  type CvRefusal,
} from '#features/cv/model.ts'
import { dateText } from '#features/jobs/display.ts'
import type { CurrentUser } from '#shared/current-user.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { ProgressBar } from '#ui/figures.tsx'
import { toast } from '#ui/toast.ts'
import { ApiError, apiQuery, apiUrl, callApi } from '#platform/web/api.ts'
import { refreshCurrentUser } from '#platform/web/current-user.ts'
import { DeleteButton } from '#platform/web/action.tsx'
import { upload } from '#platform/web/upload.ts'

/** Others open CVs at any time. */
export const openingsQuery = apiQuery('GET /api/profile/cv/openings', {}, { staleTime: 5000 })

/** The CV on file, and the upload of another one. */
export function CvManager({ user }: { user: CurrentUser }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const uploading = useCvUpload({ onUploaded: () => heading.current?.focus() })
  const { state } = uploading
  const hasCv = user.cvFileName !== null

  return (
    <section aria-labelledby="cv-heading" className="flex min-w-0 flex-col gap-6">
      <h2
        ref={heading}
        id="cv-heading"
        tabIndex={-1}
        className="text-lg font-semibold outline-none"
      >
        {hasCv ? 'CV on file' : 'No CV on file yet'}
      </h2>
      {hasCv && <CvCard user={user} onDeleted={() => heading.current?.focus()} />}
      {state.step === 'choosing' ? (
        <DropArea isReplacement={hasCv} error={state.error} onChoose={uploading.choose} />
      ) : (
        <PendingFile
          state={state}
          onSend={() => void uploading.send()}
          onCancel={uploading.cancel}
        />
      )}
      {hasCv && (
        <p className="text-xs text-muted">
          A new CV replaces this one. Inquiries you already sent keep the CV you sent with them.
        </p>
      )}
    </section>
  )
}

/** Nothing chosen; a file waiting to be sent; a file being uploaded or inspected. */
type UploadState =
  | { step: 'choosing'; error?: string }
  | { step: 'pending'; file: File; error?: string }
  | { step: 'sending'; file: File; progress: number }

const failed = 'Failed to upload CV'

/** The upload of a CV; a failure keeps the file for another attempt. */
function useCvUpload({ onUploaded }: { onUploaded: () => void }) {
  const queryClient = useQueryClient()
  const [state, setState] = useState<UploadState>({ step: 'choosing' })
  const controller = useRef<AbortController>(null)

  function choose(files: FileList | null) {
    const [file] = files ?? []
    if (!file) return
    const refusal = files && files.length > 1 ? 'many' : refusalOf(file)
    if (refusal) toast({ ...cvRefusals[refusal], tone: 'danger' })
    setState(
      refusal ? { step: 'choosing', error: refusalText(refusal) } : { step: 'pending', file },
    )
  }

  async function send() {
    if (state.step !== 'pending') return
    const { file } = state
    const sending = new AbortController()
    controller.current = sending
    setState({ step: 'sending', file, progress: 0 })
    try {
      const form = new FormData()
      form.append('cv', file)
      const onProgress = (progress: number) => setState({ step: 'sending', file, progress })
      await upload(apiUrl('POST /api/profile/cv'), form, { signal: sending.signal, onProgress })
    } catch (error) {
      if (sending.signal.aborted) return setState({ step: 'pending', file })
      const text =
        error instanceof ApiError && error.status < 500 && error.hasWords ? error.message : failed
      toast({ title: 'Upload failed', description: text, tone: 'danger' })
      return setState({ step: 'pending', file, error: text })
    }
    toast({ title: 'CV uploaded successfully' })
    void queryClient.invalidateQueries(openingsQuery)
    // The sent file stays visible until the page shows it as the CV on file.
    await refreshCurrentUser(queryClient).catch(() => {})
    setState({ step: 'choosing' })
    onUploaded()
  }

  function cancel() {
    if (state.step === 'sending') controller.current?.abort()
    else setState({ step: 'choosing' })
  }

  return { state, choose, send, cancel }
}

const refusalOf = ({ name, size }: File): CvRefusal | undefined =>
  !formatOfName(name) || size === 0 ? 'type' : size > maxCvBytes ? 'size' : undefined

function CvCard({ user, onDeleted }: { user: CurrentUser; onDeleted: () => void }) {
  return (
    <div className="rounded-md border border-line bg-surface p-5">
      <FileLine
        name={user.cvFileName ?? ''}
        facts={[user.cvFileSize, user.cvUploadedAt && `Uploaded ${dateText(user.cvUploadedAt)}`]}
      />
      <div className="mt-4 flex flex-wrap gap-3">
        <a
          href={apiUrl('GET /api/profile/cv/download')}
          target="_blank"
          rel="noopener"
          className={buttonClass('secondary')}
        >
          <Download aria-hidden className="size-4" />
          Download<span className="sr-only"> (opens in a new tab)</span>
        </a>
        <DeleteCvButton onDeleted={onDeleted} />
      </div>
    </div>
  )
}

/** Names what is deleted before it is. */
function DeleteCvButton({ onDeleted }: { onDeleted: () => void }) {
  const queryClient = useQueryClient()
  const attachedTo = useQuery(openingsQuery).data?.attachedTo ?? 0

  async function showDeleted() {
    toast({ title: 'CV deleted' })
    await Promise.allSettled([
      refreshCurrentUser(queryClient),
      queryClient.invalidateQueries(openingsQuery),
    ])
    onDeleted()
  }

  return (
    <DeleteButton
      icon={Trash2}
      look="danger"
      title="Delete your CV?"
      confirm="Delete CV"
      call={() => callApi('DELETE /api/profile/cv')}
      done={() => void showDeleted()}
      failure="Delete failed"
      sorry="Failed to delete CV"
    >
      <p>We delete the file from our servers. You cannot undo this.</p>
      {attachedTo > 0 && (
        <p className="mt-3">
          You have sent it along with {attachedTo === 1 ? 'one inquiry' : `${attachedTo} inquiries`}
          . Those copies are deleted, too: the employers can no longer open them. What they have
          already saved stays with them.
        </p>
      )}
    </DeleteButton>
  )
}

type DropAreaProps = {
  isReplacement: boolean
  error: string | undefined
  onChoose: (files: FileList | null) => void
}

const accepted = '.pdf,.doc,.docx'

/** Takes a dropped file; the button opens the browser's file dialog. */
function DropArea({ isReplacement, error, onChoose }: DropAreaProps) {
  const [isOver, setOver] = useState(false)

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    onChoose(event.dataTransfer.files)
  }

  function hover(event: DragEvent) {
    event.preventDefault()
    setOver(true)
  }

  return (
    <div
      onDragEnter={hover}
      onDragOver={hover}
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
        <span className="hidden pointer-coarse:inline">
          {isReplacement ? 'Replace your CV' : 'Upload your CV'}
        </span>
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
            // Lets the same file be chosen again after an edit.
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

type PendingFileProps = {
  state: Exclude<UploadState, { step: 'choosing' }>
  onSend: () => void
  onCancel: () => void
}

/** The chosen file, waiting or being uploaded. */
function PendingFile({ state, onSend, onCancel }: PendingFileProps) {
  const { step, file } = state
  const CancelButton = step === 'sending' ? FocusedButton : Button
  return (
    <div
      role="group"
      aria-label="Chosen file"
      className="flex flex-col gap-4 rounded-md border border-action bg-surface p-5"
    >
      <FileLine
        name={file.name}
        facts={[
          fileSizeText(file.size),
          step === 'pending' ? 'Not uploaded yet' : statusText(state),
        ]}
      />
      {state.step === 'pending' && state.error !== undefined && (
        <p className="font-semibold text-danger">{state.error}</p>
      )}
      {state.step === 'sending' && (
        <ProgressBar
          label={`Uploading ${file.name}`}
          value={state.progress < 1 ? state.progress : undefined}
        />
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

/** Takes the focus from the button that it replaces. */
function FocusedButton(props: Omit<ComponentProps<typeof Button>, 'ref'>) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return <Button {...props} ref={button} />
}

/** After the upload the server still inspects the file. */
const statusText = (state: PendingFileProps['state']) =>
  state.step === 'sending' && state.progress < 1
    ? `Uploading, ${Math.round(state.progress * 100)}%`
    : 'Checking the file…'

/** A file's name and facts. */
const FileLine = ({ name, facts }: { name: string; facts: readonly (string | null)[] }) => (
  <div className="flex items-start gap-3">
    <FileText aria-hidden className="mt-0.5 size-6 shrink-0 text-action" />
    <div className="min-w-0">
      <p className="font-semibold wrap-anywhere">{name}</p>
      <p className="text-xs text-muted">{facts.filter(Boolean).join(' · ')}</p>
    </div>
  </div>
)
