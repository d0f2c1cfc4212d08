import type { ReactNode } from 'react'

/** One part of a long form, under a heading that says how far it is. */
export function FormSection({
  id,
  title,
  position,
  lead,
  children,
}: {
  id: string
  title: string
  position: { number: number; of: number }
  lead?: ReactNode
  children: ReactNode
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20 border-t border-line pt-6">
      <p className="eyebrow">
        {position.number} of {position.of}
      </p>
      <h2 id={`${id}-title`} className="text-lg font-semibold">
        {title}
      </h2>
      {lead !== undefined && <div className="mt-1 text-xs text-muted">{lead}</div>}
      <div className="mt-4 flex flex-col gap-5">{children}</div>
    </section>
  )
}
