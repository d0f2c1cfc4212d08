import type { Fact } from '#features/imports/facts.ts'
import { remembered } from '#shared/remembered.ts'
import { type Specialty, parseSpecialty } from '#vocabulary/specialties.ts'
import { readTitle as read, type Named } from '#vocabulary/read-title.ts'
import { oneOf } from '#vocabulary/table.ts'
import { broad, noSpecialty } from '#vocabulary/specialty-words.ts'
import { doubtful, inferred, stated } from './text.ts'

/** What a title, a heading or a first sentence names. */
export const readTitle = remembered((text): readonly Named[] => read(text))

type ReadSpecialty = { specialty: Specialty; other?: string; fact: Fact<'specialty'> }

type Posting = {
  title: string
  fields: readonly string[]
  description: string
}

/**
 * The title decides, and in it a practitioner's name before a field's; the source's own field where
 * the title allows it or says nothing; then whom the text seeks. Sources file subspecialists under
 * broad headings, which is why a heading is not believed alone.
 */
export function readSpecialty(job: Posting): ReadSpecialty {
  const title = readTitle(job.title)
  const alternative = job.title.match(openTo)?.[0]
  const inTitle =
    alternative === undefined ? listed(title) : specialtiesIn(job.title.replace(openTo, ' '))
  const inFields = job.fields
    .flatMap((field) => parseSpecialty(field) ?? specialtiesIn(unabbreviated(field)))
    .filter((name) => name !== 'Other')
  const shared = title.flatMap((name) => ('others' in name ? name.others : []))
  const agreed =
    inFields.find((field) => [...inTitle, ...specialtiesIn(alternative ?? '')].includes(field)) ??
    (shared.length > 0
      ? [...inFields, ...specialtiesIn(job.description.slice(0, headLength))]
      : []
    ).find((field) => shared.includes(field))
  const unlisted = unlistedIn(title)
  const named = agreed ?? inTitle[0]
  const fact = stated(job.title)
  // A 'pediatric geneticist' is a geneticist.
  const isVague = !title.some(
    (role) => 'specialty' in role && role.specialty === named && role.weight !== 'vague',
  )
  if (named && !(unlisted && isVague)) return { specialty: named, fact }
  if (unlisted) return { specialty: 'Other', other: unlisted, fact }
  return withoutTitle(job, inFields)
}

function withoutTitle(
  { title, fields, description }: Posting,
  inFields: Specialty[],
): ReadSpecialty {
  const words = [title, ...fields].join(' · ')
  const head = description.slice(0, headLength)
  const sought = soughtIn(head)
  const [inField] = inFields
  if (inField && (sought === undefined || sought === inField || !broad.has(inField))) {
    const isApart = sought !== undefined && sought !== inField && !broad.has(sought)
    return isApart
      ? { specialty: 'Other', fact: doubtful('specialty-conflict', words, { specialty: sought }) }
      : { specialty: inField, fact: inferred('specialty-of-field', words) }
  }
  const ofText = inferred('specialty-of-text', words)
  if (sought) return { specialty: sought, fact: ofText }
  if (anySpecialty.test(head)) return { specialty: 'Other', other: 'Any specialty', fact: ofText }
  const other = fields.find((field) => field.length <= 100 && !noSpecialty.isIn(field))
  const unlisted = fields.flatMap((field) => unlistedIn(readTitle(field)) ?? [])[0]
  if (unlisted) return { specialty: 'Other', other: unlisted, fact: stated(words) }
  const [guess] = listed(readTitle(head))
  const inText = guess ? undefined : unlistedIn(readTitle(head))
  if (inText) return { specialty: 'Other', other: inText, fact: ofText }
  const suggestion = guess
    ? { specialty: guess }
    : other
      ? { specialty: 'Other' as const, other }
      : undefined
  return { specialty: 'Other', fact: doubtful('specialty-unclear', words, suggestion) }
}

const short = String.raw`(?:[A-Z]{2,3}(?:\/[A-Z]{2,3})?|(?:family|internal|emergency) medicine|family practice|primary care|pediatrics|endocrine|psychiatry)`
const headLength = 400
const anySpecialty = /\b(?:any|all) specialt(?:y|ies)\b/i

/** Who else may apply. */
const openTo = /\b(?:open to|will consider|willing to consider)\b[^,|–—-]*/i

export const namesSpecialty = (title: string): boolean => readTitle(title).length > 0

/**
 * 'is seeking a BC/BE Rheumatologist': the one specialty that the first words seek; undefined where
 * they list several.
 */
function soughtIn(head: string) {
  // 'IM, FM or EM': each of them may apply.
  const [offered] = [...head.matchAll(alternatives)].flatMap(([, choice = '']) =>
    choice.split(/, | or |\//).flatMap(specialtiesIn),
  )
  if (offered) return offered
  const found = head.match(sought)?.[1]
  // 'FM with OB preferred.', 'Geriatrician or internist in five facilities.'
  const [first] = found === undefined ? readTitle(head.split(/\s+/, 2).join(' ')) : []
  if (
    first &&
    'specialty' in first &&
    (first.weight === 'practitioner' || /^[A-Z]{2,3}\b/.test(head))
  )
    return first.specialty
  const all = found === undefined ? listed(readTitle(head)) : specialtiesIn(found)
  return found !== undefined || all.length === 1 ? all[0] : undefined
}

const alternatives = new RegExp(
  String.raw`(?:^|[\s(])((?:${short}(?:, | \/ |\/)){0,3}${short}(?:,? or |\/)${short})(?=[\s.,;)]|$)`,
  'g',
)

const sought = new RegExp(
  String.raw`\b${oneOf('seek(s|ing)?, hir(es|ing), recruit(s|ing), look(s|ing) for, search(es|ing) for, needs?, opportunity for, position for, in need of')}` +
    String.raw`\s+((?:${oneOf('an?, our next, \\d+, additional, several, another')}\s)?[^.;:\n]{0,70})`,
  'i',
)

/** A field of medicine outside the list: the job's 'Other' specialty. */
const unlistedIn = (title: readonly Named[]) =>
  title.flatMap((name) => ('field' in name ? name.field : []))[0]

/** 'Int. Medicine' is no end of a sentence. */
const unabbreviated = (heading: string) => heading.replaceAll(/(?<=^|[\s/])(\w{3,5})\. /g, '$1 ')

const specialtiesIn = (text: string) => listed(readTitle(text))

/**
 * The specialties of the list that are named by their own words, or else by hospital medicine or
 * vaguer ones.
 */
function listed(title: readonly Named[]) {
  const all = title.flatMap((name) => ('specialty' in name ? name : []))
  const isOwn = ({ weight }: Named) => weight === 'practitioner' || weight === 'field'
  const [first] = all
  const chosen = all.filter((candidate) =>
    first && isOwn(first) ? isOwn(candidate) : candidate.weight === first?.weight,
  )
  return [...new Set(chosen.map((job) => job.specialty))]
}
