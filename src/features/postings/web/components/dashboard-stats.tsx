import type { ResponseOf } from '#shared/contract.ts'
import { StatCard } from '#ui/stat-card.tsx'
import type { CountPostings } from '#features/postings/contract-dashboard.ts'

export type PostingCounts = ResponseOf<CountPostings>

export function DashboardStats({ counts }: { counts: PostingCounts | undefined }) {
  return (
    <dl className="grid grid-cols-1 gap-3 sm:grid-cols-3 sm:gap-4">
      <StatCard label="Total Jobs" value={counts?.total} />
      <StatCard label="Active Jobs" value={counts?.active} note="Visible to physicians" />
      <StatCard label="Draft Jobs" value={counts?.draft} note={counts && hiddenNote(counts)} />
    </dl>
  )
}

/** Why the others are not shown, where it is not their poster who took them down. */
function hiddenNote({ byStatus }: PostingCounts): string {
  const parts = [
    { count: byStatus.pending ?? 0, word: 'in review' },
    { count: byStatus.expired ?? 0, word: 'expired' },
    { count: byStatus.rejected ?? 0, word: 'rejected' },
  ].filter(({ count }) => count > 0)
  return parts.length === 0 ? 'Not shown to anybody' : `Of these ${parts.map((it) => `${it.count} ${it.word}`).join(', ')}`
}
