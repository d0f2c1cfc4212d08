import { Flag, MessageSquare } from 'lucide-react'
import { useState, type ComponentType } from 'react'
import { createPortal } from 'react-dom'
import type { JobDetail } from '#features/jobs/contract.ts'
import { inquiryFormPath } from '#shared/paths.ts'
import { Button, type ButtonLook, type ButtonSize } from '#ui/button.tsx'
import { lazyDialog } from '#platform/web/lazy-part.tsx'
import type { InquiryParts, JobDialogProps } from './components/job-forms.tsx'

const InquiryDialog = lazyDialog(
  async () => (await import('./components/job-forms.tsx')).InquiryDialog,
)
const ReportDialog = lazyDialog(
  async () => (await import('./components/report-dialog.tsx')).ReportDialog,
)

type Props = {
  job: JobDetail
  look?: ButtonLook
  size?: ButtonSize
  className?: string
  label?: string
  /** What the form begins with. */
  message?: string
}

export function InquiryButton({
  job,
  look = 'secondary',
  label = 'Send Inquiry',
  message,
  parts,
  ...button
}: Props & { parts: InquiryParts }) {
  const dialog = useDialog(InquiryDialog, { job, parts, message })
  return (
    <>
      {/* Without scripts it leads to a page with the same form. */}
      <form action={inquiryFormPath(job.id)} className="contents">
        {message !== undefined && <input type="hidden" name="message" value={message} />}
        <Button
          label={label}
          icon={MessageSquare}
          {...button}
          look={look}
          type="submit"
          onClick={(event) => {
            event.preventDefault()
            dialog.show()
          }}
        />
      </form>
      {dialog.element}
    </>
  )
}

export function ReportButton({ job, look = 'quiet', ...button }: Props) {
  const dialog = useDialog(ReportDialog, { job })
  return (
    <>
      <Button label="Report a Problem" icon={Flag} {...button} look={look} onClick={dialog.show} />
      {dialog.element}
    </>
  )
}

/** A dialog that is loaded on demand, and stays mounted with its input. */
function useDialog<P extends JobDialogProps>(
  Dialog: ComponentType<P>,
  about: Omit<P, 'open' | 'onClose'>,
) {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  return {
    show: () => setState('open'),
    // Not beside its button, which a turned screen may hide.
    element:
      state !== 'never' &&
      createPortal(
        <Dialog
          {...({ ...about, open: state === 'open', onClose: () => setState('closed') } as P)}
        />,
        document.body,
      ),
  }
}
