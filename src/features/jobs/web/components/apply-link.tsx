import { ExternalLink } from 'lucide-react'
import { jobCan } from '#features/jobs/model.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import type { ButtonLook, ButtonSize } from '#ui/button.tsx'
import { toast } from '#ui/toast.ts'
import { countEvent } from '../count-event.ts'
import { externalHref } from '../external-href.ts'

type Props = {
  job: { id: string; title: string; applyUrl: string | null }
  label?: string
  look?: ButtonLook
  size?: ButtonSize
  className?: string
}

/** Leads to where the employer takes applications, without telling it where from. Disabled where there is no such place. */
export function ApplyLink({ job, label = 'Apply', look = 'primary', size = 'md', className = '' }: Props) {
  if (!jobCan.apply(job)) {
    return (
      <Button look={look} size={size} disabled className={className}>
        {label}
      </Button>
    )
  }
  return (
    <a
      href={externalHref(job.applyUrl ?? '')}
      target="_blank"
      rel="noopener noreferrer nofollow"
      aria-label={`${label}: ${job.title} (opens in a new tab)`}
      onClick={() => {
        countEvent(job.id, 'apply')
        toast({ title: 'Redirecting to application' })
      }}
      className={`${buttonClass(look, size)} ${className}`}
    >
      {label}
      {size !== 'sm' && <ExternalLink aria-hidden className="size-3.5" />}
    </a>
  )
}
