import { JobLines } from '#features/jobs/web/components/closed-job.tsx'
import { OfferPage } from '#features/salaries/web/offer-page.tsx'

export { head, load } from '#features/salaries/web/offer-page.tsx'

export const Page = () => <OfferPage Jobs={JobLines} />
