import { Search } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type ComponentProps, type ComponentType, type FormEvent } from 'react'
import type { SuggestionBox } from '#features/jobs/contract.ts'
import { heroSpecialties } from '#vocabulary/specialties.ts'
import { Button, chipClass, RemovableChipContent } from '#ui/button.tsx'
import { Field, Select } from '#ui/field.tsx'
import { formText } from '#platform/web/browser.ts'
import { useHydrated, useNavigate } from '#platform/web/navigation.tsx'
import { countOf, countText, type Counts } from '../queries.ts'

/** What lower features show here. */
export type SearchParts = {
  SuggestField: ComponentType<
    ComponentProps<'input'> & {
      box: SuggestionBox
      onSuggestion: (search: Record<string, string>, label: string, input: HTMLInputElement) => void
    }
  >
  ChoiceField: ComponentType<
    ComponentProps<'input'> & {
      listLabel: string
      choices: readonly { value: string; label: string; note?: string | undefined }[]
      chosen: readonly string[]
      onChoice: (value: string) => void
    }
  >
}

export type SearchProps = { parts: SearchParts; counts: Counts }

/** Puts the search into Home's address, as a plain GET form or through the router. */
export function HeroSearch({ parts: { SuggestField, ChoiceField }, counts }: SearchProps) {
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [hadFocus, setHadFocus] = useState(false)
  const select = useRef<HTMLSelectElement>(null)
  const toggle = (value: string) => setChosen((all) => (all.includes(value) ? all.filter((it) => it !== value) : [...all, value]))

  // What was chosen before this code arrived, and where the keyboard was.
  useLayoutEffect(() => {
    const value = select.current?.value ?? 'all'
    if (value !== 'all') setChosen([value])
    setHadFocus(select.current !== null && document.activeElement === select.current)
  }, [])

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const given = { q: formText(form, 'q'), loc: formText(form, 'loc'), specialty: chosen.join(',') }
    navigate({ to: '/', search: { show: 'jobs', ...Object.fromEntries(Object.entries(given).filter(([, value]) => value)) } })
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
            maxLength={200}
            placeholder="Hospitalist, peds, nights…"
            enterKeyHint="search"
            onSuggestion={({ keyword, specialty, city, state, ...filters }, label, input) => {
              const typed = input.form ? formText(new FormData(input.form), 'loc') : ''
              const loc = [city, state].filter(Boolean).join(', ') || typed
              // Home's address has no other filters: there their names are words.
              const said = Object.keys(filters).length > 0 ? { q: label } : { q: keyword, specialty }
              navigate({ to: '/', search: { show: 'jobs', ...said, loc } })
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
      <Field label="Specialty">
        {(control) =>
          isHydrated ? (
            <ChoiceField
              {...control}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the list that it replaces had it
              autoFocus={hadFocus}
              placeholder={chosen.length === 0 ? 'All Specialties' : 'Add a specialty'}
              enterKeyHint="search"
              listLabel="Specialties"
              choices={heroSpecialties.map((specialty) => ({
                value: specialty,
                label: specialty,
                note: countText(countOf(specialty, counts)),
              }))}
              chosen={chosen}
              onChoice={toggle}
            />
          ) : (
            <Select {...control} ref={select} name="specialty" defaultValue="all">
              <option value="all">All Specialties</option>
              {heroSpecialties.map((specialty) => (
                <option key={specialty}>{specialty}</option>
              ))}
            </Select>
          )
        }
      </Field>
      <Button label="Search Jobs" icon={Search} type="submit" className="sm:max-lg:col-span-2" />
      {chosen.length > 0 && (
        <ul aria-label="Chosen specialties" className="flex flex-wrap gap-2 sm:col-span-full">
          {chosen.map((it) => (
            <li key={it}>
              <button type="button" onClick={() => toggle(it)} className={chipClass}>
                <RemovableChipContent>{it}</RemovableChipContent>
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  )
}
