import { oneOf, rules } from './rules.ts'

/** What the texts of postings say of a job. A qualifier before a keyword is a lookbehind: searching for the keyword first is several times faster. */

export const settings = rules([
  {
    means: 'Inpatient',
    pattern: /\binpatient\b/i,
    examples: 'Inpatient and outpatient work',
    counterExamples: 'Outpatient clinic only, no inpatient work. | Inpatient care is handled by hospitalists.',
  },
  {
    means: 'Outpatient',
    pattern: /\boutpatient\b|\bambulatory\b(?! surg)/i,
    examples: 'Outpatient clinic only | Ambulatory care',
    counterExamples: 'An ambulatory surgery center',
  },
  {
    means: 'Emergency Department',
    pattern: 'emergency (department|room)',
    examples: 'Staff the emergency department on 12-hour shifts.',
  },
  { means: 'ICU/Critical Care', pattern: 'intensive care, critical care', examples: 'Cover the critical care unit' },
  {
    means: 'Clinic',
    pattern: 'clinic, office based',
    examples: 'Outpatient clinic only, no inpatient work. | Office-based practice',
  },
  { means: 'Surgery Center', pattern: 'surgery center, surgicenter*, ASC', examples: 'Cases in our ASC | Two surgery centers' },
  {
    means: 'Research',
    pattern: 'research (opportunit|program|trial|time|interest|portfolio)*, protected research',
    examples: 'Clinical research opportunities | Protected research time',
    counterExamples: 'We research what our patients need.',
  },
  {
    means: 'Telemedicine',
    pattern: 'telemedicine, telehealth, telepsych*, teleradiology, virtual (visits?|care)',
    examples: 'House calls and telehealth visits. | Virtual visits on Fridays',
  },
  {
    means: 'Home Visits',
    pattern: 'home visit, house ?calls?, home based primary care',
    examples: 'House calls and telehealth visits. | Home visits',
  },
])

export const schedules = rules([
  {
    means: 'Days',
    pattern: /\bday shifts?\b|\bmonday (?:through|to|-|–) (?:friday|thursday)\b|\bM-F\b|\bweekdays?\b|\bdays only\b/i,
    examples: 'Monday through Friday with a flexible schedule. | Day shift | M-F, 8 to 5',
  },
  {
    means: 'Nights',
    pattern:
      /\bnight shifts?\b|\bnights only\b|(?<=\b(?:rotating|some|\d|all|work) )nights\b|\bovernight (?:shifts?|call|coverage)\b/i,
    examples: 'Night shifts only, 7 on/7 off: seven on, seven off. | Rotating nights | Overnight call',
    counterExamples: 'No call, nights or weekends. | Enjoy warm nights',
  },
  {
    means: 'Call',
    pattern:
      /(?<=\b(?:on|home|beeper|phone|shared|light|in-house|back-?up|trauma|stroke|stemi|hospital|weekend)[- ])call\b|\b1 ?: ?\d+ call\b/i,
    examples: 'Shared call 1:6, weekend call included. | On-call from home | 1:4 call',
    counterExamples: 'Spend your weekends on the lake. Call us today. | No call, nights or weekends.',
  },
  {
    means: 'Call',
    pattern: /\bcall (?:is |of |at )?(?:shared|1 ?[:in]+ ?\d|schedule|rotation|coverage|pool|responsibilit|pay|burden)/i,
    examples: 'Call is shared by six. | Light call schedule',
  },
  {
    means: 'Shift Work',
    pattern: /\b\d+[- ]hour shifts?\b|\b\d+\/\d+s?\b(?= (?:schedule|block|rotation))|\b(?:7|seven) on\b/i,
    examples:
      'Staff the emergency department on 12-hour shifts. | Night shifts only, 7 on/7 off: seven on, seven off. | 7/7 schedule',
  },
  {
    means: 'Shift Work',
    pattern: 'block schedul*, shifts? (per|a) month, shift work, swing shift*',
    examples: 'A block schedule | 14 shifts per month | Swing shifts',
  },
  {
    means: 'Weekends',
    pattern:
      /\bweekend (?:call|coverage|shifts?|rounding|rounds|hours|rotation|clinic|duty)\b|(?<=\b(?:one|1|every \w+|alternate|rotating|some|occasional) )weekends?\b/i,
    examples: 'Shared call 1:6, weekend call included. | One weekend',
    counterExamples: 'Spend your weekends on the lake. Call us today. | No call, nights or weekends.',
  },
  {
    means: 'Weekends',
    pattern: 'weekends? (required|(per|a|each) month|rotation|(is|are) shared)',
    examples: 'Weekends are shared | Two weekends a month',
  },
  {
    means: 'Flexible',
    pattern: 'flexible (\\w+ )?(schedul*|hours|shifts?), set your own schedule, 4 day (work ?)?week',
    examples: 'Monday through Friday with a flexible schedule. | A 4-day work week',
  },
  {
    means: 'Remote',
    pattern: /(?<=\b(?:fully|100%|entirely) )remote\b|\bwork from home\b|\bremote (?:position|work|schedule|role)\b/i,
    examples: 'Fully remote | A remote position',
    counterExamples: 'A remote mountain town.',
  },
])

/** Only beside words about records: an 'epic view' is no software. */
export const ehrs = rules([
  {
    means: 'Epic',
    pattern:
      /\bEpic\b(?=[^.\n]{0,30}\b(?:EHR|EMR|electronic|charting|system|record)\b)|(?:\b(?:EHR|EMR|charting|records?)\b[^.\n]{0,30}|\b(?:uses?|using|on|via|in) )\bEpic\b/,
    examples: 'Epic EHR | Our EMR is Epic.',
    counterExamples: 'Epic skiing and epic views | A modern record system',
  },
  { means: 'Cerner', pattern: 'cerner, oracle health', examples: 'Charting in Cerner' },
  { means: 'Allscripts', pattern: 'allscripts, veradigm', examples: 'Allscripts' },
  {
    means: 'athenahealth',
    pattern:
      /\bathena ?(?:health|one|net|clinicals)?\b(?=[^.\n]{0,30}\b(?:EHR|EMR)\b)|\bathena(?:health|one|net)\b|(?:EHR|EMR)[^.\n]{0,20}\bathena\b/i,
    examples: 'athenahealth EMR',
    counterExamples: 'Athena, Oregon',
  },
  { means: 'eClinicalWorks', pattern: 'eclinical ?works, ecw', examples: 'We use eClinicalWorks' },
  { means: 'NextGen', pattern: /\bNextGen\b(?!eration)/i, examples: 'NextGen' },
  { means: 'Practice Fusion', pattern: 'practice fusion', examples: 'Practice Fusion' },
  { means: 'Meditech', pattern: 'meditech', examples: 'MEDITECH Expanse' },
  { means: 'CPSI', pattern: 'CPSI', examples: 'CPSI' },
])

/** A title that calls the work remote, but not one that calls a part of it so. */
export const remoteTitles = rules([
  {
    means: 'telehealth',
    pattern: /\btele-? ?(?!metry|phone|com)\w+|\bvirtual\b|\bremote\b/i,
    examples: 'Telepsychiatrist | Tele-Neurology Physician | Remote Radiologist',
    counterExamples: 'Psychiatrist (Hybrid, Two Days Remote) | Radiologist, On-Site/Remote | Hospitalist – Telemetry Unit',
  },
])
export const partlyRemote = rules([
  {
    means: 'in part',
    pattern: 'hybrid, on-?site, days? (remote|virtual|telehealth), (remote|virtual|telehealth) days?',
    examples: 'Psychiatrist (Hybrid, Two Days Remote) | Radiologist, On-Site/Remote',
    counterExamples: 'Remote Radiologist',
  },
])

export const remoteJobs = rules([
  {
    means: 'telehealth',
    pattern: /(?<=\b(?:fully|100%|entirely|completely) )(?:remote|virtual|telehealth|telemedicine)\b/i,
    examples: 'This fully remote role suits parents.',
    counterExamples: 'Telehealth visits on Fridays. | A remote mountain town.',
  },
  {
    means: 'telehealth',
    pattern: '(telehealth|telemedicine|remote) (position|role|opportunity|job), work from home',
    examples: 'A telehealth position | Work from home',
  },
])

/** What a posting rules out is no feature of the job. */
export const ruledOut = rules([
  {
    means: 'ruled out',
    pattern: new RegExp(
      String.raw`\b(?:no|without|zero|never any)\s+(?:\w+\s+){0,2}?${oneOf('call, night, weekend, inpatient, hospital, icu, ob, research, holiday')}` +
        String.raw`(?:\s*(?:,|or|and)\s*${oneOf('call, night, weekend, holiday, inpatient')})*`,
      'i',
    ),
    examples: 'No call, nights or weekends. | Outpatient clinic only, no inpatient work.',
    counterExamples: 'Call is shared.',
  },
])
