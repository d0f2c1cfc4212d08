import type {
  Benefit,
  EhrSystem,
  OrganizationType,
  PayrollType,
  PracticeSetting,
  RequirementFlag,
  Schedule,
  UserType,
  VisaSupport,
} from '#features/jobs/model.ts'

/** Qualifiers before a keyword are lookbehinds: searching for the keyword first is several times faster. */
type Found<T> = [RegExp, T][]

/** 'no call', 'not required to round inpatient': what a posting rules out is no feature of the job. */
const ruledOut =
  /\b(?:no|without|zero|never any)\s+(?:\w+\s+){0,2}?(?:call|nights?|weekends?|inpatient|hospital|icu|ob|research|holidays?)(?:\s*(?:,|or|and)\s*(?:call|nights?|weekends?|holidays?|inpatient))*/gi

const settings: Found<PracticeSetting> = [
  [/\binpatient\b/i, 'Inpatient'],
  [/\boutpatient\b|\bambulatory\b(?! surg)/i, 'Outpatient'],
  [/\bemergency (?:department|room)\b/i, 'Emergency Department'],
  [/\bintensive care\b|\bcritical care\b/i, 'ICU/Critical Care'],
  [/\bclinics?\b|\boffice[- ]based\b/i, 'Clinic'],
  [/\bsurgery centers?\b|\bsurgicenter|\bASC\b/i, 'Surgery Center'],
  [/\b(?:clinical )?research (?:opportunit|program|trial|time|interest|portfolio)\w*|\bprotected research\b/i, 'Research'],
  [/\btelemedicine\b|\btelehealth\b|\btelepsych\w*|\bteleradiology\b|\bvirtual (?:visits?|care)\b/i, 'Telemedicine'],
  [/\bhome visits?\b|\bhouse ?calls?\b|\bhome-based primary care\b/i, 'Home Visits'],
]

const schedules: Found<Schedule> = [
  [/\bday shifts?\b|\bmonday (?:through|to|-|–) (?:friday|thursday)\b|\bM-F\b|\bweekdays?\b|\bdays only\b/i, 'Days'],
  [
    /\bnight shifts?\b|\bnights only\b|(?<=\b(?:rotating|some|\d|all|work) )nights\b|\bovernight (?:shifts?|call|coverage)\b/i,
    'Nights',
  ],
  [
    /(?<=\b(?:on|home|beeper|phone|shared|light|in-house|back-?up|trauma|stroke|stemi|hospital|weekend)[- ])call\b|\bcall (?:is |of |at )?(?:shared|1 ?[:in]+ ?\d|schedule|rotation|coverage|pool|responsibilit|pay|burden)|\b1 ?: ?\d+ call\b/i,
    'Call',
  ],
  [
    /\b\d+[- ]hour shifts?\b|\b\d+\/\d+s?\b(?= (?:schedule|block|rotation))|\b(?:7|seven) on\b|\bblock schedule|\bshifts? (?:per|a) month\b|\bshift work\b|\bswing shift/i,
    'Shift Work',
  ],
  [
    /\bweekend (?:call|coverage|shifts?|rounding|rounds|hours|rotation|clinic|duty)\b|(?<=\b(?:one|1|every \w+|alternate|rotating|some|occasional) )weekends?\b|\bweekends? (?:required|(?:per|a|each) month|rotation|(?:is|are) shared)\b/i,
    'Weekends',
  ],
  [/\bflexible (?:\w+ )?(?:schedul\w+|hours|shifts?)\b|\bset your own schedule\b|\b4[- ]day (?:work ?)?week\b/i, 'Flexible'],
  [/(?<=\b(?:fully|100%|entirely) )remote\b|\bwork from home\b|\bremote (?:position|work|schedule|role)\b/i, 'Remote'],
]

const benefitWords: Found<Benefit> = [
  [
    /\b(?:health|medical)(?:care)?(?: insurance|, dental|\/dental| benefits| and dental| coverage|, [\w, ]{0,40}\binsurance)/i,
    'Health Insurance',
  ],
  [/\bdental\b(?! (?:clinic|office|director|practice))/i, 'Dental Insurance'],
  [
    /\bvision\b(?=[^.]{0,30}(?:insurance|plan|coverage|benefit))|(?:dental|medical|health)[^.\n]{0,20}\bvision\b/i,
    'Vision Insurance',
  ],
  [/\b40[13] ?\(?[kb]\)?|\bretirement (?:plan|benefit|match|savings|program|package)|\bpension\b/i, '401k/Retirement'],
  [/\bPTO\b|\bpaid time off\b|\bpaid vacation\b|\bweeks(?:'|’)? (?:of )?(?:paid )?(?:vacation|time off|PTO)\b/i, 'Paid Time Off'],
  [/\bCME\b|\bcontinuing medical education\b/i, 'CME Allowance'],
  [
    /(?<!\bclean )\bmalpractice\b(?! (?:and \w+ )?(?:history|claims|suits?|lawsuits?))|\btail coverage\b|\bprofessional liability\b/i,
    'Malpractice Insurance',
  ],
  [/\brelocation\b|\bmoving (?:costs|expenses)\b/i, 'Relocation Assistance'],
  [/\bsign(?:ing|[- ]?on)[- ]?(?:bonus|incentive)|\bcommencement bonus\b|\bsign-on\b/i, 'Signing Bonus'],
  [
    /(?<=\b(?:performance|productivity|quality|incentive|rvu|annual)[- ](?:based )?)(?:bonus|incentives?)|\bbonus(?:es)? (?:potential|structure|plan)\b/i,
    'Performance Bonus',
  ],
  [/\bflexible (?:\w+ )?(?:schedul\w+|hours)\b/i, 'Flexible Schedule'],
]

/** Only beside words about records: an 'epic view' is no software. */
const ehrs: Found<EhrSystem> = [
  [
    /\bEpic\b(?=[^.\n]{0,30}\b(?:EHR|EMR|electronic|charting|system|record)\b)|(?:\b(?:EHR|EMR|charting|records?)\b[^.\n]{0,30}|\b(?:uses?|using|on|via|in) )\bEpic\b/,
    'Epic',
  ],
  [/\bCerner\b|\bOracle Health\b/i, 'Cerner'],
  [/\bAllscripts\b|\bVeradigm\b/i, 'Allscripts'],
  [
    /\bathena ?(?:health|one|net|clinicals)?\b(?=[^.\n]{0,30}\b(?:EHR|EMR)\b)|\bathena(?:health|one|net)\b|(?:EHR|EMR)[^.\n]{0,20}\bathena\b/i,
    'athenahealth',
  ],
  [/\beClinical ?Works\b|\beCW\b/i, 'eClinicalWorks'],
  [/\bNextGen\b(?!eration)/i, 'NextGen'],
  [/\bPractice Fusion\b/i, 'Practice Fusion'],
  [/\bMeditech\b/i, 'Meditech'],
  [/\bCPSI\b/, 'CPSI'],
]

const organizations: Found<OrganizationType> = [
  [/\buniversity\b|\bschool of medicine\b|\bcollege of medicine\b|\bacademic\b|\bfaculty\b/i, 'Academic'],
  [/\bhealth ?(?:care)? (?:system|network)\b|\bhealth partners\b|\bhealth alliance\b/i, 'Health System'],
  [/\bhospitals?\b|\bmedical center\b/i, 'Hospital'],
  [/\bclinics?\b|\bhealth centers?\b|\burgent care\b/i, 'Clinic'],
  [
    /\bassociates\b|\bphysicians?,? (?:group|PLLC|PC)\b|\b(?:PLLC|P\.?C\.?|P\.A\.)$|\bmedical group\b|\bspecialists\b|\bpartners in\b/i,
    'Private Practice',
  ],
]

const flags: Partial<Record<RequirementFlag, RegExp>> = {
  fellowshipRequired:
    /\bfellowship[- ](?:training |trained )?(?:is |are )?(?:required|mandatory)|\bmust (?:be|have)[^.\n]{0,40}\bfellowship|\brequire[sd]?:?[^.\n]{0,30}\bfellowship|^• (?:completed |completion of an? )?fellowship (?:training )?in\b(?![^\n]*\b(?:prefer|plus|desir|welcome|or ))/im,
  stateLicenseRequired:
    /\blicen[sc]e[^.\n]{0,30}\b(?:is |are )?required|\bmust (?:be|have|hold|possess|obtain)[^.\n]{0,50}\blicen[sc]e|^• (?:an? )?(?:active|unrestricted|current|valid|full)\b[^.\n]{0,50}\blicen[sc]e\b|^• licensed\b|\brequire[sd]?:?[^.\n]{0,50}\b(?:state|medical) (?:medical )?licen[sc]e/im,
  boardRecertificationRequired:
    /\bboard[- ]certifi(?:ed|cation)\b(?![^.\n]{0,15}\b(?:or|\/)\W*(?:board[- ])?eligib)[^.\n]{0,30}\brequired|\bmust be board[- ]certified\b(?![^.\n]{0,15}\b(?:or|\/)\W*(?:board[- ])?eligib)|^• (?:current |active )?board[- ]certifi(?:ed|cation) in\b(?![^\n]*\b(?:or (?:board[- ])?eligib|prefer|within|plus))/im,
  medicallyUnderservedArea:
    /\bmedically underserved\b|\bHPSA\b|\bhealth professional shortage\b|\bunderserved (?:area|community|communities|population)/i,
  newGraduatesAcceptable:
    /\bnew(?:ly)?[- ]grad\w*[^.\n]{0,30}\b(?:welcome|encouraged|considered|accepted|friendly|invited|apply)|\b(?:welcom\w+|open to|accept\w*|consider\w*|ideal for|great for)[^.\n]{0,30}\b(?:new[- ]grad\w*|residents|recent grad\w*|graduating)|\b(?:graduating |current )?residents (?:and fellows )?(?:are )?(?:welcome|encouraged)/i,
}

type Details = {
  visa?: VisaSupport
  ehr?: EhrSystem
  payroll?: PayrollType
  organization?: OrganizationType
  userType: UserType
  settings: PracticeSetting[]
  schedules: Schedule[]
  benefits: Benefit[]
  telehealth: boolean
  flags: Partial<Record<RequirementFlag, true>>
}

/** What the texts say beyond the fields. Only what is said: silence means unknown, which is never 'no'. */
export function readDetails(job: {
  title: string
  employer: string
  text: string
  remote: boolean
  contract?: string | undefined
}): Details {
  const text = `${job.title}\n${job.text}`
  const affirmed = affirmedIn(text)
  const visa = readVisa(text)
  const ehr = ehrs.find(([pattern]) => pattern.test(text))?.[1]
  const payroll = readPayroll(text, job.contract)
  const organization = organizations.find(([pattern]) => pattern.test(job.employer))?.[1]
  return {
    ...(visa && { visa }),
    ...(ehr && { ehr }),
    ...(payroll && { payroll }),
    ...(organization && { organization }),
    userType: isSearchFirm(job) ? 'recruiter' : 'employer',
    settings: withTitle(all(settings, affirmed), /hospitalist|nocturnist|inpatient/i.test(job.title), 'Inpatient'),
    schedules: withTitle(all(schedules, affirmed), /nocturnist|\bnights?\b/i.test(job.title), 'Nights'),
    benefits: all(benefitWords, text),
    telehealth: job.remote || isTelehealth(job.title, job.text),
    flags: readFlags(text),
  }
}

/** Without negated clauses and those about other people's work. */
function affirmedIn(source: string): string {
  const text = source.replaceAll(ruledOut, ' ')
  let affirmed = ''
  let from = 0
  for (const { index } of text.matchAll(/\b(?:not|covered by|handled by|managed by|go to|left to)\b/gi)) {
    if (index < from) continue
    affirmed += text.slice(from, lastClauseEnd(text, index))
    const rest = text.slice(index).search(clauseEnd)
    if (rest < 0) return affirmed
    from = index + rest + 1
  }
  return affirmed + text.slice(from)
}

const clauseEnd = /[.;,\n]/

/** Behind the last sign before `index` that ends a clause. */
function lastClauseEnd(text: string, index: number): number {
  return Math.max(...['.', ';', ',', '\n'].map((sign) => text.lastIndexOf(sign, index))) + 1
}

function all<T>(found: Found<T>, text: string): T[] {
  return found.filter(([pattern]) => pattern.test(text)).map(([, value]) => value)
}

/** What the title says needs no sentence. */
function withTitle<T>(found: T[], said: boolean, value: T): T[] {
  return said && !found.includes(value) ? [value, ...found] : found
}

const visaWord = /\bvisas?\b|\bJ-?1\b|\bH-?1-?B\b|\bimmigration\b|\bsponsor(?:ship)?\b[^.]{0,20}\b(?:immigra|work auth)/i

/** Read clause by clause, because 'no H-1B; J-1 waivers supported' says both. J-1 leads: its waiver brings H-1B work. */
function readVisa(text: string): VisaSupport | undefined {
  if (!visaWord.test(text)) return undefined
  const said = new Set<VisaSupport>()
  for (const clause of text.split(/[.;\n]|\bbut\b/)) {
    if (!visaWord.test(clause)) continue
    if (/\b(?:no|not|unable|cannot|can't|without|n't|neither|nor|un(?:available))\b/i.test(clause)) said.add('None')
    else if (/\bJ-?1\b/i.test(clause)) said.add('J1')
    else if (/\bH-?1-?B\b/i.test(clause)) said.add('H1B')
    else if (/sponsor|support|assist|accept|consider|welcome|available/i.test(clause)) said.add('Other')
  }
  return (['J1', 'H1B', 'Other', 'None'] as const).find((it) => said.has(it))
}

function readPayroll(text: string, contract = ''): PayrollType | undefined {
  const contractor = /\b1099\b/.test(text) || /\bindependent\b|\b1099\b/i.test(contract)
  const employee = /\bW-?2\b/.test(text) || /\bemployee\b|\bW-?2\b/i.test(contract)
  if (contractor === employee) return undefined
  return contractor ? '1099' : 'W2'
}

function isSearchFirm({ employer, text }: { employer: string; text: string }): boolean {
  return (
    /\bstaffing\b|\brecruit(?:ing|ment|ers)\b|\blocums?\b|\b(?:executive|physician|medical) search\b|\bsearch (?:group|partners|firm)\b|\bplacements?\b/i.test(
      employer,
    ) || /\bour client\b/i.test(text)
  )
}

function isTelehealth(title: string, text: string): boolean {
  return (
    (/\btele-? ?(?!metry|phone|com)\w+|\bvirtual\b|\bremote\b/i.test(title) && !inPart.test(title)) ||
    /(?<=\b(?:fully|100%|entirely|completely) )(?:remote|virtual|telehealth|telemedicine)\b|\b(?:telehealth|telemedicine|remote) (?:position|role|opportunity|job)\b|\bwork from home\b/i.test(
      text,
    )
  )
}

/** Two days from home are no telehealth job. */
const inPart = /\bhybrid\b|\bon-?site\b|\bdays? (?:remote|virtual|telehealth)\b|\b(?:remote|virtual|telehealth) days?\b/i

function readFlags(text: string): Details['flags'] {
  const said = Object.entries(flags).filter(([, pattern]) => pattern.test(text))
  return Object.fromEntries(said.map(([flag]) => [flag, true]))
}
