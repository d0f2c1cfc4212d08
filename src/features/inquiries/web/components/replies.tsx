import type { Application } from '#features/inquiries/contract.ts'
import { momentText } from '#shared/dates.ts'

/** What the poster has answered, the oldest first. */
export function Replies({ replies, from }: { replies: Application['replies']; from: string }) {
  if (replies.length === 0) return null
  return (
    <ul className="mt-4 flex flex-col gap-3">
      {replies.map((reply) => (
        <li key={reply.id} className="rounded-sm border-l-4 border-action bg-action-wash p-4">
          <p className="text-xs text-muted">
            {from}, <time dateTime={reply.createdAt}>{momentText(reply.createdAt)}</time>
          </p>
          <p className="mt-1 max-w-prose break-words whitespace-pre-line">{reply.message}</p>
        </li>
      ))}
    </ul>
  )
}
