import type { ReactNode } from 'react'

/** The page of a mail's link: one question, one button, one result. */
export function AnswerPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page-column py-10 sm:py-16">
      <div className="flex max-w-form flex-col gap-6">
        <h1 className="text-xl font-bold">{title}</h1>
        {children}
      </div>
    </div>
  )
}
