import { formatDollars } from '#features/jobs/display.ts'
import { specialtyFromSlug } from '#features/jobs/specialties.ts'
import { pageHead } from '#features/site/page-head.ts'
import { specialtySalariesPath } from '#shared/paths.ts'
import type { PageRoute } from '#web/lib/page-route.ts'
import { specialtySalariesQuery } from './queries.ts'

export const specialtySalariesRoute: PageRoute = {
  accepts: ({ specialty = '' }) => specialtyFromSlug(specialty) !== undefined,
  async load({ queryClient, params: { specialty = '' } }) {
    await queryClient.ensureQueryData(specialtySalariesQuery(specialty))
  },
  head({ queryClient, site, params: { specialty: slug = '' } }) {
    const specialty = specialtyFromSlug(slug) ?? ''
    const country = queryClient.getQueryData(specialtySalariesQuery(slug).queryKey)?.country
    const found = country
      ? `Median of ${country.postings} active postings: ${formatDollars(country.median)} a year. Pay by state, with ranges.`
      : 'Median and range of the active postings, by state.'
    return pageHead({
      site,
      title: `${specialty} Salaries by State`,
      description: `What ${specialty} jobs pay. ${found}`,
      path: specialtySalariesPath(slug),
      // Without figures the page says nothing that is worth finding.
      noindex: country === null,
    })
  },
}
