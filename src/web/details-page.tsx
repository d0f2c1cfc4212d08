import { PostingInquiries } from '#features/inquiries/web/posting-inquiries.tsx'
import { DetailsPage } from '#features/postings/web/details-page.tsx'

export { head, load } from '#features/postings/web/details-page.tsx'

/** One's own posting, with what came of it. */
export const Page = () => <DetailsPage PostingInquiries={PostingInquiries} />
