import { useId, type ReactNode } from 'react'

type TextProps = { title: string; lead?: ReactNode; children: ReactNode }

/** A text page: a heading, and sections whose titles stand in the margin on wide screens. */
export const Article = ({ title, lead, children }: TextProps) => (
  <article className="page-column py-10 sm:py-16">
    <header className="max-w-prose">
      <h1 className="text-2xl font-bold">{title}</h1>
      {lead !== undefined && <div className="mt-4 text-base text-muted">{lead}</div>}
    </header>
    <div className="mt-10 flex flex-col gap-8 sm:mt-12">{children}</div>
  </article>
)

export function Section({
  title,
  lead,
  isForm = false,
  children,
}: TextProps & { isForm?: boolean }) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className="grid gap-x-8 gap-y-3 border-t border-line pt-5 md:grid-cols-[13rem_1fr]"
    >
      <div>
        <h2 id={titleId} className="text-lg font-semibold">
          {title}
        </h2>
        {lead !== undefined && <p className="mt-1 text-xs text-muted">{lead}</p>}
      </div>
      <div className={isForm ? 'max-w-form' : 'flex max-w-prose flex-col gap-4 text-base'}>
        {children}
      </div>
    </section>
  )
}

type LabeledProps = {
  title: ReactNode
  id?: string
  size?: 'sm' | 'lg'
  className?: string
  titleClass?: string
  children: ReactNode
}

/** A section of a page that its heading names. */
export function LabeledSection({
  title,
  id,
  size = 'lg',
  className,
  titleClass = '',
  children,
}: LabeledProps) {
  const ownId = useId()
  const titleId = id ?? ownId
  return (
    <section aria-labelledby={titleId} className={className}>
      <h2
        id={titleId}
        className={`${size === 'lg' ? 'text-lg' : 'text-sm'} font-semibold ${titleClass}`}
      >
        {title}
      </h2>
      {children}
    </section>
  )
}

/** A page that is one form, or one question: a narrow column under one heading. */
export const QuestionPage = ({ title, lead, children }: TextProps) => (
  <div className="page-column py-10 sm:py-16">
    <div className="flex w-full max-w-form flex-col gap-6">
      <header>
        <h1 className="text-xl font-bold">{title}</h1>
        {lead !== undefined && <div className="mt-2 text-muted">{lead}</div>}
      </header>
      {children}
    </div>
  </div>
)

export const BulletList = ({ children }: { children: ReactNode }) => (
  <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-muted">{children}</ul>
)

export function MailLink({
  address,
  subject,
  children,
}: {
  address: string
  subject?: string
  children?: ReactNode
}) {
  const query = subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`
  return (
    <a href={`mailto:${address}${query}`} className="text-link wrap-anywhere">
      {children ?? address}
    </a>
  )
}

/** Without padding, because lists in cards reach the edges. */
export const cardClass = 'rounded-md border border-line bg-surface'

/**
 * The collar line: a thread that falls and rises as the lapels of a coat, and draws a W. The mark
 * is the collar alone.
 */
const collar = 'M4 7 11.5 26 16 14.5 20.5 26 28 7'
const notches = 'M6.2 12.6H10l1.5-3.4M25.8 12.6H22l-1.5-3.4'

/** Decorative: the name stands beside it. */
export const Mark = ({ className = '' }: { className?: string }) => (
  <svg viewBox="0 0 32 32" aria-hidden className={className}>
    <rect width="32" height="32" rx="6" className="fill-action" />
    <g fill="none" className="stroke-on-action" strokeLinecap="round" strokeLinejoin="round">
      <path d={collar} strokeWidth="2.5" />
      <path d={notches} strokeWidth="1.5" />
    </g>
  </svg>
)

/**
 * The same drawing, thin and wide, once on a page: the footer shows it where the content does not.
 */
export const CollarLine = ({ className = '' }: { className?: string }) => (
  <svg viewBox="0 0 240 60" aria-hidden className={`collar-line ${className}`}>
    <g
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M2 12h76c6 0 8.5 1.5 11 7.5L104 56l16-34 16 34 15-36.5c2.5-6 5-7.5 11-7.5h76" />
      <path d="M93.5 30.5h7.5l3-7M146.5 30.5H139l-3-7M120 36v.01M120 46v.01" />
    </g>
  </svg>
)
