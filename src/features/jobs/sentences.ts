import { numberOf, ones, tens } from '#vocabulary/quantities.ts'
import { pairsOf } from '#vocabulary/table.ts'

/** `words` as written, `text` with digits for numbers. */
export type Sentence = { words: string; text: string }

/** Longer ones are no sentences, and would only take time. */
const maxSentence = 600

/** A short question belongs to its answer; a line with many strokes is a list. */
export function sentencesOf(source: string): Sentence[] {
  const words = source
    .replaceAll(/^.{0,400}(?: \/ .{0,400}){3}$/gm, (line) => line.replaceAll(' / ', '\n'))
    .split(
      /\n+|(?<=[!;]|[^.!?\n]{30}\?|(?<!\b(?:approx|avg|min|max|vs|est|incl|St|Dr|no))\.)\s+(?=["'(•$]?[A-Z\d$~])/,
    )
    .map((line) =>
      line
        .replace(/^[•*\s-]+/, '')
        .slice(0, maxSentence)
        .trim(),
    )
    .filter((sentence) => sentence.length > 2)
  // All at once, because each look through a text costs more than its length.
  const texts = plain(words.join('\n')).split('\n')
  return words.map((word, index) => ({ words: word, text: texts[index] ?? '' }))
}

const ordinals = pairsOf(
  'other: 2nd; second: 2nd; third: 3rd; fourth: 4th; fifth: 5th; sixth: 6th; seventh: 7th; ' +
    'eighth: 8th; ninth: 9th; tenth: 10th',
)
const numberWord = new RegExp(
  String.raw`\b(?:(?:${tens.join('|')})-(?:${ones.slice(1, 10).join('|')})|${[...ones, ...tens].join('|')})\b(?! of (?:the|our|your|only|a)\b)`,
  'gi',
)

/** Numbers as digits, dashes and apostrophes as typed. */
const plain = (words: string) =>
  words
    .replaceAll(/[‐-―]/g, '-')
    .replaceAll(/[‘’`]/g, "'")
    .replaceAll('? ', ': ')
    .replaceAll(/full[- ]time,? (?:or|to) (0?\.\d+) FTE/gi, '$1-1.0 FTE')
    .replaceAll(/\b(?:\w+ )?hundred[ \w-]{0,20}?\((\d+)\)/gi, '$1')
    .replaceAll(/\bpph\b/gi, 'patients per hour')
    .replaceAll(/\bfirst[- ]year (?=(?:\w+ )?guarant)/gi, '1-year ')
    .replaceAll(numberWord, (match) => String(numberOf(match)))
    .replaceAll(/\b(\d+) thousand dollars\b/gi, '$$$1k')
    .replaceAll(/(?<![$\d.,])\b(\d{1,3}(?:\.\d)?) ?k\b(?! (?:run|race))/gi, '$$$1k')
    .replaceAll(
      /(\d)([ -]?)(?:(w)ks?|(y)rs?|(m)os?|(h)rs?)\b\.?/gi,
      (_, digit: string, gap: string, w?: string, y?: string, m?: string) =>
        `${digit}${gap || ' '}${w ? 'weeks' : y ? 'years' : m ? 'months' : 'hours'}`,
    )
    .replaceAll(/\bfor an? (year|month)\b/gi, 'for 1 $1')
    .replaceAll(/\ba week (?=(?:of|for) (?:paid )?cme\b)/gi, '1 week ')
    .replaceAll(/\bevery (\w+)\b/gi, (match, word: string) =>
      ordinals[word.toLowerCase()] ? `every ${ordinals[word.toLowerCase()]}` : match,
    )
    .replaceAll(/\b(\d+) \(\1\)/g, '$1')
    .replaceAll(/\b1-in-(?=\d)/g, '1 in ')
