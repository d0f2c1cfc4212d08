import { Search } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { TextInput } from '#ui/text-input.tsx'
import { filterFormId } from './filter-sidebar.tsx'
import { useResults } from './results-context.ts'

const Suggestions = lazy(async () => ({ default: (await import('./suggestions.tsx')).Suggestions }))

/** A plain search field. What suggests completions is loaded when somebody goes there, and makes it a combobox. */
export function KeywordBox() {
  const { criteria, address } = useResults()
  const input = useRef<HTMLInputElement>(null)
  const [isVisited, setVisited] = useState(false)
  return (
    <div className="relative min-w-0 grow">
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
      <TextInput
        ref={input}
        type="search"
        form={filterFormId}
        name={address.fieldName('keyword')}
        defaultValue={criteria.keyword}
        aria-label="Specialty, position or keyword"
        placeholder="Specialty, position or keyword"
        maxLength={200}
        enterKeyHint="search"
        autoComplete="off"
        onFocus={() => setVisited(true)}
        className="pl-9"
      />
      {isVisited && (
        <Suspense>
          <Suggestions
            input={input}
            onChoose={({ keyword = '' }) => {
              if (input.current) input.current.value = keyword
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
