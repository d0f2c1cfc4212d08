import { filterWords } from './filter-words.ts'
import { oneOf, rules } from './table.ts'

/**
 * What postings offer, whom they offer it to, and who offers it: type, pay, benefits, visas,
 * requirements.
 */

const typedBenefits = filterWords
  .filter((word) => word.name === 'benefits')
  .map(({ values, typed }) => ({
    values,
    phrases: typed.split(', ').filter((phrase) => phrase.includes(' ')),
  }))
  .map(({ values, phrases }) => `${values.join()} = ${phrases.join(', ')} ✓ ${phrases.join(' | ')}`)
  .join('\n')

export const benefits = rules`
Health Insurance = /\b(?:health|medical)(?:care)?(?: insurance|, dental|\/dental| benefits| and
  dental| coverage|, [\w, ]{0,40}\binsurance)/i
  ✓ Health insurance, dental and vision coverage, 401(k) with match | Health, life and disability
  insurance; help with moving costs
  ✗ Our vision is health for all.
Dental Insurance = /\bdental\b(?! (?:clinic|office|director|practice))/i
  ✓ Health insurance, dental and vision coverage, 401(k) with match ✗ A dental clinic next door
Vision Insurance =
  /\bvision\b(?=[^.]{0,30}(?:insurance|plan|coverage|benefit))|(?:dental|medical|health)[^.\n]{0,20}\bvision\b/i
  ✓ Health insurance, dental and vision coverage, 401(k) with match ✗ Our vision is health for all.
401k/Retirement = /\b40[13] ?\(?[kb]\)?|\bretirement (?:plan|benefit|match|savings|program|package)|\bpension\b/i
  ✓ Health insurance, dental and vision coverage, 401(k) with match | 403b | A retirement plan
Paid Time Off = /\bPTO\b|\bpaid time off\b|\bpaid vacation\b|\bweeks(?:'|’)? (?:of )?(?:paid
  )?(?:vacation|time off|PTO)\b/i
  ✓ CME allowance; occurrence-based malpractice; six weeks of paid time off | Six weeks’ vacation
CME Allowance = cme, continuing medical education ✓ CME allowance; occurrence-based malpractice; six
  weeks of paid time off
Malpractice Insurance = /(?<!\bclean )\bmalpractice\b(?! (?:and \w+
  )?(?:history|claims|suits?|lawsuits?))|\bprofessional liability\b/i
  ✓ CME allowance; occurrence-based malpractice; six weeks of paid time off
  ✗ Tail coverage. Clean malpractice and licensure history. Disclose your malpractice history. Our
  vision is health for all.
Relocation Assistance = relocation, moving (costs|expenses)
  ✓ $20,000 sign-on bonus, relocation package and quality bonus | Health, life and disability
  insurance; help with moving costs
Signing Bonus = /\bsign(?:ing|[- ]?on)[- ]?(?:bonus|incentive)|\bcommencement bonus\b|\bsign-on\b/i
  ✓ $20,000 sign-on bonus, relocation package and quality bonus | A commencement bonus
Performance Bonus = /(?<=\b(?:performance|productivity|quality|incentive|rvu|annual)[- ](?:based
  )?)(?:bonus|incentives?)|\bbonus(?:es)? (?:potential|structure|plan)\b/i
  ✓ $20,000 sign-on bonus, relocation package and quality bonus | Bonus potential
Flexible Schedule = flexible (\w+ )?(schedul*|hours) ✓ Flexible hours
// What people type for a benefit, in several words, says the same in a posting.
${typedBenefits}
`

/** By the employer's name. */
export const organizations = rules`
Academic = university, (school|college) of medicine, academic, faculty ✓ Larkfield University
  Hospital
Health System = health ?(care)? (system|network), health (partners|alliance) ✓ Larkfield Health
  System
Hospital = hospital, medical center ✓ Larkfield Medical Center
Clinic = clinic, health center, urgent care ✓ Larkfield Family Clinic
Private Practice = /\bassociates\b|\bphysicians?,?
  (?:group|PLLC|PC)\b|\b(?:PLLC|P\.?C\.?|P\.A\.)$|\bmedical group\b|\bspecialists\b|\bpartners
  in\b/i
  ✓ Larkfield Physicians, PLLC | Heart Associates ✗ Larkfield
`

export const searchFirms = rules`
recruiter = staffing, recruiting, recruitment, recruiters, locum, (executive|physician|medical)
  search, search (group|partners|firm), placement
  ✓ Larkfield Medical Staffing | Larkfield Locum Tenens | Search Partners ✗ Larkfield Hospital
`

/** The text of a list's item begins with '• '. */
export const requirements = rules`
fellowshipRequired = /\bfellowship[- ](?:training |trained )?(?:is |are )?(?:required|mandatory)|\bmust (?:be|have)[^.\n]{0,40}\bfellowship|\brequire[sd]?:?[^.\n]{0,30}\bfellowship/i
  ✓ Fellowship training required. | You must have completed a fellowship.
  ✗ Fellowship training preferred. | Graduates of our program teach.
fellowshipRequired = /^• (?:completed |completion of an? )?fellowship (?:training )?in\b(?![^\n]*\b(?:prefer|plus|desir|welcome|or ))/im
  ✓ • Fellowship in hand surgery ✗ • Fellowship in hand surgery preferred
stateLicenseRequired = /\blicen[sc]e[^.\n]{0,30}\b(?:is |are )?required|\bmust (?:be|have|hold|possess|obtain)[^.\n]{0,50}\blicen[sc]e|\brequire[sd]?:?[^.\n]{0,50}\b(?:state|medical) (?:medical )?licen[sc]e/i
  ✓ An active Texas medical license is required. | You must hold a license.
stateLicenseRequired = /^• (?:an? )?(?:active|unrestricted|current|valid|full)\b[^.\n]{0,50}\blicen[sc]e\b|^• licensed\b/im
  ✓ • Active Texas medical license, or eligible for one | • Licensed in Texas
boardRecertificationRequired = /\bboard[- ]certifi(?:ed|cation)\b(?![^.\n]{0,15}\b(?:or|\/)\W*(?:board[- ])?eligib)[^.\n]{0,30}\brequired|\bmust be board[- ]certified\b(?![^.\n]{0,15}\b(?:or|\/)\W*(?:board[- ])?eligib)/i
  ✓ Must be board certified. | Board certification is required. ✗ Must be board certified or board
  eligible.
boardRecertificationRequired = /^• (?:current |active )?board[- ]certifi(?:ed|cation) in\b(?![^\n]*\b(?:or (?:board[- ])?eligib|prefer|within|plus))/im
  ✓ • Current board certification in Neurology ✗ • Board certified in Neurology or board eligible
medicallyUnderservedArea = medically underserved, hpsa, health professional shortage, underserved
  (area|communit|population)*
  ✓ A HPSA-designated site. | Underserved communities
newGraduatesAcceptable = /\bnew(?:ly)?[- ]grad\w*[^.\n]{0,30}\b(?:welcome|encouraged|considered|accepted|friendly|invited|apply)|\b(?:graduating |current )?residents (?:and fellows )?(?:are )?(?:welcome|encouraged)/i
  ✓ New graduates are welcome to apply. | Residents welcome ✗ Graduates of our program teach.
newGraduatesAcceptable = /\b(?:welcom\w+|open to|accept\w*|consider\w*|ideal for|great for)[^.\n]{0,30}\b(?:new[- ]grad\w*|residents|recent grad\w*|graduating)/i
  ✓ Open to new grads.
`

/** Of one clause that is about visas. */
export const visas = rules`
None = /\b(?:no|not|unable|cannot|can't|without|n't|neither|nor|un(?:available))\b/i
  ✓ Sorry, no visa sponsorship. | We are unable to sponsor J-1 or H-1B visas. | J-1 and H-1B visas
  are not accepted.
J1 = j-?1, conrad
  ✓ J-1 waiver candidates welcome. | H1B and J1 considered. | Conrad 30 slots available. | No H-1B;
  J-1 waivers are supported.
H1B = h-?1-?b ✓ We sponsor H-1B visas, cap-exempt.
Other = /sponsor|support|assist|accept|consider|welcome|available/i
  ✓ Visa sponsorship available. ✗ A great place to live. | We sponsor the local marathon.
`
export const aboutVisas = rules`
visa = /\bvisas?\b|\bJ-?1\b|\bconrad\b|\bH-?1-?B\b|\bimmigration\b|\bsponsor(?:ship)?\b[^.]{0,20}\b(?:immigra|work auth)/i
  ✓ J-1 waiver candidates welcome. | Immigration support is available. ✗ A great place to live. | We
  sponsor the local marathon.
`

export const payrolls = rules`
1099 = /\b1099\b/ ✓ Paid as 1099. ✗ W-2 employment. | W2 or 1099, as you like.
W2 = /\bW-?2\b/ ✓ W-2 employment. ✗ Paid as 1099. | W2 or 1099, as you like.
`

/** In a field about the contract alone. */
export const engagements = rules`
1099 = independent ✓ Independent Contractor
W2 = employee, w-?2 ✓ Employee
`

/** What stands behind an amount for its unit: '/hr', 'a year', 'weekly'. */
export const unitNouns = oneOf(
  'hour, hr, h, day, shift, week, wk, month, mo, year, yr, annum, annual',
)
export const unitAdverbs = oneOf('hourly, daily, weekly, monthly, yearly, annually')

/**
 * In order of what tells most: locum work is also full-time, temporary and a contract; permanent
 * work mostly full-time.
 */
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
  ✓ Up to $60K signing | $30,000 sign-on bonus | $10,000 start-up bonus ✗ $300,000 with significant
  growth
retention = retention, retension, stay(ing)? bonus*, anniversary bonus* ✓ $20,000 retention bonus |
  $5,000 anniversary bonus
relocation = /\brelo(?:cat\w*)?\b|\bmov(?:e|ing)\b(?= (?:allowance|costs?|expenses?|assist\w*|package|stipend))/i
  ✓ Relocation up to $15,000 | $10K moving allowance
loans = loan, repay*, forgiv*, nhsc, pslf, tuition, student debt*, debt ✓ $100,000 loan repayment |
  Up to $50K toward student debt
cme = cme, continuing (medical )?education, professional development ✓ $5,000 CME allowance
stipend = stipend, allowance, per month until, housing, travel reimburs*, lodging ✓ $1,500 monthly
  stipend | $2,000 housing
call = (on-?|extra |back-?up |additional |holiday |weekend )?call
  (pay|paid|stipend|coverage|rate|compensation), paid call, per call, callback, for call,
  moonlight*, extra shift, differential
  ✓ $500 call pay | $1,200 extra shifts
incentive = incentive, quality, productivity, performance, profit.?sharing, partnership,
  match(ing)?, referral
  ✓ $30,000 quality incentive | Productivity up to $50,000
bonus = bonus(es)? ✓ $25,000 bonus
`

/** What else an amount is, if no salary. */
export const amountKinds = rules`
piece = /\b(?:w?r\.?v\.?u\.?s?|per (?:visit|patient|encounter|consult\w*|procedure|read|study|scan|case|session|click))\b/i
  ✓ $52 per wRVU | $90 per visit
total = (over|across|during) (the (first|next) )?(\d+|two|three|four|five) ?(year|yr)s?,
  (\d+|two|three|four|five) years? (total|package),
    total (over|for) (\d+|two|three)
  ✓ $900,000 over 3 years | $800,000 two-year total
other = malpractice, liability, insurance, (million|billion), home, hous(e|es|ing price), property,
  hospital (recently|expansion), lab, campus,
    tower, facility, grant, foundation, budget, revenue, research, fund(ing|s|ed)?, invest*,
    equipment, population, cost of living,
    scholarship, renovat*, construction, deductible, co-?pay, donat*, raised,
    (residents?|fellows?|nurses?|scribes?|staff|students) (receive|earn|are paid|make)
  ✓ Our new $42 million pavilion | Homes from $250,000 | $1,000,000 malpractice coverage | Residents
  earn $65,000
potential = (average|typical|median|partners?|colleagues|top producers|others) (\w+
  )?(earn*|incomes?|make), potential*, possible,
    opportunity to earn, total (comp*|package|cash|rewards?), earnings? (up to|of|over|exceed*|in
    excess)
  ✓ Partners earn $600,000 | Potential of $600,000 | Total compensation up to $700,000
`

/** Words of a clause that say a unit without following the amount. */
export const payUnits = rules`
HOUR = /\bhourly\b|\b(?:an|per) hour\b|\/\s?hr?\b|\b(?:per|an) hr\b/i ✓ Hourly rate: $200 | $150/h
DAY = /\bdaily\b|\bper (?:day|diem|shift)\b|\bday rate\b|\/\s?(?:day|shift)\b|\bshift rate\b|\ba (?:shift|day)\b/i
  ✓ Daily: $1,900 | Day rate: $2,000
WEEK = weekly, per week ✓ Weekly: $9,500
MONTH = monthly, per month ✓ Monthly: $25,000
YEAR = annual(ly|ized)?, yearly, per (year|annum), salary, a year ✓ Annual salary: $300,000 | Salary
  $310,000
`

export const payWords = rules`
pay = salar(y|ies|ied), compensation, comp, pay(s|ing)?, paid, wages?, base, rates?, earn(s|ings?)?,
  income, remuneration, guarantee[ds]?, guaranty, (hiring|pay|salary|hourly|annual) range, draw
  ✓ Compensation starts at $276,000 | This role pays $225 - $240 per hour ✗ Homes from $250,000
`

const label = oneOf(
  '(job|position|employment|work|assignment|contract) (type|status|schedule), schedule, status, type, fte, hours, time type',
)
const offer = oneOf(
  'this is an?, this, seek(s|ing)?( an?)?, hiring an?, looking for an?, recruiting an?, offer(s|ing)? an?, available:?, need(s|ed)? an?, for an?, as an?',
)
const oneType = oneOf(
  '(full|part) ?time, (full|part)(?=[ -]*(and|or) (full|part)), per diem, prn, permanent, temporary',
)
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
locums = this (is an? )?(\w+ )?locums?, (\w+ (month|week)|long term|short term) locums?, locums?(
  tenens)? (position|assignment|coverage|opportunity|contract|job|role|need|shifts?|work),
    locums?( tenens)? (physician|\w+ologist|\w+ist|surgeon) (is )?(needed|wanted), needs? (an?
    )?locums?
  ✓ This locum tenens assignment runs 26 weeks. | Locums coverage needed from March through June. |
  A locum cardiologist is needed.
  ✗ Tired of locums work? | We are the leading locum tenens staffing agency. | This is not a locums
  position.
`

/** What makes such a sentence one about other work. */
export const otherLocums = rules`
other = no, not, never, without, tired of, instead of, rather than, agenc*, also, leader, leading,
  nationwide, all 50, assignments across, staffing, placement, firms?, vendors?, convert, former
  ✓ Tired of locums work? | We are the leading locum tenens staffing agency. | This is not a locums
  position.
`
