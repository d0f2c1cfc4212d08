import { labelOf } from '#features/jobs/fields.ts'
import { isSame, postingFields, type PostingField, type PostingForm } from '#features/postings/posting-form.ts'
import { Alert } from '#ui/feedback.tsx'
import { Button } from '#ui/button.tsx'
import { DataTable, type Column } from '#ui/data-table.tsx'

type Choice = NonNullable<StaleField['choice']>
type Props = {
  fields: readonly StaleField[]
  onChoose: (fields: readonly StaleField[], choice: Choice) => void
}

/** The fields that somebody else saved while the form was open, with a choice for each conflict. */
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
          <Button label="Keep all of mine" look="secondary" size="sm" onClick={() => onChoose(conflicts, 'mine')} />
          <Button label="Take all of theirs" look="secondary" size="sm" onClick={() => onChoose(conflicts, 'theirs')} />
        </div>
      )}
    </Alert>
  )
}

const columnsFor = (onChoose: Props['onChoose']): Column<StaleField>[] => [
  { header: 'Field', isRowHeader: true, cell: ({ field }) => labelOf(field) },
  {
    header: 'Saved by others',
    cell: (it) => (
      <>
        <ValueText value={it.now} />
        {isConflict(it) && <ChoiceButton it={it} choice="theirs" label="Take theirs" onChoose={onChoose} />}
      </>
    ),
  },
  {
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
      label={label}
      about={labelOf(it.field)}
      look={isChosen ? 'primary' : 'secondary'}
      size="sm"
      className="mt-2"
      aria-pressed={isChosen}
      onClick={() => onChoose([it], choice)}
    />
  )
}

function ValueText({ value }: { value: StaleField['now'] }) {
  const text = typeof value === 'boolean' ? (value ? 'Yes' : 'No') : Array.isArray(value) ? value.join(', ') : value
  return <span className="block break-words whitespace-pre-line">{text || <span className="text-muted">Nothing</span>}</span>
}

/** A field that somebody else changed while it was in a form. */
export type StaleField = {
  field: PostingField
  /** The saved value. */
  now: PostingForm[PostingField]
  /** The typed value, if it is a different one. */
  yours: PostingForm[PostingField] | undefined
  /** Which value stays; an undecided field is not saved. */
  choice: 'mine' | 'theirs' | undefined
}

export const isConflict = ({ yours }: StaleField): boolean => yours !== undefined
export const isUndecided = (it: StaleField): boolean => isConflict(it) && it.choice === undefined

/** The fields that others changed since the form was filled; a field changed by both is a conflict. */
export const staleFields = (before: PostingForm, now: PostingForm, yours: PostingForm): StaleField[] =>
  postingFields
    .filter((field) => !isSame(before[field], now[field]))
    .map((field) => {
      const isYours = !isSame(yours[field], before[field]) && !isSame(yours[field], now[field])
      return { field, now: now[field], yours: isYours ? yours[field] : undefined, choice: undefined }
    })
