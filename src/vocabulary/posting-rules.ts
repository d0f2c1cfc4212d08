import { oneOf, rules } from './table.ts'

/**
 * What the texts of postings say of a job. A qualifier before a keyword is a lookbehind: searching
 * for the keyword first is several times faster.
 */

export const settings = rules`
Inpatient = /\binpatient\b/i
  ✓ Inpatient and outpatient work ✗ Outpatient clinic only, no inpatient work. | Inpatient care is
  handled by hospitalists.
Outpatient = /\boutpatient\b|\bambulatory\b(?! surg)/i ✓ Outpatient clinic only | Ambulatory care ✗ An ambulatory surgery center
Emergency Department = emergency (department|room) ✓ Staff the emergency department on 12-hour
  shifts.
ICU/Critical Care = intensive care, critical care ✓ Cover the critical care unit
Clinic = clinic, office based ✓ Outpatient clinic only, no inpatient work. | Office-based practice
Surgery Center = surgery center, surgicenter*, ASC ✓ Cases in our ASC | Two surgery centers
Research = research (opportunit|program|trial|time|interest|portfolio)*, protected research
  ✓ Clinical research opportunities | Protected research time ✗ We research what our patients need.
Telemedicine = telemedicine, telehealth, telepsych*, teleradiology, virtual (visits?|care)
  ✓ House calls and telehealth visits. | Virtual visits on Fridays
Home Visits = home visit, house ?calls?, home based primary care ✓ House calls and telehealth
  visits. | Home visits
`

export const schedules = rules`
Days = /\bday shifts?\b|\bmonday (?:through|to|-|–) (?:friday|thursday)\b|\bM-F\b|\bweekdays?\b|\bdays only\b/i
  ✓ Monday through Friday with a flexible schedule. | Day shift | M-F, 8 to 5
Nights = /\bnight shifts?\b|\bnights only\b|(?<=\b(?:rotating|some|\d|all|work) )nights\b|\bovernight (?:shifts?|call|coverage)\b/i
  ✓ Night shifts only, 7 on/7 off: seven on, seven off. | Rotating nights | Overnight call
  ✗ No call, nights or weekends. | Enjoy warm nights
Call = /(?<=\b(?:on|home|beeper|phone|shared|light|in-house|back-?up|trauma|stroke|stemi|hospital|weekend)[- ])call\b|\b1 ?: ?\d+ call\b/i
  ✓ Shared call 1:6, weekend call included. | On-call from home | 1:4 call
  ✗ Spend your weekends on the lake. Call us today. | No call, nights or weekends.
Call = /\bcall (?:is |of |at )?(?:shared|1 ?[:in]+ ?\d|schedule|rotation|coverage|pool|responsibilit|pay|burden)/i
  ✓ Call is shared by six. | Light call schedule
Shift Work = /\b\d+[- ]hour shifts?\b|\b\d+\/\d+s?\b(?= (?:schedule|block|rotation))|\b(?:7|seven)
  on\b/i
  ✓ Staff the emergency department on 12-hour shifts. | Night shifts only, 7 on/7 off: seven on,
  seven off. | 7/7 schedule
Shift Work = block schedul*, shifts? (per|a) month, shift work, swing shift*
  ✓ A block schedule | 14 shifts per month | Swing shifts
Weekends = /\bweekend (?:call|coverage|shifts?|rounding|rounds|hours|rotation|clinic|duty)\b|(?<=\b(?:one|1|every \w+|alternate|rotating|some|occasional) )weekends?\b/i
  ✓ Shared call 1:6, weekend call included. | One weekend
  ✗ Spend your weekends on the lake. Call us today. | No call, nights or weekends.
Weekends = weekends? (required|(per|a|each) month|rotation|(is|are) shared) ✓ Weekends are shared |
  Two weekends a month
Flexible = flexible (\w+ )?(schedul*|hours|shifts?), set your own schedule, 4 day (work ?)?week
  ✓ Monday through Friday with a flexible schedule. | A 4-day work week
Remote = /(?<=\b(?:fully|100%|entirely) )remote\b|\bwork from home\b|\bremote (?:position|work|schedule|role)\b/i
  ✓ Fully remote | A remote position ✗ A remote mountain town.
`

/** Only beside words about records: an 'epic view' is no software. */
export const ehrs = rules`
Epic = /\bEpic\b(?=[^.\n]{0,30}\b(?:EHR|EMR|electronic|charting|system|record)\b)|(?:\b(?:EHR|EMR|charting|records?)\b[^.\n]{0,30}|\b(?:uses?|using|on|via|in) )\bEpic\b/
  ✓ Epic EHR | Our EMR is Epic. ✗ Epic skiing and epic views | A modern record system
Cerner = cerner, oracle health ✓ Charting in Cerner
Allscripts = allscripts, veradigm ✓ Allscripts
athenahealth = /\bathena ?(?:health|one|net|clinicals)?\b(?=[^.\n]{0,30}\b(?:EHR|EMR)\b)|\bathena(?:health|one|net)\b|(?:EHR|EMR)[^.\n]{0,20}\bathena\b/i
  ✓ athenahealth EMR ✗ Athena, Oregon
eClinicalWorks = eclinical ?works, ecw ✓ We use eClinicalWorks
NextGen = /\bNextGen\b(?!eration)/i ✓ NextGen
Practice Fusion = practice fusion ✓ Practice Fusion
Meditech = meditech ✓ MEDITECH Expanse
CPSI = CPSI ✓ CPSI
`

/** A title that calls the work remote, but not one that calls a part of it so. */
export const remoteTitles = rules`
telehealth = /\btele-? ?(?!metry|phone|com)\w+|\bvirtual\b|\bremote\b/i
  ✓ Telepsychiatrist | Tele-Neurology Physician | Remote Radiologist
  ✗ Psychiatrist (Hybrid, Two Days Remote) | Radiologist, On-Site/Remote | Hospitalist – Telemetry
  Unit
`
export const partlyRemote = rules`
in part = hybrid, on-?site, days? (remote|virtual|telehealth), (remote|virtual|telehealth) days?
  ✓ Psychiatrist (Hybrid, Two Days Remote) | Radiologist, On-Site/Remote ✗ Remote Radiologist
`

export const remoteJobs = rules`
telehealth = /(?<=\b(?:fully|100%|entirely|completely) )(?:remote|virtual|telehealth|telemedicine)\b/i
  ✓ This fully remote role suits parents. ✗ Telehealth visits on Fridays. | A remote mountain town.
telehealth = (telehealth|telemedicine|remote) (position|role|opportunity|job), work from home
  ✓ A telehealth position | Work from home
`

/** What a posting rules out is no feature of the job. */
export const ruledOut = rules`
ruled out = /\b(?:no|without|zero|never
  any)\s+(?:\w+\s+){0,2}?${oneOf('call, night, weekend, inpatient, hospital, icu, ob, research, holiday')}(?:\s*(?:,|or|and)\s*${oneOf('call, night, weekend, holiday, inpatient')})*/i
  ✓ No call, nights or weekends. | Outpatient clinic only, no inpatient work. ✗ Call is shared.
`

/** Words on buttons and links of the source's page. */
export const controls =
  'view|save|unsave|share|print|apply|email|report|flag|see|show|hide|back|next|previous|sign in|log ?in|register|create|upload|easy|quick|similar|more|less|read|return|follow|bookmark|copy|tweet|like|subscribe|get|set|skip|close|menu|home|search|facebook|linkedin|twitter|whatsapp'
/** Words that stand beside them. */
export const fillers =
  'job(?:s| alerts?)?|this|now|today|here|link|saved?|a friend|friends?|to|on|for|the|by|with|your|my|an?|account|profile|resume|cv|similar|details?|all|e-?mail|main content|results?|page|posting|listing|indeed|company site|top|us|me|description|button|navigation|or|and|like|it|up|out|of'

/** What every page says, and not the posting. */
export const notices = rules`
equal opportunity = /\bequal (?:employment
  )?opportunit(?:y|ies)\b(?=[^]{0,400}\b(?:race|religion|veteran|disabilit\w*|employer)\b)/i
  ✓ Larkfield is an Equal Opportunity Employer. ✗ Equal opportunities for research and teaching.
equal opportunity = /\b(?:without regard to|regardless
  of)\b[^.]{0,80}\b(?:race|sex|gender|color|religion)\b|\bE-?Verify\b/i
  ✓ All applicants are considered without regard to race. | We use E-Verify. ✗ We treat patients
  regardless of income.
equal opportunity = /\bEEO\b[^.]{0,80}\b(?:employer|statement|poster|law)\b|\bAffirmative
  Action\b[^.]{0,60}\bemployer\b/i
  ✓ EEO employer | Affirmative Action employer
cookies = /\b(?:we|this (?:site|website)|our (?:site|website)) uses? cookies\b|\bprivacy policy\b[^.]{0,60}\bterms of (?:use|service)\b/i
  ✓ We use cookies to improve this site. | Privacy Policy and Terms of Use
cookies = cookie (policy|notice|preferences|settings), accept (all|our) cookies?
  ✓ Accept all cookies ✗ Cookies in the lounge every Friday.
`
