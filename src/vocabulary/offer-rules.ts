import { filterWords } from './filter-words.ts'
import { rules } from './rules.ts'

/** What postings offer, whom they offer it to, and who offers it. */

const typedBenefits = filterWords
  .filter((word) => word.name === 'benefits')
  .map(({ values, typed }) => ({ values, phrases: typed.split(', ').filter((phrase) => phrase.includes(' ')) }))
  .map(({ values, phrases }) => `${values.join()} = ${phrases.join(', ')} ✓ ${phrases.join(' | ')}`)
  .join('\n')

export const benefits = rules`
Health Insurance = /\b(?:health|medical)(?:care)?(?: insurance|, dental|\/dental| benefits| and dental| coverage|, [\w, ]{0,40}\binsurance)/i
  ✓ Health insurance, dental and vision coverage, 401(k) with match | Health, life and disability insurance; help with moving costs
  ✗ Our vision is health for all.
Dental Insurance = /\bdental\b(?! (?:clinic|office|director|practice))/i
  ✓ Health insurance, dental and vision coverage, 401(k) with match ✗ A dental clinic next door
Vision Insurance = /\bvision\b(?=[^.]{0,30}(?:insurance|plan|coverage|benefit))|(?:dental|medical|health)[^.\n]{0,20}\bvision\b/i
  ✓ Health insurance, dental and vision coverage, 401(k) with match ✗ Our vision is health for all.
401k/Retirement = /\b40[13] ?\(?[kb]\)?|\bretirement (?:plan|benefit|match|savings|program|package)|\bpension\b/i
  ✓ Health insurance, dental and vision coverage, 401(k) with match | 403b | A retirement plan
Paid Time Off = /\bPTO\b|\bpaid time off\b|\bpaid vacation\b|\bweeks(?:'|’)? (?:of )?(?:paid )?(?:vacation|time off|PTO)\b/i
  ✓ CME allowance; occurrence-based malpractice; six weeks of paid time off | Six weeks’ vacation
CME Allowance = cme, continuing medical education ✓ CME allowance; occurrence-based malpractice; six weeks of paid time off
Malpractice Insurance = /(?<!\bclean )\bmalpractice\b(?! (?:and \w+ )?(?:history|claims|suits?|lawsuits?))|\bprofessional liability\b/i
  ✓ CME allowance; occurrence-based malpractice; six weeks of paid time off
  ✗ Tail coverage. Clean malpractice and licensure history. Disclose your malpractice history. Our vision is health for all.
Relocation Assistance = relocation, moving (costs|expenses)
  ✓ $20,000 sign-on bonus, relocation package and quality bonus | Health, life and disability insurance; help with moving costs
Signing Bonus = /\bsign(?:ing|[- ]?on)[- ]?(?:bonus|incentive)|\bcommencement bonus\b|\bsign-on\b/i
  ✓ $20,000 sign-on bonus, relocation package and quality bonus | A commencement bonus
Performance Bonus = /(?<=\b(?:performance|productivity|quality|incentive|rvu|annual)[- ](?:based )?)(?:bonus|incentives?)|\bbonus(?:es)? (?:potential|structure|plan)\b/i
  ✓ $20,000 sign-on bonus, relocation package and quality bonus | Bonus potential
Flexible Schedule = flexible (\w+ )?(schedul*|hours) ✓ Flexible hours
// What people type for a benefit, in several words, says the same in a posting.
${typedBenefits}
`

/** By the employer's name. */
export const organizations = rules`
Academic = university, (school|college) of medicine, academic, faculty ✓ Larkfield University Hospital
Health System = health ?(care)? (system|network), health (partners|alliance) ✓ Larkfield Health System
Hospital = hospital, medical center ✓ Larkfield Medical Center
Clinic = clinic, health center, urgent care ✓ Larkfield Family Clinic
Private Practice = /\bassociates\b|\bphysicians?,? (?:group|PLLC|PC)\b|\b(?:PLLC|P\.?C\.?|P\.A\.)$|\bmedical group\b|\bspecialists\b|\bpartners in\b/i
  ✓ Larkfield Physicians, PLLC | Heart Associates ✗ Larkfield
`

export const searchFirms = rules`
recruiter = staffing, recruiting, recruitment, recruiters, locum, (executive|physician|medical) search, search (group|partners|firm), placement
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
  ✓ Must be board certified. | Board certification is required. ✗ Must be board certified or board eligible.
boardRecertificationRequired = /^• (?:current |active )?board[- ]certifi(?:ed|cation) in\b(?![^\n]*\b(?:or (?:board[- ])?eligib|prefer|within|plus))/im
  ✓ • Current board certification in Neurology ✗ • Board certified in Neurology or board eligible
medicallyUnderservedArea = medically underserved, hpsa, health professional shortage, underserved (area|communit|population)*
  ✓ A HPSA-designated site. | Underserved communities
newGraduatesAcceptable = /\bnew(?:ly)?[- ]grad\w*[^.\n]{0,30}\b(?:welcome|encouraged|considered|accepted|friendly|invited|apply)|\b(?:graduating |current )?residents (?:and fellows )?(?:are )?(?:welcome|encouraged)/i
  ✓ New graduates are welcome to apply. | Residents welcome ✗ Graduates of our program teach.
newGraduatesAcceptable = /\b(?:welcom\w+|open to|accept\w*|consider\w*|ideal for|great for)[^.\n]{0,30}\b(?:new[- ]grad\w*|residents|recent grad\w*|graduating)/i
  ✓ Open to new grads.
`

/** Of one clause that is about visas. */
export const visas = rules`
None = /\b(?:no|not|unable|cannot|can't|without|n't|neither|nor|un(?:available))\b/i
  ✓ Sorry, no visa sponsorship. | We are unable to sponsor J-1 or H-1B visas. | J-1 and H-1B visas are not accepted.
J1 = j-?1, conrad
  ✓ J-1 waiver candidates welcome. | H1B and J1 considered. | Conrad 30 slots available. | No H-1B; J-1 waivers are supported.
H1B = h-?1-?b ✓ We sponsor H-1B visas, cap-exempt.
Other = /sponsor|support|assist|accept|consider|welcome|available/i
  ✓ Visa sponsorship available. ✗ A great place to live. | We sponsor the local marathon.
`
export const aboutVisas = rules`
visa = /\bvisas?\b|\bJ-?1\b|\bconrad\b|\bH-?1-?B\b|\bimmigration\b|\bsponsor(?:ship)?\b[^.]{0,20}\b(?:immigra|work auth)/i
  ✓ J-1 waiver candidates welcome. | Immigration support is available. ✗ A great place to live. | We sponsor the local marathon.
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
