import { readFileSync } from 'node:fs'
import { readTerms } from '#features/jobs/read-contract.ts'
import { contractTerms, termNames, type ContractTerm } from '#features/jobs/terms.ts'
import type { Term } from '#features/jobs/terms-schema.ts'

/**
 * A job description, and what a physician reads of its terms; a term that is absent is not stated.
 * `set` marks the third part.
 */
type Description = {
  set?: 3
  text: string
  locums?: true
  terms: Partial<Record<ContractTerm, Record<string, string | number>>>
}

/**
 * `shown` and `stated` count terms; a shown one is right where all its values are, a stated one
 * found where none is missing or wrong.
 */
type Score = { shown: number; right: number; stated: number; found: number }

const descriptions = readFileSync(new URL('descriptions.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Description)

export const shareRight = ({ shown, right }: Score): number => right / shown
export const shareFound = ({ stated, found }: Score): number => found / stated

export function scoreTerms(): { all: Score; byTerm: [ContractTerm, Score][]; faults: string[] } {
  const faults: string[] = []
  const read = descriptions.map((it) => ({
    ...it,
    read: readTerms({ texts: [it.text], isLocums: it.locums === true }),
  }))
  const byTerm = termNames.map((name): [ContractTerm, Score] => {
    const score = { shown: 0, right: 0, stated: 0, found: 0 }
    for (const { text, terms, read: found } of read) {
      const shown = valuesOf(found[name])
      const stated = valuesOf(terms[name])
      const isRight = shown !== undefined && stated !== undefined && holds(stated, shown)
      const isFound = isRight && holds(shown, stated)
      if (shown) score.shown += 1
      if (stated) score.stated += 1
      if (isRight) score.right += 1
      if (isFound) score.found += 1
      if ((shown && !isRight) || (stated && !isFound))
        faults.push(
          `${name}: ${told(shown)} instead of ${told(stated)}: ${text.replaceAll('\n', ' ')}`,
        )
    }
    return [name, score]
  })
  const sum = (of: keyof Score) => byTerm.reduce((total, [, score]) => total + score[of], 0)
  return {
    all: { shown: sum('shown'), right: sum('right'), stated: sum('stated'), found: sum('found') },
    byTerm,
    faults,
  }
}

/**
 * How well the terms of contracts are read out of descriptions; names each that is wrong or missed.
 */
export function measureTerms(tell: (line: string) => void): void {
  const { all, byTerm, faults } = scoreTerms()
  for (const fault of faults) tell(fault)
  for (const [label, score] of [
    ...byTerm.map(([name, score]) => [contractTerms[name].label, score] as const),
    ['all', all] as const,
  ])
    tell(
      `${label.padEnd(20)} ${percent(shareRight(score))} of ${score.shown} shown are right, ${percent(shareFound(score))} of ${score.stated} stated are found`,
    )
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

/**
 * Without the words, and without what another value implies: who has $52 a wRVU is paid by
 * productivity.
 */
function valuesOf(
  term: Term | Record<string, string | number> | undefined,
): Record<string, unknown> | undefined {
  if (term === undefined) return undefined
  const { words: _, ...values } = term as Record<string, unknown>
  if ('guaranteeMonths' in values) delete values['guarantee']
  if ('partnershipMonths' in values) delete values['partnership']
  if ('perRvu' in values || 'threshold' in values) delete values['productivity']
  return values
}

const holds = (all: Record<string, unknown>, some: Record<string, unknown>): boolean =>
  Object.entries(some).every(([name, value]) => all[name] === value)

const told = (values: Record<string, unknown> | undefined): string =>
  values ? JSON.stringify(values) : 'nothing'
