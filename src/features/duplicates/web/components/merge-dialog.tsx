import { useState } from 'react'
import type { LikelyDuplicate } from '#features/duplicates/contract.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Fieldset } from '#ui/fieldset.tsx'
import { focusFirst } from '#ui/focus-first.ts'
import { detailGroupNames, detailGroups } from '#features/duplicates/model.ts'
import type { DetailGroup } from '#features/duplicates/model.ts'
import { comparedFacts } from '../facts.ts'

type Props = { pair: LikelyDuplicate; onClose: () => void; onMerge: (takeFromOther: DetailGroup[]) => void }

/** Which job's details are kept, group by group or as a whole, and that there is no way back. */
export function MergeDialog({ pair, onClose, onMerge }: Props) {
  const [taken, setTaken] = useState<ReadonlySet<DetailGroup>>(new Set())
  const facts = new Map(comparedFacts(pair).map((it) => [it.group, it]))
  const isAll = taken.size === detailGroupNames.length

  function toggle(group: DetailGroup): void {
    const next = new Set(taken)
    if (!next.delete(group)) next.add(group)
    setTaken(next)
  }

  return (
    <Dialog open onClose={onClose} title="Merge two jobs into one">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onMerge([...taken])
        }}
      >
        <p>
          {pair.kept.referenceId} stays. Favorites, inquiries, reports and figures of {pair.other.referenceId} move there, and its
          address leads there.
        </p>
        <Fieldset
          legend={`Take from the newer job, ${pair.other.referenceId}:`}
          hint="Whatever the older one leaves open is filled in any case."
        >
          <Checkbox label="Everything" checked={isAll} onChange={() => setTaken(new Set(isAll ? [] : detailGroupNames))} />
          {detailGroupNames.map((group) => {
            const fact = facts.get(group)
            return (
              <Checkbox
                key={group}
                label={
                  <>
                    {detailGroups[group]}
                    {fact?.differs && <span className="block text-xs break-all text-muted">{fact.other}</span>}
                  </>
                }
                checked={taken.has(group)}
                onChange={() => toggle(group)}
              />
            )
          })}
        </Fieldset>
        <Alert tone="danger">Merging cannot be undone.</Alert>
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" ref={focusFirst}>
            Merge for good
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
