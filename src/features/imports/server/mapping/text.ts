import { maxFactWords } from '#features/imports/facts.ts'
import { cleanText, cutAtWord } from '#features/jobs/read-text.ts'
import { controls, fillers, notices } from '#vocabulary/page-words.ts'

/** A source's words as a fact quotes them: one line, without what no column can hold. */
export const wordsOf = (text: string): string => cutAtWord(text.replaceAll(/[\p{C}\s]+/gu, ' ').trim(), maxFactWords)

export type ReadText = {
  /** Paragraphs and lists, without what belongs to the source's page and without contact details. */
  text: string
  /** The sentences with email addresses and phone numbers, which only moderators see. */
  withheld: string[]
  withContacts: string
}

/** The text of a posting out of the text of the page that it stood on. */
export function readText(source: string): ReadText {
  const withheld: string[] = []
  const seen = new Set<string>()
  const blocks = cleanText(mendEncoding(source)).split('\n\n')
  const kept = blocks.flatMap((block) => {
    const lines = block
      .split('\n')
      .map((line) => line.replace(buttonsBefore, ''))
      .filter((line) => !isOfPage(line))
    const text = lines.join('\n').trim()
    const key = text.toLowerCase().replaceAll(/\W+/g, '')
    const isCopy = key.length > 30 && seen.has(key)
    seen.add(key)
    return text === '' || isCopy || isNotice(text) ? [] : [text]
  })
  const shown = kept.map((block) => withoutContacts(block, withheld)).filter((block) => block !== '')
  return { text: shown.join('\n\n'), withheld: [...new Set(withheld)], withContacts: kept.join('\n\n') }
}

const control = new RegExp(`(?:${controls})`, 'i')
/** A line of nothing else. */
const controlLine = new RegExp(String.raw`^(?:\W*(?:${controls}|${fillers})\b\W*)+$`, 'i')

/** Labels of buttons that run into the first sentence. */
const buttonsBefore =
  /^(?:(?:(?:view|save|unsave|share|print|report|email) (?:this )?job|apply now|email (?:a friend|me))\b[\s|·•]*){2,}/i

const isOfPage = (line: string): boolean => {
  const text = line.replace(/^• /, '').trim()
  return text.length > 0 && text.length <= 90 && control.test(text) && controlLine.test(text)
}

/** A paragraph that is nothing but such a notice; in a longer one it is part of what the employer writes. */
const isNotice = (block: string): boolean =>
  !block.includes('\n•') && notices.all(block).some((it) => block.length < (it === 'cookies' ? 400 : 1500))

const email = /(?<![\w.+-])[\w.+-]+\s?(?:@|\[at\]|\(at\))\s?[\w-]+(?:\.[\w-]+)+/i
const phone = /(?<![\d.$,-])(?:\+?1[\s.-]?)?(?:\(\d{3}\)\s?|\d{3}[\s.-])\d{3}[\s.-]\d{4}(?!\d)(?:\s?(?:x|ext\.?)\s?\d+)?/i

/** Every contact holds one of these: most texts need no closer look. */
const contactSign = /[@\]]|\(at\)|\d[\s.-]\d{4}/i

/** Without the sentences that hold an address or a number of a person. */
function withoutContacts(block: string, withheld: string[]): string {
  if (!contactSign.test(block) || (!email.test(block) && !phone.test(block))) return block
  return block
    .split('\n')
    .map((line) => withoutContactSentences(line, withheld))
    .filter((line) => line !== '' && line !== '•')
    .join('\n')
}

function withoutContactSentences(line: string, withheld: string[]): string {
  if (!email.test(line) && !phone.test(line)) return line
  // A point within an address ends no sentence.
  const kept = line.split(/(?<=[.!?])\s+(?=[A-Z•])/).filter((sentence) => {
    const isContact = email.test(sentence) || phone.test(sentence)
    if (isContact) withheld.push(sentence.trim())
    return !isContact
  })
  return kept.join(' ').trim()
}

/** Windows-1252's characters of the bytes 0x80–0x9F, in order; those that it lacks are control characters. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'
const byteOf = new Map(Array.from(windows1252, (character, index) => [character, 0x80 + index]))
const misread = new RegExp(`[\u00C2-\u00F4][${windows1252}\u00A0-\u00BF]{1,3}`, 'g')
const utf8 = new TextDecoder('utf-8', { fatal: true })

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

function decode(run: string): string | undefined {
  try {
    return utf8.decode(Uint8Array.from(run, (it) => byteOf.get(it) ?? it.codePointAt(0) ?? 0))
  } catch {
    return undefined
  }
}
