import { PostingInquiries } from '#features/inquiries/web/posting-inquiries.tsx'
import { DetailsPage } from '#features/postings/web/details-page.tsx'

export { head, load } from '#features/postings/web/details-page.tsx'

export const Page = () => <DetailsPage PostingInquiries={PostingInquiries} />
