import { JobMap } from '#features/jobs/web/components/job-map.tsx'
import { jobMapQuery } from '#features/jobs/web/queries.ts'
import { loadSalaries, SalariesPage } from '#features/salaries/web/salaries-page.tsx'
import type { PageArgs } from '#platform/web/navigation.tsx'

export { head } from '#features/salaries/web/salaries-page.tsx'

export const load = ({ queryClient }: PageArgs) =>
  Promise.all([loadSalaries({ queryClient }), queryClient.prefetchQuery(jobMapQuery({}))])

const everywhere = {}

export const Page = () => <SalariesPage map={<JobMap criteria={everywhere} shade="pay" />} />
