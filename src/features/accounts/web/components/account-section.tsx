import { useId } from 'react'
import type { ReactNode } from 'react'

/** One matter of the account: its title in the margin, where there is one. */
export function AccountSection({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="grid gap-x-8 gap-y-4 border-t border-line pt-5 md:grid-cols-[13rem_1fr]">
      <div>
        <h2 id={titleId} className="text-lg font-semibold">
          {title}
        </h2>
        {lead !== undefined && <p className="mt-1 text-xs text-muted">{lead}</p>}
      </div>
      <div className="max-w-form">{children}</div>
    </section>
  )
}
