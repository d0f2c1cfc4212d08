import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toast } from '#ui/toast.ts'
import { ApiError, apiQuery, apiUrl, callApi } from '#platform/web/api.ts'
import { refreshCurrentUser } from '#platform/web/current-user.ts'
import { upload } from '#platform/web/upload.ts'
import { cvRefusals, formatOfName, maxCvBytes, refusalText, type CvRefusal } from '../model.ts'

export const cvDownloadUrl = apiUrl('GET /api/profile/cv/download')

/** Others open CVs at any time. */
export const openingsQuery = apiQuery('GET /api/profile/cv/openings', {}, { staleTime: 5000 })

export const deleteCv = () => callApi('DELETE /api/profile/cv')

/** Nothing chosen; a file waiting to be sent; a file being uploaded or inspected. */
export type UploadState =
  | { step: 'choosing'; error?: string }
  | { step: 'pending'; file: File; error?: string }
  | { step: 'sending'; file: File; progress: number }

const failed = 'Failed to upload CV'

/** The upload of a CV; a failure keeps the file for another attempt. */
export function useCvUpload({ onUploaded }: { onUploaded: () => void }) {
  const queryClient = useQueryClient()
  const [state, setState] = useState<UploadState>({ step: 'choosing' })
  const controller = useRef<AbortController>(null)

  function choose(files: FileList | null) {
    const [file] = files ?? []
    if (!file) return
    const refusal = files && files.length > 1 ? 'many' : refusalOf(file)
    if (refusal) toast({ ...cvRefusals[refusal], tone: 'danger' })
    setState(refusal ? { step: 'choosing', error: refusalText(refusal) } : { step: 'pending', file })
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
      const text = error instanceof ApiError && error.status < 500 && error.hasWords ? error.message : failed
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
