import type { EmploymentType, JobType } from '#features/jobs/model.ts'
import { typesIn } from '#features/jobs/read-terms.ts'
import type { Fact } from '#features/imports/facts.ts'
import { locumsWork, otherLocums, typeClauses } from '#vocabulary/term-rules.ts'
import { wordsOf } from './text.ts'

type ReadType = { type: JobType; fact: Fact<'type'> }

/** `contract` says how the physician is engaged: 'Employee', 'Independent Contractor'. */
type Posting = { fields: readonly string[]; contract?: string | undefined; title: string; location: string; text: string }

/** Only what field, title or text state. Titles go before fields, because sources fill a field with 'full-time' where they know nothing. */
export function readType({ fields, contract = '', title, location, text }: Posting): ReadType {
  const field = fields.join(' · ')
  const inField = typesIn(`${field} ${gluedIn(location)}`)
  const inTitle = typesIn(title)
  const stated = (type: EmploymentType, words: string): ReadType => ({ type, fact: { state: 'stated', words: wordsOf(words) } })
  const [titleType] = inTitle
  if (titleType && !(inTitle.includes('full-time') && inTitle.includes('part-time'))) return stated(titleType, title)
  if (inField.includes('full-time') && inField.includes('part-time') && inField.length === 2) return conflict(field)
  const [fieldType] = inField
  const locums = fieldType !== 'locums' && fieldType !== 'permanent' ? locumsIn(text) : undefined
  if (locums !== undefined) return { type: 'locums', fact: { state: 'inferred', rule: 'type-of-words', words: wordsOf(locums) } }
  if (fieldType) return stated(fieldType, field || location)
  const [engaged] = typesIn(contract)
  return engaged ? stated(engaged, contract) : fromText(text)
}

const conflict = (words: string): ReadType => ({
  type: 'not-stated',
  fact: { state: 'doubtful', reason: 'type-conflict', words: wordsOf(words) },
})

function fromText(text: string): ReadType {
  const found = clauses.flatMap((clause) =>
    [...text.matchAll(clause)].flatMap((it) =>
      typesIn(it[1] ?? '')
        .slice(0, 1)
        .map((type) => ({ type, words: it[0] })),
    ),
  )
  const [first] = found
  if (!first) return { type: 'not-stated', fact: { state: 'not-stated' } }
  if (found.some((it) => it.type !== first.type)) return conflict(found.map((it) => it.words).join(' · '))
  return { type: first.type, fact: { state: 'inferred', rule: 'type-of-words', words: wordsOf(first.words) } }
}

const clauses = typeClauses.list.map(({ pattern }) => new RegExp(pattern, 'gi'))

/** The sentence in which a text says that the work is locum tenens; not one about agencies or other jobs. */
function locumsIn(text: string): string | undefined {
  if (!/locum/i.test(text)) return undefined
  return text.split(/(?<=[.!?])\s|\n/).find((it) => locumsWork.isIn(it) && !otherLocums.isIn(it))
}

/** 'Mesa, AZPart-Time', 'OhioLocums/Travel': a type field that a scraper glued to the place. */
const gluedIn = (location: string): string =>
  location.match(/(?:full|part)[- ]?time|locums?(?:[ /]\w+)?|per diem|permanent|temporary|contract(?:or)?$/i)?.[0] ?? ''
