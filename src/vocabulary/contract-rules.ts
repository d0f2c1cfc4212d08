import { rules } from './rules.ts'

/** How postings word what a contract grants and forbids; rules as in `work-rules.ts`. */

export const payModel = rules`
other = /\bin (?:close |strong )?partnership with\b|\bpartnerships? (?:with(?! (?:an? )?buy-in)|between|among)\b|\bpartner(?:ed|ing|s)? with\b|\b(?:no|not|money[- ]back) guarantee(?:d|s)?\b(?! partnership)|\b(?:no|without(?: a)?) base\b/i
  ✓ In partnership with the university. | Collections only, without a base. | We partnered with a health plan.
partnership:no = /\b(?:no|non|not an?|without)[- ]?(?:a )?partnership\b|\bnon-?partnership\b|\bpartnership (?:is )?not (?:available|offered)/i
  ✓ No partnership track. | Partnership is not available.
partnership:yes = /\bpartnership(?:[- ](?:track|opportunit\w+|eligib\w+|potential|available|offered|possible|path|position|option|after|in|within|at|buy))|\b(?:path|track|route|opportunity) (?:to|for) (?:full |equity )?partner(?:ship)?\b|\bpartner(?:ship)? (?:\w+ ){0,2}(?:after|in|within|at) (?:year )?\d|\bimmediate (?:\w+ )?partnership\b|\bfull partner\b|\b(?:offers?|with|to|by) (?:full |equity |early )?partnership\b(?! with (?!(?:an? )?buy-in))|\bbuy-in (?:\w+ ){0,2}(?:after|in|within|at) \d/i
  ✓ Partnership track. | Partnership after 2 years | A path to partnership | Become a partner in two years. | Immediate equity partnership. | Two years of employment, followed by partnership | Buy-in after three years
  ✗ No partnership track. | In partnership with the university.
partnershipMonths = /\bpartner(?:ship|s')?\b[^.;,\d]{0,40}?(?<n>\d{1,2}(?:\.5)?)[- ](?<unit>years?|months?)\b(?! (?:\w+ )?guarant)|\b(?<m>\d{1,2}(?:\.5)?)[- ](?<mUnit>years?|months?) (?:\w+ ){0,3}?(?:partnership|(?:to|then) partner)\b|\bpartner(?:ship)?\b[^.;,\d]{0,30}\byear (?<years>\d)\b|\bpartner(?:ship)? in (?<inYears>\d)\b(?=\.|,|$)|\b(?<k>\d{1,2})[- ](?<kUnit>years?|months?)\b[^.;,\d]{0,30},? (?:followed by|leading to) (?:full |equity )?partnership\b|\bbuy-in (?:\w+ ){0,2}(?:after|in|within|at) (?<l>\d)(?: ?(?:-|to) ?\d)? (?<dUnit>years?)\b/i
  ✓ Partnership after 2 years | A two-year partnership track | Partner within 18 months | Partnership track: two years | Partner at the end of year two | Two years of employment, followed by partnership | Buy-in in 2-3 years
perRvu = /\$ ?(?<n>\d{2,3}(?:\.\d{1,2})?)(?: ?(?:-|to) ?\$?(?<to>\d{2,3}(?:\.\d{1,2})?))? ?(?:\/|per|an?|for (?:each|every)|each|) ?(?:w|work )?rvus?\b|\b(?:rvu (?:rate|conversion(?: factor)?|multiplier)|conversion factor)(?: of| is|:| at)* ?\$(?<m>\d{2,3}(?:\.\d{1,2})?)|\bw?rvus?\b[^.;$\d]{0,25}\$(?<k>\d{2,3}(?:\.\d{1,2})?)(?![\d,k]|\.\d| ?(?:-|to) ?\$)|(?<![\d$,.])(?<l>\d{2,3}(?:\.\d{1,2})?)\/w?rvu\b|\bconversion \$(?<digits>\d{2,3})\b/i
  ✓ $52/wRVU over 4,800 | $55.50 per wRVU | Conversion factor of $48 | wRVU rate: $62 | Paid at 52/wRVU ✗ $52 per hour
perRvu = /\$ ?(?<n>\d{2,3}(?:\.\d{1,2})?) (?:conversion factor|(?:conversion|w?rvu) rate)\b/i
  ✓ A $58.20 conversion factor ✗ A $60 copay
threshold = /\bw?rvus?\b[^.;]{0,50}?\b(?:over|above|after|beyond|past|exceed\w*|in excess of|threshold(?: of| is|:)?|more than|starting at)(?: (?:an? |the )?(?:annual |base |threshold |target )*(?:of )?)? ?(?<n>\d,?\d{3}|1\d,?\d{3})\b|\b(?:over|above|after|beyond|past|exceed\w*|in excess of|threshold (?:of|is))(?: (?:an? |the )?(?:annual |base |threshold )*(?:of )?)? ?(?<m>\d,?\d{3}|1\d,?\d{3}) (?:annual )?w?rvus?\b|\b(?<k>\d,?\d{3}|1\d,?\d{3})[- ]w?rvus? threshold\b/i
  ✓ $52/wRVU over 4,800 | A wRVU threshold of 5,200 | Bonus above 6,000 wRVUs
guaranteeMonths = /\b(?<n>\d{1,2})[- ](?<unit>years?|months?)(?: (?:initial|base|income|salary|net|competitive|compensation|pay|full|minimum|draw|of))* guar(?:ant(?:ee[ds]?|y|ies))?\b|\bguar(?:ant(?:ee[ds]?|y))?\b[^.;\d]{0,45}?(?:\$\d[\d,]*k?\b[^.;\d]{0,20})?(?<m>\d{1,2})[- ](?<mUnit>years?|months?)\b(?! (?:partner|non|to partner))|\b(?:base|salary|base salary) for (?:the first )?(?<k>\d{1,2}) (?<kUnit>years?|months?)\b|\bguarantee\b[^.;\d]{0,10}\byear 1 and (?<years>2)\b/i
  ✓ A 2-year guarantee | Two-year income guarantee | Base salary guaranteed for the first 2 years | 24-month salary guarantee | Guaranteed base of $560,000, two years | Guarantee 3 yrs | $500,000 base for 2 years | A first-year income guarantee
guarantee:yes = /\b(?:income|salary|base|net|pay|compensation|revenue)[- ](?:\w+ )?guarant(?:ee[ds]?|y)\b|\bguaranteed (?:\w+ )?(?:base|salary|income|compensation|pay|draw|minimum)\b|\bafter (?:the |an? |your )?(?:initial )?guarantee\b/i
  ✓ Income guarantee. | Guaranteed base salary | 45% of collections after the guarantee ✗ We guarantee nothing.
base:yes = /\bbase (?:salar(?:y|ies)|pay|compensation|rate|plus|with|\+|guarantee)|(?:\$ ?\d[\d,.]*k? |^)base\b(?! (?:camp|hospital))|(?<!\b(?:of|the|home|patient|patients|referral|military|force|army|naval|client|knowledge|donor|large|broad|solid|strong|established|growing|loyal) )\bbase\b(?= ?(?:of \$|\$|\d|draw|guarant|then|and (?:\d|night|product)|[,.:]|$))|^salary(?: only| for \d| in year|\.|,| \$)|\bsalary for \d+ years\b|\$ ?[\d,.]+k? salary\b|\bbase ?(?:\+|plus|and) ?(?:w?rvu|production|productivity|bonus|incentive)|\bstraight salar(?:y|ied)\b|\bsalary plus\b|\bguaranteed base\b|\bstarting salary\b(?! (?:range )?(?:depends|is based|commensurate|varies))|\bsalaried\b/i
  ✓ Base salary plus bonus | Base + wRVU | Straight salary, no RVUs. | $285,000 base | Base of $300K | Salary only. | The starting salary is guaranteed.
  ✗ A broad patient base. | At the base of the mountains | Salary range depends on experience.
productivity:no = /\b(?:no|without|not) (?:an? )?(?:w?rvus?|productivity|production)(?:[- ](?:based|targets?|quotas?|requirements?|pressure))?\b|\b(?:productivity|production|w?rvus?)(?: is| are) not (?:measured|counted|tracked|used)\b/i
  ✓ Straight salary, no RVUs. | No productivity targets | RVUs are not tracked.
productivity:yes = /\b(?:w?rvu|productivity|production|collections?|volume)[- ](?:based|bonus\w*|incentives?|model|only|driven|compensation|component|plan|pay)\b|\bproduction (?:only|with|less)\b|\bthen production\b|\d ?% (?:of )?(?:net |your |gross )*(?:collections|production|profits?)\b|\b(?:follows|share of|based on) (?:your |net )*collections\b|\bproductivity(?=[.,;]|$| \d)|\bw?rvu productivity\b|\b(?:percentage|percent|%) of (?:net |your |gross )*collections\b|\beat what you kill\b|(?<!no )(?:\+|plus|and|per|\/) ?w?rvus?\b|\bproductivity[^.;]{0,25}\b(?:bonus|incentive)|\b(?:bonus|incentives?)\b[^.;]{0,30}\b(?:productivity|production|w?rvus?|(?:on|of) collections)\b/i
  ✓ Base + wRVU | Salary plus productivity; sign-on bonus | Production only | Productivity bonus | $52 per wRVU | Bonus based on productivity | 25% bonus on collections ✗ Straight salary, no RVUs.
`

export const malpractice = rules`
other = /\bclean (?:\w+ ){0,2}malpractice\b|\bmalpractice (?:and \w+ )?(?:history|claims(?![- ]made)|suits?|lawsuits?|judgments?|reviews?|climate|reform|caps?|environment)\b|\btail (?:coverage )?(?:is )?(?:not|never) (?:needed|required|necessary)|\bno (?:need for )?tail (?:coverage |insurance )?(?:is )?(?:needed|required|necessary|to (?:buy|purchase|pay))|\bno need for (?:a )?tail\b|\bprior tail\b|(?<=\boccurrence\b[^.;]{0,60})\bno tail\b/i
  ✓ Clean malpractice history | Occurrence policy, so no tail needed. | A favorable malpractice climate | Malpractice reviews
kind:occurrence = /\bocc\.? (?:malpractice|policy)\b|\boccurrence\b(?! or claims)[- ]?(?:based|type|form|policy|coverage|malpractice|professional|insurance|plus)?\b(?=[^.;]*\b(?:malpractice|liability|coverage|policy|insurance)\b)|^occurrence\b(?! or claims)|\boccurrence cover\b|\b(?:malpractice|liability|coverage|policy|insurance)\b[^.;]{0,50}\boccurrence\b/i
  ✓ Occurrence-based malpractice. | Malpractice coverage (occurrence) | Occ policy ✗ A rare occurrence. | Occurrence or claims-made coverage
kind:claims-made = /(?<!\boccurrence or )\bclaims?[- ]made\b(?! or occurrence)/i ✓ Claims-made with tail | Malpractice is claims made.
  ✗ Occurrence or claims-made coverage
tail:physician = /\btail\b(?: ?: ?| (?:is )?)(?:you\b|yours\b|physician\b|provider\b|on you\b)|\btail\b[^.;,]{0,40}\b(?:not (?:be )?(?:covered|paid|included|provided|offered)|(?:physician|provider|your|the doctor)(?:'s)? (?:own )?(?:responsib\w+|expense|cost)|responsibility of the (?:physician|provider|doctor|employee)|(?:paid|covered|purchased|borne|carried) by (?:the )?(?:physician|provider|you|doctor)|at (?:your|the physician's) (?:own )?(?:expense|cost)|excluded|is on you)|\b(?:no|without|excluding|excludes|does not (?:include|cover|pay(?: for)?)|not including) (?:the |any )?tail\b|\b(?:you|physicians?|providers?) (?:are |is )?(?:responsible for|pays?(?: for)?|buys?|purchases?|covers?) (?:your |their |the )?(?:own )?tail\b/i
  ✓ Tail not covered. | Claims-made without tail | Tail coverage is the responsibility of the physician. | You pay the tail. | Tail: physician pays. | The tail is yours. | The physician pays for tail.
  ✗ Tail paid. | No tail needed.
tail:shared = /\btail\b[^.;]{0,40}\b(?:shared|split|50\/50|50 ?%|half|pro-?rated|prorated)\b|\b(?:shared|split|half of(?: the)?|50% of(?: the)?|prorated|pro-rated) tail\b/i
  ✓ Tail is shared. | Tail coverage split 50/50
tail:employer = /\btail\b(?:[- ](?:coverage|insurance|policy|premium))?(?: (?:is|are|will be|also|fully|100%|always|cost|costs|both))*,? ?\(?(?:paid|included|covered|provided|furnished|purchased|supplied|offered|guaranteed)\b(?! by (?:the )?(?:physician|provider|you|doctor))|\b(?:paid|full|with|including|includes?|incl\.?|plus|provides?|provided|covers?|covering|pays?(?: for)?|pay for|employer[- ]paid|company[- ]paid|buys?|free|offers?|and|&|\+|nose and|,) (?:the |your |full |paid |both |all |nose and |100% (?:of )?)*tail\b|\btail (?:coverage|insurance)\b(?=[,.;)]|$| and\b)|\bpre-?paid tail\b|\btail\b(?: ?: ?| is | )?ours\b|\btail[^.;,]{0,30}\b(?:(?:by|on) (?:the )?(?:employer|group|hospital|practice|system|agency|us)\b|(?:employer|group|hospital|practice|system|agency) (?:pays|covers|buys))/i
  ✓ Tail paid. | Claims-made with tail | Malpractice with tail coverage | We pay the tail. | Malpractice, including tail | Claims-made policy, incl. tail
  ✗ Tail not covered. | Claims-made without tail | You pay the tail. | Tail is shared. | Occurrence policy, so no tail needed.
no = /\b(?:malpractice|professional liability)\b[^.;]{0,30}\bnot (?:provided|paid|included|covered)|\b(?:carry|provide|bring|have|maintain|purchase|pay for|buy) (?:your|their) own (?:malpractice|professional liability)|\bno malpractice (?:coverage|insurance)\b/i
  ✓ Malpractice is not provided. | You carry your own malpractice insurance. | Physicians pay for their own malpractice.
yes = /\b(?:malpractice|professional liability)(?: (?:insurance|coverage|liability|premiums?))*\b(?: (?:is|are|will be|fully))* ?(?:provided|paid|included|covered|furnished|coverage|insurance)?|\bfederal torts?\b|\bFTCA\b/i
  ✓ Malpractice provided. | Paid malpractice | Professional liability insurance | FTCA coverage ✗ Clean malpractice history
`

const compete = String.raw`(?:non-? ?competes?|non-?competition|restrictive covenants?|covenants? not to compete|covenants?(?! (?:health|medical|hospital|children|presbyterian|physician|village|living|care|clinic|surg|system|community)))`

export const nonCompete = rules`
no = /\b(?:no|without|zero|free of|never an?|non|not an?) (?:\w+ ){0,2}?(?:or )?${compete}|\b${compete}(?: (?:clause|agreement)s?)?(?: ?:| is| are|,)? ?(?:none\b|no\b|waived|n\/a|not (?:required|used|included|enforced|part|asked|applicable)|do(?:es)? not apply|never)|\b(?:not|n't|never) (?:\w+ )?(?:use|have|require|include|enforce|impose|ask(?: for)?|believe in|sign|contain|bound by|subject to)[^.;]{0,20}\b${compete}|\b(?:bans|banned|prohibits|forbids|outlawed) (?:\w+ )?${compete}/i
  ✓ No restrictive covenant. | No non-compete. | Non-compete: none | Restrictive covenants do not apply. | We do not use non-competes. | Contract without a non-compete clause | You are not subject to a restrictive covenant. | The state prohibits physician non-competes.
  ✗ Non-compete of 15 miles for 1 year.
miles = /\b${compete}\b[^.;]{0,60}?(?<n>\d{1,4}(?:,\d{3})?)[- ]?(?:mile|mi)s?\b|(?<m>\d{1,4}(?:,\d{3})?)[- ]?(?:mile|mi)s?\b[^.;]{0,40}\b${compete}/i
  ✓ Non-compete of 15 miles for 1 year. | A restrictive covenant with a 10-mile radius | A 20-mile non-compete
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
  ✓ Up to $200k in loan repayment. | Loan repayment up to $100,000 | $50,000 toward student loans | Student loans of $30,000 annually ✗ A $20,000 sign-on bonus
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
  ✓ Student loan repayment. | Educational debt assistance ✗ No loan repayment. | A forgivable loan during residency
`

export const notice = rules`
other = /\b(?:cancel\w*|reschedul\w*|switch\w*)\b[^.;]{0,30}\bnotice\b|\bnotice (?:of|for|before) (?:the |your |any |an? )?(?:interviews?|visits?|shifts?|schedul\w+|cancel\w+|vacations?|absences?)\b/i
  ✓ Assignments can be cancelled on 14 days notice. | 30 days notice for vacation
days = /\b(?<n>\d{1,3})[- ]?(?<unit>days?|months?|weeks?)'?s?(?: (?:written|advance|prior|without|with|no-cause|no|of|cause|termination|mutual|out|either|way|on|side|both|ways|sides))*'? ?(?:notice|to leave\b|out[- ]clause|without[- ]cause|termination|resignation|out)\b|\bnotice(?: period| requirement)?(?: of|:| is|,)*(?: at least| a minimum of)? ?(?<m>\d{1,3})[- ]?(?:(?<mUnit>days?|months?|weeks?)\b|(?=\.|, |$))|\b(?:without cause|terminat\w+|resign\w*|no-cause)\b[^.;\d]{0,40}\b(?<k>\d{1,3})[- ](?<kUnit>days?|months?)\b/i
  ✓ 90 days without cause | 60-day notice | A 60-day no-cause out | Notice period: 90 days | Either party may leave with 3 months’ notice.
  ✗ Credentialing takes 90 days. | A position until further notice
`

export const cme = rules`
other = /\b(?:accredited|certified|approved) (?:\w+ ){0,3}cme\b|\bhours of cme (?:every|required|for)\b|\b(?:licen[sc]e|licensure|state|board) requires\b[^.;]{0,20}\bcme\b|\b(?:pto|time[- ]off|vacation|leave)\b,? ?\(?(?:incl\.?|including|includes|inclusive of) cme\b(?! ?(?:\$|of|allow|stip))|\b(?:pto|time[- ]off|vacation|leave) ?\([^)\d$]*\bcme\b[^)]*\)|\bno cme (?:money|funds|dollars)\b/i
  ✓ An approved provider of CME. | 25 hours of CME required | The board requires annual CME. | Vacation, including CME | PTO (vacation and CME) | No CME funds
amount = /\$ ?(?<n>\d[\d,]*(?:\.\d+)?) ?(?<thousand>k)?(?:\+)?(?:[ /-](?:\w+|per|annual|\/))*?[ -](?:\w+ ){0,4}?(?:cme|(?:continuing |for |medical )+education|professional (?:development|expenses?))\b|\b(?:cme|continuing (?:medical )?education|professional development)\b(?:(?!relo|sign|loan|salar|base)[^.;$]){0,45}?\$ ?(?<m>\d[\d,]*(?:\.\d+)?) ?(?<mThousand>k)?/i
  ✓ $4,000 for education | $5,000 CME allowance | CME: $4,000 and 5 days | $3.5K annual CME ✗ A $20,000 bonus. | CME, health plan, sign-on $20,000
days = /\b(?<n>\d{1,2})[- ](?:paid |additional |full )?(?<unit>days?|weeks?)'?(?: (?:of|for|paid|per|off|time|leave|year|annual|annually|a))* ?(?:cme|continuing (?:medical )?education)\b|\b(?:cme|continuing (?:medical )?education)\b(?: (?:time|leave|days|allowance|of|is|with|includes?|off|stipend|budget|:)|:|,)*[^.;]{0,40}?(?<![\d,$])(?<m>\d{1,2})[- ](?:paid |additional |full )?(?<mUnit>days?|weeks?|d)\b(?!'? ?(?:of )?(?:\w+ )?(?:pto|vacation|paid time|holiday|sick|notice|per week|a week))|\b(?<l>\d{1,2}) (?:paid )?(?:cme|education) (?<kUnit>days?|weeks?)\b/i
  ✓ CME: $4,000 and 5 days | 5 CME days | One week of CME | CME $2k/4 d ✗ CME and 4 weeks of vacation
no = /\bno (?:paid )?cme\b|\bcme(?: is|:)? (?:not (?:provided|included|covered|paid)|none)\b/i ✓ CME not provided.
yes = /\bcme\b|\bcontinuing medical education\b/i ✓ CME allowance ✗ CME not provided.
`

const off = String.raw`(?:pto|paid time[- ]off|(?:paid )?vacation|time off|paid leave|annual leave|leave)`

export const timeOff = rules`
other = /\b(?:parental|maternity|paternity|sick|family|medical|military|bereavement|cme|disability) leave\b|\bon\/\d* ?(?:weeks?|days?)? ?off\b|\bvacation (?:destination|spot|home|area|rental)s?\b/i
  ✓ 12 weeks of parental leave | A vacation destination
time = /(?<![\d.,$])(?<n>\d{1,3}(?:\.\d{1,2})?)(?: ?(?:-|to) ?(?<to>\d{1,3}))?\+?[- ](?<unit>weeks?|days?|hours?)'?(?: (?:of|paid|annual|annually|combined|total|for|per|year|a|in|accrued|flexible|generous|off))*[ -]?(?<!no )${off}\b|(?<![\d.,$])(?<digits>\d{1,2}) ${off} (?<dUnit>days?|weeks?|hours?)\b|\b${off}(?: \((?:pto|vacation)\))?(?: (?:of|is|starts? at|starting at|includes?|allowance|package|bank|accrual|totals?|per year|with|up to|days|time))*:?,? ?\(?(?<m>\d{1,3}(?:\.\d)?)(?: ?(?:-|to) ?(?<mTo>\d{1,3}))?\+?[- ](?<mUnit>weeks?|days?|hours?)\b(?!'? (?:of )?(?:cme|notice|sick|holiday))|\b(?<weeks>\d{1,2}) weeks (?:off|away)\b(?! (?:per|a|each|every|between|after))|\b(?<l>\d{2}) (?:paid )?(?<kUnit>days) off\b(?! (?:per month|a month|each|every|between|after|in a row))|\b(?<k>\d{1,2}) paid (?<tUnit>days|weeks) off\b/i
  ✓ 7 weeks of PTO | PTO: 30 days | Thirty paid days off | 35 days off | Ten weeks away | Six weeks of paid vacation | 25 PTO days | 5 weeks’ vacation | 200 hours of paid time off
  ✗ 12 weeks of parental leave | Vacation and 5 days of CME
unlimited:yes = /\b(?:unlimited|open|uncapped|discretionary) ${off}/i ✓ Unlimited PTO | Discretionary PTO
no = /\b(?:no|without) (?:pto|paid time off|paid vacation)\b|\b(?:pto|paid time off)(?: is|:)? (?:not (?:provided|included|offered)|none)\b/i
  ✓ No paid time off. | Contractors work without PTO.
yes = /\bpto\b|\bpaid time[- ]off\b|\bpaid vacation\b|\bvacation\b(?! \w*(?:ers?|land))/i
  ✓ Generous PTO ✗ A vacation destination | No paid time off.
`
