import { Children } from 'react'
import type { JobDetail } from '#features/jobs/contract.ts'
import { structuredDataOf } from '#features/jobs/structured-data.ts'
import type { SiteInfo } from '#shared/rendering.ts'

/** Data, not code: browsers never run it. A '<' in a text must not end the element, so it is written as an escape. */
export function StructuredData({ job, site }: { job: JobDetail; site: SiteInfo }) {
  return Children.toArray(
    structuredDataOf(job, site).map((document) => (
      <script
        type="application/ld+json"
        dangerouslySetInnerHTML={{ __html: JSON.stringify(document).replaceAll('<', String.raw`\u003c`) }}
      />
    )),
  )
}
