import type { ReactNode } from 'react'

export type Definition = { term: string; value: ReactNode }

/** Terms above values; items without a value are left out. */
export function DefinitionGrid({ items, className = '' }: { items: readonly Definition[]; className?: string }) {
  const given = items.filter(({ value }) => value !== null && value !== undefined && value !== false && value !== '')
  if (given.length === 0) return null
  return (
    <dl className={`grid grid-cols-2 gap-x-6 sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] sm:gap-x-8 gap-y-5 ${className}`}>
      {given.map(({ term, value }) => (
        <div key={term}>
          <dt className="text-xs text-muted">{term}</dt>
          <dd className="mt-0.5 font-medium break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
