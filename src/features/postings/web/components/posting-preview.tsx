import { Eye } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { FormValues } from '#features/postings/job-of-form.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { usePostingParts } from '../posting-parts.ts'

type Props = { read: () => FormValues; isShort?: boolean; title?: string; footer?: ReactNode }

/** Shows a form as the page of its job. */
export function FormPreview({ read, isShort = false, title = 'Preview', footer }: Props) {
  const [form, setForm] = useState<FormValues>()
  const { JobPreview } = usePostingParts()
  const onClose = () => setForm(undefined)
  return (
    <>
      <Button
        label="Preview"
        icon={Eye}
        look="secondary"
        size="lg"
        onClick={() => setForm(read())}
      />
      {form && (
        <Dialog
          isText
          isWide
          open
          onClose={onClose}
          title={title}
          footer={footer ?? <Button label="Back to the form" look="secondary" onClick={onClose} />}
        >
          <JobPreview form={form} isShort={isShort} />
        </Dialog>
      )}
    </>
  )
}
