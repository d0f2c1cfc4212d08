import { Flag, MessageSquare } from 'lucide-react'
import { lazy, Suspense, useState, type ComponentType } from 'react'
import type { JobDetail } from '#features/jobs/contract.ts'
import { Button, type ButtonLook, type ButtonSize } from '#ui/button.tsx'
import type { InquiryParts, JobDialogProps } from './components/job-forms.tsx'

const InquiryDialog = lazy(async () => ({ default: (await import('./components/job-forms.tsx')).InquiryDialog }))
const ReportDialog = lazy(async () => ({ default: (await import('./components/job-forms.tsx')).ReportDialog }))

type Props = {
  job: JobDetail
  look?: ButtonLook
  size?: ButtonSize
  className?: string
}

export function InquiryButton({ job, look = 'secondary', parts, ...button }: Props & { parts: InquiryParts }) {
  const dialog = useDialog(InquiryDialog, { job, parts })
  return (
    <>
      <Button icon={MessageSquare} {...button} look={look} onClick={dialog.show}>
        Send Inquiry
      </Button>
      {dialog.element}
    </>
  )
}

export function ReportButton({ job, look = 'quiet', ...button }: Props) {
  const dialog = useDialog(ReportDialog, { job })
  return (
    <>
      <Button icon={Flag} {...button} look={look} onClick={dialog.show}>
        Report a Problem
      </Button>
      {dialog.element}
    </>
  )
}

/** A dialog that is loaded on demand, and stays mounted with its input. */
function useDialog(Dialog: ComponentType<JobDialogProps>, about: Pick<JobDialogProps, 'job' | 'parts'>) {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  return {
    show: () => setState('open'),
    element: state !== 'never' && (
      <Suspense>
        <Dialog {...about} open={state === 'open'} onClose={() => setState('closed')} />
      </Suspense>
    ),
  }
}
