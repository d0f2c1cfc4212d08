import type { Fact } from '#features/imports/facts.ts'
import { colleagues, otherAbbreviations, otherRoles, physicianNouns, physicianWords } from '#vocabulary/professions.ts'
import { oneOf, rules } from '#vocabulary/rules.ts'
import { wordsOf } from './text.ts'

/** 'none': a careers page or a list of openings. */
export type ReadProfession = { fact: Fact<'profession'>; seeks: 'physician' | 'other' | 'none' }

type Posting = {
  title: string
  profession?: string | undefined
  description: string
  state?: string | undefined
  /** A title that names a field of medicine and nobody is no clerk's. */
  namesSpecialty?: boolean
}

/**
 * Whom a posting seeks. A license or role in the title goes before the word 'physician'; where the title names no profession, the
 * source's profession field and the text do. What neither says is doubtful.
 */
export function readProfession({ title, profession = '', description, state, namesSpecialty = false }: Posting): ReadProfession {
  const words = wordsOf(title)
  if (listTitles.isIn(title.trim())) return { seeks: 'none', fact: { state: 'stated', words } }
  const physician: ReadProfession = { seeks: 'physician', fact: { state: 'stated', words } }
  const other: ReadProfession = { seeks: 'other', fact: { state: 'stated', words } }
  const conflict: ReadProfession = {
    seeks: 'physician',
    fact: { state: 'doubtful', reason: 'profession-conflict', words, suggestion: 'physician' },
  }
  const role = inTitle(title, state)
  switch (role === 'none' && namesSpecialty && leadsTraining.test(title) ? 'physician' : role) {
    case 'physician':
      return isOtherField(profession) ? conflict : physician
    case 'generic':
      if (isOtherField(profession)) return other
      return isSought('other', description) && !isSought('physician', description) ? conflict : physician
    case 'other':
      return other
    case 'both':
      return conflict
    default:
      return fromElsewhere({ profession, description, words, namesSpecialty })
  }
}

type Elsewhere = { profession: string; description: string; words: string; namesSpecialty: boolean }

function fromElsewhere({ profession, description, words, namesSpecialty }: Elsewhere): ReadProfession {
  if (isOtherField(profession)) return { seeks: 'other', fact: { state: 'stated', words } }
  const seeksOthers = isSought('other', description)
  if (physicianField.test(profession) && !seeksOthers) {
    return { seeks: 'physician', fact: { state: 'inferred', rule: 'field-says-physician', words } }
  }
  const seeksPhysicians = certified.isIn(description) || isSought('physician', description)
  if (seeksPhysicians && !seeksOthers) {
    return { seeks: 'physician', fact: { state: 'inferred', rule: 'text-seeks-physician', words } }
  }
  if (!seeksPhysicians && (seeksOthers || !namesSpecialty)) return { seeks: 'other', fact: { state: 'stated', words } }
  return { seeks: 'physician', fact: { state: 'doubtful', reason: 'profession-unclear', words } }
}

/** A page of a careers site, not one job. */
export const listTitles = rules<'none'>([
  {
    means: 'none',
    pattern: new RegExp(
      String.raw`^(?:(?:${oneOf('explore, view, search, browse, our, all, current, open, available, physician, provider, healthcare, medical, clinical, and')}|&)\s*)*` +
        String.raw`${oneOf('careers?, jobs, openings, positions, vacancies, employment, opportunities')}(?: (?:home|page|center|site|board|search))?(?:\s*(?:[|–—:-]|\b(?:at|in|with)\b|,|\().*)?$`,
      'i',
    ),
    examples: 'Careers | Physician Careers at Larkfield | Open Positions | Browse all jobs in Texas | Employment Opportunities',
    counterExamples: 'Physician Position, Urgent Care | Cardiology Opportunity',
  },
  {
    means: 'none',
    pattern:
      'job (opening|listing|board|search|alert)s?, search (results|jobs|openings|physician|our), view all, open positions, current (openings|opportunities)',
    examples: 'Cardiology job openings | Search physician jobs | View all',
  },
  {
    means: 'none',
    pattern:
      'talent (community|network|pool), general (application|interest), future opportunities, careers? (home|page|site|fair|at|with|opportunities), submit your (cv|resume)',
    examples: 'Join our Talent Community | Career Fair | Submit your CV',
  },
  {
    means: 'none',
    pattern:
      /^(?:why )?(?:work (?:with|for|at) (?:us|our)|work here|join (?:us|our (?:team|family|practice|staff)))\W*$|^why work\b/i,
    examples: 'Join our team! | Why work at Larkfield',
    counterExamples: 'Join our team of cardiologists as a physician',
  },
  {
    means: 'none',
    pattern: /\b(?:job|employment|career) opportunities\b|^(?:\w+ ){0,3}(?:openings|jobs|careers)\W*$|\bjobs \|/i,
    examples: 'Career Opportunities at Larkfield | Family Medicine Jobs | Cardiology Jobs |Larkfield',
  },
  {
    means: 'none',
    pattern: /^\d[\d,]*\+? .*\bjobs\b|\bjobs (?:in|at|near|by)\b|\bjobs, employment\b/i,
    examples: '1,204 Cardiology jobs | Physician jobs near Austin',
  },
])

/** What a title says beside who is sought: 'Physician – supervises NPs and PAs'. */
export const besides = rules<'physician'>([
  {
    means: 'physician',
    pattern: new RegExp(
      String.raw`\b(?:(?:work(?:s|ing)? |collaborat\w+ )?with|w\/|supervis\w+|overs\w+|collaborat\w+|alongside|support(?:ed|s|ing)?(?: by| from| of)|team of|led by|assisted by|leads?|teach\w*)` +
        String.raw`\s*(?:\w+ ){0,3}?${oneOf(colleagues)}(?:\s*(?:,|\/|&|and|or)\s*${oneOf(colleagues)})*(?: supports?| coverage| teams?)?`,
      'i',
    ),
    examples:
      'Physician – works with NPs and PAs | Hospitalist, supported by nurse practitioners and scribes | Anesthesiologist – supervising CRNAs',
  },
  {
    means: 'physician',
    pattern: '(np|pa|app|crna|scribe|nurse)s?(/(np|pa|app)s?)? (support|coverage|supervision|back-?up|team)',
    examples: 'Cardiologist – NP support | Hospitalist with scribe support',
  },
  {
    means: 'physician',
    // What is directed is not the profession.
    pattern:
      '(associate |assistant |deputy |co-?)?(residency |fellowship |clerkship |training )?program director, physician (owned|led|run|driven|governed|founded|partner), (assistant|associate) professor, associate chief',
    examples: 'Assistant Professor, Cardiologist | Physician-led Hospitalist Group | Pulmonologist, Associate Program Director',
  },
])

/** Whose practice it is says nothing about who is sought there. */
const workplace =
  /\b(?:for|at|in|with|within|join(?:ing)?)\s+(?:an?\s+|the\s+|our\s+)?(?:[\w-]+\s+){0,2}?physicians?['’]?s?[- ](?:practice|group|office|network|clinic|team)\b/gi

const aboutPhysicians = "physicians?('s|'|s')?"

/** Work for or about physicians. */
export const administration = rules<'other'>([
  {
    means: 'other',
    pattern: [
      `${aboutPhysicians} ((?!for|with|at|in|to|of|and|our|or|an?\\b)\\w+ )?(integration|onboarding|marketing|development|informatics|relations|recruit*|liaison|support|billing|cod(er|ing)|scheduler|scheduling|services?|practices?|offices?|groups?|network|enterprise)s?`,
      `${aboutPhysicians} ((?!for|with|at|in|to|of|and|our|or|an?\\b)\\w+ )?(compensation|contract*|credential*|enrollment|sales|outreach|engagement|reimbursement|documentation|education coordinator|referral|orders?)`,
    ].join(', '),
    examples:
      'Physician Liaison | Physician Recruiter | RN for Physician Practice | Practice Manager at a physician group | Physician Network Development',
    counterExamples: 'Physician for our support clinic | Cardiologist at a growing physician group',
  },
  {
    means: 'other',
    pattern:
      '(director|manager|vp|vice president|head|coordinator|specialist)(,| of) (\\w+ )?(physician|provider|medical staff) (recruit*|relations|services|practices?|compensation|contracting|operations|network)',
    examples: 'Director of Physician Recruitment | VP, Provider Relations',
  },
  {
    means: 'other',
    pattern: 'to (the )?(chief )?physicians?, for physicians',
    examples: 'Assistant to the Chief Physician | Trainer for Physicians',
  },
])

/** Words after which nothing else in the title matters. */
const neverPhysician =
  /veterinar\w*|\bvet tech|\bDVM\b|\banimal (?:hospital|care)|\bpodiatric\b|\bchiropractic\b|\bnaturopath\w*/i

type InTitle = 'physician' | 'generic' | 'other' | 'both' | 'none'

function inTitle(source: string, state: string | undefined): InTitle {
  const named = besides.marked(source.replaceAll(/[‘’]/g, "'"), ' ')
  const elsewhere = named.replaceAll(workplace, ' ')
  const title = physicianNouns.isIn(elsewhere) ? elsewhere : named
  if (neverPhysician.test(title)) return 'other'
  const rest = otherAbbreviations.marked(otherRoles.marked(administration.marked(title, '_'), '_'), '_')
  const specific = physicianNouns.isIn(rest)
  const generic = physicianWords.isIn(rest)
  if (!rest.includes('_')) {
    // 'Cardiologist – PA': an assistant, or Pennsylvania.
    if (state !== 'PA' && /(?:[-–—(|]\s*|\bin )PA\b(?!\s*\d)\)?\s*$/.test(rest)) return 'both'
    return specific ? 'physician' : generic ? 'generic' : 'none'
  }
  if (!specific && !generic) return /[^_\W].*\bor\s+_/i.test(rest) ? 'both' : 'other'
  if (isAlternative(rest)) return 'physician'
  // 'Cardiologist – NP support' may be read both ways; 'RN, Physician Practice' may not.
  return specific && physicianNouns.at(rest) < rest.indexOf('_') && !/ (?:_|\S+_)/.test(rest.replace(/\s[-–—(,|].*$/, ''))
    ? 'both'
    : 'other'
}

/** 'Physician (MD, PA or NP)', 'MD/DO/NP/PA', 'Nurse Practitioner or Physician': the job is open to physicians too. */
function isAlternative(rest: string): boolean {
  return Math.min(physicianNouns.at(rest), physicianWords.at(rest)) < rest.indexOf('_')
    ? /(?:\/|\bor\b|\(MD,?(?: DO,?)?)\s*(?:[\w-]+ ){0,2}_/i.test(rest)
    : orPhysician.test(rest)
}
const orPhysician = new RegExp(String.raw`_\s*(?:\/|\bor\b)\s*(?:${physicianNouns.source}|physicians?\b|MD\b|DO\b)`, 'i')

/** Physicians alone lead the training of physicians. */
const leadsTraining = /\b(?:residency|fellowship)\b.*\bprogram directors?\b|\bprogram directors?\b.*\b(?:residency|fellowship)\b/i

const physicianField =
  /\bphysicians?\b(?!'?s? (?:assistant|associate|extender))|\bsurgeons?\b|\bM\.?D\.?\b|\bD\.?O\.?\b|\bdoctors?\b/i
export const otherField = rules<'other'>([
  {
    means: 'other',
    pattern: 'nurs*, allied, advanced practice, therap*, pharmac*, dental, assistant, administrat*, clerical, techn*',
    examples: 'Nursing | Allied Health | Advanced Practice',
    counterExamples: 'Physicians / Surgeons | Physician',
  },
])

/** A profession field that leaves no physician. */
function isOtherField(profession: string): boolean {
  const rest = otherAbbreviations.marked(otherRoles.marked(profession, '_'), '_')
  return !physicianField.test(rest.replaceAll('_', ' ')) && (otherField.isIn(profession) || rest.includes('_'))
}

const seeking = String.raw`\b${oneOf('seek(s|ing)?, hir(e|es|ing), recruit(s|ing)?, look(s|ing)? for, search(es|ing)? for, need(s|ed)?, opportunity for, position for, opening for, invites?( applications from)?, joins? (us|our \w+) as')}\s+(?:an?|our next|\d+|one|two|the|additional|several)?\s*(?:[\w/'-]+,? ){0,6}?`

/** Whom a text seeks, and what it asks of them. */
export const sought = rules<'other' | 'physician'>([
  {
    means: 'other',
    pattern: new RegExp(
      `${seeking}${oneOf('nurse*, physician (assistant|associate)*, PA-C, aprn, advanced practice*, technologist, technician, therapist, pharmacist, medical assistant, psychologist, social worker, coordinator, representative')}`,
      'i',
    ),
    examples: 'We are seeking a nurse for our ward. | Larkfield is hiring two experienced physician assistants.',
    counterExamples: 'Nurses support you.',
  },
  {
    means: 'other',
    pattern:
      /\bNCCPA\b|\b(?:accredited|approved) (?:PA|physician assistant|nurse practitioner) program|\b(?:RN|LPN|PA|NP|APRN) licen[sc]e (?:is )?required/i,
    examples: 'NCCPA certification. | RN license required. | Graduate of an accredited PA program.',
  },
  {
    means: 'physician',
    pattern: new RegExp(
      String.raw`${seeking}(?:physicians?\b(?! (?:assistant|associate))|\w*(?:ologist|surgeon|psychiatrist|hospitalist|internist|pediatrician|intensivist|physiatrist)s?\b|MD\b|M\.D\.|doctor\b)`,
      'i',
    ),
    examples: 'We seek a physician. | Larkfield Clinic is looking for its next cardiologist.',
    counterExamples: 'We seek a physician assistant.',
  },
])

const isSought = (who: 'other' | 'physician', text: string): boolean => sought.all(text).includes(who)

export const certified = rules<'physician'>([
  {
    means: 'physician',
    pattern:
      /\bM\.?D\.?\s*(?:\/|or)\s*D\.?O\b|\bBC\s*\/\s*BE\b|\bboard[- ](?:certified|eligible)\b(?! physicians? (?:lead|who lead|supervis))|\bboard certification in\b/i,
    examples: 'MD/DO with a license. | BC/BE | Board certified in internal medicine.',
    counterExamples: 'Board certified physicians lead our team.',
  },
])
