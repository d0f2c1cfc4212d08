import { formText } from '#web/lib/form-text.ts'
import { Search } from 'lucide-react'
import { controlClass } from '#ui/text-input.tsx'
import { useNavigate } from '#web/lib/navigation.tsx'

/** The small screens' search: a plain GET form, which the router takes over where there is JavaScript. */
export function HeaderSearch() {
  const navigate = useNavigate()
  return (
    <form
      role="search"
      aria-label="Search jobs"
      action="/jobs"
      className="relative min-w-0 md:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        const keyword = formText(new FormData(event.currentTarget), 'keyword')
        navigate({ to: '/jobs', search: keyword === '' ? {} : { keyword } })
      }}
    >
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-2 size-4 -translate-y-1/2 text-muted" />
      <input
        type="search"
        name="keyword"
        aria-label="Search jobs"
        placeholder="Search jobs"
        enterKeyHint="search"
        maxLength={200}
        className={`${controlClass} h-10 pr-1 pl-7 pointer-coarse:h-11`}
      />
    </form>
  )
}
