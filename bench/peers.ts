import MiniSearch from 'minisearch'
import type pg from 'pg'
import { searchJobs } from '#features/jobs/contract.ts'
import { pageSize } from '#features/jobs/search-criteria.ts'
import { withQuery } from '#shared/paths.ts'
import { quantilesOf } from './admin.ts'
import { onCopy, someSearches, timesOf } from './search.ts'
import { measureSqlite, milesPerDegree, readPostings, timesInProcess, type Row } from './sqlite.ts'

/** MiniSearch has all jobs in memory; more would only measure the collection of garbage. */
const atMostInMemory = 20_000

/**
 * The same lists by the product, by an index of PostgreSQL alone, by SQLite, and by MiniSearch, one
 * after the other, with no cache. The product answers over HTTP, and reads what was meant; SQLite
 * and MiniSearch run within this process, and know neither abbreviations nor places.
 */
export async function measurePeers(
  catalog: pg.PoolConfig,
  count: number,
  tell: (line: string) => void,
): Promise<void> {
  await onCopy(catalog, async ({ connection, product, leaveSegments }) => {
    tell(`${count} jobs`)
    const lists = someSearches(count).map((params) => withQuery(searchJobs.path, params))
    const report = (name: string, times: number[]): void => {
      const mean = times.reduce((sum, time) => sum + time, 0) / times.length
      tell(`${name.padEnd(26)} ${quantilesOf(times)}  mean ${mean.toFixed(1)} ms`)
    }
    await timesOf(product.origin, lists.slice(0, 100))
    report('Whitecoat', await timesOf(product.origin, lists))
    report('Whitecoat, read before', await timesOf(product.origin, lists))
    await leaveSegments()
    report('Whitecoat, GIN alone', await timesOf(product.origin, lists))
    report('SQLite FTS5', await measureSqlite(connection, lists))
    if (count <= atMostInMemory)
      report('MiniSearch', await measureMiniSearch(await allPostings(connection), lists))
  })
}

async function allPostings(connection: pg.PoolConfig): Promise<Row[]> {
  const postings: Row[] = []
  for await (const rows of readPostings(connection)) postings.push(...rows)
  return postings
}

const isAt = (job: Row, city: string | undefined): boolean =>
  job['city'] === city || job['zip'] === city

function centerOf(postings: Row[], city: string | undefined): { lat: number; lon: number } {
  const jobs = postings.filter((job) => isAt(job, city))
  const mean = (axis: string): number =>
    jobs.reduce((sum, job) => sum + Number(job[axis]), 0) / jobs.length
  return { lat: mean('lat'), lon: mean('lon') }
}

const words = ['title', 'employer', 'city', 'specialty', 'description']

/** @returns how long each took, in milliseconds. */
async function measureMiniSearch(postings: Row[], addresses: string[]): Promise<number[]> {
  const index = new MiniSearch<Row>({
    fields: words,
    storeFields: Object.keys(postings[0] ?? {}).filter((field) => field !== 'description'),
    searchOptions: {
      boost: { title: 10, employer: 5, city: 5, specialty: 5 },
      combineWith: 'AND',
      prefix: false,
    },
  })
  await index.addAllAsync(postings)
  return timesInProcess(addresses, (criteria) => {
    const isAnyOf = (wanted: readonly string[] | undefined, value: unknown): boolean =>
      wanted === undefined || wanted.length === 0 || wanted.includes(String(value))
    const { city, radius, minPay, postedWithin } = criteria
    const center = radius === undefined ? undefined : centerOf(postings, city)
    const isNear = (job: Row, axis: 'lat' | 'lon'): boolean =>
      Math.abs(Number(job[axis]) - (center?.[axis] ?? 0)) <= (radius ?? 0) / milesPerDegree
    const oldest = Date.now() / 1000 - (postedWithin ?? 0) * 86_400
    const lists = [
      ...(criteria.setting ?? []),
      ...(criteria.schedule ?? []),
      ...(criteria.benefits ?? []),
    ]
    const found = index.search(criteria.keyword ?? MiniSearch.wildcard, {
      filter: (job) =>
        isAnyOf(criteria.specialty, job['specialty']) &&
        isAnyOf(criteria.jobType, job['employment_type']) &&
        isAnyOf(criteria.visa, job['visa']) &&
        (center
          ? isNear(job, 'lat') && isNear(job, 'lon')
          : isAnyOf(criteria.state, job['state']) && (city === undefined || isAt(job, city))) &&
        (minPay === undefined || Number(job['pay']) >= minPay) &&
        (postedWithin === undefined || Number(job['posted_at']) >= oldest) &&
        lists.every((value) => String(job['lists']).includes(`,${value},`)),
    })
    const isRanked = criteria.sortBy === 'relevance' && criteria.keyword !== undefined
    if (!isRanked) found.sort((a, b) => Number(b['posted_at']) - Number(a['posted_at']))
    const offset = ((criteria.page ?? 1) - 1) * pageSize
    return found.slice(offset, offset + pageSize)
  })
}
