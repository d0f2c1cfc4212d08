import { parseArgs } from 'node:util'
import { mixNames, type MixName } from './mix/mix.ts'

/** What is measured alone, on the first size, without a floor to compare with. */
const apartNames = [
  'search',
  'peers',
  'pages',
  'phrasings',
  'terms',
  'digest',
  'admin',
  'growth',
  'day',
  'imports',
  'candidates',
  'overload',
] as const
export type ApartName = (typeof apartNames)[number]

export type Options = {
  /** Sizes of the catalog. */
  jobs: number[]
  mixes: MixName[]
  /** One of these instead of the mixes. */
  apart: ApartName | undefined
  /** The share of the rows of `growth`, and of the requests of `day`. */
  scale: number
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

const onlyNames = [...mixNames.map((name) => name.toLowerCase()), ...apartNames]

export const usage = `npm run bench -- [--jobs 100000,1000000] [--only ${onlyNames.join('|')}] [--scale 0.1] [--seconds ${defaultSeconds}] [--save] | [--quick]`

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
  const mixes = mixNames.filter((name) => only === undefined || name.toLowerCase() === only)
  const apart = apartNames.find((name) => name === only)
  const scale = Number(values.scale)
  if (!(scale > 0 && scale <= 1)) throw new Error('--scale takes a number above 0, up to 1')
  if (mixes.length === 0 && !apart) throw new Error(`--only takes ${onlyNames.join(', ')}`)
  return {
    jobs,
    mixes,
    apart,
    scale,
    searches: quick ? 1_000 : 5_000,
    connections: 8,
    warmUpSeconds: quick ? 1 : 10,
    seconds,
    rounds: quick ? 1 : Math.max(3, Math.round(seconds)),
    save,
  }
}
