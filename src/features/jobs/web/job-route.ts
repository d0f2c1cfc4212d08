import { pageHead } from '#features/site/page-head.ts'
import { jobPath } from '#shared/paths.ts'
import type { PageRoute } from '#web/lib/page-route.ts'
import type { JobDetail } from '../contract.ts'
import { metaSnippet, payText, placeText } from '../display.ts'
import { comparablePayQuery, jobQuery, onServer, similarJobsQuery } from './queries.ts'

export const jobRoute: PageRoute = {
  async load({ queryClient, params: { id = '' } }) {
    const job = await queryClient.ensureQueryData(jobQuery(id))
    const beside = Promise.all([
      queryClient.prefetchQuery(similarJobsQuery(job)),
      queryClient.prefetchQuery(comparablePayQuery(job)),
    ])
    if (onServer) await beside
  },
  head({ queryClient, site, params: { id = '' } }) {
    const { data: job, status } = queryClient.getQueryState(jobQuery(id).queryKey) ?? { status: 'pending' }
    const unnamed = status === 'error' ? notFoundHead : waitingHead
    return pageHead({ site, path: jobPath(id), noindex: !job, ...(job ? headOf(job) : unnamed) })
  },
}

const waitingHead = { title: 'Physician Job', description: '' }
const notFoundHead = { title: 'Job Not Found', description: "The job you're looking for could not be found." }

function headOf(job: JobDetail) {
  const facts = [job.specialty, placeText(job), payText(job)].filter(Boolean).join(', ')
  return {
    title: `${job.title} at ${job.employer}, ${placeText(job)}`,
    description: metaSnippet(`${facts}. ${job.brief ?? job.descriptionSnippet}`),
    type: 'article' as const,
  }
}
