import { ComparePage, loadCompared } from '#features/jobs/web/compare-page.tsx'
import { ComparedPay } from '#features/salaries/web/comparable-pay.tsx'
import { prefetchComparablePay } from '#features/salaries/web/queries.ts'
import type { PageLoad } from '#platform/web/navigation.tsx'

export { head } from '#features/jobs/web/compare-page.tsx'

export const load: PageLoad = (args) => loadCompared(args, prefetchComparablePay)

export const Page = () => <ComparePage ComparedPay={ComparedPay} />
