import { noRole } from '#features/accounts/administration.ts'
import { usersPath } from '#shared/paths.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { Found, ListSearch, SearchButton } from '#web/lib/list-search.tsx'
import { formatNumber } from '#shared/numbers.ts'

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

export function UserTools({ params, total }: Props) {
  return (
    <>
      <ListSearch
        label="Users"
        to={usersPath}
        params={params}
        className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-[minmax(12rem,1fr)_repeat(5,minmax(0,9rem))_auto] lg:items-end"
      >
        <Field label="Search" className="max-lg:col-span-full">
          {(control) => (
            <TextInput
              {...control}
              type="search"
              name="q"
              defaultValue={params['q']}
              maxLength={100}
              autoComplete="off"
              placeholder="Name, e-mail or company"
            />
          )}
        </Field>
        {choices.map(({ name, label, options }) => (
          <Field key={name} label={label}>
            {(control) => (
              <Select {...control} name={name} defaultValue={params[name]}>
                {options.map(([value, text]) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
        <SearchButton className="self-end" />
      </ListSearch>
      <Found all={Object.keys(params).length > 0 ? usersPath : undefined}>{total !== undefined && foundText(total)}</Found>
    </>
  )
}

const foundText = (total: number): string =>
  total >= countedUpTo ? `${formatNumber(countedUpTo)} accounts or more` : `${total} ${total === 1 ? 'account' : 'accounts'}`
