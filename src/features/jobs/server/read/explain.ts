import type { Db } from '#platform/server/database.ts'
import type { SearchExplanation } from '#features/jobs/contract.ts'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { inFigures } from '#vocabulary/quantities.ts'
import { readSearch } from './read-search.ts'
import { nameOf, readText, textIn, typedIn } from './read-text.ts'
import { phraseAt } from './words.ts'

/**
 * What each reader proposed for both boxes, with its cost, and what was chosen; of a keyword with
 * its typing errors mended, as it is searched.
 */
export async function explainSearch(db: Db, criteria: SearchCriteria): Promise<SearchExplanation> {
  const { notes } = await readSearch(db, criteria)
  const keyword = notes.correctedKeyword ?? criteria.keyword
  const boxes = [keyword, criteria.city].flatMap((text, index) =>
    text === undefined ? [] : [typedIn(inFigures(text), index === 1)],
  )
  const texts = await textIn(db, boxes, criteria)
  return {
    spans: texts.flatMap((text) => {
      const { spans, chosen } = readText(text)
      return spans.map((span) => ({
        box: text.isPlaceBox ? ('place' as const) : ('keyword' as const),
        words: phraseAt(text.tokens, span.from, span.to - span.from),
        means: nameOf(span.says) ?? span.says.kind,
        cost: span.cost,
        isChosen: chosen.includes(span),
      }))
    }),
  }
}
