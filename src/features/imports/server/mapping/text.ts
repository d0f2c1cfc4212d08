import { maxFactWords, type DoubtReason, type InferenceRule } from '#features/imports/facts.ts'
import { jobLimits } from '#features/jobs/model.ts'
import { cleanLine, cleanText, cutAtWord } from '#features/jobs/read-text.ts'
import { isStateCode, stateName } from '#shared/us-states.ts'
import { controls, fillers, notices } from '#vocabulary/posting-rules.ts'
import { oneOf } from '#vocabulary/table.ts'

/** A source's words as a fact quotes them: one line, without what no column can hold. */
export const wordsOf = (text: string): string =>
  cutAtWord(plainLine.test(text) ? text : text.replaceAll(/[\p{C}\s]+/gu, ' ').trim(), maxFactWords)

/** A fact as it is read, with the words that say so. */
export const stated = (words: string) => ({ state: 'stated', words: wordsOf(words) }) as const

export const inferred = (rule: InferenceRule, words: string) =>
  ({ state: 'inferred', rule, words: wordsOf(words) }) as const

export const doubtful = <T>(reason: DoubtReason, words: string, suggestion?: T) =>
  ({
    state: 'doubtful',
    reason,
    words: wordsOf(words),
    ...(suggestion !== undefined && { suggestion }),
  }) as const

export const notStated = { state: 'not-stated' } as const

const plainLine = /^[!-~]+(?: [!-~]+)*$/

export type ReadText = {
  /**
   * Paragraphs and lists, without what belongs to the source's page and without contact details.
   */
  text: string
  /** The sentences with email addresses and phone numbers, which only moderators see. */
  withheld: string[]
  withContacts: string
}

/** A shorter block may stand in a text twice. */
const shortest = 30

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/\W+/g, '')

/** The text of a posting out of the text of the page that it stood on. */
export function readText(source: string): ReadText {
  const withheld: string[] = []
  const seen = new Map<string, string[]>()
  const blocks = cleanText(mendEncoding(source)).split('\n\n')
  const kept = blocks.flatMap((block) => {
    const lines = block
      .split('\n')
      .map((line) => line.replace(buttonsBefore, ''))
      .filter((line) => !isOfPage(line))
    const text = lines.join('\n').trim()
    if (text.length > shortest) {
      const start = lettersOf(text.slice(0, 3 * shortest)).slice(0, shortest + 1)
      const alike = seen.get(start) ?? []
      if (start.length > shortest && alike.some((block) => lettersOf(block) === lettersOf(text)))
        return []
      seen.set(start, [...alike, text])
    }
    return text === '' || isNotice(text) ? [] : [text]
  })
  const shown = kept
    .map((block) => withoutContacts(block, withheld))
    .filter((block) => block !== '')
  return {
    text: shown.join('\n\n'),
    withheld: [...new Set(withheld)],
    withContacts: kept.join('\n\n'),
  }
}

const control = new RegExp(`(?:${controls})`, 'i')
/** A line of nothing else. */
const controlLine = new RegExp(String.raw`^\W*(?:(?:${controls}|${fillers})\b\W*)+$`, 'i')

/** Labels of buttons that run into the first sentence. */
const buttonsBefore =
  /^(?:(?:(?:view|save|unsave|share|print|report|email) (?:this )?job|apply now|email (?:a friend|me))\b[\s|·•]*){2,}/i

const isOfPage = (line: string) => {
  const text = line.replace(/^• /, '').trim()
  return text.length > 0 && text.length <= 90 && controlLine.test(text) && control.test(text)
}

/**
 * A paragraph that is nothing but such a notice; in a longer one it is part of what the employer
 * writes.
 */
const isNotice = (block: string) =>
  block.length < 1500 &&
  !block.includes('\n•') &&
  notices.all(block).some((notice) => notice !== 'cookies' || block.length < 400)

const email = /(?<![\w.+-])[\w.+-]+\s?(?:@|\[at\]|\(at\))\s?[\w-]+(?:\.[\w-]+)+/i
const phone =
  /(?<![\d.$,-])(?:\+?1[\s.-]?)?(?:\(\d{3}\)\s?|\d{3}[\s.-])\d{3}[\s.-]\d{4}(?!\d)(?:\s?(?:x|ext\.?)\s?\d+)?/i

/** Every contact holds one of these: most texts need no closer look. */
const contactSign = /[@\]]|\(at\)|\d[\s.-]\d{4}/i

const isContact = (text: string) => email.test(text) || phone.test(text)

/**
 * Without the sentences that hold an address or a number of a person. A point within an address
 * ends no sentence.
 */
function withoutContacts(block: string, withheld: string[]) {
  if (!contactSign.test(block) || !isContact(block)) return block
  const lines = block.split('\n').map((line) => {
    if (!isContact(line)) return line
    const sentences = line.split(/(?<=[.!?])\s+(?=[A-Z•])/)
    withheld.push(...sentences.filter(isContact).map((sentence) => sentence.trim()))
    return sentences
      .filter((sentence) => !isContact(sentence))
      .join(' ')
      .trim()
  })
  return lines.filter((line) => line !== '' && line !== '•').join('\n')
}

/**
 * Windows-1252's characters of the bytes 0x80–0x9F, in order; those that it lacks are control
 * characters.
 */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'
const byteOf = new Map(Array.from(windows1252, (character, index) => [character, 0x80 + index]))
const misread = new RegExp(`[\u00C2-\u00F4][${windows1252}\u00A0-\u00BF]{1,3}`, 'g')
const utf8 = new TextDecoder()

/** UTF-8 that was read as windows-1252: 'weâ€™re' → 'we’re'. */
export function mendEncoding(text: string): string {
  return text.replaceAll(misread, (run) => {
    for (let length = run.length; length > 1; length--) {
      const decoded = decode(run.slice(0, length))
      if (decoded !== undefined) return decoded + run.slice(length)
    }
    return run
  })
}

function decode(run: string) {
  const decoded = utf8.decode(
    Uint8Array.from(run, (char) => byteOf.get(char) ?? char.codePointAt(0) ?? 0),
  )
  return decoded.includes('\uFFFD') ? undefined : decoded
}

type Surroundings = { employer: string; city?: string; state?: string }

/**
 * The role alone: without shouting, reference numbers, pay, employer and place, which stand in
 * fields of their own.
 */
export function cleanTitle(source: string, context: Surroundings): string {
  let tails: Set<string> | undefined
  const title = withoutTails(
    cleanLine(source, 3 * jobLimits.title)
      .replace(
        /^(?:job(?: title)?|hiring|now hiring|urgent(?:ly)?(?: hiring)?|position|opening|new)\s*[:!–-]+\s*/i,
        '',
      )
      .replaceAll(noise, ' ')
      .replaceAll(money, ' ')
      .replaceAll(/\s+/g, ' '),
    () => (tails ??= knownTails(context)),
  ).replaceAll(/^[\s\-–—|:,*•!]+|[\s\-–—|:,*•!]+$/g, '')
  return cleanLine(isShouted(title) ? toTitleCase(title) : title, jobLimits.title)
}

/** '!!!', '[Req 4711]', '(Job ID 12)', '#A123'. */
const noise =
  /[!*~_]{2,}|\[[^\]]*\]|\((?:job|req|ref|id)\b[^)]*\)|(?:\b(?:job|req(?:uisition)?|ref)(?: ?id)?\s*)?#\s?\w*\d+\w*/gi

const sum = String.raw`\d[\d,.]*(?:\s?[km]\b)?\+?`
const ofPay = oneOf(
  'sign(ing)?( ?on)?, bonus(es)?, base, guaranteed?, relo(cation)?, loan repayment, retention, ' +
    'hourly, daily, annually, yearly, salary',
)
/**
 * '– $450K', 'w/ $100K Sign On', '($75k signing bonus!)', 'at $265 per hour': pay and bonuses are
 * read from the title, and then leave it.
 */
const money = new RegExp(
  String.raw`\s*(?:[-–—|,+(]|\bw\/|\bwith\b|\bat\b)*\s*(?:(?:earn(?:ing)?|up to|base|from|starting at|guaranteed)\s+)*\$\s?${sum}` +
    String.raw`(?:\s?[-–]\s?\$?${sum})?(?:\s*(?:\/|\bper\b|\ban?\b)\s?\w+)?(?:[\s+-]+${ofPay}\b)*\s?!?\)?`,
  'gi',
)

/** What may part the role from what follows it. */
const separator = /\s*(?:\s[-–—|@:]+\s|[,(|–—]|\s(?:in|at|near)\s)\s*/gi

/**
 * Cut from the first separator behind which only a known tail stands; again, for 'Role – Employer –
 * Austin, TX'.
 */
function withoutTails(title: string, tails: () => Set<string>) {
  for (const found of title.matchAll(separator)) {
    const tail = title.slice(found.index + found[0].length)
    const isPay = /^(?:up to )?\$\d/i.test(tail)
    if (found.index > 0 && (isPay || tails().has(folded(tail))))
      return withoutTails(title.slice(0, found.index), tails)
  }
  return title
}

/** A bare state counts in full only: 'OB – IN' may be two abbreviations. */
function knownTails({ employer, city, state }: Surroundings) {
  const tails = [employer]
  if (city && state && isStateCode(state)) {
    const places = [`${city} ${state}`, `${city} ${stateName(state)}`]
    tails.push(
      city,
      stateName(state),
      ...places,
      ...places.map((place) => `${place} usa`),
      ...[employer].flatMap((candidate) => places.map((place) => `${candidate} ${place}`)),
    )
  }
  return new Set(tails.map(folded).filter((title) => title !== ''))
}

function folded(text: string) {
  return text
    .toLowerCase()
    .replaceAll(/\s*\d{5}(?:-\d{4})?\s*$|[^\p{L}\d]+/gu, ' ')
    .replaceAll(/\bsaint\b/g, 'st')
    .trim()
}

function isShouted(title: string) {
  const letters = title.replaceAll(/[^a-z]/gi, '')
  return letters.length > 8 && title === title.toUpperCase()
}

/** Words that stay in capitals, because they are abbreviations. */
const capitals = new Set(
  'MD DO OB GYN OB/GYN OBGYN ENT ICU NICU PICU ER ED EM IM FM PM&R BC BE BC/BE GI CT MRI VA HIV EP US USA II III IV J-1 H-1B CMO MBA PHD MFM PCP MOHS UC CCM ID LLC TMS HIM'.split(
    ' ',
  ),
)
const smallWords = new Set('a an and at for in of on or the to with'.split(' '))

function toTitleCase(title: string) {
  return title
    .split(' ')
    .map((word, index) => {
      const bare = word.replaceAll(/[^A-Z&/\d-]/g, '')
      if (capitals.has(bare)) return word
      const lower = word.toLowerCase()
      if (index > 0 && smallWords.has(lower)) return lower
      return lower.replaceAll(
        /(^|[-/(])([a-z])/g,
        (_, before: string, letter: string) => before + letter.toUpperCase(),
      )
    })
    .join(' ')
}
