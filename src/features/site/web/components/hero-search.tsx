import { formText } from '#web/lib/form-text.ts'
import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import { heroSpecialties } from '#features/jobs/specialties.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { useNavigate } from '#web/lib/navigation.tsx'

/** Writes the search into Home's own address: as a plain GET form, or through the router, which leaves out what is empty. */
export function HeroSearch() {
  const navigate = useNavigate()

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const given = Object.fromEntries(
      ['q', 'loc', 'specialty'].map((name) => [name, formText(form, name)]).filter(([, value]) => value && value !== 'all'),
    )
    navigate({ to: '/', search: { show: 'jobs', ...given } })
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
          <TextInput
            {...control}
            type="search"
            name="q"
            maxLength={200}
            placeholder="Hospitalist, peds, nights…"
            enterKeyHint="search"
          />
        )}
      </Field>
      <Field label="City, State, or ZIP">
        {(control) => <TextInput {...control} name="loc" maxLength={100} placeholder="Austin, TX" enterKeyHint="search" />}
      </Field>
      <Field label="Specialty">
        {(control) => (
          <Select {...control} name="specialty" defaultValue="all">
            <option value="all">All Specialties</option>
            {heroSpecialties.map((specialty) => (
              <option key={specialty}>{specialty}</option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" className="sm:max-lg:col-span-2">
        <Search aria-hidden className="size-4" />
        Search Jobs
      </Button>
    </form>
  )
}
