import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { SyntheticEvent } from 'react'
import { noRole } from '#features/accounts/administration.ts'
import { usersPath } from '#shared/paths.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { Link, useNavigate } from '#web/lib/navigation.tsx'

const countedUpTo = 1000

const choices = [
  {
    name: 'role',
    label: 'Role',
    options: [
      ['', 'Any'],
      ['physician', 'Physician'],
      ['employer', 'Employer'],
      ['recruiter', 'Recruiter'],
      ['admin', 'Administrator'],
      [noRole, 'Not chosen yet'],
    ],
  },
  {
    name: 'email',
    label: 'E-mail',
    options: [
      ['', 'Any'],
      ['verified', 'Confirmed'],
      ['unverified', 'Not confirmed'],
    ],
  },
  {
    name: 'status',
    label: 'Status',
    options: [
      ['', 'Any'],
      ['open', 'Open'],
      ['suspended', 'Suspended'],
    ],
  },
  {
    name: 'hospital',
    label: 'Hospital',
    options: [
      ['', 'Any'],
      ['verified', 'Verified'],
    ],
  },
  {
    name: 'sort',
    label: 'Sort by',
    options: [
      ['', 'Newest'],
      ['name', 'Name'],
    ],
  },
] as const

type Props = { params: Record<string, string>; total: number | undefined }

/** Search, filter and sort. A plain form, so it works before the scripts are there. */
export function UserTools({ params, total }: Props) {
  const navigate = useNavigate()
  const searchBox = useRef<HTMLInputElement>(null)
  const q = params['q'] ?? ''

  // The address changes without the box, too: by links, and by going back.
  useEffect(() => {
    if (searchBox.current) searchBox.current.value = q
  }, [q])

  function go(form: HTMLFormElement): void {
    const fields = Object.fromEntries(new FormData(form)) as Record<string, string>
    navigate({ to: usersPath, search: fields, keepScroll: true })
  }
  function onSubmit(event: SyntheticEvent<HTMLFormElement>): void {
    event.preventDefault()
    go(event.currentTarget)
  }

  return (
    <>
      <form
        role="search"
        aria-label="Users"
        action={usersPath}
        onSubmit={onSubmit}
        className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-[minmax(12rem,1fr)_repeat(5,minmax(0,9rem))_auto] lg:items-end"
      >
        <Field label="Search" className="max-lg:col-span-full">
          {(control) => (
            <TextInput
              {...control}
              ref={searchBox}
              type="search"
              name="q"
              defaultValue={q}
              maxLength={100}
              autoComplete="off"
              placeholder="Name, e-mail or company"
            />
          )}
        </Field>
        {choices.map(({ name, label, options }) => (
          <Field key={name} label={label}>
            {(control) => (
              <Select
                {...control}
                name={name}
                value={params[name] ?? ''}
                onChange={({ target }) => target.form && go(target.form)}
              >
                {options.map(([value, text]) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
        <Button type="submit" look="secondary" className="self-end">
          <Search aria-hidden className="size-4" />
          Search
        </Button>
      </form>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4">
        <p role="status" className="text-xs text-muted">
          {total !== undefined && foundText(total)}
        </p>
        {Object.keys(params).length > 0 && (
          <Link to={usersPath} className={buttonClass('quiet', 'sm')}>
            Show all
          </Link>
        )}
      </div>
    </>
  )
}

const foundText = (total: number): string =>
  total >= countedUpTo
    ? `${countedUpTo.toLocaleString('en-US')} accounts or more`
    : `${total} ${total === 1 ? 'account' : 'accounts'}`
