import type { JobType } from '#features/jobs/model.ts'
import { typesIn } from '#features/jobs/read-terms.ts'
import type { Fact } from '#features/imports/facts.ts'
import * as offers from '#vocabulary/offer-rules.ts'
import { doubtful, inferred, notStated, stated } from './text.ts'

type ReadType = { type: JobType; fact: Fact<'type'> }

/** `contract` says how the physician is engaged: 'Employee', 'Independent Contractor'. */
type TypedPosting = {
  fields: readonly string[]
  contract?: string | undefined
  title: string
  location: string
  employer: string
  text: string
}

/**
 * Only what field, title or text state. Titles go before fields, because sources fill a field with
 * 'full-time' where they know nothing.
 */
export function readType({
  fields,
  contract = '',
  title,
  location,
  employer,
  text,
}: TypedPosting): ReadType {
  const field = fields.join(' · ')
  const inField = typesIn(`${field} ${gluedIn(location)}`)
  const inTitle = typesIn(title)
  const [titleType] = inTitle
  const isEither = inTitle.includes('full-time') && inTitle.includes('part-time')
  if (titleType && !isEither) return { type: titleType, fact: stated(title) }
  const [fieldType] = inField
  const locums = fieldType !== 'locums' && fieldType !== 'permanent' ? locumsIn(text) : undefined
  if (locums !== undefined) return { type: 'locums', fact: inferred('type-of-words', locums) }
  // What sites call temporary or a contract is what such firms are for.
  if ((fieldType === 'temporary' || fieldType === 'contract') && /\blocums?\b/i.test(employer))
    return { type: 'locums', fact: stated(employer) }
  if (fieldType)
    return {
      type: fieldType,
      fact: stated(typesIn(field).includes(fieldType) ? field : location),
    }
  if (titleType) return { type: titleType, fact: stated(title) }
  const [engaged] = typesIn(contract)
  return engaged ? { type: engaged, fact: stated(contract) } : fromText(text)
}

function fromText(text: string): ReadType {
  const stated = clauses.filter((clause) => text.search(clause) >= 0)
  const found = stated.flatMap((clause) =>
    [...text.matchAll(clause)].flatMap((match) =>
      typesIn(match[1] ?? '')
        .slice(0, 1)
        .map((type) => ({ type, words: match[0] })),
    ),
  )
  const [first] = found
  if (!first) return { type: 'not-stated', fact: notStated }
  if (found.some((fact) => fact.type !== first.type))
    return {
      type: 'not-stated',
      fact: doubtful('type-conflict', found.map((fact) => fact.words).join(' · ')),
    }
  return { type: first.type, fact: inferred('type-of-words', first.words) }
}

const clauses = offers.typeClauses.list.map(({ pattern }) => new RegExp(pattern, 'gi'))

/**
 * The sentence in which a text says that the work is locum tenens; not one about agencies or other
 * jobs.
 */
function locumsIn(text: string) {
  if (!/locum/i.test(text)) return undefined
  return text
    .split(/(?<=[.!?])\s|\n/)
    .find((line) => offers.locumsWork.isIn(line) && !offers.otherLocums.isIn(line))
}

/** 'Mesa, AZPart-Time', 'OhioLocums/Travel': a type field that a scraper glued to the place. */
const gluedIn = (location: string) => location.trim().match(glued)?.[0] ?? ''
const gluedType = String.raw`(?:(?:full|part)[- ]?time|locums?(?:[ /]\w+)?|per diem|permanent|temporary|contract(?:or)?)`
const glued = new RegExp(String.raw`${gluedType}(?:\s*[/,&+]\s*${gluedType})*$`, 'i')
