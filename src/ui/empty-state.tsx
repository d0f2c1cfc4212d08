import type { ReactNode } from 'react'
import { CollarLine } from './motif.tsx'

type Props = {
  title: string
  /** 1 if the title is the page's heading. */
  level?: 1 | 2 | 3
  children?: ReactNode
  /** One button, seldom two. */
  actions?: ReactNode
}

export function EmptyState({ title, level = 2, children, actions }: Props) {
  const Heading = `h${level}` as const
  return (
    <div className="flex flex-col items-center px-4 py-12 text-center sm:py-16">
      <CollarLine className="mb-6 w-60 text-action" />
      <Heading className="text-xl font-semibold">{title}</Heading>
      {children !== undefined && <div className="mt-2 max-w-form text-muted">{children}</div>}
      {actions !== undefined && <div className="mt-6 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  )
}
