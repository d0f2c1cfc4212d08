import { rules } from './table.ts'

/**
 * How postings word the terms of the work and of the contract. Each rule means a facet of a term:
 * 'where:home' a value, 'oneIn' a figure, which its group `n` holds; 'no' that the term is ruled
 * out, 'yes' that it is there, 'other' that the words are about something else. A rule reads one
 * sentence, in which numbers are digits.
 */

export const call = rules`
other = /\b(?:please |to |or |just |and )?call (?:(?:us|me|now|today|or (?:text|e-?mail))\b|for (?:more|details|information|an?)\b|(?:at )?\(?\d{3}\)?[-. ]{1,2}\d{3}\b)|(?<!in-?)\bhouse calls?\b|\bcall(?:ed)? (?:center|home)\b|\bcall-free days?\b|\b(?:roll|video|conference|curtain) calls?\b|\bcall coverage (?:is )?(?:provided|handled|taken|done) by\b|\bcall(?: schedule)?(?: ?:| is| to be)* (?:tbd|negotiable|determined|discussed)\b/i
  ✓ Call us today. | Call for details. | Please call (555) 555-0100. | House calls in the afternoon.
  | On call-free days you golf. | Call coverage is handled by residents. | Call: TBD
  ✗ Call from home.
other = /\b(?:no|without|never|free of|zero) (?:\w+ ){0,2}?(?:weekends?|nights?|overnight|hospital|inpatient|icu|ob|trauma|stroke|stemi|in-?house|holidays?|first|primary|unassigned|er|ed|backup|back-up|mandatory)[- ](?:on-?)?call\b|\b(?:no|without) (?:on-?)?call (?:on|during|over|for|in|off) (?:the )?\w+|\bin[- ]house call (?:is )?not (?:needed|required|expected)/i
  ✓ No weekend call. | No in-house call. | There is no call on weekends. ✗ No call at all.
no = /\b(?:no|zero|without|without any|free of|0) (?:on-? ?|after-?hours )?call\b(?! (?:center|off|room))|\bno (?:nights?|weekends?|holidays?|inpatient|hospital)(?:(?:,|\/| or| and|, or|, and) ?(?:no )?(?:nights?|weekends?|holidays?|inpatient(?: work)?|hospital(?: work| rounds)?|on|evenings?))*(?:,? (?:or|and|no) |, |\/|, (?:or|and|no) )(?:on-?)?call\b|\bcall[- ]free\b(?! days?)|\b(?:on-?)?call(?: schedule| requirements?)?(?: ?:| is|:) ?(?:none|no\b|zero|not (?:required|expected|part))|\b(?:does not|do not|don't|doesn't|never|not) (?:take|have|require|include|involve|carry) (?:any )?(?:on-?)?call\b|\bcall (?:is )?not required\b|\bnever (?:be )?on[- ]call\b/i
  ✓ No call, nights or weekends. | No nights, weekends, or call. | Call: none | A call-free
  practice. | You will not take call. | Outpatient only, no call. | Never on call
  ✗ No weekend call. | Call is 1:5.
oneIn = /\bcall\b[^.;]{0,45}?\b1 ?(?::|in|out of|every|to|\/) ?(?:every )?(?<n>\d{1,3})\b(?! ?(?:fte|providers? (?:is|are)|hours?))/i
  ✓ Call is 1:6. | Call is shared equally, about one in five. | Call 1 in 8 with a strong backup. ✗
  Call for details.
oneIn = /\b1 ?(?::|in|out of|\/) ?(?:every )?(?<n>\d{1,3})\b(?!:)[^.;:]{0,30}\bcall\b|\b1 (?:day|night|week|weekend) (?:of call |on call |of \w+ call )?(?:in|out of|every) (?:every )?(?<m>\d{1,2})\b[^.;]{0,40}\bcall\b|\bcall\b[^.;]{0,40}\b1 (?:day|night|week|weekend)s? (?:in|out of|every|of) (?:every )?(?<k>\d{1,2})\b/i
  ✓ 1:4 call. | One in seven home call | One week in six of hospital call. | You take call one week
  out of six.
oneIn = /(?<!\bno )\bcall\b[^.;]{0,45}?\bq\.? ?(?<n>\d{1,2})(?:th|nd|rd)?\b|\bq\.? ?(?<m>\d{1,2})(?:th|nd|rd)?(?: (?:days?|nights?|weeks?|weekends?|wks?))?[^.;]{0,25}\bcall\b|(?<!\bno )\bcall\b[^.;]{0,40}?\bevery (?<k>\d{1,2})(?:th|nd|rd)?[ -](?:days?|nights?|weeks?|weekends?)\b|\bevery (?<l>\d{1,2})(?:th|nd|rd) (?:day|night|week|weekend)[^.;]{0,30}\bcall\b/i
  ✓ Call q4. | q5 call from home | Call every sixth night. | On call every 5 weeks. | Every fourth
  weekend on call.
  ✗ Call is light. | No call, one clinic evening every fourth week.
where:home = /\b(?:home|phone|telephone|beeper|pager|at-?home|from-?home|remote)(?:[- ]only|[- ]based)?[- ](?:on-?)?call\b|\bcall\b[^.;]{0,40}?\b(?:from (?:your )?home|at home|by (?:tele)?phone|via phone|(?:tele)?phone only|home-based|is (?:from )?home)\b|\bcall\b[^.;]{0,60}?\b(?:home|phone|beeper|pager)\b(?! (?:of|to|triage|interview|number|town|health|visits|prices|base|and in))/i
  ✓ Home call only. | Phone call only. | Call is taken from home. ✗ A phone interview.
where:in-house = /\bin[- ]?house (?:[\w-]+ )?(?:on-?)?calls?\b|\bcall\b[^.;]{0,30}?\b(?:is |taken )?in[- ]?house\b(?! (?:call|lab|pharm|imag))|\bin-hospital call\b/i
  ✓ In-house call. | Call is taken in-house. ✗ No in-house call.
paid:no = /\b(?:unpaid|uncompensated) (?:\w+ )?call\b|\bcall (?:is )?(?:not (?:separately )?(?:paid|compensated)|unpaid|uncompensated)|\bno (?:additional |extra |separate )?(?:pay|compensation|stipend) for call\b/i
  ✓ Call is not paid. | Unpaid call. | No additional pay for call.
paid:yes = /\bcall (?:is )?(?:optional|voluntary) and (?:\w+ )?(?:paid|compensated)\b|\bcall\b[^.;]{0,40}\bwith (?:an? )?(?:\w+ )?(?:stipend|extra pay)\b|\b(?:paid|compensated) (?:\w+ )?(?:on-?)?call\b|\bcall (?:is |shifts? (?:are |is )?)?(?:paid|compensated|reimbursed)\b(?! (?:through|within|by) (?:salary|base))|\bcall[- ](?:pay|stipends?|compensation|differential)\b|\$[\d,.]+k? ?(?:per|a|for|\/|for each|an?) ?(?:\w+ ){0,2}call\b|\b(?:additional|extra|separate) (?:pay|compensation|stipend) for (?:\w+ )?call\b|\bcall\b[^.;$]{0,30}\b(?:paid at|pays|at|with(?: an?)?) \$|\bcall\b[^.;]{0,60}, ?(?:paid|compensated|stipend)\b(?! (?:time|by|off|vac|holid|mal|rel|in))/i
  ✓ Paid call. | Call is compensated. | Call pay of $500 a night | $1,200 per call | Extra pay for
  weekend call. | Call is voluntary and paid. | Weekend call with a daily stipend. | Call with $900
  a day
  ✗ Call is not paid. | Unpaid call.
yes = /\b(?:shared|late|light|minimal|rotating|equal|back-?up|trauma|weekend|limited|reasonable|manageable|low|easy)[- ]call\b|\bcall (?:(?:is|will be|are) )?(?:equally |evenly )?(?:shared|rotat\w+|divided|split|light|minimal|required|voluntary|optional|rotation|schedule|coverage|responsibilit\w+|burden|duties|pool)\b|\b(?:take|taking|share|shares|participate in|participation in) (?:the )?(?:\w+ ){0,2}call\b/i
  ✓ Shared call. | Call is optional. | Late call on Mondays | Light call schedule | You share call
  with five colleagues. ✗ Call us today.
`

export const fte = rules`
other = /\b(?:benefits?|eligib\w+|coverage|insurance)\b[^.;]{0,30}\b(?:0?\.\d+|1\.0) ?fte|\b(?:0?\.\d+|1\.0) ?fte (?:and (?:above|up) |or (?:more|above) )?(?:is |are |for |to be |receives? )?(?:full )?(?:benefits?|eligib\w+)|\b[\d.]+ ?ftes? (?:of )?(?:\w+ )?(?:support|staff|nurses?|rns?|mas?|scribes?|apps?|nps?|medical assistants?)\b/i
  ✓ Full-time benefits at 0.75 FTE. | Benefits-eligible from 0.5 FTE | 1.5 FTE medical assistants
  per physician
share = /(?<![\d.,$])(?<n>0?\.\d{1,2}|1(?:\.0{1,2})?)(?: ?(?:-|to|up to) ?(?<to>0?\.\d{1,2}|1(?:\.0{1,2})?))? ?-?(?:clinical |total )?(?:fte\b|full[- ]time equivalent)(?: (?:up )?to (?<kTo>0?\.\d{1,2}|1\.0))?|\bfte(?: status| level)?(?: ?:| of| is|) ?(?<m>0?\.\d{1,2}|1(?:\.0{1,2})?)(?: ?(?:-|to) ?(?<mTo>0?\.\d{1,2}|1(?:\.0{1,2})?))?(?![\d.])|(?<=^|, |\()(?<k>0?\.[2-9]5?|1\.0)(?: ?(?:-|to) ?(?<lTo>0?\.[2-9]5?|1\.0))?(?=[.,)]|$)/i
  ✓ A 0.8 FTE position. | 0.6–1.0 FTE considered | FTE: 1.0 | .75 FTE | Four days, 0.8. | 0.75 FTE
  with full benefits
  ✗ A practice of 12.5 FTE.
days = /\b(?<n>[3-6](?:\.5)?)(?: ?(?:-|to|or) ?(?<to>[3-6]))?[- ]?days?[- ](?:(?:an?|per|each|clinical|work|clinic) ?)*-?(?:week|wk|workweek)\b(?! (?:of |in )?(?:the )?(?:OR|operating|surgery|call|remote|from home|teaching))|\b(?<m>[34])[- ](?:8|9|10|12)[- ]hour days\b|\b(?<k>[345]) ?x ?(?:8|10|12)s?\b/i
  ✓ A 4-day work week. | Four days a week in clinic | Four 10-hour days | Three 9-hour days | 4x10s
  ✗ Call 4 days a month.
days = /\b(?<n>[2-6](?:\.5)?) ?d(?:ays?)? ?\/ ?(?:week|wk|w)\b|\bpart[- ]time[,:]? (?<m>[12]) days (?:an?|per|each) week\b/i
  ✓ 3.5 days/wk in clinic | 5 d/wk | Part-time: two days a week ✗ Two days a week in the OR.
hours = /\b(?<n>[1-9]\d)(?: ?(?:-|to) ?(?<to>[1-9]\d))? ?(?:patient[- ]facing |patient[- ]contact |direct |clinical |scheduled |clinic )*(?:hours?|hrs?)(?: of (?:patient|clinic|direct)[\w ]{0,20})?(?: ?\/ ?| (?:a|per|each|every) )(?:week|wk)\b|\b(?<m>[1-9]\d)(?: ?- ?(?<mTo>[1-9]\d))?[- ](?:patient[- ]facing |patient[- ]contact |direct |clinical |clinic )+(?:hours?|hrs?)\b|\b(?<k>[1-9]\d)[- ]hours? (?:work ?)?weeks?\b|\b(?<l>[1-9]\d) hours weekly\b/i
  ✓ 36 clinical hours | 40 hours per week | 32 patient-contact hours a week | A 40-hour work week
  ✗ Open 60 hours. | 24 hours of CME
hours = /\bfte ?(?:=|is|equals|\() ?(?<n>[1-4]\d)(?: ?- ?(?<to>[1-4]\d))? (?:\w+ )?hours\b|\bday (?:work ?)?week,? \(?(?<m>[2-6]\d) hours\b/i
  ✓ Full FTE is 34 hours. | 0.8 FTE (32 hours) | A four-day week, 34 hrs ✗ FTE status for 6 months
shifts = /\b(?<n>\d{1,3})(?: ?(?:-|to|or) ?(?<to>\d{1,3}))? (?:(?:8|9|10|12|24)[- ]?(?:hours?|hrs?) )?(?:\w+ )?shifts? ?(?:(?:\/|\b(?:an?|per|each|every)\b) ?(?<unit>month|year|yr|mo\b|week)|\b(?<mUnit>monthly|annually|yearly|weekly)\b)/i
  ✓ 26 shifts/yr | 14 shifts per month | Fifteen 12-hour shifts a month ✗ Two shifts are covered.
shifts = /\bshifts?,? (?<n>\d{1,2})(?: ?(?:-|to) ?(?<to>\d{1,2}))? (?:an?|per) (?<unit>month|week)\b/i
  ✓ 9-hour shifts, 14-16 per month ✗ Shifts of 12 hours
shifts = /(?<!\bcall\b[^.;]{0,60})\b(?<n>\d{1,2})(?: ?(?:-|to) ?(?<to>\d{1,2}))? nights (?:an?|per) (?<unit>month)\b(?![^.;]{0,60}\bcall\b)/i
  ✓ Ten nights a month ✗ Call 10 nights a month | You cover six nights a month of call.
`

const months = String.raw`(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`
const when = String.raw`(?:(?<month>${months})\.?,?(?:(?: or |\/)${months})?(?: \d{1,2}(?:st|th)?,)?|(?<season>spring|summer|fall|autumn|winter)(?: of)?(?= '?(?:20)?[2-4]\d)|(?<digits>1[0-2]|0?[1-9])\/(?:\d\d?\/)?) ?'?(?<year>20[2-4]\d|(?<=(?:'|spring |summer |fall |autumn |winter ))[2-4]\d)(?!\d)`
const starting = String.raw`(?:start(?:ing|s)?(?: dates?)?|begin(?:ning|s)?|available|availability|on ?board(?:ing)?|commenc\w+|join(?: us| our (?:team|group))?|needed|open(?:s|ing)? from|hir(?:e|ing) for)`

export const start = rules`
other = /\b(?:benefits?|coverage|insurance|pto|vest\w*|eligib\w+|accru\w+|match\w*|interview\w*|apply|respond|review\w*) (?:\w+ ){0,3}?(?:start\w*|begin\w*|asap|immediate\w*|available|now|day 1)\b|\b(?:opened|open(?:s|ing)|built|founded|established|completed?|completion|construction|expan\w+|move|moving|break\w* ground)\b[^.;]{0,30}\b20\d\d|\b(?:hospital|tower|building|clinic|facility|center|pavilion|program|service line|residency)\b[^.;]{0,20}\b(?:open\w*|start\w*|begin\w*|complet\w*|launch\w*)\b[^.;]{0,30}\b20\d\d|\b(?:start|open|launch|add|begin)\w* (?:an? |our |the )?(?:\w+ ){0,2}(?:residency|fellowship|program|service line|clinic|wing|tower)\b[^.;]{0,20}\b20\d\d/i
  ✓ Benefits start immediately. | Our new hospital, opening in June 2027, has 120 beds. | We launch
  a new fellowship in July 2027. | Apply now. | Interviewing immediately.
now = /\bneed (?:\w+ )?(?:asap|right away|immediately|at once)\b|\b${starting}\b[^.;\d]{0,25}\b(?:asap|as soon as possible|immediately|right away|now|at once)\b|\b(?:immediate|asap) (?:start|opening|need|availability|hire|placement|vacancy|coverage)|\bimmediately available\b|\b(?:position|opening|role|opportunity) (?:is )?(?:open |available )(?:now|immediately)\b/i
  ✓ Start: ASAP | Immediate start. | Available immediately. | Start as soon as possible. | We need
  you right away.
  ✗ Benefits start immediately. | Apply now.
date = /\b${starting}\b[^.;\d]{0,40}?(?<![\d/])${when}|(?<![\d/])\b${when.replaceAll('(?<', '(?<after_').replaceAll('(?<after_=', '(?<=').replaceAll('(?<after_!', '(?<!')}[^.;\d]{0,12}\b(?:start(?:s|ing|er)?\b|fellows?\b|residents?\b|grad(?:s|uates?|uating)?\b|begin\b|finish|complet(?:ion|ers)\b|opening\b|vacancy\b|availability\b)|^${when.replaceAll('(?<', '(?<alone_').replaceAll('(?<alone_=', '(?<=').replaceAll('(?<alone_!', '(?<!')}\.?$/i
  ✓ Start date: July 2027 | For a July 2027 start. | Summer 27 grads welcome. | Starting 8/2027 |
  Available September 1, 2027. | Starting June/July 2027
  ✗ Founded in May 2014.
graduates = /\b(?<n>20[2-4]\d) (?:(?:residency|fellowship) )?(?:grads?|graduates?|graduating|residents|fellows?|completers)\b|\bclass of (?<m>20[2-4]\d)\b|\bgraduat\w+ in (?<k>20[2-4]\d)\b/i
  ✓ 2027 graduates are welcome. | For 2029 fellows | Class of 2028
`

export const patients = rules`
other = /\b(?:hospital|department|ed|er|emergency room|facility|center|clinic|practice|group|site|system|urgent care|unit|program|team|partner)s?\b(?: (?:that|which|currently|alone))? (?:sees|treats|serves|cares for|averages?|handles|with|has|have|saw|see)\b[^.;]{0,40}\b\d{1,3}(?:,\d{3})?(?: ?- ?\d+)? (?:\w+ )?(?:patients|visits|encounters|procedures|consults|cases|deliveries)\b|\b\d+-bed\b|\bper (?:year|month)\b|\bannual(?:ly)?\b|\b(?:ed|er|site|hospital|department|total) (?:volume|census)\b[^.;]{0,40}\d+/i
  ✓ The emergency department sees 120 patients a day. | Our clinic serves 90 patients per day. |
  Hospital census of 85 | Two sites see 240 patients a day.
count = /(?<![\d.,$])\b(?<n>\d{1,3}(?:\.\d)?)(?: ?(?:-|to|or) ?(?<to>\d{1,3}(?:\.\d)?))?\+? (?!days?|hours?|weeks?|years?|half|physicians?|doctors?|partners?|rooms?|beds?)(?:(?!days?|hours?|weeks?)[\w]+[- ]){0,3}?(?:patients?|pts?|encounters|visits|consults?|scopes|procedures|cases|studies|exams|admissions|reads)\b[^.;\d]{0,25}?(?:(?:\/|per|an?|each|every) ?(?:[\w-]+ )?(?<unit>day|(?<=\/ ?)d|shift|hour|hr|clinic session|session|half[- ]day|doctor|provider|physician)\b|\b(?<daily>daily)\b)/i
  ✓ See 16–18 patients a day. | 20 scopes a day | 18 patients/day | 2 patients per hour | 15
  patients per 12-hour shift | 22 pts/d | 2.2 pph
  ✗ We have 3 physicians. | 32 patient hours and dinner
count = /(?<=^|[,:;(]|\b(?:see|about|roughly|around|seeing|averag\w+|of|to|pace|approximately|up to)) ?~?(?<![\d.$])(?<n>\d{1,2})(?: ?(?:-|to) ?(?<to>\d{1,2}))? ?(?:\/|a|per) ?(?<unit>day)\b|^(?<m>\d{1,2})(?: ?(?:-|to) ?(?<mTo>\d{1,2}))? (?:patients|consults|visits|encounters)\.?$/i
  ✓ 30–35/day. | Clinic, 15 a day. | Sixteen patients. ✗ Paid 24 hours a day
count = /(?<![\d.,$])\b(?<n>\d{1,2})(?: ?(?:-|to|or) ?(?<to>\d{1,2}))? (?:\w+ )?(?:patients?|admissions|consults) (?:a|per|each) (?<unit>night)\b(?<!\b(?:day|daily|shift)\b[^.;]{0,99})/i
  ✓ 5 admissions a night | Admit 6-9 patients per night ✗ 4 nurses a night
count = /\b(?:patients?|pts|visits|encounters|scopes|cases|procedures|studies)(?: seen)? (?:per|a|each|\/) ?(?<unit>day|shift|hour)(?: is|:| of| averages?)?(?: about| around| approximately| ~)? ?~?(?<n>\d{1,3})(?: ?(?:-|to) ?(?<to>\d{1,3}))?\b/i
  ✓ Patients per day: 18 | Patients per shift: 14-16
count = /\b(?:daily|average|avg|typical|expected|starting|clinic|your) ?(?:daily |patient )*(?:census|volume|panel per day)(?: is| of|:|,)*(?: about| around| approximately| ~| averages?| capped at| runs| between)* ?~?(?<n>\d{1,3})(?: ?(?:-|to|and) ?(?<to>\d{1,3}))?\b(?!,\d|\d|%)|\b(?:census|adc) (?:of |is |averages? |about |around |capped at |cap |cap of |~|: ?)*(?<m>\d{1,3})(?: ?(?:-|to) ?(?<mTo>\d{1,3}))?\b(?!,\d|\d|%)/i
  ✓ Daily census of 14 | Average census: 15-17 | Census 14 | ADC 15–17 ✗ The hospital census is
  public.
`

const covered = String.raw`(?:paid|covered|included|reimbursed|provided|arranged|furnished|booked|supplied|taken care of)`
const covers = String.raw`(?:paid|pays?|paying|covers?|covering|covered|reimburs\w+|provid\w+|includ\w+|arrang\w+|we book|all)`
const dateWord = String.raw`(?:(?:mid-|early |late )?\b(?:\d{1,2} )?${months}\b\.?(?: \d{1,2}(?:st|nd|rd|th)?(?!\d)(?: ?- ?\d{1,2}\b(?![-/]))?)?(?:,? ?20\d\d)?|\b\d{1,2}\/\d{1,2}(?:\/\d{2,4})?)`

export const locums = rules`
dates = /(?<n>\b${dateWord} ?(?:-|to|through|thru|until) ?${dateWord})(?! ?[ap]m)|\b(?:dates?|assignment|coverage|duration|term|contract)\b(?: needed| required| dates?| length)?(?: ?:| is| of| runs| for| from| starts?| through)*[^.;\d]{0,15}?(?<m>${dateWord}(?: ?(?:-|to|through|thru|until|and|&) ?(?:${dateWord}|ongoing))?|\b\d{1,2}(?: ?- ?\d{1,2})?[- ](?:weeks?|months?)\b|\bongoing\b)|\bongoing from ${dateWord}|\bopen-ended from ${dateWord}|(?<l>\b\d{1,2} weeks from ${dateWord})|(?<digits>\b${months} 20\d\d)|\b(?<k>\d{1,2}(?: ?- ?\d{1,2})?[- ](?:weeks?|months?)) (?:assignment|contract|coverage|locums?)\b/i
  ✓ Dates: March 1 - May 31, 2027 | This locum assignment runs 26 weeks. | Locums coverage from
  March through June | A 13-week assignment | Coverage: June 3-7 and June 17-21
hours = /\b(?<n>\d{1,3})[- ]?(?:hours?|hrs?|h)\b(?: (?!call)\w+)? (?:shifts?|days|nights)\b|\bshifts? (?:are |of |: ?)*(?<m>\d{1,2}) ?(?:hours?|hrs?)\b|(?<=^|[, ])(?<k>8|10|12|24)s\b/i
  ✓ 12-hour shifts | Nights, 10s | Shifts are 10 hours.
travel:no = /\btravel[^.;]{0,20}\bnot (?:paid|covered|included|reimbursed|provided)|\bno travel (?:paid|reimbursement|expenses?|coverage)|\bno travel(?:,| or| and|\/) ?(?:lodging|housing)|\b(?:pays?|covers?|arranges?|books?) (?:for )?(?:your |their |his or her )?own travel\b|\blocal (?:candidates|physicians|providers) only\b/i
  ✓ Travel is not covered. | You pay your own travel. | No travel or housing | No travel
  reimbursement
lodging:no = /\b(?:lodging|housing|accommodations?)[^.;]{0,20}\bnot (?:paid|covered|included|reimbursed|provided)|\bno (?:travel(?:,| or| and|\/) ?)?(?:lodging|housing)\b/i
  ✓ Lodging not included. | No travel or housing
travel:yes = /\b(?:travel|airfare|flights?|mileage)\b(?! (?:medicine|clinic))[^.;]{0,50}\b(?<!not )${covered}|\b${covers}\b[^.;]{0,40}\b(?:travel|airfare|flights?|mileage)\b(?! (?:medicine|clinic))|\b(?:airfare|flights?|mileage)\b(?! no\b)|\btravel (?:and|&|\/) ?(?:lodging|housing)/i
  ✓ Travel and lodging paid. | We cover your airfare and hotel. | Paid travel ✗ Travel is not
  covered.
lodging:yes = /\b(?:lodging|housing|hotels?|accommodations?)\b[^.;]{0,40}\b(?<!not )${covered}|\b${covers}\b[^.;]{0,45}\b(?:lodging|housing|hotels?|accommodations?)\b|\b(?:lodging|hotels?|furnished (?:house|apartment|condo)|(?:house|apartment) (?:we|is) provided?)\b(?! no\b)|\btravel(?:,| and| &|\/) ?(?:lodging|housing)/i
  ✓ Travel and lodging paid. | Housing is provided. | We cover your airfare and hotel. ✗ Lodging not
  included.
car:yes = /\brental cars?\b|\bcar rentals?\b|\b(?:hotel|lodging|flights?|airfare|travel)(?:,| and|,? &) (?:and )?(?:a )?rental\b(?! (?:housing|home|house|apartment|unit))/i
  ✓ Rental car included. | Travel, lodging and rental paid ✗ A hotel and rental housing
`

/** Each of one clause; a clause with a negation says no. */
export const visaDetails = rules`
other = /\b(?:citizens?|must (?:be|have|hold)|require[sd]?|holders?|authorized)\b[^.;]{0,40}\b(?:green card|permanent residen\w+)|\b(?:green card|permanent residen\w+)[^.;]{0,20}\b(?:required|holders?|only|or (?:us )?citizen)/i
  ✓ You must be a citizen or permanent resident. | Green card holders only
conrad = /\bconrad(?:[- ](?:30|state))*\b/i ✓ J-1 waivers through the Conrad 30 program.
flex = /\bflex[- ](?:slots?|spots?|waivers?|10)\b|\b(?:via|through|or|by) flex\b|\bflex or conrad\b/i
  ✓ A flex slot is open. ✗ Flex time
capExempt = /\bcap[- ](?:exempt|subject)/i ✓ H-1B, cap-exempt.
transfer = /\bh-?1-?b?(?: visa)?[- ]transfers?\b|\btransfers? (?:of )?(?:an? |your |existing |current )*h-?1-?b?\b|\bh-?1-?b[^.;]{0,40}\btransfers?\b|\btransfers? too\b|\bh-?1 transfers?\b|\bvisa transfers?\b/i
  ✓ H-1B transfers are welcome. | We take over transfers of existing H-1B visas. ✗ A transfer center
greenCard = /\bgreen[- ]cards?\b|\bpermanent residen(?:cy|ce)\b|\bI-140\b|\bEB-?[12]\b/i
  ✓ Green card sponsorship. | We sponsor permanent residency. ✗ Green card holders only
`

export const payModel = rules`
other = /\bin (?:close |strong )?partnership with\b|\bpartnerships? (?:with(?! (?:an? )?buy-in)|between|among)\b|\bpartner(?:ed|ing|s)? with\b|\b(?:no|not|money[- ]back) guarantee(?:d|s)?\b(?! partnership)|\b(?:no|without(?: a)?) base\b/i
  ✓ In partnership with the university. | Collections only, without a base. | We partnered with a
  health plan.
partnership:no = /\b(?:no|non|not an?|without)[- ]?(?:a )?partnership\b|\bnon-?partnership\b|\bpartnership (?:is )?not (?:available|offered)/i
  ✓ No partnership track. | Partnership is not available.
partnership:yes = /\bpartnership(?:[- ](?:track|opportunit\w+|eligib\w+|potential|available|offered|possible|path|position|option|after|in|within|at|buy))|\b(?:path|track|route|opportunity) (?:to|for) (?:full |equity )?partner(?:ship)?\b|\bpartner(?:ship)? (?:\w+ ){0,2}(?:after|in|within|at) (?:year )?\d|\bimmediate (?:\w+ )?partnership\b|\bfull partner\b|\b(?:offers?|with|to|by) (?:full |equity |early )?partnership\b(?! with (?!(?:an? )?buy-in))|\bbuy-in (?:\w+ ){0,2}(?:after|in|within|at) \d/i
  ✓ Partnership track. | Partnership after 2 years | A path to partnership | Become a partner in two
  years. | Immediate equity partnership. | Two years of employment, followed by partnership | Buy-in
  after three years
  ✗ No partnership track. | In partnership with the university.
partnershipMonths = /\bpartner(?:ship|s')?\b[^.;,\d]{0,40}?(?<n>\d{1,2}(?:\.5)?)[- ](?<unit>years?|months?)\b(?! (?:\w+ )?guarant)|\b(?<m>\d{1,2}(?:\.5)?)[- ](?<mUnit>years?|months?) (?:\w+ ){0,3}?(?:partnership|(?:to|then) partner)\b|\bpartner(?:ship)?\b[^.;,\d]{0,30}\byear (?<years>\d)\b|\bpartner(?:ship)? in (?<inYears>\d)\b(?=\.|,|$)|\b(?<k>\d{1,2})[- ](?<kUnit>years?|months?)\b[^.;,\d]{0,30},? (?:followed by|leading to) (?:full |equity )?partnership\b|\bbuy-in (?:\w+ ){0,2}(?:after|in|within|at) (?<l>\d)(?: ?(?:-|to) ?\d)? (?<dUnit>years?)\b/i
  ✓ Partnership after 2 years | A two-year partnership track | Partner within 18 months |
  Partnership track: two years | Partner at the end of year two | Two years of employment, followed
  by partnership | Buy-in in 2-3 years
perRvu = /\$ ?(?<n>\d{2,3}(?:\.\d{1,2})?)(?: ?(?:-|to) ?\$?(?<to>\d{2,3}(?:\.\d{1,2})?))? ?(?:\/|per|an?|for (?:each|every)|each|) ?(?:w|work )?rvus?\b|\b(?:rvu (?:rate|conversion(?: factor)?|multiplier)|conversion factor)(?: of| is|:| at)* ?\$(?<m>\d{2,3}(?:\.\d{1,2})?)|\bw?rvus?\b[^.;$\d]{0,25}\$(?<k>\d{2,3}(?:\.\d{1,2})?)(?![\d,k]|\.\d| ?(?:-|to) ?\$)|(?<![\d$,.])(?<l>\d{2,3}(?:\.\d{1,2})?)\/w?rvu\b|\bconversion \$(?<digits>\d{2,3})\b/i
  ✓ $52/wRVU over 4,800 | $55.50 per wRVU | Conversion factor of $48 | wRVU rate: $62 | Paid at
  52/wRVU ✗ $52 per hour
perRvu = /\$ ?(?<n>\d{2,3}(?:\.\d{1,2})?) (?:conversion factor|(?:conversion|w?rvu) rate)\b/i
  ✓ A $58.20 conversion factor ✗ A $60 copay
threshold = /\bw?rvus?\b[^.;]{0,50}?\b(?:over|above|after|beyond|past|exceed\w*|in excess of|threshold(?: of| is|:)?|more than|starting at)(?: (?:an? |the )?(?:annual |base |threshold |target )*(?:of )?)? ?(?<n>\d,?\d{3}|1\d,?\d{3})\b|\b(?:over|above|after|beyond|past|exceed\w*|in excess of|threshold (?:of|is))(?: (?:an? |the )?(?:annual |base |threshold )*(?:of )?)? ?(?<m>\d,?\d{3}|1\d,?\d{3}) (?:annual )?w?rvus?\b|\b(?<k>\d,?\d{3}|1\d,?\d{3})[- ]w?rvus? threshold\b/i
  ✓ $52/wRVU over 4,800 | A wRVU threshold of 5,200 | Bonus above 6,000 wRVUs
guaranteeMonths = /\b(?<n>\d{1,2})[- ](?<unit>years?|months?)(?: (?:initial|base|income|salary|net|competitive|compensation|pay|full|minimum|draw|of))* guar(?:ant(?:ee[ds]?|y|ies))?\b|\bguar(?:ant(?:ee[ds]?|y))?\b[^.;\d]{0,45}?(?:\$\d[\d,]*k?\b[^.;\d]{0,20})?(?<m>\d{1,2})[- ](?<mUnit>years?|months?)\b(?! (?:partner|non|to partner))|\b(?:base|salary|base salary) for (?:the first )?(?<k>\d{1,2}) (?<kUnit>years?|months?)\b|\bguarantee\b[^.;\d]{0,10}\byear 1 and (?<years>2)\b/i
  ✓ A 2-year guarantee | Two-year income guarantee | Base salary guaranteed for the first 2 years |
  24-month salary guarantee | Guaranteed base of $560,000, two years | Guarantee 3 yrs | $500,000
  base for 2 years | A first-year income guarantee
guarantee:yes = /\b(?:income|salary|base|net|pay|compensation|revenue)[- ](?:\w+ )?guarant(?:ee[ds]?|y)\b|\bguaranteed (?:\w+ )?(?:base|salary|income|compensation|pay|draw|minimum)\b|\bafter (?:the |an? |your )?(?:initial )?guarantee\b/i
  ✓ Income guarantee. | Guaranteed base salary | 45% of collections after the guarantee ✗ We
  guarantee nothing.
base:yes = /\bbase (?:salar(?:y|ies)|pay|compensation|rate|plus|with|\+|guarantee)|(?:\$ ?\d[\d,.]*k? |^)base\b(?! (?:camp|hospital))|(?<!\b(?:of|the|home|patient|patients|referral|military|force|army|naval|client|knowledge|donor|large|broad|solid|strong|established|growing|loyal) )\bbase\b(?= ?(?:of \$|\$|\d|draw|guarant|then|and (?:\d|night|product)|[,.:]|$))|^salary(?: only| for \d| in year|\.|,| \$)|\bsalary for \d+ years\b|\$ ?[\d,.]+k? salary\b|\bbase ?(?:\+|plus|and) ?(?:w?rvu|production|productivity|bonus|incentive)|\bstraight salar(?:y|ied)\b|\bsalary plus\b|\bguaranteed base\b|\bstarting salary\b(?! (?:range )?(?:depends|is based|commensurate|varies))|\bsalaried\b/i
  ✓ Base salary plus bonus | Base + wRVU | Straight salary, no RVUs. | $285,000 base | Base of $300K
  | Salary only. | The starting salary is guaranteed.
  ✗ A broad patient base. | At the base of the mountains | Salary range depends on experience.
productivity:no = /\b(?:no|without|not) (?:an? )?(?:w?rvus?|productivity|production)(?:[- ](?:based|targets?|quotas?|requirements?|pressure))?\b|\b(?:productivity|production|w?rvus?)(?: is| are) not (?:measured|counted|tracked|used)\b/i
  ✓ Straight salary, no RVUs. | No productivity targets | RVUs are not tracked.
productivity:yes = /\b(?:w?rvu|productivity|production|collections?|volume)[- ](?:based|bonus\w*|incentives?|model|only|driven|compensation|component|plan|pay)\b|\bproduction (?:only|with|less)\b|\bthen production\b|\d ?% (?:of )?(?:net |your |gross )*(?:collections|production|profits?)\b|\b(?:follows|share of|based on) (?:your |net )*collections\b|\bproductivity(?=[.,;]|$| \d)|\bw?rvu productivity\b|\b(?:percentage|percent|%) of (?:net |your |gross )*collections\b|\beat what you kill\b|(?<!no )(?:\+|plus|and|per|\/) ?w?rvus?\b|\bproductivity[^.;]{0,25}\b(?:bonus|incentive)|\b(?:bonus|incentives?)\b[^.;]{0,30}\b(?:productivity|production|w?rvus?|(?:on|of) collections)\b/i
  ✓ Base + wRVU | Salary plus productivity; sign-on bonus | Production only | Productivity bonus |
  $52 per wRVU | Bonus based on productivity | 25% bonus on collections ✗ Straight salary, no RVUs.
`

export const malpractice = rules`
other = /\bclean (?:\w+ ){0,2}malpractice\b|\bmalpractice (?:and \w+ )?(?:history|claims(?![- ]made)|suits?|lawsuits?|judgments?|reviews?|climate|reform|caps?|environment)\b|\btail (?:coverage )?(?:is )?(?:not|never) (?:needed|required|necessary)|\bno (?:need for )?tail (?:coverage |insurance )?(?:is )?(?:needed|required|necessary|to (?:buy|purchase|pay))|\bno need for (?:a )?tail\b|\bprior tail\b|(?<=\boccurrence\b[^.;]{0,60})\bno tail\b/i
  ✓ Clean malpractice history | Occurrence policy, so no tail needed. | A favorable malpractice
  climate | Malpractice reviews
kind:occurrence = /\bocc\.? (?:malpractice|policy)\b|\boccurrence\b(?! or claims)[- ]?(?:based|type|form|policy|coverage|malpractice|professional|insurance|plus)?\b(?=[^.;]*\b(?:malpractice|liability|coverage|policy|insurance)\b)|^occurrence\b(?! or claims)|\boccurrence cover\b|\b(?:malpractice|liability|coverage|policy|insurance)\b[^.;]{0,50}\boccurrence\b/i
  ✓ Occurrence-based malpractice. | Malpractice coverage (occurrence) | Occ policy ✗ A rare
  occurrence. | Occurrence or claims-made coverage
kind:claims-made = /(?<!\boccurrence or )\bclaims?[- ]made\b(?! or occurrence)/i ✓ Claims-made with tail | Malpractice is claims made.
  ✗ Occurrence or claims-made coverage
tail:physician = /\btail\b(?: ?: ?| (?:is )?)(?:you\b|yours\b|physician\b|provider\b|on you\b)|\btail\b[^.;,]{0,40}\b(?:not (?:be )?(?:covered|paid|included|provided|offered)|(?:physician|provider|your|the doctor)(?:'s)? (?:own )?(?:responsib\w+|expense|cost)|responsibility of the (?:physician|provider|doctor|employee)|(?:paid|covered|purchased|borne|carried) by (?:the )?(?:physician|provider|you|doctor)|at (?:your|the physician's) (?:own )?(?:expense|cost)|excluded|is on you)|\b(?:no|without|excluding|excludes|does not (?:include|cover|pay(?: for)?)|not including) (?:the |any )?tail\b|\b(?:you|physicians?|providers?) (?:are |is )?(?:responsible for|pays?(?: for)?|buys?|purchases?|covers?) (?:your |their |the )?(?:own )?tail\b/i
  ✓ Tail not covered. | Claims-made without tail | Tail coverage is the responsibility of the
  physician. | You pay the tail. | Tail: physician pays. | The tail is yours. | The physician pays
  for tail.
  ✗ Tail paid. | No tail needed.
tail:shared = /\btail\b[^.;]{0,40}\b(?:shared|split|50\/50|50 ?%|half|pro-?rated|prorated)\b|\b(?:shared|split|half of(?: the)?|50% of(?: the)?|prorated|pro-rated) tail\b/i
  ✓ Tail is shared. | Tail coverage split 50/50
tail:employer = /\btail\b(?:[- ](?:coverage|insurance|policy|premium))?(?: (?:is|are|will be|also|fully|100%|always|cost|costs|both))*,? ?\(?(?:paid|included|covered|provided|furnished|purchased|supplied|offered|guaranteed)\b(?! by (?:the )?(?:physician|provider|you|doctor))|\b(?:paid|full|with|including|includes?|incl\.?|plus|provides?|provided|covers?|covering|pays?(?: for)?|pay for|employer[- ]paid|company[- ]paid|buys?|free|offers?|and|&|\+|nose and|,) (?:the |your |full |paid |both |all |nose and |100% (?:of )?)*tail\b|\btail (?:coverage|insurance)\b(?=[,.;)]|$| and\b)|\bpre-?paid tail\b|\btail\b(?: ?: ?| is | )?ours\b|\btail[^.;,]{0,30}\b(?:(?:by|on) (?:the )?(?:employer|group|hospital|practice|system|agency|us)\b|(?:employer|group|hospital|practice|system|agency) (?:pays|covers|buys))/i
  ✓ Tail paid. | Claims-made with tail | Malpractice with tail coverage | We pay the tail. |
  Malpractice, including tail | Claims-made policy, incl. tail
  ✗ Tail not covered. | Claims-made without tail | You pay the tail. | Tail is shared. | Occurrence
  policy, so no tail needed.
no = /\b(?:malpractice|professional liability)\b[^.;]{0,30}\bnot (?:provided|paid|included|covered)|\b(?:carry|provide|bring|have|maintain|purchase|pay for|buy) (?:your|their) own (?:malpractice|professional liability)|\bno malpractice (?:coverage|insurance)\b/i
  ✓ Malpractice is not provided. | You carry your own malpractice insurance. | Physicians pay for
  their own malpractice.
yes = /\b(?:malpractice|professional liability)(?: (?:insurance|coverage|liability|premiums?))*\b(?: (?:is|are|will be|fully))* ?(?:provided|paid|included|covered|furnished|coverage|insurance)?|\bfederal torts?\b|\bFTCA\b/i
  ✓ Malpractice provided. | Paid malpractice | Professional liability insurance | FTCA coverage ✗
  Clean malpractice history
`

const compete = String.raw`(?:non-? ?competes?|non-?competition|restrictive covenants?|covenants? not to compete|covenants?(?! (?:health|medical|hospital|children|presbyterian|physician|village|living|care|clinic|surg|system|community)))`

export const nonCompete = rules`
no = /\b(?:no|without|zero|free of|never an?|non|not an?) (?:\w+ ){0,2}?(?:or )?${compete}|\b${compete}(?: (?:clause|agreement)s?)?(?: ?:| is| are|,)? ?(?:none\b|no\b|waived|n\/a|not (?:required|used|included|enforced|part|asked|applicable)|do(?:es)? not apply|never)|\b(?:not|n't|never) (?:\w+ )?(?:use|have|require|include|enforce|impose|ask(?: for)?|believe in|sign|contain|bound by|subject to)[^.;]{0,20}\b${compete}|\b(?:bans|banned|prohibits|forbids|outlawed) (?:\w+ )?${compete}/i
  ✓ No restrictive covenant. | No non-compete. | Non-compete: none | Restrictive covenants do not
  apply. | We do not use non-competes. | Contract without a non-compete clause | You are not subject
  to a restrictive covenant. | The state prohibits physician non-competes.
  ✗ Non-compete of 15 miles for 1 year.
miles = /\b${compete}\b[^.;]{0,60}?(?<n>\d{1,4}(?:,\d{3})?)[- ]?(?:mile|mi)s?\b|(?<m>\d{1,4}(?:,\d{3})?)[- ]?(?:mile|mi)s?\b[^.;]{0,40}\b${compete}/i
  ✓ Non-compete of 15 miles for 1 year. | A restrictive covenant with a 10-mile radius | A 20-mile
  non-compete
  ✗ We are 15 miles from the coast.
months = /\b${compete}\b[^.;]{0,60}?\b(?<n>\d{1,3})[- ]?(?<unit>months?|years?|yrs?)\b(?! (?:partnership|guarantee|of experience|contract|to partner))|\b(?<m>\d{1,3})[- ]?(?<mUnit>months?|years?|yrs?)\b(?:, ?\d{1,3}[- ]?mile)?[^.;,]{0,40}\b${compete}/i
  ✓ Non-compete of 15 miles for 1 year. | Two-year, 10-mile covenant | 12-month non-compete
yes = /\b${compete}/i ✓ A standard non-compete applies. | A covenant of 10 miles ✗ Join Covenant Health.
`

const loans = String.raw`(?:(?:student |education(?:al)? |medical school |school )?(?:loans?|debts?)(?: (?:re-?payments?|forgiveness|assistance|help|reimbursement|reduction|relief|payoff|pay-off|support|programs?|incentives?|eligible))*|loan re-?payments?|LRP|EDRP|tuition reimbursement)`
const dollars = String.raw`\$ ?(?<n>\d[\d,]*(?:\.\d+)?) ?(?<thousand>k|thousand)?\b`

export const loanRepayment = rules`
other = /\bforgivable (?!student|education)(?:\w+ )?loans?\b|\b(?:home|mortgage|relocation|physician|bank|auto|sba|small business)[- ](?:\w+ )?loans?\b|\bloans? officer\b|\bloaner\b/i
  ✓ A forgivable loan during residency | Physician mortgage loans
no = /\b(?:no|without) (?:student )?loan (?:re-?payment|forgiveness|assistance)|\bloan (?:re-?payment|forgiveness|assistance)(?: is| are|:)? (?:not (?:available|offered|provided)|none)\b|\bnot (?:offer|provide) (?:student )?loan/i
  ✓ No loan repayment. | Loan repayment is not available.
amount = /${dollars}(?! ?(?:sign|relo|cme|bonus))[^.;$]{0,45}\b${loans}\b(?! ?(?:of |up to |: )?\$)|\b${loans}[^.;$]{0,45}${dollars.replaceAll('?<n>', '?<m>').replaceAll('?<thousand>', '?<mThousand>')}(?! ?(?:sign|relo|cme|bonus|per w?rvu))(?: ?(?:a|per|each|\/) ?(?<mUnit>year)| ?(?<kUnit>annually|yearly))?/i
  ✓ Up to $200k in loan repayment. | Loan repayment up to $100,000 | $50,000 toward student loans |
  Student loans of $30,000 annually ✗ A $20,000 sign-on bonus
amount = /\b${loans}[^.;]{0,30}\$[\d,]+k? ?(?:a|per|each|\/) ?year\b[^.;$]{0,40}${dollars}/i
  ✓ Loan repayment of $25,000 a year for four years ($100,000)
amount = /\b${loans}[^.;]{0,60}${dollars}(?= (?:in all|in total|total|altogether)\b)/i
  ✓ Loan repayment: $30,000 at signing and $90,000 in total
program:NHSC = /\bNHSC\b|\bnational health service corps\b/i ✓ NHSC loan repayment site.
program:PSLF = /\bPSLF\b|\bpublic (?:service )?(?:student )?(?:loan )?forgiveness\b/i
  ✓ PSLF-eligible employer. | Public service loan forgiveness
program:state = /\bstate(?:-funded|-sponsored)? (?:student )?loan\b|\bstate (?:loan )?re-?payment program|\bSLRP\b|\bstate LRP\b/i
  ✓ State loan repayment programs are available.
yes = /\bloan (?:re-?payments?|forgiveness|assistance|reimbursement|reduction|relief|payoff|support)\b|\b(?:student|education(?:al)?|medical school) (?:loan|debt)s?\b|\bloans? (?:are )?(?:repaid|paid)|\bLRP\b|\bEDRP\b/i
  ✓ Student loan repayment. | Educational debt assistance ✗ No loan repayment. | A forgivable loan
  during residency
`

export const notice = rules`
other = /\b(?:cancel\w*|reschedul\w*|switch\w*)\b[^.;]{0,30}\bnotice\b|\bnotice (?:of|for|before) (?:the |your |any |an? )?(?:interviews?|visits?|shifts?|schedul\w+|cancel\w+|vacations?|absences?)\b/i
  ✓ Assignments can be cancelled on 14 days notice. | 30 days notice for vacation
days = /\b(?<n>\d{1,3})[- ]?(?<unit>days?|months?|weeks?)'?s?(?: (?:written|advance|prior|without|with|no-cause|no|of|cause|termination|mutual|out|either|way|on|side|both|ways|sides))*'? ?(?:notice|to leave\b|out[- ]clause|without[- ]cause|termination|resignation|out)\b|\bnotice(?: period| requirement)?(?: of|:| is|,)*(?: at least| a minimum of)? ?(?<m>\d{1,3})[- ]?(?:(?<mUnit>days?|months?|weeks?)\b|(?=\.|, |$))|\b(?:without cause|terminat\w+|resign\w*|no-cause)\b[^.;\d]{0,40}\b(?<k>\d{1,3})[- ](?<kUnit>days?|months?)\b/i
  ✓ 90 days without cause | 60-day notice | A 60-day no-cause out | Notice period: 90 days | Either
  party may leave with 3 months’ notice.
  ✗ Credentialing takes 90 days. | A position until further notice
`

export const cme = rules`
other = /\b(?:accredited|certified|approved) (?:\w+ ){0,3}cme\b|\bhours of cme (?:every|required|for)\b|\b(?:licen[sc]e|licensure|state|board) requires\b[^.;]{0,20}\bcme\b|\b(?:pto|time[- ]off|vacation|leave)\b,? ?\(?(?:incl\.?|including|includes|inclusive of) cme\b(?! ?(?:\$|of|allow|stip))|\b(?:pto|time[- ]off|vacation|leave) ?\([^)\d$]*\bcme\b[^)]*\)|\bno cme (?:money|funds|dollars)\b/i
  ✓ An approved provider of CME. | 25 hours of CME required | The board requires annual CME. |
  Vacation, including CME | PTO (vacation and CME) | No CME funds
amount = /\$ ?(?<n>\d[\d,]*(?:\.\d+)?) ?(?<thousand>k)?(?:\+)?(?:[ /-](?:\w+|per|annual|\/))*?[ -](?:\w+ ){0,4}?(?:cme|(?:continuing |for |medical )+education|professional (?:development|expenses?))\b|\b(?:cme|continuing (?:medical )?education|professional development)\b(?:(?!relo|sign|loan|salar|base)[^.;$]){0,45}?\$ ?(?<m>\d[\d,]*(?:\.\d+)?) ?(?<mThousand>k)?/i
  ✓ $4,000 for education | $5,000 CME allowance | CME: $4,000 and 5 days | $3.5K annual CME ✗ A
  $20,000 bonus. | CME, health plan, sign-on $20,000
days = /\b(?<n>\d{1,2})[- ](?:paid |additional |full )?(?<unit>days?|weeks?)'?(?: (?:of|for|paid|per|off|time|leave|year|annual|annually|a))* ?(?:cme|continuing (?:medical )?education)\b|\b(?:cme|continuing (?:medical )?education)\b(?: (?:time|leave|days|allowance|of|is|with|includes?|off|stipend|budget|:)|:|,)*[^.;]{0,40}?(?<![\d,$])(?<m>\d{1,2})[- ](?:paid |additional |full )?(?<mUnit>days?|weeks?|d)\b(?!'? ?(?:of )?(?:\w+ )?(?:pto|vacation|paid time|holiday|sick|notice|per week|a week))|\b(?<l>\d{1,2}) (?:paid )?(?:cme|education) (?<kUnit>days?|weeks?)\b/i
  ✓ CME: $4,000 and 5 days | 5 CME days | One week of CME | CME $2k/4 d ✗ CME and 4 weeks of
  vacation
no = /\bno (?:paid )?cme\b|\bcme(?: is|:)? (?:not (?:provided|included|covered|paid)|none)\b/i ✓ CME not provided.
yes = /\bcme\b|\bcontinuing medical education\b/i ✓ CME allowance ✗ CME not provided.
`

const off = String.raw`(?:pto|paid time[- ]off|(?:paid )?vacation|time off|paid leave|annual leave|leave)`

export const timeOff = rules`
other = /\b(?:parental|maternity|paternity|sick|family|medical|military|bereavement|cme|disability) leave\b|\bon\/\d* ?(?:weeks?|days?)? ?off\b|\bvacation (?:destination|spot|home|area|rental)s?\b/i
  ✓ 12 weeks of parental leave | A vacation destination
time = /(?<![\d.,$])(?<n>\d{1,3}(?:\.\d{1,2})?)(?: ?(?:-|to) ?(?<to>\d{1,3}))?\+?[- ](?<unit>weeks?|days?|hours?)'?(?: (?:of|paid|annual|annually|combined|total|for|per|year|a|in|accrued|flexible|generous|off))*[ -]?(?<!no )${off}\b|(?<![\d.,$])(?<digits>\d{1,2}) ${off} (?<dUnit>days?|weeks?|hours?)\b|\b${off}(?: \((?:pto|vacation)\))?(?: (?:of|is|starts? at|starting at|includes?|allowance|package|bank|accrual|totals?|per year|with|up to|days|time))*:?,? ?\(?(?<m>\d{1,3}(?:\.\d)?)(?: ?(?:-|to) ?(?<mTo>\d{1,3}))?\+?[- ](?<mUnit>weeks?|days?|hours?)\b(?!'? (?:of )?(?:cme|notice|sick|holiday))|\b(?<weeks>\d{1,2}) weeks (?:off|away)\b(?! (?:per|a|each|every|between|after))|\b(?<l>\d{2}) (?:paid )?(?<kUnit>days) off\b(?! (?:per month|a month|each|every|between|after|in a row))|\b(?<k>\d{1,2}) paid (?<tUnit>days|weeks) off\b/i
  ✓ 7 weeks of PTO | PTO: 30 days | Thirty paid days off | 35 days off | Ten weeks away | Six weeks
  of paid vacation | 25 PTO days | 5 weeks’ vacation | 200 hours of paid time off
  ✗ 12 weeks of parental leave | Vacation and 5 days of CME
unlimited:yes = /\b(?:unlimited|open|uncapped|discretionary) ${off}/i ✓ Unlimited PTO | Discretionary PTO
no = /\b(?:no|without) (?:pto|paid time off|paid vacation)\b|\b(?:pto|paid time off)(?: is|:)? (?:not (?:provided|included|offered)|none)\b/i
  ✓ No paid time off. | Contractors work without PTO.
yes = /\bpto\b|\bpaid time[- ]off\b|\bpaid vacation\b|\bvacation\b(?! \w*(?:ers?|land))/i
  ✓ Generous PTO ✗ A vacation destination | No paid time off.
`
