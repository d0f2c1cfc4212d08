import type { ReactNode } from 'react'

/** A page that is one form: a narrow column under one heading. */
export function FormPage({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className="page-column py-10 sm:py-16">
      <div className="mx-auto flex w-full max-w-form flex-col gap-6">
        <header>
          <h1 className="text-xl font-bold">{title}</h1>
          {lead !== undefined && <div className="mt-2 text-muted">{lead}</div>}
        </header>
        {children}
      </div>
    </div>
  )
}
