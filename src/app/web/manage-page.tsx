import { ManagedInbox } from '#features/inquiries/web/components/managed-inbox.tsx'
import { ManagePage } from '#features/postings/web/manage-page.tsx'

export { head, load } from '#features/postings/web/manage-page.tsx'

export const Page = () => <ManagePage Inbox={ManagedInbox} />
