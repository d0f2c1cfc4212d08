import { EmptyState } from '#ui/empty-state.tsx'

/** For a mail that was purged, and for every address of the mailbox where there is none. */
export const MailNotFound = () => (
  <EmptyState level={1} title="Page Not Found">
    There is nothing at this address. It may be mistyped, or the page may have been taken down.
  </EmptyState>
)
