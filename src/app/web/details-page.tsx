import { PostingAdvice, prefetchAdvice } from '#features/insights/web/components/advice-list.tsx'
import { HandOver } from '#features/employers/web/hand-over.tsx'
import { PostingInquiries } from '#features/inquiries/web/components/inquiry-parts.tsx'
import { DetailsPage, loadDetails } from '#features/postings/web/details-page.tsx'
import type { PageLoad } from '#platform/web/navigation.tsx'

export { head } from '#features/postings/web/details-page.tsx'

export const load: PageLoad = (args) => loadDetails(args, prefetchAdvice)

export const Page = () => (
  <DetailsPage
    PostingAdvice={PostingAdvice}
    PostingInquiries={PostingInquiries}
    HandOver={HandOver}
  />
)
