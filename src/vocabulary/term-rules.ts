import { oneOf, rules } from './rules.ts'

/** How postings word the terms of a job: its type, and what an amount of money is for. */

/** In order of what tells most: locum work is also full-time, temporary and a contract; permanent work mostly full-time. */
export const jobTypes = rules`
locums = /\blocums?|locum[\s_-]?tenens/i ✓ Locum Tenens | LOCUM_TENENS | Locums
per-diem = /per[\s_-]?diem|\bprn\b|as[\s_-]needed|\bmoonlight\w*|\bintermittent\b/i
  ✓ PER_DIEM | Intermittent | PRN | Moonlighting | As needed
temporary = /temporary|\btemp\b(?! to)|\bseasonal\b|\binternship\b/i ✓ Temporary | Temp ✗ Temp to perm
contract = /(?<!\bno )contract(?! (?:group|holder|management))|freelance/i
  ✓ Contract | Contractor | Freelance ✗ No contract | A contract management group
part-time = /part[\s_-]?time|\bpart\b(?=[ -]*(?:and|or|&|\/) ?full[ -]?time)|half[\s_-]?time|\bP\/T\b|\bPT\b(?=[,)/]|\s*$)|\b0?\.[1-8]\d?\s*FTE/i
  ✓ Part-time | PARTTIME | 0.6 FTE | Days, PT | Half time ✗ Full-time
permanent = /permanent|\bperm\b|\bdirect[\s_-]hire\b/i ✓ Permanent | Direct hire
full-time = /full[\s_-]?time|\bfull\b(?=[ -]*(?:and|or|&|\/) ?part[ -]?time)|\bF\/T\b|\bFT\b(?=[,)/]|\s*$)|\b1(?:\.0+)?\s*FTE/i
  ✓ FULL_TIME | fulltime | Full or part time | Part- or full-time | 1.0 FTE | F/T ✗ A 20 ft. mural
`

/** What is paid once, or on top of the salary; the more specific before the more general. */
export const extraPay = rules`
signOn = /\bsign(?:ing|s)?\b(?!ificant)[- ]?(?:on)?|\bsign-?on\b|\bcommencement\b|\bstart(?:ing|-?up)? bonus|\bwelcome bonus|\bupfront\b/i
  ✓ Up to $60K signing | $30,000 sign-on bonus | $10,000 start-up bonus ✗ $300,000 with significant growth
retention = retention, retension, stay(ing)? bonus*, anniversary bonus* ✓ $20,000 retention bonus | $5,000 anniversary bonus
relocation = /\brelo(?:cat\w*)?\b|\bmov(?:e|ing)\b(?= (?:allowance|costs?|expenses?|assist\w*|package|stipend))/i
  ✓ Relocation up to $15,000 | $10K moving allowance
loans = loan, repay*, forgiv*, nhsc, pslf, tuition, student debt*, debt ✓ $100,000 loan repayment | Up to $50K toward student debt
cme = cme, continuing (medical )?education, professional development ✓ $5,000 CME allowance
stipend = stipend, allowance, per month until, housing, travel reimburs*, lodging ✓ $1,500 monthly stipend | $2,000 housing
call = (on-?|extra |back-?up |additional |holiday |weekend )?call (pay|paid|stipend|coverage|rate|compensation), paid call, per call, callback, for call, moonlight*, extra shift, differential
  ✓ $500 call pay | $1,200 extra shifts
incentive = incentive, quality, productivity, performance, profit.?sharing, partnership, match(ing)?, referral
  ✓ $30,000 quality incentive | Productivity up to $50,000
bonus = bonus(es)? ✓ $25,000 bonus
`

/** What else an amount is, if no salary. */
export const amountKinds = rules`
piece = /\b(?:w?r\.?v\.?u\.?s?|per (?:visit|patient|encounter|consult\w*|procedure|read|study|scan|case|session|click))\b/i
  ✓ $52 per wRVU | $90 per visit
total = (over|across|during) (the (first|next) )?(\d+|two|three|four|five) ?(year|yr)s?, (\d+|two|three|four|five) years? (total|package),
    total (over|for) (\d+|two|three)
  ✓ $900,000 over 3 years | $800,000 two-year total
other = malpractice, liability, insurance, (million|billion), home, hous(e|es|ing price), property, hospital (recently|expansion), lab, campus,
    tower, facility, grant, foundation, budget, revenue, research, fund(ing|s|ed)?, invest*, equipment, population, cost of living,
    scholarship, renovat*, construction, deductible, co-?pay, donat*, raised,
    (residents?|fellows?|nurses?|scribes?|staff|students) (receive|earn|are paid|make)
  ✓ Our new $42 million pavilion | Homes from $250,000 | $1,000,000 malpractice coverage | Residents earn $65,000
potential = (average|typical|median|partners?|colleagues|top producers|others) (\w+ )?(earn*|incomes?|make), potential*, possible,
    opportunity to earn, total (comp*|package|cash|rewards?), earnings? (up to|of|over|exceed*|in excess)
  ✓ Partners earn $600,000 | Potential of $600,000 | Total compensation up to $700,000
`

/** Words of a clause that say a unit without following the amount. */
export const payUnits = rules`
HOUR = /\bhourly\b|\b(?:an|per) hour\b|\/\s?hr?\b|\b(?:per|an) hr\b/i ✓ Hourly rate: $200 | $150/h
DAY = /\bdaily\b|\bper (?:day|diem|shift)\b|\bday rate\b|\/\s?(?:day|shift)\b|\bshift rate\b|\ba (?:shift|day)\b/i
  ✓ Daily: $1,900 | Day rate: $2,000
WEEK = weekly, per week ✓ Weekly: $9,500
MONTH = monthly, per month ✓ Monthly: $25,000
YEAR = annual(ly|ized)?, yearly, per (year|annum), salary, a year ✓ Annual salary: $300,000 | Salary $310,000
`

export const payWords = rules`
pay = salar(y|ies|ied), compensation, comp, pay(s|ing)?, paid, wages?, base, rates?, earn(s|ings?)?, income, remuneration, guarantee[ds]?, guaranty, (hiring|pay|salary|hourly|annual) range, draw
  ✓ Compensation starts at $276,000 | This role pays $225 - $240 per hour ✗ Homes from $250,000
`

const label = oneOf(
  '(job|position|employment|work|assignment|contract) (type|status|schedule), schedule, status, type, fte, hours, time type',
)
const offer = oneOf(
  'this is an?, this, seek(s|ing)?( an?)?, hiring an?, looking for an?, recruiting an?, offer(s|ing)? an?, available:?, need(s|ed)? an?, for an?, as an?',
)
const oneType = oneOf('(full|part) ?time, (full|part)(?=[ -]*(and|or) (full|part)), per diem, prn, permanent, temporary')
const type = String.raw`${oneType}(?:-?(?:, | and | or | ?\/ ?)${oneType})*`
const role = String.raw`(?:${oneOf('position, opportunity, role, job, employment, physician, doctor, opening, basis')}|\w+(?:ologist|surgeon|iatrist|hospitalist|internist|iatrician))`

/** Where a text states the type of the job. */
export const typeClauses = rules`
stated = /\b${label}\s*:\s*([^\n.;]{2,40})/i ✓ Job Type: Part-time | Schedule: Full time ✗ Hours: 8 to 5
stated = /\b${offer}\s+((?:[\w/-]+ ){0,3}?${type}\b)(?=[^.;\n]{0,60}\b${role}\b)/i
  ✓ This is a full-time position. | We are seeking a BC/BE part-time cardiologist.
  ✗ Join our 12 full-time physicians. | This hospital has full-time security.
stated = /(?:^|[.;\n]\s*)((?:full|part)[ -]?time|per diem|PRN|contract|temporary|locum tenens)(?=\s*(?:[,.;\n]|$))/im
  ✓ Full-time, virtual first. | Join us. Part-time.  ✗ Full-time staff of twelve.
`
/** A sentence about locum work. */
export const locumsWork = rules`
locums = this (is an? )?(\w+ )?locums?, (\w+ (month|week)|long term|short term) locums?, locums?( tenens)? (position|assignment|coverage|opportunity|contract|job|role|need|shifts?|work),
    locums?( tenens)? (physician|\w+ologist|\w+ist|surgeon) (is )?(needed|wanted), needs? (an? )?locums?
  ✓ This locum tenens assignment runs 26 weeks. | Locums coverage needed from March through June. | A locum cardiologist is needed.
  ✗ Tired of locums work? | We are the leading locum tenens staffing agency. | This is not a locums position.
`

/** What makes such a sentence one about other work. */
export const otherLocums = rules`
other = no, not, never, without, tired of, instead of, rather than, agenc*, also, leader, leading, nationwide, all 50, assignments across, staffing, placement, firms?, vendors?, convert, former
  ✓ Tired of locums work? | We are the leading locum tenens staffing agency. | This is not a locums position.
`
