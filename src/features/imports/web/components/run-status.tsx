import { Badge } from '#ui/badge.tsx'
import type { BadgeTone } from '#ui/badge.tsx'
import type { ImportStatus } from '#features/imports/model.ts'

const looks: Record<ImportStatus, { tone: BadgeTone; words: string }> = {
  running: { tone: 'action', words: 'Running' },
  finished: { tone: 'neutral', words: 'Finished' },
  stopped: { tone: 'danger', words: 'Stopped by its dataset' },
  failed: { tone: 'danger', words: 'Failed' },
  interrupted: { tone: 'danger', words: 'Interrupted' },
  cancelled: { tone: 'neutral', words: 'Cancelled' },
}

export function RunStatus({ status }: { status: ImportStatus }) {
  const { tone, words } = looks[status]
  return <Badge tone={tone}>{words}</Badge>
}
