import type { Fact } from '#features/imports/facts.ts'
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
  if (isListOfJobs(title)) return { seeks: 'none', fact: { state: 'stated', words } }
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
      return isSoughtInText(description, others) && !isSoughtInText(description, physicians) ? conflict : physician
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
  const seeksOthers = isSoughtInText(description, others)
  if (physicianField.test(profession) && !seeksOthers) {
    return { seeks: 'physician', fact: { state: 'inferred', rule: 'field-says-physician', words } }
  }
  const seeksPhysicians = physicianEvidence.test(description) || isSoughtInText(description, physicians)
  if (seeksPhysicians && !seeksOthers) {
    return { seeks: 'physician', fact: { state: 'inferred', rule: 'text-seeks-physician', words } }
  }
  if (!seeksPhysicians && (seeksOthers || !namesSpecialty)) return { seeks: 'other', fact: { state: 'stated', words } }
  return { seeks: 'physician', fact: { state: 'doubtful', reason: 'profession-unclear', words } }
}

/** A page of a careers site, not one job. */
const isListOfJobs = (title: string): boolean => listTitles.some((it) => it.test(title.trim()))
const listTitles = [
  /^(?:explore |view |search |browse |our |all |current |open |available |physicians? |providers? |healthcare |medical |clinical |&|and|\s)*(?:careers?|jobs|openings|positions|vacancies|employment|opportunities)(?: home| page| center| site| board| search)?(?:\s*(?:[|–—:-]|\bat\b|\bin\b|\bwith\b|,|\().*)?$/i,
  /\bjob (?:openings|listings|board|search|alerts?)\b|\bsearch (?:results|jobs|openings|physician|our)\b|\bview all\b|\bopen positions\b|\bcurrent (?:openings|opportunities)\b/i,
  /\btalent (?:community|network|pool)\b|\bgeneral (?:application|interest)\b|\bfuture opportunities\b|\bcareers? (?:home|page|site|fair|at|with|opportunities)\b|\bsubmit your (?:cv|resume)\b/i,
  /^(?:why )?(?:work (?:with|for|at) (?:us|our)|work here|join (?:us|our (?:team|family|practice|staff)))\W*$|^why work\b|\b(?:job|employment|career) opportunities\b|^(?:\w+ ){0,3}(?:openings|jobs|careers)\W*$|\bjobs \|/i,
  /^\d[\d,]*\+? .*\bjobs\b|\bjobs (?:in|at|near|by)\b|\bjobs, employment\b/i,
]

type InTitle = 'physician' | 'generic' | 'other' | 'both' | 'none'

function inTitle(source: string, state: string | undefined): InTitle {
  const named = source.replaceAll(/[‘’]/g, "'").replaceAll(incidental, ' ').replaceAll(lead, ' ')
  const elsewhere = named.replaceAll(workplace, ' ')
  const title = physicianNoun.test(elsewhere) ? elsewhere : named
  if (neverPhysician.test(title)) return 'other'
  const rest = title.replaceAll(administration, '_').replaceAll(otherRoles, '_').replaceAll(otherAbbreviations, '_')
  const specific = physicianNoun.test(rest)
  const generic = physicianWord.test(rest)
  const bare = barePa.test(rest) && state !== 'PA'
  if (!rest.includes('_')) {
    if (bare) return 'both'
    return specific ? 'physician' : generic ? 'generic' : 'none'
  }
  if (!specific && !generic) return /[^_\W].*\bor\s+_/i.test(rest) ? 'both' : 'other'
  if (isAlternative(rest)) return 'physician'
  // 'Cardiologist – NP support' may be read both ways; 'RN, Physician Practice' may not.
  return specific && rest.search(physicianNoun) < rest.indexOf('_') && !/ (?:_|\S+_)/.test(rest.replace(/\s[-–—(,|].*$/, ''))
    ? 'both'
    : 'other'
}

/** 'Physician (MD, PA or NP)', 'MD/DO/NP/PA', 'Nurse Practitioner or Physician': the job is open to physicians too. */
function isAlternative(rest: string): boolean {
  const other = rest.indexOf('_')
  const own = [physicianNoun, physicianWord].map((it) => rest.search(it)).filter((it) => it >= 0)
  if (Math.min(...own) < other) return /(?:\/|\bor\b|\(MD,?(?: DO,?)?)\s*(?:[\w-]+ ){0,2}_/i.test(rest)
  return new RegExp(String.raw`_\s*(?:\/|\bor\b)\s*(?:${physicianNoun.source}|physicians?\b|MD\b|DO\b)`, 'i').test(rest)
}

/** 'Physician – supervises NPs and PAs': who else is there is not who is sought. */
const incidental =
  /\b(?:work(?:s|ing)? with|with|w\/|supervis\w+|overs\w+|collaborat\w+(?: with)?|alongside|support(?:ed|s|ing)?(?: by| from| of)|team of|led by|assisted by|leads?|teach\w*)\s*(?:\w+ ){0,3}?(?:NPs?|PAs?|APPs?|APCs?|CRNAs?|RNs?|nurses?(?: practitioners?)?|physician assistants?|nurse anesthetists?|residents?|scribes?|medical assistants?|therapists?|midwives)(?:\s*(?:,|\/|&|and|or)\s*(?:NPs?|PAs?|APPs?|CRNAs?|nurses?(?: practitioners?)?|physician assistants?|scribes?|medical assistants?))*(?: supports?| coverage| teams?)?|\b(?:NP|PA|APP|CRNA|scribe|nurse)s?(?:\/(?:NP|PA|APP)s?)? (?:support|coverage|supervision|back-?up|team)\b/gi

/** 'Dermatologist for Physician Practice': whose practice it is says nothing about who is sought there. */
const workplace =
  /\b(?:for|at|in|with|within|join(?:ing)?)\s+(?:an?\s+|the\s+|our\s+)?(?:[\w-]+\s+){0,2}?physicians?['’]?s?[- ](?:practice|group|office|network|clinic|team)\b/gi

/** Words that make a role of a physician: what is directed is not the profession. */
const lead =
  /\b(?:associate |assistant |deputy |co-?)?(?:residency |fellowship |clerkship |training )?program directors?\b|\bphysician[- ](?:owned|led|run|driven|governed|founded|partner)\b|\bassistant professors?\b|\bassociate professors?\b|\bassociate chief\b/gi

/** Work for or about physicians. */
const administration =
  /\bphysicians?(?:'s|'|s')?[- ](?:(?!for|with|at|in|to|of|and|our|or|an?\b)\w+ )?(?:integration|onboarding|marketing|development|informatics|relations|recruit\w*|liaisons?|support|billing|cod(?:er|ing)s?|scheduler|scheduling|services?|practices?|offices?|groups?|network|enterprise|compensation|contract\w*|credential\w*|enrollment|sales|outreach|engagement|reimbursement|documentation|education coordinator|referral|orders?)\b|\b(?:director|manager|vp|vice president|head|coordinator|specialist)(?:,| of) (?:\w+ )?(?:physician|provider|medical staff) (?:recruit\w*|relations|services|practices?|compensation|contracting|operations|network)\b|\bto (?:the )?(?:chief )?physicians?\b|\bfor physicians\b/gi

/** Other professions, longer names first. */
const otherRoles = new RegExp(
  [
    String.raw`physicians?(?:'s|')?[- ](?:assistants?|assts?\b|asst\.?|associates?|extenders?|advisors? coordinator)`,
    String.raw`(?:path|an(?:a)?esthesi)ologists?(?:'s|')? (?:assistants?|techn\w+|assts?)|an(?:a)?esthesia (?:assistants?|techn\w+)|nurse an(?:a)?esthetists?`,
    String.raw`(?:\b\w+[- ]?)?speech[- ]language pathologists?|speech pathologists?`,
    String.raw`\bnurse(?:s|[- ]?(?:practitioners?|midwi\w+|managers?|educators?|navigators?|leads?))?\b|\bnursing\b|\bmidwi(?:fe|ves|fery)\b`,
    String.raw`(?:advanced practice|mid-?level|allied health) (?:providers?|clinicians?|professionals?|registered \w+|nurses?)`,
    String.raw`\b(?:technicians?|technologists?|\w*[- ]?techs?)\b`,
    String.raw`\b\w*therapists?\b|\b(?:physical|occupational|respiratory|speech|massage) therapy`,
    String.raw`\b(?:pharmac(?:ist|y)\w*|dentists?|dental|orthodont\w+|endodont\w+|prosthodont\w+|periodont\w+|oral (?:and maxillofacial |& maxillofacial )?surg\w+|hygienists?)\b`,
    String.raw`\b(?:medical|clinical|surgical|dental|administrative|executive|patient care|home health|nursing|office|certified medical|research|ophthalmic|optometric) (?:assistants?|aides?|assts?)\b|\b(?:caregivers?|aides?)\b|\bassistants?\b(?! (?:professor|program|medical|chief|clinical|director|attending))`,
    String.raw`\b(?:medical )?scribes?\b|\bcoders?\b|\bbillers?\b|\bbilling\b|\btranscription\w*`,
    String.raw`\b(?:neuro)?psychologists?\b|\bpsychometrist|\bsocial workers?\b|\bcounsel(?:l)?ors?\b|\bcase managers?\b|\bbehavior analysts?\b`,
    String.raw`\boptometr\w+|\bopticians?\b|\bpodiatr\w+|\bchiropract\w+|\baudiologists?\b|\bdietit?ians?\b|\bnutritionists?\b|\bacupunctur\w+|\bperfusionists?\b|\bgenetic counsel\w+|\bphysicists?\b|\bnaturopath\w*`,
    String.raw`\bphlebotom\w+|\bsonographers?\b|\bradiographers?\b|\bmammographers?\b|\bparamedics?\b|\bdosimetrists?\b|\bembryologists?\b|\bcytologists?\b|\bhistotech\w*|\blaboratorians?\b|\bathletic trainers?\b`,
    String.raw`\breceptionists?\b|\bsecretar\w+|\bschedulers?\b|\bcoordinators?\b|\brecruiters?\b|(?<!consult(?:ation)?[-/ ])\bliaisons?\b|\bsales\b|\breps?\b|\brepresentatives?\b|\bfront (?:office|desk)\b|\bclerks?\b|\bvet\b|(?<!\bcardiac |\bclinical )\bphysiologists?\b|\b(?:micro|epidemi|neuro)?biolog(?:y|ists?)\b|\bepidemiologists?\b|\battorneys?\b|\bparalegals?\b|\bbuyers?\b|\bauditors?\b|\bnavigators?\b`,
    String.raw`\b(?:practice|office|clinic|program|project|operations|account|product|nurse|unit|business|case|finance|service line|quality|regional|department|data) (?:managers?|administrators?)\b|\b(?:practice|office|clinic|operations|business|nursing) directors?\b|\banalysts?\b|\bengineers?\b|\baccount(?:ant|ing)\w*|\bcustodian|\bhousekeep\w+|\bcooks?\b|\bdrivers?\b|\bsecurity (?:officer|guard)|\bcreden?tialing\b|\bmanager\b`,
    String.raw`\b(?:billing|coding|enrollment|credentialing|revenue cycle|referral|patient access|prior authorization|reimbursement|compliance|data|support|recruitment|contract|education|outreach|claims) specialists?\b`,
    String.raw`\bpost-?doc\w*(?: \w+)?|\bresearch (?:scientists?|fellows?|coordinators?|associates?|nurses?|assistants?)\b|\bscientists?\b|\blab(?:oratory)? (?:managers?|supervisors?)\b|\bstudents?\b|\bvolunteers?\b|\binterns?\b|\bexterns?\b`,
    String.raw`\bdoctor of (?:dental|physical|pharmacy|nursing|veterinary|audiology|chiropractic|optometry|podiatric|occupational|psychology|naturopath)\w*(?: \w+)?`,
  ].join('|'),
  'gi',
)

/** Abbreviations are taken in capitals; 'PA' may be Pennsylvania: see `barePa`. */
const otherAbbreviations =
  /\b(?:RNs?|LPNs?|LVNs?|CNAs?|NPs?|FNPs?|PMHNPs?|AGACNPs?|ACNPs?|DNPs?|APRNs?|APNs?|ARNPs?|APPs?|APCs?|CRNAs?|CNMs?|CAAs?|PA-?Cs?|PAs|PTAs?|COTAs?|OTRs?|SLPs?|RRTs?|CRTs?|EMTs?|LCSWs?|LMFTs?|LPCs?|BCBAs?|RPhs?|PharmDs?|DDS|DMDs?|DPMs?|DVMs?|ODs|DPTs?|MLTs?|MAs|CMAs?|RDH|RVT|RDMS|PsyD)\b|(?<!\b(?:no|on) )\bOD\b(?!\/)|(?<=\/\s?|\bor |\b(?:MD|DO), ?)PA\b(?!\s*\d)|^PA\b|\bPA(?=\s?\/\s?(?:NP|APP|_)|,? (?:or|and) (?:NP|APRN))|(?<=_ \()PA(?=\))|(?<=\b(?:NP|RN|ED|ER|Surgery|Medicine|Care|\w+ology|\w+opedics?|\w+ists?|\w+geons?)\s)PA\b(?!\s*\d)/g

/** 'Cardiologist – PA': an assistant, or Pennsylvania. */
const barePa = /(?:[-–—(|]\s*|\bin )PA\b(?!\s*\d)\)?\s*$/

/** Words after which nothing else in the title matters. */
const neverPhysician =
  /veterinar\w*|\bvet tech|\bDVM\b|\banimal (?:hospital|care)|\bpodiatric\b|\bchiropractic\b|\bnaturopath\w*/i

/** 'MD' alone is no sign: it is Maryland too. */
const physicianWord =
  /\bphysicians?\b|\bdoctors?\b|\bM\.D\.|\bM\.?D\.?\s*(?:\/|or|and|&|,)\s*D\.?O\b|\bD\.?O\.?\s*(?:\/|or)\s*M\.?D\b|\bMDs\b|\(MD\)|\bMD$|^MD\b|^DO\b|(?:medicine|diseases?|\bonc|care|ology|health|practice|surgery|psychiatry|pediatrics|rehab\w*|anesthesia) MD\b|\bPCPs?\b|\bprimary care provider\b/i

/** Physicians alone lead the training of physicians. */
const leadsTraining = /\b(?:residency|fellowship)\b.*\bprogram directors?\b|\bprogram directors?\b.*\b(?:residency|fellowship)\b/i

const physicianNoun = new RegExp(
  [
    String.raw`(?:\b|neuro-?)surgeons?\b|\b(?:internist|intensivist|neurointensivist|laborist|nocturnist|physiatrist|allergist|obstetrician|geriatrician|endoscopist|surgicalist|neurohospitalist)s?\b`,
    String.raw`hospitalists?\b|\w*psychiatrists?\b|\b\w*p(?:a)?ediatricians?\b|\b(?:family|general) practitioners?\b|\bgeneticists?\b|\bproceduralists?\b|\baddictionologists?\b`,
    String.raw`(?:cardi|dermat|enter|hemat|haemat|onc|nephr|ur|rheumat|pulmon|radi|path|endocrin|ophthalm|laryng|anesthesi|anaesthesi|hepat|neur|ot)ologists?\b`,
    String.raw`(?:neonat|perinat|epilept|immun|gyn(?:a)?ec|electrophysi|diabet)ologists?\b`,
    String.raw`\b(?:retina|MFM|maternal[- ]fetal medicine|glaucoma|cornea|pain|sleep medicine|infectious diseases?) specialists?\b`,
    String.raw`\bchief medical officer\b|\bmedical director\b|\bOB[/ -]?GYN\b|\b(?:ER|ED|emergency|urgent care|family|primary care) docs?\b`,
  ].join('|'),
  'i',
)

const physicianField =
  /\bphysicians?\b(?!'?s? (?:assistant|associate|extender))|\bsurgeons?\b|\bM\.?D\.?\b|\bD\.?O\.?\b|\bdoctors?\b/i

/** A profession field that leaves no physician. */
const isOtherField = (profession: string): boolean =>
  !physicianField.test(profession.replaceAll(otherRoles, ' ').replaceAll(otherAbbreviations, ' ')) &&
  (/\bnurs\w*|\ballied\b|\badvanced practice\b|\btherap\w*|\bpharmac\w*|\bdental\b|\bassistants?\b|\badministrat\w*|\bclerical\b|\btechn\w*/i.test(
    profession,
  ) ||
    profession.replaceAll(otherRoles, '_').replaceAll(otherAbbreviations, '_').includes('_'))

const seeking = String.raw`\b(?:seek(?:s|ing)?|hir(?:e|es|ing)|recruit(?:s|ing)?|look(?:s|ing) for|search(?:es|ing)? for|need(?:s|ed)?|opportunity for|position for|opening for|invites?(?: applications from)?|join(?:s)? (?:us|our \w+) as)\s+(?:an?|our next|\d+|one|two|the|additional|several)?\s*(?:[\w/'-]+,? ){0,6}?`
const others = new RegExp(
  String.raw`${seeking}(?:nurse|physician (?:assistant|associate)|PA-C|APRN|nurse practitioner|advanced practice|technologist|technician|therapist|pharmacist|medical assistant|psychologist|social worker|coordinator|representative)|\bNCCPA\b|\b(?:accredited|approved) (?:PA|physician assistant|nurse practitioner) program|\b(?:RN|LPN|PA|NP|APRN) licen[sc]e (?:is )?required`,
  'i',
)
const physicians = new RegExp(
  String.raw`${seeking}(?:physicians?\b(?! (?:assistant|associate))|\w*(?:ologist|surgeon|psychiatrist|hospitalist|internist|pediatrician|intensivist|physiatrist)s?\b|MD\b|M\.D\.|doctor\b)`,
  'i',
)

const isSoughtInText = (text: string, who: RegExp): boolean => who.test(text)

const physicianEvidence =
  /\bM\.?D\.?\s*(?:\/|or)\s*D\.?O\b|\bBC\s*\/\s*BE\b|\bboard[- ](?:certified|eligible)\b(?! physicians? (?:lead|who lead|supervis))|\bboard certification in\b/i
