import { maxFactWords } from '#features/imports/facts.ts'
import { cleanText, cutAtWord } from '#features/jobs/read-text.ts'
import { rules } from '#vocabulary/rules.ts'

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

/** Words on buttons and links of the source's page. */
const controls =
  'view|save|unsave|share|print|apply|email|report|flag|see|show|hide|back|next|previous|sign in|log ?in|register|create|upload|easy|quick|similar|more|less|read|return|follow|bookmark|copy|tweet|like|subscribe|get|set|skip|close|menu|home|search|facebook|linkedin|twitter|whatsapp'
/** Words that stand beside them. */
const fillers =
  'job(?:s| alerts?)?|this|now|today|here|link|saved?|a friend|friends?|to|on|for|the|by|with|your|my|an?|account|profile|resume|cv|similar|details?|all|e-?mail|main content|results?|page|posting|listing|indeed|company site|top|us|me|description|button|navigation|or|and|like|it|up|out|of'

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

/** What every page says, and not the posting. */
export const notices = rules([
  {
    means: 'equal opportunity',
    pattern: /\bequal (?:employment )?opportunit(?:y|ies)\b(?=[^]{0,400}\b(?:race|religion|veteran|disabilit\w*|employer)\b)/i,
    examples: 'Larkfield is an Equal Opportunity Employer.',
    counterExamples: 'Equal opportunities for research and teaching.',
  },
  {
    means: 'equal opportunity',
    pattern: /\b(?:without regard to|regardless of)\b[^.]{0,80}\b(?:race|sex|gender|color|religion)\b|\bE-?Verify\b/i,
    examples: 'All applicants are considered without regard to race. | We use E-Verify.',
    counterExamples: 'We treat patients regardless of income.',
  },
  {
    means: 'equal opportunity',
    pattern: /\bEEO\b[^.]{0,80}\b(?:employer|statement|poster|law)\b|\bAffirmative Action\b[^.]{0,60}\bemployer\b/i,
    examples: 'EEO employer | Affirmative Action employer',
  },
  {
    means: 'cookies',
    pattern:
      /\b(?:we|this (?:site|website)|our (?:site|website)) uses? cookies\b|\bprivacy policy\b[^.]{0,60}\bterms of (?:use|service)\b/i,
    examples: 'We use cookies to improve this site. | Privacy Policy and Terms of Use',
  },
  {
    means: 'cookies',
    pattern: 'cookie (policy|notice|preferences|settings), accept (all|our) cookies?',
    examples: 'Accept all cookies',
    counterExamples: 'Cookies in the lounge every Friday.',
  },
])

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
