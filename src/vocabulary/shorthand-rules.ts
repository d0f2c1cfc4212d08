import { rules } from './rules.ts'

const month =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const season = `(?:(?:early|mid|late) )?(?:${month}|spring|summer|fall|autumn|winter)`

/**
 * What recruiters and residents write with figures and signs. `means` is a phrase of the vocabulary to read instead; 'noise' says nothing that
 * jobs could be asked for.
 */
export const shorthand = rules`
noise = /(?:call )?1 ?: ?\d{1,2}(?: call)?(?![\w:])|(?:call )?(?:1|one) in \d{1,2}(?: call)?(?= |,|$)|(?:call )q ?\d{1,2}\b|q ?\d{1,2} call\b/i
  ✓ call 1:5 | 1:6 call | call 1 in 4 | q4 call | call q3 ✗ 1:1000 | 24/7
noise = /(?:mgma )?\d{2}(?:th|st|nd|rd)\b(?: ?- ?\d{2}th)?(?: (?:percentile|pctl|mgma))*/i
  ✓ mgma 60th | 75th percentile | 50th-75th percentile mgma ✗ mgma
noise = /[1-5]\.5 ?d(?:ays?)?\b(?:(?: ?\/ ?| a | per )(?:wk|week)\b)?/i ✓ 4.5 days | 4.5d/wk | 3.5 days a week ✗ 4 days
noise = /(?:census |pt |patient )?cap (?:of )?\d{1,2}\b(?:-\d{1,2}\b)?|q[1-4](?: start)?\b(?! ?call)|\d{1,2} (?:pts|patients) (?:per|a) (?:day|shift)\b/i
  ✓ cap 16 | cap of 18 | Q1 | 20 pts per day ✗ cap | cap exempt
nights = /noc(?:s|ts?)?\b/i ✓ noc | nocs ✗ nocturnist
noise = /w\/(?!o\b)/i ✓ w/ nursery ✗ w/o nursery | wound
weekdays only = /(?:m|mon) ?[-–] ?(?:f|fri)\b(?:,? (?:[6-9]|10)(?::\d\d)? ?(?:am)? ?[-–] ?[1-7](?::\d\d)? ?(?:pm)?\b)?/i
  ✓ M-F | Mon-Fri 8am-5pm | m-f 8-4:30 ✗ m
new grad = /pgy ?-? ?[1-9]\b|(?:class of |graduate )20[2-3]\d\b|20[2-3]\d grads?\b/i
  ✓ PGY2 | pgy-4 | class of 2028 | 2027 grad ✗ graduate
new grad = /(?:graduating|finishing|completing|ending) (?:my )?(?:residency|fellowship|training)\b/i
  ✓ finishing residency | graduating fellowship
noise = /(?:start(?:ing|s)?|available|beginning) (?:date )?(?:in )?(?:${season})(?: 20[2-3]\d)?(?: start)?\b|(?:(?:start(?:ing|s)?|available) (?:date )?(?:in )?)?(?:(?:${season}) )?20[2-3]\d(?: start(?: date)?)?\b|(?:${season}) start\b/i
  ✓ 2028 start | july 2027 start | starting in august | start 2027 | summer start | available fall 2026 ✗ summer | start
`

const sticky = shorthand.list.map(({ means, pattern }) => ({
  means,
  pattern: new RegExp(`(?:${(pattern as RegExp).source})`, 'iy'),
}))

/** The shorthand that begins at a place of a text, and where it ends. */
export function shorthandAt(text: string, start: number): { means: string; end: number } | undefined {
  for (const { means, pattern } of sticky) {
    pattern.lastIndex = start
    if (pattern.test(text)) return { means, end: pattern.lastIndex }
  }
  return undefined
}
