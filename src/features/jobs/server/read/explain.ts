import type { Db } from '#platform/server/database.ts'
import type { SearchExplanation } from '#features/jobs/contract.ts'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import { inFigures } from '#vocabulary/quantities.ts'
import { readText, textIn, typedIn } from './read-text.ts'
import type { Says } from './spans.ts'
import { phraseAt } from './words.ts'

/** What each reader proposed for both boxes, with its cost, and what was chosen. */
export async function explainSearch(db: Db, criteria: SearchCriteria): Promise<SearchExplanation> {
  const boxes = [criteria.keyword, criteria.city].flatMap((text, index) =>
    text === undefined ? [] : [typedIn(inFigures(text), index === 1)],
  )
  const texts = await textIn(db, boxes, criteria)
  return {
    spans: texts.flatMap((text) => {
      const { spans, chosen } = readText(text)
      return spans.map((span) => ({
        box: text.isPlaceBox ? ('place' as const) : ('keyword' as const),
        words: phraseAt(text.tokens, span.from, span.to - span.from),
        means: meansOf(span.says),
        cost: span.cost,
        isChosen: chosen.includes(span),
      }))
    }),
  }
}

function meansOf(says: Says): string {
  switch (says.kind) {
    case 'spot':
      return says.spot.label
    case 'area':
      return says.area.label
    case 'state':
      return says.state
    case 'meaning':
      return labelOf(says.meaning)
    default:
      return says.kind
  }
}

const labelOf = (meaning: Extract<Says, { kind: 'meaning' }>['meaning']): string =>
  meaning.kind === 'concept'
    ? meaning.concept.label
    : meaning.kind === 'filter'
      ? meaning.label
      : meaning.kind === 'order'
        ? meaning.order.label
        : meaning.kind
