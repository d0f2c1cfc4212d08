import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useNavigate } from '#web/lib/navigation.tsx'
import { useChange } from '#web/lib/use-change.ts'
import type { SearchCriteria } from '../search-criteria.ts'
import { fieldValues } from './results-address.ts'
import type { ResultsAddress } from './results-address.ts'
import { rememberSort } from './sorting.ts'

type Options = { criteria: SearchCriteria; address: ResultsAddress }

/**
 * Lets every change in the filter form inside `container` take effect at once. The form is a plain GET form, its fields
 * are the browser's; this listens to them, and makes them follow the address when that changes by other ways.
 */
export function useFilterForm(container: RefObject<HTMLElement | null>, { criteria, address }: Options): void {
  const navigate = useNavigate()
  const asked = useRef('')

  useEffect(() => {
    const element = container.current
    if (!element) return undefined

    function apply(form: HTMLFormElement) {
      const next = address.read(fieldsOf(form))
      const { limit, sortOrder } = criteria
      rememberSort(next.sortBy)
      const search = address.search({
        ...next,
        ...(limit && { limit }),
        ...(sortOrder && next.sortBy === criteria.sortBy && { sortOrder }),
      })
      // Enter in a text field is a change and a submission: one step in the history is enough.
      const query = JSON.stringify(search)
      if (query === asked.current) return
      asked.current = query
      navigate({ to: address.path, search, keepScroll: true })
    }
    function onChange({ target }: Event) {
      if (isControl(target) && target.form && element?.contains(target.form)) apply(target.form)
    }
    function onSubmit(event: SubmitEvent) {
      event.preventDefault()
      apply(event.target as HTMLFormElement)
    }

    element.addEventListener('change', onChange)
    element.addEventListener('submit', onSubmit)
    return () => {
      element.removeEventListener('change', onChange)
      element.removeEventListener('submit', onSubmit)
    }
  }, [container, criteria, address, navigate])

  const current = JSON.stringify(address.search(criteria))
  useEffect(() => {
    asked.current = current
  }, [current])
  const values = fieldValues(criteria, address)
  useChange(JSON.stringify(values), () => {
    for (const form of container.current?.querySelectorAll('form') ?? []) followAddress(form, values)
  })
}

/** Checkboxes of one name are one value, joined as in addresses. */
function fieldsOf(form: HTMLFormElement): Record<string, string> {
  const fields = new FormData(form)
  return Object.fromEntries([...new Set(fields.keys())].map((name) => [name, fields.getAll(name).map(String).join(',')]))
}

function followAddress(form: HTMLFormElement, fields: Record<string, string>): void {
  for (const control of form.elements) {
    if (!isControl(control) || control.type === 'hidden') continue
    const value = fields[control.name] ?? ''
    if (control instanceof HTMLInputElement && control.type === 'checkbox')
      control.checked = value.split(',').includes(control.value)
    else if (control !== document.activeElement || control instanceof HTMLSelectElement) control.value = value
  }
}

const isControl = (target: unknown): target is HTMLInputElement | HTMLSelectElement =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement
