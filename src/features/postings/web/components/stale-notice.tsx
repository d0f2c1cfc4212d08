import { fieldLabels } from '#features/postings/field-labels.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { isConflict } from '../stale-changes.ts'
import type { StaleField } from '../stale-changes.ts'

type Choice = NonNullable<StaleField['choice']>
type Props = {
  fields: readonly StaleField[]
  onChoose: (fields: readonly StaleField[], choice: Choice) => void
}

/** What somebody else saved while the form was open, beside what was typed, and which of the two is to stay. */
export function StaleNotice({ fields, onChoose }: Props) {
  const conflicts = fields.filter(isConflict)
  return (
    <Alert title="What was saved in the meantime">
      <p>
        {conflicts.length === 0
          ? 'Others changed only what you did not touch. It is in your form now, beside what you typed.'
          : 'You and others changed the same. Nothing is overwritten and nothing that you typed is lost: choose what stays, then save again.'}
      </p>
      <div className="mt-3">
        <DataTable
          caption="What was changed in the meantime"
          columns={columnsFor(onChoose)}
          rows={fields}
          rowKey={({ field }) => field}
        />
      </div>
      {conflicts.length > 1 && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button look="secondary" size="sm" onClick={() => onChoose(conflicts, 'mine')}>
            Keep all of mine
          </Button>
          <Button look="secondary" size="sm" onClick={() => onChoose(conflicts, 'theirs')}>
            Take all of theirs
          </Button>
        </div>
      )}
    </Alert>
  )
}

const columnsFor = (onChoose: Props['onChoose']): Column<StaleField>[] => [
  { id: 'field', header: 'Field', isRowHeader: true, cell: ({ field }) => fieldLabels[field] },
  {
    id: 'now',
    header: 'Saved by others',
    cell: (it) => (
      <>
        <ValueText value={it.now} />
        {isConflict(it) && <ChoiceButton it={it} choice="theirs" label="Take theirs" onChoose={onChoose} />}
      </>
    ),
  },
  {
    id: 'yours',
    header: 'Typed by you',
    cell: (it) =>
      it.yours === undefined ? (
        <span className="text-muted">Nothing else</span>
      ) : (
        <>
          <ValueText value={it.yours} />
          <ChoiceButton it={it} choice="mine" label="Keep mine" onChoose={onChoose} />
        </>
      ),
  },
]

type ChoiceProps = { it: StaleField; choice: Choice; label: string; onChoose: Props['onChoose'] }

function ChoiceButton({ it, choice, label, onChoose }: ChoiceProps) {
  const isChosen = it.choice === choice
  return (
    <Button
      look={isChosen ? 'primary' : 'secondary'}
      size="sm"
      className="mt-2"
      aria-pressed={isChosen}
      onClick={() => onChoose([it], choice)}
    >
      <span>
        {label}
        <span className="sr-only"> {fieldLabels[it.field]}</span>
      </span>
    </Button>
  )
}

function ValueText({ value }: { value: StaleField['now'] }) {
  const text = typeof value === 'boolean' ? (value ? 'Yes' : 'No') : Array.isArray(value) ? value.join(', ') : value
  return <span className="block break-words whitespace-pre-line">{text || <span className="text-muted">Nothing</span>}</span>
}
