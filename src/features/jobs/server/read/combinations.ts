import { findPhrase } from '#vocabulary/reader.ts'
import { specialtiesIn, type Specialty } from '#vocabulary/specialties.ts'
import { specialtyWords } from '#vocabulary/specialty-words.ts'
import { pairsOf } from '#vocabulary/table.ts'
import { conceptOf } from './meanings.ts'
import type { Concept, Item } from './reading.ts'

/** An age group before or behind a field is a part of that field. `typed` begins topics that the vocabulary has. */
type AgeGroup = { label: string; typed: readonly string[]; titles: readonly string[]; never: readonly Specialty[] }

const children: AgeGroup = {
  label: 'Pediatric',
  typed: ['pediatric', 'child'],
  titles: ['pediatr*', 'paediatr*', 'child*'],
  never: ['Pediatrics', 'Family Medicine', 'Internal Medicine', 'Geriatrics', 'Obstetrics & Gynecology', 'Occupational Medicine'],
}
const elders: AgeGroup = {
  label: 'Geriatric',
  typed: ['geriatric'],
  titles: ['geriatr*', 'senior'],
  never: ['Pediatrics', 'Family Medicine', 'Internal Medicine', 'Geriatrics', 'Obstetrics & Gynecology'],
}
const ageGroups: Partial<Record<string, AgeGroup>> = { Pediatrics: children, Geriatrics: elders }
/** Words that mean an age group only before a field. */
const ageWords: Partial<Record<string, AgeGroup>> = { child: children, childrens: children, adolescent: children, kids: children }

/** Fields that others train for: 'anesthesia pain' is pain medicine. */
const absorbed = pairsOf(`
  Pain Medicine: Anesthesiology, Physical Medicine & Rehabilitation, Neurology;
  Critical Care Medicine: Anesthesiology, Emergency Medicine, Internal Medicine, General Surgery, Infectious Disease;
  Sports Medicine: Family Medicine, Emergency Medicine, Orthopedic Surgery, Physical Medicine & Rehabilitation;
  Geriatrics: Internal Medicine, Family Medicine
`)

/** What two things side by side mean together; undefined where they are two. */
export function combined(before: Item, concept: Concept): Concept | undefined {
  if (before.kind !== 'term' || before.isUnwanted) return undefined
  const { term } = before
  if (term.kind === 'word') return ofAge(ageWords[term.word], concept)
  if (term.kind !== 'concept') return undefined
  const [one, other] = [specialtyOf(term.concept), specialtyOf(concept)]
  if (one && other && specialtiesIn(absorbed[other]).includes(one)) return concept
  if (one && other && specialtiesIn(absorbed[one]).includes(other)) return term.concept
  return ofAge(ageGroups[one ?? ''], concept) ?? ofAge(ageGroups[other ?? ''], term.concept)
}

const specialtyOf = ({ entry }: Concept): Specialty | undefined => (entry.kind === 'specialty' ? entry.specialty : undefined)

function ofAge(group: AgeGroup | undefined, { label, entry, specialties }: Concept): Concept | undefined {
  const field = entry.kind === 'topic' || entry.kind === 'specialty' ? entry : undefined
  if (!group || !field || (field.kind === 'specialty' && group.never.includes(field.specialty))) return undefined
  if (/pediatr|child|neonat|newborn|geriat/i.test(label)) return undefined
  const listed = group.typed.map((it) => findPhrase(`${it} ${label.toLowerCase()}`)).find((it) => it?.kind === 'topic')
  const words = field.kind === 'topic' ? field.topic : field.specialty === 'Other' ? undefined : specialtyWords[field.specialty]
  const titles = words?.titles.split(', ').flatMap((title) => group.titles.map((it) => `${it} ${title}`))
  const topic = {
    label: `${group.label} ${label.replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())}`,
    typed: '',
    specialties: specialties.slice(0, 1),
    titles: titles?.join(', ') ?? '',
  }
  // The index was asked for no forms of its name.
  return listed?.kind === 'topic' ? conceptOf(listed) : { ...conceptOf({ kind: 'topic', topic }), names: [] }
}
