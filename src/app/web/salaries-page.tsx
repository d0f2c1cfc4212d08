import { JobMap } from '#features/jobs/web/components/job-map.tsx'
import { jobMapQuery } from '#features/jobs/web/queries.ts'
import { loadSalaries, SalariesPage } from '#features/salaries/web/salaries-page.tsx'
import type { PageArgs } from '#platform/web/page-route.ts'

export { head } from '#features/salaries/web/salaries-page.tsx'

export async function load({ queryClient }: PageArgs): Promise<void> {
  await Promise.all([loadSalaries({ queryClient }), queryClient.prefetchQuery(jobMapQuery({}))])
}

const everywhere = {}

export const Page = () => <SalariesPage map={<JobMap criteria={everywhere} shade="pay" />} />
