import { Search } from 'lucide-react'
import type { ComponentProps, ComponentType, FormEvent } from 'react'
import type { SuggestionBox } from '#features/jobs/contract.ts'
import { heroSpecialties } from '#vocabulary/specialties.ts'
import { maxKeyword } from '#shared/paths.ts'
import { Button } from '#ui/button.tsx'
import { Field, SelectField } from '#ui/field.tsx'
import { formText } from '#platform/web/browser.ts'
import { useNavigate } from '#platform/web/navigation.tsx'

/** What a lower feature shows here. */
export type SearchProps = {
  SuggestField: ComponentType<
    ComponentProps<'input'> & {
      box: SuggestionBox
      onSuggestion: (search: Record<string, string>, label: string, input: HTMLInputElement) => void
    }
  >
}

/** Puts the search into Home's address, as a plain GET form or through the router. */
export function HeroSearch({ SuggestField }: SearchProps) {
  const navigate = useNavigate()

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const [q, loc, specialty] = ['q', 'loc', 'specialty'].map((name) => formText(form, name))
    navigate({ to: '/', search: { show: 'jobs', q, loc, specialty } })
  }

  return (
    <form
      role="search"
      aria-label="Search physician jobs"
      action="/"
      onSubmit={search}
      className="grid gap-4 rounded-md border border-line bg-paper p-4 sm:grid-cols-2 sm:p-5 lg:col-span-2 lg:grid-cols-[1.4fr_1fr_1fr_auto] lg:items-end"
    >
      <input type="hidden" name="show" value="jobs" />
      <Field label="Specialty, position or keyword" className="sm:max-lg:col-span-2">
        {(control) => (
          <SuggestField
            {...control}
            box="keyword"
            type="search"
            name="q"
            maxLength={maxKeyword}
            placeholder="Hospitalist, peds, nights…"
            enterKeyHint="search"
            onSuggestion={({ keyword, specialty, city, state, ...filters }, label, input) => {
              const typed = input.form ? formText(new FormData(input.form), 'loc') : ''
              const loc = [city, state].filter(Boolean).join(', ') || typed
              // Home's address has no other filters: there their names are words.
              const words =
                Object.keys(filters).length > 0 ? { q: label } : { q: keyword, specialty }
              navigate({ to: '/', search: { show: 'jobs', ...words, loc } })
            }}
          />
        )}
      </Field>
      <Field label="City, State, or ZIP">
        {(control) => (
          <SuggestField
            {...control}
            box="place"
            name="loc"
            maxLength={100}
            placeholder="Austin, TX"
            enterKeyHint="search"
            onSuggestion={({ city }, label, input) => {
              input.value = city ?? label
            }}
          />
        )}
      </Field>
      <SelectField
        label="Specialty"
        name="specialty"
        empty="All Specialties"
        options={heroSpecialties}
      />
      <Button label="Search Jobs" icon={Search} type="submit" className="sm:max-lg:col-span-2" />
    </form>
  )
}
