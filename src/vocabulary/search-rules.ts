import { unitAdverbs, unitNouns } from './offer-rules.ts'
import { rules } from './table.ts'

const month =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const season = `(?:(?:early|mid|late) )?(?:${month}|spring|summer|fall|autumn|winter)`
/**
 * What recruiters and residents write with figures and signs. `means` is a phrase of the vocabulary
 * to read instead; 'noise' says nothing that jobs could be asked for, and 'words' are read as such.
 */
export const shorthand = rules`
noise = /(?:mgma )?\d{2}(?:th|st|nd|rd)\b(?: ?- ?\d{2}th)?(?: (?:percentile|pctl|mgma))*/i
  ✓ mgma 60th | 75th percentile | 50th-75th percentile mgma ✗ mgma
noise = /[1-5]\.5 ?d(?:ays?)?\b(?:(?: ?\/ ?| a | per )(?:wk|week)\b)?/i ✓ 4.5 days | 4.5d/wk | 3.5 days a week ✗ 4 days
noise = /(?:census |pt |patient )?cap (?:of )?\d{1,2}\b(?:-\d{1,2}\b)?|q[1-4](?: start)?\b(?! ?call)|\d{1,2} (?:pts|patients) (?:per|a) (?:day|shift)\b/i
  ✓ cap 16 | cap of 18 | Q1 | 20 pts per day ✗ cap | cap exempt
words = /\d{2,4} ?(?:clinical )?(?:hours?|hrs?|h) ?(?:an? |per |each |\/ ?)(?:month|mo|year|yr)\b/i
  ✓ 120 hrs a month | 1600 hours per year | 140 hours/mo ✗ 40 hours a week
words = /non[- ]?op(?:erative)?\b/i ✓ non op | nonoperative ✗ non smoker
noise = /no (?:visa|h-?1b|j-?1)(?: waiver| visa)? (?:needed|required|necessary)\b/i
  ✓ no visa needed | no h1b required ✗ no visa
words = /blocks? of \d{1,2} days?\b|\d{1,2}[- ]days? blocks?\b/i ✓ blocks of 7 days | 10-day blocks ✗ 4 days a week
nights = /noc(?:s|ts?)?\b/i ✓ noc | nocs ✗ nocturnist
noise = /w\/(?!o\b)/i ✓ w/ nursery ✗ w/o nursery | wound
4 day week = /m(?:on)? ?(?:[-–]|to|through) ?th(?:u(?:rs?)?)?\b|tue?s? ?(?:[-–]|to|through) ?f(?:ri)?\b/i
  ✓ M-Th | mon-thu | Tues-Fri ✗ mon | thu
weekdays only = /(?:m|mon) ?[-–] ?(?:f|fri)\b(?:,? (?:[6-9]|10)(?::\d\d)? ?(?:am)? ?[-–]
  ?[1-7](?::\d\d)? ?(?:pm)?\b)?/i
  ✓ M-F | Mon-Fri 8am-5pm | m-f 8-4:30 ✗ m
new grad = /pgy ?-? ?[1-9]\b|(?:class of |graduate )20[2-3]\d\b|20[2-3]\d grads?\b/i
  ✓ PGY2 | pgy-4 | class of 2028 | 2027 grad ✗ graduate
new grad = /(?:graduating|finishing|completing|ending) (?:my )?(?:residency|fellowship|training)\b/i
  ✓ finishing residency | graduating fellowship
noise = /(?:start(?:ing|s)?|available|beginning) (?:date )?(?:in )?(?:${season})(?: 20[2-3]\d)?(?: start)?\b|(?:(?:start(?:ing|s)?|available) (?:date )?(?:in )?)?(?:(?:${season}) )?20[2-3]\d(?: start(?: date)?)?\b|(?:${season}) start\b/i
  ✓ 2028 start | starting in august | start 2027 | summer start ✗ summer | start
`

const share = String.raw`(?:0?\.\d{1,2}|1(?:\.0+)?)`
const limit = '(?:(?:no more than|at most|not more than|max(?:imum)?|of) )?'
const orBetter = '(?: or (?:better|less|lighter|fewer)\\b)?'
const part = '(?:(?:early|mid|late) )?'

/** Figures of the work, which a filter has: a group holds them. */
export const figures = rules`
fte = /(?<n>${share})(?: ?(?:-|–|to) ?(?<to>${share}))? ?-?fte\b|(?<percent>[1-9]\d|100) ?%? (?:percent )?(?:fte|effort)\b/i
  ✓ 0.8 fte | .6-.8 fte | 80% FTE | 50 percent effort ✗ 2 fte | 80%
hours = /(?<n>[1-7]\d)(?: ?[-–] ?\d{2})? ?(?:clinical )?(?:hours?|hrs?|h) ?(?:an? |per |each |\/ ?)(?:week|wk)\b/i
  ✓ 40 hours a week | 30-36 hrs/wk ✗ 12 hours a day
call = /(?:call )?${limit}(?:1 ?: ?|(?:1|one) in )(?<n>\d{1,2})(?: ?call\b)?(?![\w:])${orBetter}/i ✓ call 1:5 | 1:5 call or better | one in 4 call | 1 in 6 ✗ call | 1:250
call = /call ${limit}q ?(?<n>\d{1,2})(?![\w:])|q ?(?<m>\d{1,2}) call\b/i ✓ q6 call | call q 4 ✗ q4
startBy = /(?:(?:start(?:ing|s)?|available|beginning) (?:date )?(?:in )?)?${part}(?<when>${month}|winter|spring|summer|fall|autumn)\.? (?<year>20[2-3]\d)(?: start(?: date)?)?\b/i
  ✓ starting in July 2027 | summer 2027 start | jan 2028 ✗ July | 2027
`

export const ors: ReadonlySet<string> = new Set(['or', 'nor', 'o'])
export const ands: ReadonlySet<string> = new Set(['and', 'y'])

export const negators = new Set(
  'no not without non exclude excluding except zero never minus avoid avoiding wo sin excepto'.split(
    ' ',
  ),
)

/** What is said before a thing that nobody wants, at the beginning of lower-case words. */
export const negations = rules`
unwanted = /(?:do not|don t|dont|does not|doesn t|doesnt|will not|won t|wont) (?:want|do|like|take|need|require|have|involve|include|show(?: me)?)(?= )/
  ✓ don t want nights | will not do call | do not show me locums | doesn t require call ✗ don t | do not disturb
unwanted = /(?:isn t|isnt|is not|aren t|arent|are not)(?= )/ ✓ isnt nights | are not locums ✗ is nights
unwanted = /not (?:interested in|looking for|keen on|(?:a )?fan of)(?= )|(?:rather|prefer) not(?: to)?(?: take| have| do| work)?(?= )/
  ✓ not interested in call | not a fan of nights | rather not take call | prefer not to work nights ✗ interested in call
unwanted = /(?:(?:other|rather) than|instead of|but (?:not|no))(?= )/ ✓ other than nights | instead of call | but no nights ✗ rather nights
unwanted = /(?:anywhere|everywhere|anything|all) (?:but|except)(?= )/ ✓ anywhere but texas | all except locums ✗ anywhere in texas
unwanted = /(?:(?:tired|sick) of|done with|burned out on|away from|hates?|hating)(?= )/
  ✓ tired of call | burned out on nights | hates call ✗ sick leave
unwanted = /(?:${[...negators].join('|')}|w o)(?= )/ ✓ no nights | without call | w o call ✗ nocturnist | no
`

/** What is said behind a thing that a job does not ask for, or that nobody wants. */
export const notRequired = rules`
optional = /(?:(?:is|are) )?(?:optional|unnecessary|excluded)(?= |$)/ ✓ optional | is unnecessary | are excluded ✗ optionally
optional = /(?:(?:is|are) )?(?:not|isn t|aren t) (?:required|needed|necessary|mandatory|wanted|a must)(?= |$)/
  ✓ not required | is not needed | isn t a must ✗ required | not
`

/** What is said before a place. */
export const leadIns = rules`
in = /(?:in|within|close|by|to(?! me(?: |$))|en|cerca)(?= |$)/ ✓ in ohio | to texas | en miami ✗ to me | inside
`

/** What is said before the place that somebody comes from, and does not want. */
export const departures = rules`
from = /(?:(?:to|want to|wanting to|hoping to|planning to) )?(?:leave|leaving|left|(?:get|getting) out of|fleeing)(?: the)?(?= )/
  ✓ leaving chicago | want to get out of illinois | to leave the midwest ✗ sick leave
from = /(?:moving|relocating|coming|move|relocate|transferring)(?: away| back)? from(?: the)?(?= )/
  ✓ relocating from chicago | moving away from the midwest ✗ moving to chicago
`

const benefit = 'sign|bonus|retention|relo|loan|student|stipend'

const atLeast =
  'over|above|at least|min(?:imum)?(?: of)?|more than|greater than|starting at|from|(?:no|not) (?:less|lower) than|not (?:under|below)|' +
  'upwards of|north of|m[aá]s de|al menos|m[ií]nimo|>=?'
const atMost = 'under|below|less than|up to|at most|max(?:imum)?(?: of)?|no more than|not over|<=?'
const amount = (name: string) =>
  String.raw`\$?\s*(?<${name}>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)\s*(?<${name}Scale>k|mm?|mil|million(?:es)?|thousand|grand)?(?![\p{L}\d])(?:\s*(?:d[oó]l(?:lar|are)s|bucks|usd)(?![\p{L}\d]))?`
/** Pay as it is typed, from its bound to its unit. */
export const typedPay = new RegExp(
  String.raw`(?<before>(?:pay(?:ing|s)?|salary|base|comp(?:ensation)?|making|make|earn(?:ing)?)\s+(?:of\s+|is\s+)?)?(?:between\s+)?(?:(?<least>${atLeast})|(?<most>${atMost}))?\s*` +
    String.raw`(?!401 ?k)(?<first>${amount('low')})(?:\s*(?:-|–|—|to|and)\s*(?<second>${amount('high')}))?` +
    String.raw`\s*(?<open>\+|plus\b|and up\b|(?:or|and) (?:more|better|above|higher|over|greater)\b|o m[aá]s\b)?` +
    String.raw`\s*(?:(?:\/|\bper\s|\bpor\s|\bla\s|\bp\/|\ban?\s)?\s*\b(?:\d{1,2}[- ]?(?:h|hrs?|hours?)[- ](?=shift))?(?<unit>${unitNouns}|${unitAdverbs}|ph|hora|año|night)(?![\p{L}\d])(?!\s*weeks?\b))?` +
    String.raw`(?<behind>\s*\b(?:base|guarantee|salary|pay|comp(?:ensation)?)(?![\p{L}\d]))*`,
  'iuy',
)
/** Pay in thousands a year without a word or a sign: '450', '275 to 325'. */
export const bareThousands =
  /(?:[1-9]\d[05]\s*(?:-|–|to)\s*[1-9]\d[05]|[3-9]\d0)(?![\p{L}\d,.%:/-])/iuy

/** What is said behind an amount that is no pay. */
export const otherAmounts = rules`
benefit = /\s*(?:in |of )?(?:${benefit}|debt|cme\b)/i ✓ sign on bonus | in student loans | of cme ✗ assignment
piece = /\s*(?:in |of |\/\s*|per )?w?rvu/i ✓ wRVU | / rvu | per wrvu ✗ production
size = /\s*(?:in |of )?(?:beds?\b|bedded|population|people|patients|lives|visits|volume|\w+ (?:visits|volume|patients)\b)/i
  ✓ bed hospital | visits a year | annual visits | er volume ✗ cardiology
`

/** How much of a benefit is wanted, which no job can be asked for. */
export const benefitAmounts = rules`
benefit = /\$?\s*(?:\d{1,3}(?:,\d{3})+|\d+)\s*k?(?=\s+(?:in |of )?(?:${benefit}))/i
  ✓ $100k sign on | 50,000 in student loans ✗ $300k cardiology
`
