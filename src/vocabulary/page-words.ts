import { rules } from './rules.ts'

/** What pages say around a posting; as expressions have it, parted by '|'. */

/** Words on buttons and links of the source's page. */
export const controls =
  'view|save|unsave|share|print|apply|email|report|flag|see|show|hide|back|next|previous|sign in|log ?in|register|create|upload|easy|quick|similar|more|less|read|return|follow|bookmark|copy|tweet|like|subscribe|get|set|skip|close|menu|home|search|facebook|linkedin|twitter|whatsapp'
/** Words that stand beside them. */
export const fillers =
  'job(?:s| alerts?)?|this|now|today|here|link|saved?|a friend|friends?|to|on|for|the|by|with|your|my|an?|account|profile|resume|cv|similar|details?|all|e-?mail|main content|results?|page|posting|listing|indeed|company site|top|us|me|description|button|navigation|or|and|like|it|up|out|of'

/** What every page says, and not the posting. */
export const notices = rules`
equal opportunity = /\bequal (?:employment )?opportunit(?:y|ies)\b(?=[^]{0,400}\b(?:race|religion|veteran|disabilit\w*|employer)\b)/i
  ✓ Larkfield is an Equal Opportunity Employer. ✗ Equal opportunities for research and teaching.
equal opportunity = /\b(?:without regard to|regardless of)\b[^.]{0,80}\b(?:race|sex|gender|color|religion)\b|\bE-?Verify\b/i
  ✓ All applicants are considered without regard to race. | We use E-Verify. ✗ We treat patients regardless of income.
equal opportunity = /\bEEO\b[^.]{0,80}\b(?:employer|statement|poster|law)\b|\bAffirmative Action\b[^.]{0,60}\bemployer\b/i
  ✓ EEO employer | Affirmative Action employer
cookies = /\b(?:we|this (?:site|website)|our (?:site|website)) uses? cookies\b|\bprivacy policy\b[^.]{0,60}\bterms of (?:use|service)\b/i
  ✓ We use cookies to improve this site. | Privacy Policy and Terms of Use
cookies = cookie (policy|notice|preferences|settings), accept (all|our) cookies?
  ✓ Accept all cookies ✗ Cookies in the lounge every Friday.
`
