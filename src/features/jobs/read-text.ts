import { compile } from 'html-to-text'
import { simpleText } from './simple-html.ts'

/** Far beyond any posting: what a broken page may cost before it is cut. */
const maxSource = 100_000

const convert = compile({
  wordwrap: false,
  limits: { maxDepth: 60, maxChildNodes: 5_000 },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'script', format: 'skip' },
    { selector: 'style', format: 'skip' },
    { selector: 'ul', options: { itemPrefix: '• ', leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      options: { uppercase: false },
    })),
    { selector: 'table', format: 'block' },
  ],
})

/**
 * Escaping and decoding make texts longer. The library, if it cuts them, writes a line for each.
 */
const toText = (html: string) => simpleText(html) ?? convert(html.slice(0, maxSource))

/**
 * A short line without a sentence's end, above a sentence, is a heading that lost its empty line.
 */
const headingOfText = /\n\n([^\n•]{1,59}[^\n•.!?;,…])\n(?=[^\n•](?:[^\n]{79}|[^\n]*[.!?](?:\n|$)))/g

/**
 * A tag that is not closed ends at the next one: else each of many would be looked for to the end
 * of the text.
 */
const markup = /<\/?[a-z][^<>]*>/i
const entity = /&(?:#\d+|#x[\da-f]+|[a-z]\w{1,10});/i

/**
 * Words parted by single blanks, without markup, entities or a list's sign: nothing to be cleaned
 * of.
 */
const plainWord = String.raw`[!-%'-;=-~\u00A1-\u00AC\u00AE-\u00FF\u2010-\u2027]+`
const plainLine = new RegExp(`^(?!(?:[-*·‣–]|o) )${plainWord}(?: ${plainWord})*$`)

/**
 * HTML or plain text → paragraphs parted by an empty line, list items on lines that start with '•
 * '. Without emoji, control characters and invisible ones.
 */
export function cleanText(source: string): string {
  let text = source.slice(0, maxSource)
  if (plainLine.test(text)) return unglue(text)
  if (markup.test(text)) text = toText(text)
  // Some feeds escape their HTML once more; plain text with entities needs its line ends kept.
  if (entity.test(text)) text = decodeEntities(text)
  if (markup.test(text)) text = toText(text)
  const lines = unglue(stripUnprintable(text))
    .replaceAll(/[^\S\n]{2,}|[^\S\n ]/g, ' ')
    .replaceAll(/^ ?(?:[-*·‣●▪–]|o(?= [A-Z])) +(?=\S)/gm, '• ')
    .replaceAll(/ +\n *|\n +/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
  return `\n\n${lines}`.replaceAll(headingOfText, '\n\n$1\n\n').trim()
}

/** The same for one line: titles, names. */
export const cleanLine = (source: string, max: number): string =>
  cutAtWord(cleanText(source.slice(0, 4 * max)).replaceAll(/\s+/g, ' '), max)

/** Cuts at a word's end and marks the cut; never longer than `max` UTF-16 units. */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text
  const room = text.slice(0, max - 1)
  const end = room.search(/\s\S*$/)
  // Cut after a whole character: half of a surrogate pair is not text.
  return `${(end > max / 2 ? room.slice(0, end) : room.replace(/[\uD800-\uDBFF]$/, '')).trimEnd()}…`
}

const decodeEntities = (text: string) =>
  text
    .split('\n')
    .map((line) => (entity.test(line) ? toText(line.replaceAll('<', '&lt;')) : line))
    .join('\n')

/** ©, ® and ™ are emoji to Unicode, but words to people; digits are no emoji at all. */
function stripUnprintable(source: string) {
  const text = source.replaceAll(/\r\n?/g, '\n')
  if (ordinary.test(text)) return text
  return text
    .replaceAll(
      /[^\P{Extended_Pictographic}©®™]|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20E3/gu,
      ' ',
    )
    .replaceAll(/\p{Variation_Selector}|\p{Cf}/gu, '')
    .replaceAll(/[^\P{C}\n\t]/gu, ' ')
}

/**
 * Latin letters and punctuation: most texts hold nothing else, and need no look at each character's
 * properties.
 */
const ordinary = /^[\n\t\x20-\x7E\u00A0-\u00AC\u00AE-\u00FF\u2010-\u2027]*$/

/** Scrapers that drop a line break glue the words beside it: 'PhoenixFull-Time'. */
const unglue = (text: string) => text.replaceAll(/(?<=[a-z])(Full|Part)(?=[- ]?[Tt]ime\b)/g, ' $1')
