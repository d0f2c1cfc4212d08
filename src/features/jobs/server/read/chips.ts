import type { Understanding } from '#features/jobs/contract.ts'
import type { Filters } from '#features/jobs/filters.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import { isAlternative } from './alternatives.ts'
import type { Stems } from '../queries.ts'
import { isOptional } from './reading.ts'
import type { Item, Sentence } from './scope.ts'
import { startOf, textOf, tokenAt } from './text.ts'

type Part = Understanding['parts'][number]

/**
 * The chip of each piece of a keyword: its meaning, and the search without the piece and its 'no'
 * or 'or'. `isDemanded`: the search has nothing but words, and a job must have one of them.
 */
export function chipsOf(
  { items, words, text, unread = [] }: Sentence,
  stems: Stems,
  { isDemanded, isOrdered }: { isDemanded: boolean; isOrdered: boolean },
): Part[] {
  const parts = items.flatMap((item, index): Part[] => {
    const { label, to, isUnwanted } = item
    const end = words[to - 1]?.end ?? 0
    const word = item.term?.kind === 'word' && !isUnwanted && item.term
    // Stop words say nothing.
    if (word && !stems.words.get(word.text)?.lexemes.length) return []
    if (item.about === 'order' && isOrdered) return []
    const demanding = text.slice(0, end).replace(/[\p{L}\p{N}\p{M}]+$/u, '"$&"') + text.slice(end)
    return [
      {
        label,
        without: withoutPart(text, startOf(tokenAt(words, item.opens)), end),
        ...(!isUnwanted && valuesOf(item)),
        ...(word && { isWord: true }),
        ...(isUnwanted && { isUnwanted }),
        ...(isAlternative(items[index - 1], item) && { isAlternative: true }),
        ...(word && isOptional(word) && !isDemanded && { demanding }),
      },
    ]
  })
  const read = text.slice(0, words.at(-1)?.end ?? 0)
  const rest = text.slice(read.length).trim()
  const unreadPart = (typed: string, without: string) =>
    parts.push({ label: cut(typed), without, isUnread: true })
  if (unread.length > 0) {
    const kept = words.filter((_, index) => !unread.includes(index))
    unreadPart(textOf(unread.flatMap((index) => words[index] ?? [])), textOf(kept))
  }
  if (read === '' ? rest !== '' : /[\p{L}\p{N}]/u.test(rest)) unreadPart(rest, read)
  return [...new Map(parts.map((part) => [`${part.label}: ${part.without}`, part])).values()]
}

function cut(text: string) {
  const [start] = text.match(/^.{0,40}(?!\S)|^.{40}/su) ?? ['']
  return start === text ? `“${start}”` : `“${start.trim()} …”`
}

/** What the form of filters shows as chosen. */
function valuesOf({ term, state, about, label }: Item): Pick<Part, 'values'> {
  const chosen: Filters = {
    ...(state && { state: [state] }),
    ...(about === 'specialty' && { specialty: [label as Specialty] }),
    ...(term?.kind === 'filter' && term.filter),
  }
  const values = Object.entries(chosen).map(([name, value]) => [name, [value].flat().map(String)])
  return values.length > 0 ? { values: Object.fromEntries(values) } : {}
}

/**
 * The rest of a keyword, without the separator before the part, and the quotation marks around it.
 */
const withoutPart = (text: string, start: number, end: number) =>
  `${text.slice(0, start).replace(/[\s,/&]+$/, '')} ${text.slice(end)}`
    .replaceAll(/["“”]\s*["“”]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[,/])/g, '')
    .replaceAll(/^(?:[\s,/&+-]|or\b)+|[\s,/&-]+$/gi, '')
