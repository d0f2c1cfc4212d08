import { parseArgs } from 'node:util'
import { mixNames, type MixName } from './mix/mix.ts'

export type Options = {
  /** Sizes of the catalog. */
  jobs: number[]
  mixes: MixName[]
  /** Only the morning's mails about new jobs are measured. */
  digest: boolean
  /** Only the administration's lists are measured. */
  admin: boolean
  /** Only how a site of years does: its lists, and deleting what is past its period. */
  growth: boolean
  /** Only a day of that site's traffic. */
  day: boolean
  /** The share of the rows of `growth`, and of the requests of `day`. */
  scale: number
  /** Only what happens when too many searches come. */
  overload: boolean
  /** Only how true the importer is. */
  imports: boolean
  /** Only searches one at a time, with and without segments. */
  search: boolean
  /** Only whether the search understands what people type. */
  phrasings: boolean
  /** Only how well the terms of contracts are read. */
  terms: boolean
  searches: number
  connections: number
  warmUpSeconds: number
  seconds: number
  /**
   * How often product and floor take turns in those seconds: so often that other load on the
   * machine hits both.
   */
  rounds: number
  /** Whether bench/README.md gets the new table. */
  save: boolean
}

/**
 * With the floor's turns half a minute: every cached list expires once, and fewer seconds would see
 * only a part of that.
 */
const defaultSeconds = 24

export const usage = `npm run bench -- [--jobs 100000,1000000] [--only json|form|html|search|phrasings|terms|digest|admin|growth|day|imports|overload] [--scale 0.1] [--seconds ${defaultSeconds}] [--save] | [--quick]`

/** @throws {Error} with a sentence for people. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      jobs: { type: 'string' },
      only: { type: 'string' },
      seconds: { type: 'string' },
      scale: { type: 'string', default: '0.1' },
      quick: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
    },
  })
  const { quick, save, only } = values
  const jobs = (values.jobs ?? (quick ? '10000' : '100000,1000000')).split(',').map(Number)
  const seconds = Number(values.seconds ?? (quick ? 3 : defaultSeconds))
  if (jobs.some((job) => !Number.isInteger(job) || job < 1_000))
    throw new Error('--jobs takes whole numbers from 1000 on, parted by commas')
  if (!(seconds > 0)) throw new Error('--seconds takes a number of seconds')
  const digest = only === 'digest'
  const mixes = mixNames.filter((name) => only === undefined || name.toLowerCase() === only)
  const admin = only === 'admin'
  const growth = only === 'growth'
  const day = only === 'day'
  const scale = Number(values.scale)
  if (!(scale > 0 && scale <= 1)) throw new Error('--scale takes a number above 0, up to 1')
  const imports = only === 'imports'
  const overload = only === 'overload'
  const search = only === 'search'
  const phrasings = only === 'phrasings'
  const terms = only === 'terms'
  if (
    mixes.length === 0 &&
    !digest &&
    !admin &&
    !growth &&
    !day &&
    !imports &&
    !overload &&
    !search &&
    !phrasings &&
    !terms
  )
    throw new Error(
      '--only takes json, form, html, search, phrasings, terms, digest, admin, growth, day, imports or overload',
    )
  return {
    jobs,
    mixes,
    digest,
    admin,
    growth,
    day,
    scale,
    imports,
    overload,
    search,
    phrasings,
    terms,
    searches: quick ? 1_000 : 5_000,
    connections: 8,
    warmUpSeconds: quick ? 1 : 10,
    seconds,
    rounds: quick ? 1 : Math.max(3, Math.round(seconds)),
    save,
  }
}
