import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { doubtfulOf, isSupported } from '#features/imports/facts.ts'
import type { MappedJob } from '#features/imports/server/mapping/map-item.ts'
import { readDataset } from '#features/imports/server/reading/read-dataset.ts'
import { checkDataset, commandMapping } from '#features/imports/server/runs/check-dataset.ts'
import { newSurvey } from '#features/imports/server/mapping/columns.ts'
import { resolvedBatches } from '#features/imports/server/runs/batches.ts'
import { newMemory, resolveRows } from '#features/imports/server/runs/resolve.ts'
import type { Db } from '#platform/server/database.ts'
import { writtenTargets } from './score.ts'

/**
 * Whole lists as sites, applicant tracking systems and recruiters give them, written by hand before
 * anybody looked at what the importer makes of them. `labels.jsonl` says what a careful reader
 * finds in each row; a list under a fact means that any of it is right.
 */

const folder = fileURLToPath(new URL('written', import.meta.url))
const now = new Date('2026-11-22T12:00:00Z')
const options = { allowedHosts: [], maxBytes: Infinity }

type Several<T> = T | T[]
type LabeledPay = { min: number | null; max: number | null; unit: Several<string> }
type Label = {
  file: string
  index: number
  physician: boolean | 'either'
  place: { city?: Several<string>; state?: Several<string>; remote?: boolean }
  pay: Several<LabeledPay> | null
  specialty: Several<string> | null
  type: Several<string> | null
  kinds: string[]
}

const facts = ['place', 'pay', 'specialty', 'type'] as const
type Verdict = {
  label: Label
  fate: 'shown' | 'waits' | 'skipped'
  /** Why it is not shown. */
  why: string
  facts: { [Name in (typeof facts)[number]]?: 'right' | 'missed' | 'wrong' }
  shown: string
}

type Measured = {
  /** Shares of the physicians' rows. */
  shownBefore: number
  shownAfter: number
  /** Of what is shown after the answers, how much is right. */
  right: Record<(typeof facts)[number], number>
  /** Before or after. */
  othersShown: number
  /** Physicians’ rows that are lost. */
  skipped: number
  table: string
}

/**
 * What is shown, waits and is skipped before any answer, and once each source's questions are
 * answered as suggested.
 */
export async function measureWrittenRows(db: Db, lists = folder): Promise<Measured> {
  const labels = (await readFile(join(lists, 'labels.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Label)
  const files = (await readdir(lists)).filter((file) => file !== 'labels.jsonl')
  const readVerdicts = async (): Promise<Verdict[]> => {
    const all = await Promise.all(
      files.map(async (file) => scoreFile(db, join(lists, file), file, labels)),
    )
    return all.flat()
  }
  const before = await readVerdicts()
  for (const file of files) await answerAsSuggested(db, join(lists, file), file)
  const after = await readVerdicts()
  const rightOf = (fact: (typeof facts)[number]): number => {
    const { right, wrong } = verdictsOn(after, fact)
    return right / Math.max(right + wrong, 1)
  }
  return {
    shownBefore: shownOf(physiciansOf(before)),
    shownAfter: shownOf(physiciansOf(after)),
    right: {
      place: rightOf('place'),
      pay: rightOf('pay'),
      specialty: rightOf('specialty'),
      type: rightOf('type'),
    },
    othersShown: Math.max(othersShownOf(before), othersShownOf(after)),
    skipped: physiciansOf(before).filter(({ fate }) => fate === 'skipped').length,
    table: tablesOf(before, after),
  }
}

async function scoreFile(
  db: Db,
  path: string,
  name: string,
  labels: readonly Label[],
): Promise<Verdict[]> {
  const { mapping } = await commandMapping(db, { file: path }, {}, options)
  const memory = newMemory()
  const rows: Awaited<ReturnType<typeof resolveRows>> = []
  for await (const { resolved } of resolvedBatches(
    readDataset({ file: path }, options),
    {
      now,
      mapping,
      resolve: (mapped) => resolveRows({ db, sourceName: name, memory }, mapped),
    },
    newSurvey(),
  ))
    rows.push(...resolved)
  return labels
    .filter((label) => label.file === name)
    .map((label) => {
      const row = rows[label.index]
      if (!row || 'skip' in row)
        return {
          label,
          fate: 'skipped',
          why: row?.skip ?? 'no row',
          facts: {},
          shown: row?.title ?? '',
        }
      return score(label, row.job)
    })
}

function score(label: Label, job: MappedJob): Verdict {
  const { comp_min: min = null, comp_max: max = null } = job
  const shown = `${job.title} | ${job.city}, ${job.state} | ${min}–${max} ${job.comp_unit} | ${job.specialty} | ${job.employment_type}`
  const [doubtful] = doubtfulOf(job.facts)
  const doubt = doubtful && job.facts[doubtful]
  if (doubt?.state === 'doubtful')
    return {
      label,
      fate: 'waits',
      why: doubt.reason,
      facts: {},
      shown: `${shown} | ${doubt.words}`,
    }
  const verdict = (isRight: boolean, isShown: boolean) =>
    isRight ? 'right' : isShown ? 'wrong' : 'missed'
  return {
    label,
    fate: 'shown',
    why: '',
    shown,
    facts: {
      place: verdict(isPlace(label.place, job), true),
      pay: verdict(isPay(label.pay, job), min !== null || max !== null),
      specialty: verdict(
        isSpecialty(label.specialty, job),
        job.specialty !== 'Other' || Boolean(job.specialty_other),
      ),
      type: verdict(
        label.type === null
          ? job.employment_type === 'not-stated'
          : listOf(label.type).some((it) => slugOf(it) === job.employment_type),
        job.employment_type !== 'not-stated',
      ),
    },
  }
}

const listOf = <T>(some: Several<T> | null | undefined): T[] =>
  some === null || some === undefined ? [] : Array.isArray(some) ? some : [some]
const slugOf = (type: string): string => type.toLowerCase().replaceAll(' ', '-')
const folded = (city: string): string =>
  city
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^saint |^st\.? /, 'st ')
    .replace(/^ft\.? /, 'fort ')

function isPlace({ city, state, remote = false }: Label['place'], job: MappedJob): boolean {
  const states = listOf(state)
  const isState = states.includes(job.state) || (states.length !== 1 && job.state === 'OTHER')
  if (remote) return job.city.startsWith('Remote') && isState
  // A county says more than its state.
  if (city === undefined)
    return (
      (/^$| County$/.test(job.city) && isState) || (states.length === 0 && job.state === 'OTHER')
    )
  return listOf(city).some((it) => folded(it) === folded(job.city)) && isState
}

function isPay(
  pay: Label['pay'],
  { comp_min = null, comp_max = null, comp_unit }: MappedJob,
): boolean {
  if (pay === null) return comp_min === null && comp_max === null
  const isSame = (a: number | null, b: number | null): boolean =>
    a === b || (a !== null && b !== null && Math.abs(a - b) < 1)
  return listOf(pay).some(({ min, max, unit }) => {
    const units = listOf(unit).map((it) => (it === 'shift' ? 'DAY' : it.toUpperCase()))
    return units.includes(comp_unit ?? 'YEAR') && isSame(comp_min, min) && isSame(comp_max, max)
  })
}

/**
 * The board's list is shorter than medicine's: what it files elsewhere is named as 'Other', or
 * under its parent.
 */
const filedUnder: Record<string, readonly string[]> = {
  'Primary Care': ['Family Medicine', 'Internal Medicine'],
  'Hospital Medicine': ['Internal Medicine', 'Family Medicine'],
  // Medical oncologists are boarded, trained and hired in both.
  'Hematology/Oncology': ['Hematology/Oncology', 'Oncology', 'Hematology'],
  Otolaryngology: ['Otolaryngology (ENT)'],
}

const isSpecialty = (specialty: Label['specialty'], job: MappedJob): boolean =>
  specialty === null ||
  listOf(specialty).some(
    (it) =>
      it === job.specialty ||
      filedUnder[it]?.includes(job.specialty) ||
      (job.specialty === 'Other' && firstWord(job.specialty_other ?? '') === firstWord(it)),
  )
const firstWord = (text: string): string => /[a-z]{4}/i.exec(text)?.[0].toLowerCase() ?? ''

/** As somebody does who takes what the page suggests. */
async function answerAsSuggested(db: Db, path: string, source: string): Promise<void> {
  const { mapping } = await commandMapping(db, { file: path }, {}, options)
  const { outline } = await checkDataset(
    db,
    { file: path },
    { mapping, sourceName: source, now },
    options,
  )
  for (const { fact, words, suggested } of (outline.questions ?? []).filter(isSupported))
    await sql`
      insert into fact_answers (source, fact, words, value)
      values (${source}, ${fact}, ${words.toLowerCase()}, ${JSON.stringify(suggested?.answer.value)}) on conflict do nothing
    `.execute(db)
}

const atLeast = (share: number): string => `≥ ${percent(share, 1)}`
const percent = (part: number, of: number): string =>
  `${((100 * part) / Math.max(of, 1)).toFixed(1)} %`

const physiciansOf = (all: readonly Verdict[]) =>
  all.filter(({ label }) => label.physician === true)
const shownOf = (all: readonly Verdict[]): number =>
  all.filter((it) => it.fate === 'shown').length / Math.max(all.length, 1)
const othersShownOf = (all: readonly Verdict[]): number =>
  all.filter(({ label, fate }) => label.physician === false && fate === 'shown').length

function verdictsOn(all: readonly Verdict[], fact: (typeof facts)[number]) {
  const count = (verdict: string): number =>
    physiciansOf(all).filter((physician) => physician.facts[fact] === verdict).length
  return { right: count('right'), missed: count('missed'), wrong: count('wrong') }
}

function tablesOf(before: readonly Verdict[], after: readonly Verdict[]): string {
  const fates = (all: readonly Verdict[]): string =>
    (['shown', 'waits', 'skipped'] as const)
      .map((fate) => percent(all.filter((it) => it.fate === fate).length, all.length))
      .join(' | ')
  const rowOf = (when: string, all: readonly Verdict[], target: number): string =>
    `| physicians’, ${when} | ${fates(physiciansOf(all))} | ${atLeast(target)} | ${othersShownOf(all)} | ${writtenTargets.othersShown} |`
  const kindsOf = Map.groupBy(
    physiciansOf(before).flatMap((physician) =>
      physician.label.kinds.map((kind) => ({ kind, it: physician })),
    ),
    ({ kind }) => kind,
  )
  const shownAfter = new Set(after.filter((it) => it.fate === 'shown').map(({ label }) => label))
  const rightOf = (all: readonly Verdict[], fact: (typeof facts)[number]): string => {
    const { right, missed, wrong } = verdictsOn(all, fact)
    return `${right} | ${missed} | ${wrong} | ${percent(right, right + wrong)} | ${atLeast(writtenTargets.right)}`
  }
  return [
    `| ${before.length} rows written as lists are | shown | waiting | skipped | target of shown | others’ shown | target |`,
    '| --- | --- | --- | --- | --- | --- | --- |',
    rowOf('before any answer', before, writtenTargets.shownBefore),
    rowOf('once questions are answered as suggested', after, writtenTargets.shownAfter),
    '',
    '| fact, after the answers | right | missed | wrong | of the shown right | target |',
    '| --- | --- | --- | --- | --- | --- |',
    ...facts.map((fact) => `| ${fact} | ${rightOf(after, fact)} |`),
    '',
    '| rows of this kind | rows | shown | waiting | skipped | shown after |',
    '| --- | --- | --- | --- | --- | --- |',
    ...[...kindsOf]
      .map(([kind, of]) => ({ kind, all: of.map((it) => it.it) }))
      .filter(({ all }) => all.some((it) => it.fate !== 'shown'))
      .map(
        ({ kind, all }) =>
          `| ${kind} | ${all.length} | ${fates(all)} | ${percent(all.filter((it) => shownAfter.has(it.label)).length, all.length)} |`,
      ),
    '',
    'What is wrong or not shown:',
    ...after.flatMap(({ label, fate, why, facts: own, shown }) => {
      const wrong = facts
        .filter((fact) => own[fact] === 'wrong' || own[fact] === 'missed')
        .map((fact) => `${fact} is ${JSON.stringify(label[fact])}`)
      const isOther = label.physician === false && fate === 'shown'
      if (label.physician !== true ? !isOther : fate === 'shown' && wrong.length === 0) return []
      return [
        `${label.file} ${label.index}: ${isOther ? 'is nobody’s' : fate === 'shown' ? wrong.join(', ') : `${fate}, ${why}`}: ${shown}`,
      ]
    }),
  ].join('\n')
}
