import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { fieldLabels } from '../field-labels.ts'
import type { PostingField, PostingForm } from '../posting-form.ts'

type Value = PostingForm[PostingField]

/** A field that somebody else changed; `yours` where it was changed in this form, too. */
export type StaleField = { field: PostingField; before: Value; now: Value; yours: Value | undefined }

/** What somebody else saved while the form was open, beside what is in the form. */
export function StaleNotice({ fields, onTake }: { fields: readonly StaleField[]; onTake: (field: StaleField) => void }) {
  return (
    <Alert title="What was saved in the meantime">
      <p>
        Nothing of theirs is overwritten, and nothing that you typed is lost. Look at the difference, then save again to keep what
        is in your form.
      </p>
      {fields.length > 0 && (
        <div className="mt-3">
          <DataTable
            caption="What was changed in the meantime"
            columns={columnsFor(onTake)}
            rows={fields}
            rowKey={({ field }) => field}
          />
        </div>
      )}
    </Alert>
  )
}

const columnsFor = (onTake: (field: StaleField) => void): Column<StaleField>[] => [
  { id: 'field', header: 'Field', isRowHeader: true, cell: ({ field }) => fieldLabels[field] },
  { id: 'now', header: 'Saved by others', cell: ({ now }) => <ValueText value={now} /> },
  { id: 'yours', header: 'In your form', cell: (field) => <Yours field={field} onTake={() => onTake(field)} /> },
]

function Yours({ field: { field, yours }, onTake }: { field: StaleField; onTake: () => void }) {
  if (yours === undefined) return <span className="text-muted">The same</span>
  return (
    <>
      <ValueText value={yours} />
      <Button look="secondary" size="sm" className="mt-2" onClick={onTake}>
        <span>
          Use the other<span className="sr-only"> {fieldLabels[field]}</span>
        </span>
      </Button>
    </>
  )
}

function ValueText({ value }: { value: Value }) {
  const text = typeof value === 'boolean' ? (value ? 'Yes' : 'No') : Array.isArray(value) ? value.join(', ') : value
  return <span className="block break-words whitespace-pre-line">{text || <span className="text-muted">Nothing</span>}</span>
}
