import { CircleAlert, Info, LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { CollarLine } from './layout.tsx'
import { Button } from './button.tsx'

type AlertProps = {
  tone?: 'info' | 'danger'
  title?: ReactNode
  /** Usually one button. */
  action?: ReactNode
  children: ReactNode
}

export function Alert({ tone = 'info', title, action, children }: AlertProps) {
  const Icon = tone === 'danger' ? CircleAlert : Info
  const colors = tone === 'danger' ? 'border-danger bg-danger-wash' : 'border-action bg-action-wash'
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={`flex gap-3 rounded-sm border-l-4 p-4 ${colors}`}
    >
      <Icon
        className={`mt-0.5 size-5 shrink-0 ${tone === 'danger' ? 'text-danger' : 'text-action'}`}
      />
      <div className="min-w-0 grow">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        <div>{children}</div>
        {action !== undefined && <div className="mt-3">{action}</div>}
      </div>
    </div>
  )
}

export type BadgeTone = 'neutral' | 'action' | 'danger'

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-muted',
  action: 'bg-action-wash text-action',
  danger: 'bg-danger-wash text-danger',
}

/** One fact in a word or two; color is never its only carrier. */
export const Badge = ({
  tone = 'neutral',
  children,
}: {
  tone?: BadgeTone
  children: ReactNode
}) => (
  <span
    className={`inline-flex min-h-6 max-w-full shrink-0 items-center gap-1 rounded-sm px-2 text-xs font-medium ${tones[tone]}`}
  >
    {children}
  </span>
)

type EmptyStateProps = {
  title: string
  /** 1 if the title is the page's heading. */
  level?: 1 | 2 | 3
  children?: ReactNode
  /** One button, seldom two. */
  actions?: ReactNode
}

export function EmptyState({ title, level = 2, children, actions }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={`flex flex-col items-start py-12 sm:py-16 ${level === 1 ? 'page-column' : ''}`}>
      {level === 1 && <CollarLine className="mb-6 w-48 max-w-full text-action" />}
      <Heading className={level === 1 ? 'text-xl font-bold' : 'text-lg font-semibold'}>
        {title}
      </Heading>
      {children !== undefined && <div className="mt-2 max-w-form text-muted">{children}</div>}
      {actions !== undefined && <div className="mt-6 flex flex-wrap gap-3">{actions}</div>}
    </div>
  )
}

/** A placeholder in the size of the content that replaces it. */
export const Skeleton = ({ className = '' }: { className?: string }) => (
  <span aria-hidden className={`block animate-pulse rounded-sm bg-line/70 ${className}`} />
)

/** For content of unknown shape; otherwise use a skeleton. */
export const Spinner = ({ label = 'Loading...' }: { label?: string }) => (
  <output className="inline-flex items-center gap-2 text-muted">
    <LoaderCircle className="size-5 animate-spin" />
    {label}
  </output>
)

/** Replaces a page that is still unknown. */
export const PageSpinner = () => (
  <div className="page-column flex grow py-16">
    <Spinner />
  </div>
)

export const LoadFailure = ({
  onRetry,
  children,
}: {
  onRetry: () => void
  children: ReactNode
}) => (
  <Alert tone="danger" action={<Button label="Retry" look="secondary" onClick={onRetry} />}>
    {children}
  </Alert>
)
