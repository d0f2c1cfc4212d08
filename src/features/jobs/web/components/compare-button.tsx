import { toast } from '#ui/toast.ts'
import { comparedIds, mostCompared, setComparedIds, useComparedIds } from '../compared-jobs.ts'
import { MarkButton } from './mark-button.tsx'
import type { MarkLook } from './mark-button.tsx'

/** Puts the job among those that are to be compared, or takes it out again. */
export function CompareButton({ job: { id, title }, look }: { job: { id: string; title: string }; look: MarkLook }) {
  const isPressed = useComparedIds().includes(id)
  return (
    <MarkButton look={look} icon="scale" label="Compare" of={title} isPressed={isPressed} onClick={() => toggleCompared(id)} />
  )
}

function toggleCompared(id: string): void {
  const ids = comparedIds()
  if (ids.includes(id)) setComparedIds(ids.filter((it) => it !== id))
  else if (ids.length < mostCompared) setComparedIds([...ids, id])
  else toast({ title: `Up to ${mostCompared} jobs can be compared`, description: 'Take one out to add another.' })
}
