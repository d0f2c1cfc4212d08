import type { ComponentProps, ReactNode } from 'react'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { Link } from '#web/lib/navigation.tsx'
import { useResults } from './results-context.ts'

type Props = Pick<ComponentProps<'a'>, 'className' | 'onClick' | 'aria-label' | 'aria-current'> & {
  criteria: SearchCriteria
  preload?: false
  children: ReactNode
}

/** A link to the same list under other criteria. The scroll position stays: what changes is in sight. */
export function ResultsLink({ criteria, children, ...rest }: Props) {
  const { address, view } = useResults()
  return (
    <Link {...rest} to={address.path} search={{ ...address.search(criteria), ...(view && { view }) }} keepScroll>
      {children}
    </Link>
  )
}

type PageProps = Omit<Props, 'criteria'> & { page: number }

export function PageLink({ page, ...rest }: PageProps) {
  const {
    criteria: { page: _page, ...criteria },
    onTurnPage,
  } = useResults()
  return <ResultsLink {...rest} criteria={page === 1 ? criteria : { ...criteria, page }} onClick={onTurnPage} />
}
