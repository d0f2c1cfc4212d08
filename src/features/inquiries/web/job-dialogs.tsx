import { Flag, MessageSquare } from 'lucide-react'
import { lazy, Suspense, useState, type ComponentType } from 'react'
import type { JobDetail } from '#features/jobs/contract.ts'
import { Button, type ButtonLook, type ButtonSize } from '#ui/button.tsx'
import type { JobDialogProps } from './components/job-forms.tsx'

const InquiryDialog = lazy(async () => ({ default: (await import('./components/job-forms.tsx')).InquiryDialog }))
const ReportDialog = lazy(async () => ({ default: (await import('./components/job-forms.tsx')).ReportDialog }))

type Props = {
  job: JobDetail
  look?: ButtonLook
  size?: ButtonSize
  className?: string
  /** Hides the label visually. */
  compact?: boolean
}

export function InquiryButton({ job, look = 'secondary', compact = false, ...button }: Props) {
  const dialog = useDialog(InquiryDialog, job)
  return (
    <>
      <Button {...button} look={look} onClick={dialog.show}>
        <MessageSquare aria-hidden className="size-4" />
        <span className={compact ? 'max-sm:sr-only' : ''}>Send Inquiry</span>
      </Button>
      {dialog.element}
    </>
  )
}

export function ReportButton({ job, look = 'quiet', ...button }: Omit<Props, 'compact'>) {
  const dialog = useDialog(ReportDialog, job)
  return (
    <>
      <Button {...button} look={look} onClick={dialog.show}>
        <Flag aria-hidden className="size-4" />
        Report a Problem
      </Button>
      {dialog.element}
    </>
  )
}

/** A dialog that is loaded on demand, and stays mounted with its input. */
function useDialog(Dialog: ComponentType<JobDialogProps>, job: JobDetail) {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  return {
    show: () => setState('open'),
    element: state !== 'never' && (
      <Suspense>
        <Dialog job={job} open={state === 'open'} onClose={() => setState('closed')} />
      </Suspense>
    ),
  }
}
