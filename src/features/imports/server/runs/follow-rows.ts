import { payText, placeText } from '#features/jobs/display.ts'
import type { NewJob, RowFacts } from '#features/jobs/server/public.ts'
import {
  followSource,
  labelOfSaid,
  saidBy,
  type Followed,
  type SourceRow,
} from '#features/postings/server/public.ts'
import type { Db } from '#platform/server/database.ts'
import { giveWay } from '#platform/server/turns.ts'
import {
  doubtfulOf,
  factNames,
  factsOfFields,
  type FactName,
  type Facts,
} from '#features/imports/facts.ts'
import type { JobKeys, SourceKeys } from '../mapping/links.ts'
import type { Skipped } from '../mapping/map-item.ts'
import { lockFacts, updateFactsOf } from './queries-facts.ts'
import { findKeys } from './queries-jobs.ts'
import {
  findUnchanged,
  lockRows,
  recordSeen,
  saveRows,
  type SourcesJob,
  type SpokenRow,
} from './queries-rows.ts'
import type { Duplicate } from './known-jobs.ts'
import type { Resolved } from './resolve.ts'
import type { Outcome, Run } from './run.ts'

/** Known jobs follow what their sources change. */

const knownBy = {
  id: 'same source id',
  url: 'same address',
  content: 'same title, employer and location',
} as const

/** Rows that need not be mapped, because their sources have not changed them. */
export const unchangedRows =
  (db: Db) =>
  async (hashes: readonly string[]): Promise<Map<string, Skipped>> => {
    const rows = await findUnchanged(db, hashes)
    return new Map(
      rows.map(({ hash, source, jobId, key, title, employer, city, state }) => [
        hash,
        {
          skip: 'duplicate',
          title: [title, employer, city, state].join(', '),
          detail: knownBy[key.slice(0, key.indexOf(':')) as keyof typeof knownBy],
          known: { source, jobId },
        },
      ]),
    )
  }

type BatchRows = {
  rows: readonly { outcome: Resolved; hash: string }[]
  /** What the rows with a job say. */
  jobs: ReadonlyMap<string, Omit<NewJob, 'status'>>
  duplicates: ReadonlyMap<string, Duplicate>
}

/** A row that says something about a job. */
type Saying = SourcesJob & {
  index: number
  hash: string
  key: string
  columns: Partial<NewJob>
  doubts: SourceRow['doubts']
  place: SourceRow['place']
  facts: Facts | undefined
  isNew: boolean
}

type Changed = { changes: Map<number, Outcome>; seen: string[] }

/**
 * Changes the known jobs of a batch as their sources did, and records what the rows say.
 * @returns the rows that changed their job, and the known jobs that the batch speaks of.
 */
export async function followRows(trx: Db, run: Run, batch: BatchRows): Promise<Changed> {
  const sayings = await sayingsOf(trx, run, batch)
  const unchanged = batch.rows.flatMap(({ outcome }) =>
    'skip' in outcome && outcome.known ? [outcome.known] : [],
  )
  const stored = new Map(
    (
      await lockRows(
        trx,
        sayings.filter(({ isNew }) => !isNew),
      )
    ).map((row) => [keyOf(row), row]),
  )
  const spoken = new Set(unchanged.map(keyOf))
  const [saved, seen]: [SpokenRow[], SourcesJob[]] = [[], []]
  const following: (Saying & { before: SourceRow['before'] })[] = []
  for (const saying of sayings) {
    const { source, jobId, key, hash, columns, doubts } = saying
    const row = stored.get(keyOf(saying))
    const isLost = !saying.isNew && !row
    if (isLost || spoken.has(keyOf(saying)) || row?.run_id === run.id) continue
    const speaks =
      !row?.key ||
      row.key === key ||
      // The row that spoke was not there last time either.
      row.spoken_run_id !== row.run_id
    // A row that seeks others says too little to begin with.
    if (!speaks || (!row?.said && !saying.facts)) {
      seen.push(saying)
      continue
    }
    spoken.add(keyOf(saying))
    saved.push({
      source,
      jobId,
      key,
      hash,
      said: { ...row?.said, ...saidBy(columns, doubts) },
      facts: row && !row.isOwn && saying.facts ? shownFacts(columns, doubts) : null,
    })
    if (row?.said && row.isOwn) following.push({ ...saying, before: row.said })
    await giveWay()
  }
  const followed = await followSource(trx, following)
  await followFacts(trx, following, followed)
  const me = { id: run.id, isKept: run.sourceId !== null }
  await saveRows(trx, me, saved)
  await recordSeen(trx, me, [
    ...unchanged.map((row) => ({ ...row, isSpoken: true })),
    ...seen.map(({ source, jobId }) => ({ source, jobId, isSpoken: false })),
  ])
  return {
    changes: changesOf(following, followed),
    seen: [
      ...new Set(
        [...sayings.filter(({ isNew }) => !isNew), ...unchanged].map(({ jobId }) => jobId),
      ),
    ],
  }
}

const keyOf = ({ source, jobId }: SourcesJob) => `${source} ${jobId}`

async function sayingsOf(
  trx: Db,
  { how }: Run,
  { rows, jobs, duplicates }: BatchRows,
): Promise<Saying[]> {
  const others = rows.flatMap(({ outcome }) =>
    'skip' in outcome && outcome.skip === 'not-a-physician'
      ? Object.values(outcome.keys ?? {})
      : [],
  )
  const known = others.length > 0 ? await findKeys(trx, others) : new Map<string, string | null>()
  return rows.flatMap(({ outcome, hash }, index): Saying[] => {
    if ('skip' in outcome) {
      const key = keyOfRow(outcome.keys ?? {})
      const jobId = key && outcome.skip === 'not-a-physician' ? known.get(key) : undefined
      if (!key || !jobId || how.sourceName === undefined) return []
      const { title = '', description } = outcome
      return [
        {
          index,
          hash,
          key,
          source: how.sourceName,
          jobId,
          columns: { title, ...(description && { description }) },
          doubts: new Map([['title', title]]),
          place: undefined,
          facts: undefined,
          isNew: false,
        },
      ]
    }
    const duplicate = duplicates.get(outcome.id)
    const columns = jobs.get(outcome.id)
    const jobId = duplicate ? duplicate.jobId : outcome.id
    if (jobId === null || !columns) return []
    const { source, keys, place, job } = outcome
    return [
      {
        index,
        hash,
        key: keyOfRow(keys) ?? keys.content,
        source,
        jobId,
        columns: { ...columns, further_places: columns.further_places ?? [] },
        doubts: doubtsOf(job.facts),
        place,
        facts: job.facts,
        isNew: !duplicate,
      },
    ]
  })
}

/** What a job's page may show of another source. Visitors never see what is doubtful. */
function shownFacts(columns: Partial<NewJob>, doubts: SourceRow['doubts']): RowFacts {
  const { city = '', state = 'OTHER', comp_min, comp_max, comp_unit, comp_text } = columns
  const pay = payText({
    compMin: comp_min ?? null,
    compMax: comp_max ?? null,
    compUnit: comp_unit ?? 'YEAR',
    compText: comp_text ?? null,
  })
  return {
    url: columns.source_url ?? null,
    pay: doubts.has('salaryMin') ? null : (pay ?? null),
    place: doubts.has('location') ? null : placeText({ city, state }),
  }
}

const keyOfRow = ({ id, url }: SourceKeys | JobKeys) => id ?? url

/** Whom a job seeks is in its title. */
const fieldsOfFacts: { [Name in FactName]?: Parameters<SourceRow['doubts']['has']>[0] } = {
  place: 'location',
  profession: 'title',
  specialty: 'specialty',
  pay: 'salaryMin',
  type: 'jobType',
  schedule: 'schedule',
  employer: 'company',
}

const doubtsOf = (facts: Facts): SourceRow['doubts'] =>
  new Map(
    doubtfulOf(facts).flatMap((name) => {
      const [field, fact] = [fieldsOfFacts[name], facts[name]]
      return field ? [[field, 'words' in fact ? (fact.words ?? '') : '']] : []
    }),
  )

/** What is known of the facts follows the fields that changed. */
async function followFacts(trx: Db, rows: readonly Saying[], followed: readonly Followed[]) {
  const factsOf = new Map(rows.map(({ jobId, facts }) => [jobId, facts]))
  const changed = followed.filter(({ applied }) => applied.length > 0)
  if (changed.length === 0) return
  const stored = await lockFacts(
    trx,
    changed.map(({ jobId }) => jobId),
  )
  const byId = new Map(stored.map((row) => [row.job_id, row]))
  const written = changed.flatMap(({ jobId, applied, status }) => {
    const [row, facts] = [byId.get(jobId), factsOf.get(jobId)]
    if (!row || !facts) return []
    const names = new Set(
      applied.flatMap((field): FactName | [] =>
        field === 'title' || field === 'description' ? 'profession' : (factsOfFields[field] ?? []),
      ),
    )
    const now = doubtfulOf(facts)
    return [
      {
        ...row,
        facts: {
          ...row.facts,
          ...Object.fromEntries([...names].map((name) => [name, facts[name]])),
        },
        doubtful: factNames.filter((name) =>
          names.has(name)
            ? status === 'pending' && now.includes(name)
            : row.doubtful.includes(name),
        ),
      },
    ]
  })
  if (written.length > 0) await updateFactsOf(trx, written)
}

function changesOf(rows: readonly Saying[], followed: readonly Followed[]): Map<number, Outcome> {
  const byId = new Map(rows.map((row) => [row.jobId, row]))
  return new Map(
    followed.flatMap(({ jobId, applied, waits }) => {
      const row = byId.get(jobId)
      const changed = [...applied, ...waits].map(labelOfSaid)
      if (!row || changed.length === 0) return []
      const { title = '' } = row.columns
      return [
        [
          row.index,
          { changed, waits: waits.length > 0, title, detail: changed.join(', ') },
        ] as const,
      ]
    }),
  )
}
