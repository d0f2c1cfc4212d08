import { useId, type ReactNode } from 'react'

/** A text page: a heading, and sections whose titles stand in the margin on wide screens. */
export const Article = ({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) => (
  <article className="page-column py-10 sm:py-16">
    <header className="max-w-prose">
      <h1 className="text-2xl font-bold">{title}</h1>
      {lead !== undefined && <div className="mt-4 text-base text-muted">{lead}</div>}
    </header>
    <div className="mt-10 flex flex-col gap-8 sm:mt-12">{children}</div>
  </article>
)

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-x-8 gap-y-3 border-t border-line pt-5 md:grid-cols-[13rem_1fr]">
    <h2 className="text-lg font-semibold">{title}</h2>
    <div className="flex max-w-prose flex-col gap-4 text-base">{children}</div>
  </section>
)

type LabeledProps = { title: ReactNode; id?: string; className?: string; titleClass?: string; children: ReactNode }

/** A section of a page that its heading names. */
export function LabeledSection({ title, id, className, titleClass = '', children }: LabeledProps) {
  const ownId = useId()
  const titleId = id ?? ownId
  return (
    <section aria-labelledby={titleId} className={className}>
      <h2 id={titleId} className={`text-lg font-semibold ${titleClass}`}>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** The page of a mail's link: one question, one button, one result. */
export const QuestionPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="page-column py-10 sm:py-16">
    <div className="flex max-w-form flex-col gap-6">
      <h1 className="text-xl font-bold">{title}</h1>
      {children}
    </div>
  </div>
)

export const BulletList = ({ children }: { children: ReactNode }) => (
  <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-muted">{children}</ul>
)

export function MailLink({ address, subject, children }: { address: string; subject?: string; children?: ReactNode }) {
  const query = subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`
  return (
    <a href={`mailto:${address}${query}`} className="text-link">
      {children ?? address}
    </a>
  )
}

/** Without padding, because lists in cards reach the edges. */
export const cardClass = 'rounded-md border border-line bg-surface'
