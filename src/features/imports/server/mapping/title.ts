import { jobLimits } from '#features/jobs/model.ts'
import { isStateCode, stateName } from '#shared/us-states.ts'
import { cleanLine } from '#features/jobs/read-text.ts'
import { oneOf } from '#vocabulary/rules.ts'

type Surroundings = { employer: string; city?: string; state?: string }

/** The role alone: without shouting, reference numbers, pay, employer and place, which stand in fields of their own. */
export function cleanTitle(source: string, around: Surroundings): string {
  const title = withoutTails(
    cleanLine(source, 3 * jobLimits.title)
      .replace(/^(?:job(?: title)?|hiring|now hiring|urgent(?:ly)?(?: hiring)?|position|opening|new)\s*[:!–-]+\s*/i, '')
      .replaceAll(noise, ' ')
      .replaceAll(money, ' ')
      .replaceAll(/\s+/g, ' '),
    () => knownTails(around),
  ).replaceAll(/^[\s\-–—|:,*•!]+|[\s\-–—|:,*•!]+$/g, '')
  return cleanLine(isShouted(title) ? toTitleCase(title) : title, jobLimits.title)
}

/** '!!!', '[Req 4711]', '(Job ID 12)', '#A123'. */
const noise = /[!*~_]{2,}|\[[^\]]*\]|\((?:job|req|ref|id)\b[^)]*\)|(?:\b(?:job|req(?:uisition)?|ref)(?: ?id)?\s*)?#\s?\w*\d+\w*/gi

const sum = String.raw`\d[\d,.]*(?:\s?[km]\b)?\+?`
const ofPay = oneOf(
  'sign(ing)?( ?on)?, bonus(es)?, base, guaranteed?, relo(cation)?, loan repayment, retention, hourly, daily, annually, yearly, salary',
)
/** '– $450K', 'w/ $100K Sign On', '($75k signing bonus!)', 'at $265 per hour': pay and bonuses are read from the title, and then leave it. */
const money = new RegExp(
  String.raw`\s*(?:[-–—|,+(]|\bw\/|\bwith\b|\bat\b)*\s*(?:(?:earn(?:ing)?|up to|base|from|starting at|guaranteed)\s+)*\$\s?${sum}` +
    String.raw`(?:\s?[-–]\s?\$?${sum})?(?:\s*(?:\/|\bper\b|\ban?\b)\s?\w+)?(?:[\s+-]+${ofPay}\b)*\s?!?\)?`,
  'gi',
)

/** What may part the role from what follows it. */
const separator = /\s*(?:\s[-–—|@:]+\s|[,(|–—]|\s(?:in|at|near)\s)\s*/gi

/** Cut from the first separator behind which only a known tail stands; again, for 'Role – Employer – Austin, TX'. */
function withoutTails(title: string, tails: () => Set<string>): string {
  for (const found of title.matchAll(separator)) {
    const tail = title.slice(found.index + found[0].length)
    const isPay = /^(?:up to )?\$\d/i.test(tail)
    if (found.index > 0 && (isPay || tails().has(folded(tail)))) return withoutTails(title.slice(0, found.index), tails)
  }
  return title
}

/** A bare state counts in full only: 'OB – IN' may be two abbreviations. */
function knownTails({ employer, city, state }: Surroundings): Set<string> {
  const tails = [employer]
  if (city && state && isStateCode(state)) {
    const places = [`${city} ${state}`, `${city} ${stateName(state)}`]
    tails.push(
      city,
      stateName(state),
      ...places,
      ...places.map((it) => `${it} usa`),
      ...[employer].flatMap((it) => places.map((place) => `${it} ${place}`)),
    )
  }
  return new Set(tails.map(folded).filter((it) => it !== ''))
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\s*\d{5}(?:-\d{4})?\s*$|[^\p{L}\d]+/gu, ' ')
    .replaceAll(/\bsaint\b/g, 'st')
    .trim()
}

function isShouted(title: string): boolean {
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

function toTitleCase(title: string): string {
  return title
    .split(' ')
    .map((word, index) => {
      const bare = word.replaceAll(/[^A-Z&/\d-]/g, '')
      if (capitals.has(bare)) return word
      const lower = word.toLowerCase()
      if (index > 0 && smallWords.has(lower)) return lower
      return lower.replaceAll(/(^|[-/(])([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase())
    })
    .join(' ')
}
