import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = {
  tone?: 'info' | 'danger'
  title?: string
  /** Usually one button. */
  action?: ReactNode
  children: ReactNode
}

export function Alert({ tone = 'info', title, action, children }: Props) {
  const Icon = tone === 'danger' ? CircleAlert : Info
  const colours = tone === 'danger' ? 'border-danger bg-danger-wash' : 'border-action bg-action-wash'
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'} className={`flex gap-3 rounded-sm border-l-4 p-4 ${colours}`}>
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${tone === 'danger' ? 'text-danger' : 'text-action'}`} />
      <div className="min-w-0 grow">
        {title !== undefined && <p className="font-semibold">{title}</p>}
        <div>{children}</div>
        {action !== undefined && <div className="mt-3">{action}</div>}
      </div>
    </div>
  )
}
