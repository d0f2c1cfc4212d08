import type { JobDetail } from '#features/jobs/contract.ts'
import type { FilterName, Filters } from '#features/jobs/filters.ts'
import { payAnnual } from '#features/jobs/model.ts'
import { appliedFilters } from '#features/jobs/search-criteria.ts'
import { indexWordsOf } from '#features/jobs/terms.ts'

type Job = Pick<
  JobDetail,
  | 'specialty'
  | 'state'
  | 'furtherLocations'
  | 'type'
  | 'visaSupport'
  | 'telehealth'
  | 'schedule'
  | 'terms'
  | 'compMin'
  | 'compMax'
  | 'compUnit'
>

/** How many wishes of a search a job meets, and the others: it says otherwise, or does not say. */
export type Fit = { asked: number; met: number; not: string[]; unsaid: string[] }

type Said = readonly string[] | undefined

/** What a job says of each filter that a profile can be, in its values; undefined: nothing. */
const sayings: { [Name in FilterName]?: (job: Job) => Said } = {
  specialty: ({ specialty }) => [specialty],
  state: ({ state, furtherLocations = [] }) => [state, ...furtherLocations.map((at) => at.state)],
  telehealth: ({ telehealth }) => (telehealth ? ['true'] : undefined),
  jobType: ({ type }) => [type],
  schedule: ({ schedule }) => (schedule.length > 0 ? schedule : undefined),
  visa: ({ visaSupport }) => (visaSupport === null ? undefined : [visaSupport]),
  call: (job) => termValues(job, 'call'),
  startBy: (job) => termValues(job, 'start'),
}

/** The values of a term's filter that a job has. */
function termValues({ terms }: Job, name: 'call' | 'start'): Said {
  const term = terms[name]
  if (term === undefined || term.is === 'unstated') return undefined
  return indexWordsOf({ [name]: term }).map((word) => word.replace(/^@\w+:/, ''))
}

/** For jobs that are known to lie where the search asks. There is no score: it counts. */
export function fitOf(search: Filters, job: Job): Fit {
  const wishes = Map.groupBy(appliedFilters(search), ({ name }) => name)
  const labels = (wanted: Answer) =>
    [...wishes]
      .filter(([name]) => answerTo(search, name, job) === wanted)
      .map(([, values]) => values.map(({ label }) => label).join(' or '))
  return {
    asked: wishes.size,
    met: labels('yes').length,
    not: labels('no'),
    unsaid: labels('unsaid'),
  }
}

type Answer = 'yes' | 'no' | 'unsaid'

function answerTo(search: Filters, name: FilterName, job: Job): Answer {
  if (name === 'minPay') {
    const pay = payAnnual({ min: job.compMin, max: job.compMax, unit: job.compUnit })
    return pay === null ? 'unsaid' : pay >= (search.minPay ?? 0) ? 'yes' : 'no'
  }
  const saying = sayings[name]
  if (!saying) return 'yes'
  const stated = saying(job)
  if (stated === undefined) return 'unsaid'
  return [search[name]].flat().some((value) => stated.includes(String(value))) ? 'yes' : 'no'
}
