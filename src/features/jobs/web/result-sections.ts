import type { JobSummary, SearchResult } from '../contract.ts'
import { choiceText, listText } from '../display.ts'
import { pageSize } from '../search-criteria.ts'
import { formatNumber } from '#shared/numbers.ts'

/** Jobs that belong together, under what tells them from those before. */
export type ResultSection = { heading?: string; jobs: JobSummary[] }

/** The jobs of a page: those with all words, the others, and the rest of the specialty of which a part was asked for. */
export function sectionsOf(
  { jobs, total, totalWithAllWords, more, page, understanding }: SearchResult,
  limit = pageSize,
): ResultSection[] {
  const first = (page - 1) * limit
  const rest = totalWithAllWords === undefined ? 0 : total - totalWithAllWords
  const bounds = [
    { from: 0 },
    ...(rest > 0
      ? [{ from: total - rest, heading: `${formatNumber(rest)} ${total > rest ? 'more ' : ''}${lacking(understanding)}` }]
      : []),
    ...(more
      ? [
          {
            from: total,
            heading: more.specialties.length > 0 ? `More in ${listText(more.specialties)}` : 'More that mention it',
          },
        ]
      : []),
  ]
  return bounds.flatMap(({ from, ...section }, index) => {
    const shown = jobs.slice(Math.max(0, from - first), Math.max(0, (bounds[index + 1]?.from ?? Infinity) - first))
    return shown.length > 0 ? [{ ...section, jobs: shown }] : []
  })
}

function lacking({ parts }: SearchResult['understanding']): string {
  const words = parts.flatMap(({ demanding, label }) => (demanding === undefined ? [] : [label]))
  if (words.length === 0) return 'with some of the words'
  return `${words.length > 1 ? 'that lack' : 'without'} ${choiceText(words)}`
}
