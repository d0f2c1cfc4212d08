import { stateName } from '#shared/us-states.ts'
import { negations, negators, notRequired } from '#vocabulary/search-rules.ts'
import type { Term } from './reading.ts'
import { add, draftOf, wordDraft, type Draft, type State } from './sentence.ts'
import { isAfterComma, phraseAt, wordsAt } from './words.ts'

const fillers = new Set('in any more for a an the required to do be of work working'.split(' '))
/** 'no nights', 'without call or weekends', 'not in California', 'w/o procedures'. */
export function readUnwanted(state: State, index: number): number | undefined {
  const { words } = state
  const isShort = phraseAt(words, index, 2) === 'w o' && words[index + 1]?.gap === '/'
  const said = isShort ? 2 : wordsAt(negations, words, index)
  if (said === 0 || words[index]?.phrase) return undefined
  let at = index + said
  while (fillers.has(words[at]?.word ?? '')) at++
  let next = addUnwanted(state, at, index) ?? addUnwantedWord(state, at, index)
  // 'no nights or weekends'
  for (let more = next; more !== undefined; more = readAnotherUnwanted(state, more)) next = more
  return next
}

/** 'nursery optional', 'obstetrics is not required': what stands before is not asked for. */
export function readNotRequired({ words, items }: State, index: number): number | undefined {
  const said = wordsAt(notRequired, words, index)
  const before = items.at(-1)
  if (said === 0 || !before || before.to !== index || before.isUnwanted) return undefined
  const to = index + said
  if (before.kind === 'filter') items.pop()
  else if (before.kind === 'term') {
    items.pop()
    items.push({ ...before, to, isUnwanted: true, label: `No ${inLowerCase(before.label)}` })
  } else return undefined
  return to
}

function addUnwanted(state: State, at: number, opens: number): number | undefined {
  const { phrase, state: wanted, word = '' } = state.words[at] ?? {}
  if (wanted && (wanted.length > 1 || word.length > 2)) {
    const term: Term = { kind: 'filter', filter: { state: [wanted.state] } }
    return unwanted(state, at + wanted.length, opens, {
      kind: 'term',
      term,
      label: stateName(wanted.state),
    })
  }
  const { meaning, length = 0 } = phrase ?? {}
  if (meaning?.kind !== 'concept' && meaning?.kind !== 'filter') return undefined
  return addUnwantedMeaning(state, meaning, { at, to: at + length, opens })
}

/** A concept or a filter, from `at` on to `to`, whose 'no' stands at `opens`. */
export function addUnwantedMeaning(
  state: State,
  meaning: Parameters<typeof draftOf>[0],
  { at, to, opens }: { at: number; to: number; opens: number },
): number {
  const draft = draftOf(meaning, phraseAt(state.words, at, to - at))
  return unwanted(state, to, opens, { ...draft, label: inLowerCase(draft.label) })
}

const unwanted = (state: State, to: number, opens: number, draft: Draft): number =>
  add(state, opens, to, { ...draft, label: `No ${draft.label}`, isUnwanted: true })

/**
 * A word alone, as in 'not interventional'; 'no state tax' and 'no experience needed' say something
 * else.
 */
function addUnwantedWord(state: State, at: number, opens: number): number | undefined {
  const [word, follower] = state.words.slice(at)
  // 'no evenings urgent care'
  const isPlural = word?.word.endsWith('s') && follower?.phrase?.meaning.kind === 'concept'
  const isAlone =
    isPlural ||
    !follower ||
    follower.phrase?.meaning.kind === 'noise' ||
    follower.word === 'type' ||
    /[,;/]/.test(follower.gap) ||
    negators.has(follower.word) ||
    follower.word === 'or' ||
    follower.word === 'and'
  if (!word || word.quote !== null || !isAlone) return undefined
  return unwanted(state, at + 1, opens, wordDraft(word))
}

function readAnotherUnwanted(state: State, at: number): number | undefined {
  const word = state.words[at]
  const joins = ['or', 'nor', 'and'].includes(word?.word ?? '')
  if (!word || !(joins || /[,/&]/.test(word.gap))) return undefined
  const isLoose = word.word === 'and' || isAfterComma(word)
  const start = joins ? at + 1 : at
  const before = state.items.at(-1)
  const isAnotherState =
    before?.kind === 'term' &&
    before.term.kind === 'filter' &&
    state.words[start]?.state !== undefined
  const meaning = state.words[start]?.phrase?.meaning
  const isMeant =
    meaning?.kind === 'concept'
      ? isLoose
        ? meaning.concept.isBurden
        : meaning.concept.isCondition
      : meaning?.kind === 'filter' && !isLoose
  return isMeant || isAnotherState ? addUnwanted(state, start, at) : undefined
}

const inLowerCase = (label: string): string =>
  /^[A-Z][a-z]/.test(label) ? label.toLowerCase() : label
