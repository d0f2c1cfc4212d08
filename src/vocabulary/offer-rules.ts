import { filterWords } from './filter-words.ts'
import { rules } from './rules.ts'

/** What postings offer, whom they offer it to, and who offers it. */

export const benefits = rules([
  {
    means: 'Health Insurance',
    pattern:
      /\b(?:health|medical)(?:care)?(?: insurance|, dental|\/dental| benefits| and dental| coverage|, [\w, ]{0,40}\binsurance)/i,
    examples:
      'Health insurance, dental and vision coverage, 401(k) with match | Health, life and disability insurance; help with moving costs',
    counterExamples: 'Our vision is health for all.',
  },
  {
    means: 'Dental Insurance',
    pattern: /\bdental\b(?! (?:clinic|office|director|practice))/i,
    examples: 'Health insurance, dental and vision coverage, 401(k) with match',
    counterExamples: 'A dental clinic next door',
  },
  {
    means: 'Vision Insurance',
    pattern: /\bvision\b(?=[^.]{0,30}(?:insurance|plan|coverage|benefit))|(?:dental|medical|health)[^.\n]{0,20}\bvision\b/i,
    examples: 'Health insurance, dental and vision coverage, 401(k) with match',
    counterExamples: 'Our vision is health for all.',
  },
  {
    means: '401k/Retirement',
    pattern: /\b40[13] ?\(?[kb]\)?|\bretirement (?:plan|benefit|match|savings|program|package)|\bpension\b/i,
    examples: 'Health insurance, dental and vision coverage, 401(k) with match | 403b | A retirement plan',
  },
  {
    means: 'Paid Time Off',
    pattern: /\bPTO\b|\bpaid time off\b|\bpaid vacation\b|\bweeks(?:'|’)? (?:of )?(?:paid )?(?:vacation|time off|PTO)\b/i,
    examples: 'CME allowance; occurrence-based malpractice; six weeks of paid time off | Six weeks’ vacation',
  },
  {
    means: 'CME Allowance',
    pattern: 'cme, continuing medical education',
    examples: 'CME allowance; occurrence-based malpractice; six weeks of paid time off',
  },
  {
    means: 'Malpractice Insurance',
    pattern: /(?<!\bclean )\bmalpractice\b(?! (?:and \w+ )?(?:history|claims|suits?|lawsuits?))|\bprofessional liability\b/i,
    examples: 'CME allowance; occurrence-based malpractice; six weeks of paid time off',
    counterExamples:
      'Tail coverage. Clean malpractice and licensure history. Disclose your malpractice history. Our vision is health for all.',
  },
  {
    means: 'Relocation Assistance',
    pattern: 'relocation, moving (costs|expenses)',
    examples:
      '$20,000 sign-on bonus, relocation package and quality bonus | Health, life and disability insurance; help with moving costs',
  },
  {
    means: 'Signing Bonus',
    pattern: /\bsign(?:ing|[- ]?on)[- ]?(?:bonus|incentive)|\bcommencement bonus\b|\bsign-on\b/i,
    examples: '$20,000 sign-on bonus, relocation package and quality bonus | A commencement bonus',
  },
  {
    means: 'Performance Bonus',
    pattern:
      /(?<=\b(?:performance|productivity|quality|incentive|rvu|annual)[- ](?:based )?)(?:bonus|incentives?)|\bbonus(?:es)? (?:potential|structure|plan)\b/i,
    examples: '$20,000 sign-on bonus, relocation package and quality bonus | Bonus potential',
  },
  { means: 'Flexible Schedule', pattern: 'flexible (\\w+ )?(schedul*|hours)', examples: 'Flexible hours' },
  // What people type for a benefit, in several words, says the same in a posting.
  ...filterWords.flatMap((word) => {
    const phrases = word.typed.split(', ').filter((phrase) => phrase.includes(' '))
    return word.name === 'benefits' ? [{ means: word.values[0], pattern: phrases.join(', '), examples: phrases.join(' | ') }] : []
  }),
])

/** By the employer's name. */
export const organizations = rules([
  {
    means: 'Academic',
    pattern: 'university, (school|college) of medicine, academic, faculty',
    examples: 'Larkfield University Hospital',
  },
  {
    means: 'Health System',
    pattern: 'health ?(care)? (system|network), health (partners|alliance)',
    examples: 'Larkfield Health System',
  },
  { means: 'Hospital', pattern: 'hospital, medical center', examples: 'Larkfield Medical Center' },
  { means: 'Clinic', pattern: 'clinic, health center, urgent care', examples: 'Larkfield Family Clinic' },
  {
    means: 'Private Practice',
    pattern:
      /\bassociates\b|\bphysicians?,? (?:group|PLLC|PC)\b|\b(?:PLLC|P\.?C\.?|P\.A\.)$|\bmedical group\b|\bspecialists\b|\bpartners in\b/i,
    examples: 'Larkfield Physicians, PLLC | Heart Associates',
    counterExamples: 'Larkfield',
  },
])

export const searchFirms = rules([
  {
    means: 'recruiter',
    pattern:
      'staffing, recruiting, recruitment, recruiters, locum, (executive|physician|medical) search, search (group|partners|firm), placement',
    examples: 'Larkfield Medical Staffing | Larkfield Locum Tenens | Search Partners',
    counterExamples: 'Larkfield Hospital',
  },
])

/** The text of a list's item begins with '• '. */
export const requirements = rules([
  {
    means: 'fellowshipRequired',
    pattern:
      /\bfellowship[- ](?:training |trained )?(?:is |are )?(?:required|mandatory)|\bmust (?:be|have)[^.\n]{0,40}\bfellowship|\brequire[sd]?:?[^.\n]{0,30}\bfellowship/i,
    examples: 'Fellowship training required. | You must have completed a fellowship.',
    counterExamples: 'Fellowship training preferred. | Graduates of our program teach.',
  },
  {
    means: 'fellowshipRequired',
    pattern: /^• (?:completed |completion of an? )?fellowship (?:training )?in\b(?![^\n]*\b(?:prefer|plus|desir|welcome|or ))/im,
    examples: '• Fellowship in hand surgery',
    counterExamples: '• Fellowship in hand surgery preferred',
  },
  {
    means: 'stateLicenseRequired',
    pattern:
      /\blicen[sc]e[^.\n]{0,30}\b(?:is |are )?required|\bmust (?:be|have|hold|possess|obtain)[^.\n]{0,50}\blicen[sc]e|\brequire[sd]?:?[^.\n]{0,50}\b(?:state|medical) (?:medical )?licen[sc]e/i,
    examples: 'An active Texas medical license is required. | You must hold a license.',
  },
  {
    means: 'stateLicenseRequired',
    pattern: /^• (?:an? )?(?:active|unrestricted|current|valid|full)\b[^.\n]{0,50}\blicen[sc]e\b|^• licensed\b/im,
    examples: '• Active Texas medical license, or eligible for one | • Licensed in Texas',
  },
  {
    means: 'boardRecertificationRequired',
    pattern:
      /\bboard[- ]certifi(?:ed|cation)\b(?![^.\n]{0,15}\b(?:or|\/)\W*(?:board[- ])?eligib)[^.\n]{0,30}\brequired|\bmust be board[- ]certified\b(?![^.\n]{0,15}\b(?:or|\/)\W*(?:board[- ])?eligib)/i,
    examples: 'Must be board certified. | Board certification is required.',
    counterExamples: 'Must be board certified or board eligible.',
  },
  {
    means: 'boardRecertificationRequired',
    pattern:
      /^• (?:current |active )?board[- ]certifi(?:ed|cation) in\b(?![^\n]*\b(?:or (?:board[- ])?eligib|prefer|within|plus))/im,
    examples: '• Current board certification in Neurology',
    counterExamples: '• Board certified in Neurology or board eligible',
  },
  {
    means: 'medicallyUnderservedArea',
    pattern: 'medically underserved, hpsa, health professional shortage, underserved (area|communit|population)*',
    examples: 'A HPSA-designated site. | Underserved communities',
  },
  {
    means: 'newGraduatesAcceptable',
    pattern:
      /\bnew(?:ly)?[- ]grad\w*[^.\n]{0,30}\b(?:welcome|encouraged|considered|accepted|friendly|invited|apply)|\b(?:graduating |current )?residents (?:and fellows )?(?:are )?(?:welcome|encouraged)/i,
    examples: 'New graduates are welcome to apply. | Residents welcome',
    counterExamples: 'Graduates of our program teach.',
  },
  {
    means: 'newGraduatesAcceptable',
    pattern:
      /\b(?:welcom\w+|open to|accept\w*|consider\w*|ideal for|great for)[^.\n]{0,30}\b(?:new[- ]grad\w*|residents|recent grad\w*|graduating)/i,
    examples: 'Open to new grads.',
  },
])

/** Of one clause that is about visas. */
export const visas = rules([
  {
    means: 'None',
    pattern: /\b(?:no|not|unable|cannot|can't|without|n't|neither|nor|un(?:available))\b/i,
    examples: 'Sorry, no visa sponsorship. | We are unable to sponsor J-1 or H-1B visas. | J-1 and H-1B visas are not accepted.',
  },
  {
    means: 'J1',
    pattern: 'j-?1, conrad',
    examples:
      'J-1 waiver candidates welcome. | H1B and J1 considered. | Conrad 30 slots available. | No H-1B; J-1 waivers are supported.',
  },
  { means: 'H1B', pattern: 'h-?1-?b', examples: 'We sponsor H-1B visas, cap-exempt.' },
  {
    means: 'Other',
    pattern: /sponsor|support|assist|accept|consider|welcome|available/i,
    examples: 'Visa sponsorship available.',
    counterExamples: 'A great place to live. | We sponsor the local marathon.',
  },
])
export const aboutVisas = rules([
  {
    means: 'visa',
    pattern: /\bvisas?\b|\bJ-?1\b|\bconrad\b|\bH-?1-?B\b|\bimmigration\b|\bsponsor(?:ship)?\b[^.]{0,20}\b(?:immigra|work auth)/i,
    examples: 'J-1 waiver candidates welcome. | Immigration support is available.',
    counterExamples: 'A great place to live. | We sponsor the local marathon.',
  },
])

export const payrolls = rules([
  {
    means: '1099',
    pattern: /\b1099\b/,
    examples: 'Paid as 1099.',
    counterExamples: 'W-2 employment. | W2 or 1099, as you like.',
  },
  { means: 'W2', pattern: /\bW-?2\b/, examples: 'W-2 employment.', counterExamples: 'Paid as 1099. | W2 or 1099, as you like.' },
])

/** In a field about the contract alone. */
export const engagements = rules([
  { means: '1099', pattern: 'independent', examples: 'Independent Contractor' },
  { means: 'W2', pattern: 'employee, w-?2', examples: 'Employee' },
])
