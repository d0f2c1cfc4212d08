import { findPhrase } from '#vocabulary/reader.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import { ages, ofSomeAge, specialtyWords, trainedFrom } from '#vocabulary/specialty-words.ts'
import { conceptOf } from './meanings.ts'
import type { Concept, Item } from './reading.ts'

/** What two things side by side mean together; undefined where they are two. */
export function combined(before: Item, concept: Concept): Concept | undefined {
  if (before.kind !== 'term' || before.isUnwanted) return undefined
  const { term } = before
  if (term.kind === 'word')
    return ofAge(
      ages.find(({ words }) => words.includes(term.word)),
      concept,
    )
  if (term.kind !== 'concept') return undefined
  const [one, other] = [specialtyOf(term.concept), specialtyOf(concept)]
  if (one && other && trainedFrom(other).includes(one)) return concept
  if (one && other && trainedFrom(one).includes(other)) return term.concept
  return ofAge(ageOf(one), concept) ?? ofAge(ageOf(other), term.concept)
}

const specialtyOf = ({ entry }: Concept): Specialty | undefined =>
  entry.kind === 'specialty' ? entry.specialty : undefined

const ageOf = (specialty: Specialty | undefined) => ages.find((age) => age.specialty === specialty)

/** An age before or behind a field names a part of that field. */
function ofAge(
  age: (typeof ages)[number] | undefined,
  { label, entry, specialties }: Concept,
): Concept | undefined {
  const field = entry.kind === 'topic' || entry.kind === 'specialty' ? entry : undefined
  if (!age || !field || (field.kind === 'specialty' && age.never.includes(field.specialty)))
    return undefined
  if (ofSomeAge.test(label)) return undefined
  const listed = age.typed
    .split(', ')
    .map((word) => findPhrase(`${word} ${label.toLowerCase()}`))
    .find((entry) => entry?.kind === 'topic')
  const words =
    field.kind === 'topic'
      ? field.topic
      : field.specialty === 'Other'
        ? undefined
        : specialtyWords[field.specialty]
  const titles = words?.titles
    .split(', ')
    .flatMap((title) => age.titles.map((word) => `${word} ${title}`))
  const topic = {
    label: `${age.label} ${label.replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())}`,
    typed: '',
    specialties: specialties.slice(0, 1),
    titles: titles?.join(', ') ?? '',
  }
  // The index was asked for no forms of its name.
  return listed?.kind === 'topic'
    ? conceptOf(listed)
    : { ...conceptOf({ kind: 'topic', topic }), names: [] }
}
