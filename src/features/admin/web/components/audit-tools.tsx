import { actionLabel, groupActions } from '#features/admin/audit-words.ts'
import { auditLogPath } from '#shared/paths.ts'
import { buttonClass } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { ListSearch, SearchButton } from '#web/lib/list-search.tsx'
import { Link } from '#web/lib/navigation.tsx'

type Props = {
  params: Record<string, string>
  /** Every kind of deed that stands in the log. */
  actions: readonly string[]
}

const texts = [
  { name: 'actor', label: 'Who did it', hint: 'E-mail address or id', type: 'text' },
  { name: 'subject', label: 'About whom or what', hint: 'E-mail address or id', type: 'text' },
  { name: 'address', label: 'From network address', hint: 'Or how it begins', type: 'text' },
  { name: 'from', label: 'From day', hint: 'UTC', type: 'date' },
  { name: 'to', label: 'To day', hint: 'UTC', type: 'date' },
] as const

export function AuditTools({ params, actions }: Props) {
  return (
    <ListSearch label="Audit log" to={auditLogPath} params={params} className="grid grid-cols-2 items-end gap-3 md:grid-cols-3">
      <Field label="What was done" className="max-md:col-span-full">
        {(control) => (
          <Select {...control} name="action" defaultValue={params['action']}>
            <option value="">Anything</option>
            {groupActions(actions).map(({ group, label, actions: own }) => (
              <optgroup key={group} label={label}>
                <option value={group}>All of: {label}</option>
                {own.map((action) => (
                  <option key={action} value={action}>
                    {actionLabel(action)}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        )}
      </Field>
      {texts.map(({ name, label, hint, type }) => (
        <Field key={name} label={label} hint={hint}>
          {(control) => (
            <TextInput {...control} type={type} name={name} defaultValue={params[name]} maxLength={100} autoComplete="off" />
          )}
        </Field>
      ))}
      <div className="col-span-full flex flex-wrap gap-3">
        <SearchButton />
        {Object.keys(params).length > 0 && (
          <Link to={auditLogPath} className={buttonClass('quiet')}>
            Show all
          </Link>
        )}
      </div>
    </ListSearch>
  )
}
