import type { NewJob } from '#features/jobs/server/tables.ts'
import { foundEmployers } from './employers.ts'
import { makeJob, type DemoJob, type World } from './job.ts'
import { toNewJob } from './new-jobs.ts'
import { Rng } from './rng.ts'
import {
  healthecareersItem,
  indeedItem,
  linkedinItem,
  practicelinkItem,
  type ScrapedItem,
  type Shape,
} from './shapes.ts'
import { spoil, traps, type Trap } from './traps.ts'

export type DatasetOptions = {
  /** The same seed, count and time give the same bytes. */
  seed: number
  count: number
  /** When the data set was 'scraped': jobs were posted before, and ages count back from it. */
  now: Date
}

/** A row, its job and its defect. */
export type Row = { item: ScrapedItem; job: DemoJob; trap: Trap | null }

/** Scraped items in the shapes of public data sets, some broken or repeated. */
export function* generateItems(options: DatasetOptions): Generator<ScrapedItem> {
  for (const { item } of generateRows(options)) yield item
}

export function* generateRows(options: DatasetOptions): Generator<Row> {
  const world = createWorld(options)
  for (let index = 0; index < options.count; index++) {
    const { shape, trap, rng } = drawForm(world, index)
    const job = makeJob(world, index)
    const item = shape(job, world.now, rng)
    if (!trap) yield { item, job, trap }
    else
      yield {
        item: spoil(trap, { job, earlier: earlierRow(world, index, rng), now: world.now, rng }),
        job,
        trap,
      }
  }
}

/** Further rows of the same data set, without defects and without end. */
export function* generateMore(options: DatasetOptions): Generator<ScrapedItem> {
  const world = createWorld(options)
  for (let index = options.count; ; index++) {
    const { shape, rng } = drawForm(world, index)
    yield shape(makeJob(world, index), world.now, rng)
  }
}

/** Rows for a bulk load, without defects. */
export function* generateJobs(options: DatasetOptions): Generator<NewJob> {
  const world = createWorld(options)
  for (let index = 0; index < options.count; index++) yield generateJob(world, index)
}

/** Row `index`, independent of the others. */
export function generateJob(world: World, index: number): NewJob {
  return toNewJob(makeJob(world, index), new Rng(world.seed ^ rowStream, index))
}

// The form of a row draws from its own stream, so that it does not change the job.
const itemStream = 0x5ca1ab1e
const rowStream = 0x0ddba11
const trapShare = 0.08

/** Each row has one shape, as in a data set of several scrapers. */
const shapes: readonly Shape[] = [indeedItem, linkedinItem, practicelinkItem, healthecareersItem]

export function createWorld({ seed, count, now }: DatasetOptions): World {
  return { seed, now, employers: foundEmployers(seed, count) }
}

/** Defects are taken in turn, so that a small data set has each of them. */
function drawForm(world: World, index: number): { shape: Shape; trap: Trap | null; rng: Rng } {
  const rng = new Rng(world.seed ^ itemStream, index)
  const shape = rng.pick(shapes)
  const trapped = index > 0 && rng.chance(trapShare)
  return {
    shape,
    trap: trapped ? (traps[Math.floor(index * trapShare) % traps.length] as Trap) : null,
    rng,
  }
}

/** An earlier unbroken row, generated again. The first row is never broken. */
function earlierRow(world: World, index: number, rng: Rng): { job: DemoJob; item: ScrapedItem } {
  let earlier = rng.int(0, index - 1)
  while (drawForm(world, earlier).trap) earlier--
  const form = drawForm(world, earlier)
  const job = makeJob(world, earlier)
  return { job, item: form.shape(job, world.now, form.rng) }
}
