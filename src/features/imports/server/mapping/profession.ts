import type { Fact } from '#features/imports/facts.ts'
import * as physicians from '#vocabulary/physicians.ts'
import * as professions from '#vocabulary/professions.ts'
import { listOf, oneOf } from '#vocabulary/table.ts'
import { doubtful, inferred, stated, wordsOf } from './text.ts'

/** 'none': a careers page or a list of openings. */
export type ReadProfession = { fact: Fact<'profession'>; seeks: 'physician' | 'other' | 'none' }

type Posting = {
  title: string
  profession?: string | undefined
  description: string
  state?: string | undefined
  /** A title that names a field of medicine and nobody is no clerk's. */
  namesSpecialty?: boolean
  /** So does a specialty field: such a row is not thrown out. */
  isMedical?: () => boolean
}

/**
 * Whom a posting seeks. A license or role in the title goes before the word 'physician'; where the
 * title names no profession, the source's profession field and the text do. What neither says is
 * doubtful.
 */
export function readProfession({
  title,
  profession = '',
  description,
  state,
  namesSpecialty = false,
  isMedical = () => false,
}: Posting): ReadProfession {
  const words = wordsOf(title)
  const fact = stated(words)
  if (professions.listTitles.isIn(title.trim())) return { seeks: 'none', fact }
  const physician: ReadProfession = { seeks: 'physician', fact }
  const otherProfession: ReadProfession = { seeks: 'other', fact }
  const conflict: ReadProfession = {
    seeks: 'physician',
    fact: doubtful('profession-conflict', words, 'physician' as const),
  }
  const role = inTitle(title, state)
  switch (
    role === 'none' && namesSpecialty && physicians.ledByPhysicians.isIn(title) ? 'physician' : role
  ) {
    case 'physician':
      return isOtherField(profession) ? conflict : physician
    case 'generic':
      if (isOtherField(profession)) return otherProfession
      // 'Physician' may be all that is left of 'Physician Assistant'.
      if (opensWithOther(description)) return conflict
      return isSought('other', description) && !isSought('physician', description)
        ? conflict
        : physician
    case 'other':
      return physicians.oftenPhysicians.isIn(title) && !physicians.neverPhysicians.isIn(title)
        ? conflict
        : otherProfession
    case 'both':
      return conflict
    default:
      return fromElsewhere({ profession, description, words, namesSpecialty, isMedical })
  }
}

type Elsewhere = {
  profession: string
  description: string
  words: string
  namesSpecialty: boolean
  isMedical: () => boolean
}

function fromElsewhere({
  profession,
  description,
  words,
  namesSpecialty,
  isMedical,
}: Elsewhere): ReadProfession {
  if (isOtherField(profession)) return { seeks: 'other', fact: stated(words) }
  const seeksOthers = isSought('other', description)
  if (physicians.physicianFields.isIn(profession) && !seeksOthers)
    return { seeks: 'physician', fact: inferred('field-says-physician', words) }
  const seeksPhysicians =
    physicians.certified.isIn(description) ||
    isSought('physician', description) ||
    (namesSpecialty && physicians.physicianWork.isIn(`${words}\n${description}`)) ||
    // Under a title that names a field of medicine, or nobody's work: 'Membership Medicine'.
    ((namesSpecialty || !namesOccupation(words)) && opensWithPhysician(description))
  if (seeksPhysicians && !seeksOthers)
    return { seeks: 'physician', fact: inferred('text-seeks-physician', words) }
  if (
    !seeksPhysicians &&
    (seeksOthers ||
      !(
        namesSpecialty ||
        physicians.oftenPhysicians.isIn(words) ||
        isMedical() ||
        mayBePhysicians(words, description)
      ))
  )
    return { seeks: 'other', fact: stated(words) }
  return { seeks: 'physician', fact: doubtful('profession-unclear', words) }
}

const opening = new RegExp(
  String.raw`^(?:(?!${oneOf('our, by, with, from, for, to, under, alongside, support*, assist*, help*, of, near')}\b)[\w/&.'’-]+,?\s+){0,5}?` +
    String.raw`(?:\w+-)?(?:${physicians.physicianNouns.source}|physicians?|doctor|MD)\b(?![- ]?(?:\/|or\b|and\b|practice|group|office|owned|led|assistant|associate|extender|support|offices))`,
  'i',
)

/**
 * 'Nephrologist, private group of nine': the first sentences name who is sought, and nobody else
 * before.
 */
function opensWithPhysician(description: string) {
  const first = description
    .slice(0, headLength)
    .split(/(?<=[.!?;])\s+|\n+/)
    .slice(0, 3)
  const from = first.findIndex((line) => opening.test(line))
  return (
    from >= 0 &&
    !first
      .slice(0, from + 1)
      .some(
        (sentence) => isOther(sentence.replace(opening, ' ').slice(0, 40)) || otherBefore(sentence),
      )
  )
}
const headLength = 300

const opensWithOther = (description: string) => {
  const [first = ''] = description.slice(0, headLength).split(/(?<=[.!?;])\s+|\n+/)
  const at = Math.min(professions.otherRoles.at(first), professions.otherAbbreviations.at(first))
  return (
    at < 25 &&
    // 'Six visits a day with a driver'
    !/^[^.]{0,20} (?:provided|included|supports?)\b/i.test(first.slice(at)) &&
    !/\b(?:with|by|from|and|see|treat|serve|for) (?:(?:an?|the|our|your|one|two|three|several) )?$/i.test(
      first.slice(0, at),
    ) &&
    at <
      Math.min(
        physicians.physicianNouns.at(first),
        first.search(/\bphysicians?\b(?! (?:assistant|associate))|\b(?:MD|DO)\b/i) >>> 0,
      )
  )
}
const isOther = (text: string) => /^\W*(?:\/|or|and)/i.test(text) && hasOther(text)
const otherBefore = (text: string) =>
  hasOther(text.slice(0, Math.max(0, physicians.physicianNouns.at(text))))
const hasOther = (text: string) =>
  professions.otherRoles.isIn(text) || professions.otherAbbreviations.isIn(text)

/**
 * 'Choose your hours – home visits' at a clinic: a title that names no work of anybody's, over a
 * text about patients. What ends as occupations do ('welder', 'accountant') is somebody's.
 */
const mayBePhysicians = (title: string, description: string) =>
  !namesOccupation(title) && medical.test(`${title}\n${description}`)
const namesOccupation = (title: string) =>
  (title.toLowerCase().match(/\w+/g) ?? []).some(
    (word) => endsAsOccupation.test(word) && !noOccupations.has(word.replace(/s$/, '')),
  )
const endsAsOccupation = /..(?:er|or|ist|ian|ant|ent|eer|man|woman|ive|ary)s?$/
const noOccupations: ReadonlySet<string> = new Set(
  listOf(
    'other, over, center, career, summer, winter, after, never, under, offer, better, provider, member, director, professor',
    'advisor, doctor, major, patient, outpatient, inpatient, parent, talent, different, current, excellent, permanent',
    'student, assistant, department, urgent, independent, employment, senior, junior, water, river, silver',
    'denver, chester, manchester, rochester, lancaster',
  ),
)
const people = String.raw`[Pp]hysicians?|[Dd]octors?|M\.?D|D\.?O|[Pp]atients?|[Ll]ocums?`
const care = '[Cc]linic(?:al)?|[Mm]edicine|[Mm]edical|[Hh]ospital|[Pp]ractice'
const medical = new RegExp(String.raw`\b(?:${people}|${care})\b`)

type InTitle = 'physician' | 'generic' | 'other' | 'both' | 'none'

function inTitle(source: string, state: string | undefined): InTitle {
  const named = physicians.physicianRoles.marked(
    professions.besides.marked(source.replaceAll(/[‘’]/g, "'"), ' '),
    'physician',
  )
  const elsewhere = professions.workplaces.marked(named, ' ')
  const title = physicians.physicianNouns.isIn(elsewhere) ? elsewhere : named
  if (physicians.neverPhysicians.isIn(title)) return 'other'
  const rest = professions.otherAbbreviations.marked(
    professions.otherRoles.marked(professions.administration.marked(title, '_'), '_'),
    '_',
  )
  const specific = physicians.physicianNouns.isIn(rest)
  const generic = physicians.physicianWords.isIn(rest)
  if (!rest.includes('_')) {
    // 'Cardiologist – PA': an assistant, or Pennsylvania.
    if (state !== 'PA' && /(?:[-–—(|]\s*|\bin )PA\b(?!\s*\d)\)?\s*$/.test(rest)) return 'both'
    return specific ? 'physician' : generic ? 'generic' : 'none'
  }
  if (!specific && !generic) return /[^_\W].*\bor\s+_/i.test(rest) ? 'both' : 'other'
  if (isAlternative(rest)) return 'physician'
  // 'Cardiologist – NP support' may be read both ways; 'RN, Physician Practice' may not.
  return specific &&
    physicians.physicianNouns.at(rest) < rest.indexOf('_') &&
    !/ (?:_|\S+_)/.test(rest.replace(/\s[-–—(,|].*$/, ''))
    ? 'both'
    : 'other'
}

/**
 * 'Physician (MD, PA or NP)', 'MD/DO/NP/PA', 'Nurse Practitioner or Physician': the job is open to
 * physicians too.
 */
function isAlternative(rest: string) {
  return Math.min(physicians.physicianNouns.at(rest), physicians.physicianWords.at(rest)) <
    rest.indexOf('_')
    ? /(?:\/|\bor\b|\(MD,?(?: DO,?)?)\s*(?:[\w-]+ ){0,2}_/i.test(rest)
    : orPhysician.test(rest)
}
const orPhysician = new RegExp(
  String.raw`_\s*(?:\/|\bor\b)\s*(?:${physicians.physicianNouns.source}|physicians?\b(?! (?:collaborat|assist|support|extend))|MD\b|DO\b)`,
  'i',
)

/** A profession field that leaves no physician. */
function isOtherField(profession: string): boolean {
  if (profession === '') return false
  const rest = professions.otherAbbreviations.marked(
    professions.otherRoles.marked(profession, '_'),
    '_',
  )
  return (
    !physicians.physicianFields.isIn(rest.replaceAll('_', ' ')) &&
    (professions.otherFields.isIn(profession) || rest.includes('_'))
  )
}

const isSought = (who: 'other' | 'physician', text: string) => physicians.sought.says(text, who)
