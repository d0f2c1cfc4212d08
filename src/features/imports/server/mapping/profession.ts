/**
 * Whether a posting seeks a physician. The title decides; where it names no profession, the source's profession field and the text do.
 */
export function seeksPhysician(job: { title: string; profession?: string | undefined; description: string }): boolean {
  if (job.profession && othersIn(job.profession) && !physicianWord.test(withoutOthers(job.profession))) return false
  const title = job.title.replaceAll(incidental, ' ')
  if (neverPhysician.test(title)) return false
  const rest = withoutOthers(title)
  if (othersIn(title)) return physicianWord.test(rest) || sharedRole.test(title)
  if (physicianWord.test(rest) || physicianNoun.test(rest)) return true
  return physicianEvidence.test(job.profession ?? '') || physicianEvidence.test(job.description)
}

/** 'Physician – works with NPs and PAs': who else is there is not who is sought. */
const incidental =
  /\b(?:work(?:s|ing)? with|with|supervis\w+|overs\w+|collaborat\w+(?: with)?|alongside|support(?:ed|s|ing)?(?: by| from)?|team of|led by|assisted by)\s+(?:\w+ ){0,3}?(?:NPs?|PAs?|APPs?|APCs?|CRNAs?|nurses?(?: practitioners?)?|physician assistants?|nurse anesthetists?|residents?|scribes?|medical assistants?|therapists?|midwives)(?:\s*(?:,|\/|&|and|or)\s*(?:NPs?|PAs?|APPs?|CRNAs?|nurses?(?: practitioners?)?|physician assistants?|scribes?|medical assistants?))*/gi

/** Other professions; longer names first, because each match is taken out before the rest is read. */
const others = new RegExp(
  [
    String.raw`physician(?:'s)?[- ](?:assistants?|associates?|extenders?|liaisons?|recruit\w+|relations|coders?|billing|advisors? coordinator|services? (?:coordinator|manager|representative)|practice manager|scheduler|office\b.*)`,
    String.raw`an(?:a)?esthesi(?:a|ologist)(?:'s)? (?:assistants?|techn\w+)|nurse an(?:a)?esthetists?`,
    String.raw`\w*[- ]?speech[- ]language pathologists?|speech pathologists?`,
    String.raw`\bnurse(?:s|[- ]?(?:practitioners?|midwi\w+|managers?|educators?|navigators?))?\b|\bnursing\b|\bmidwi(?:fe|ves)\b`,
    String.raw`(?:advanced practice|mid-?level|allied health) (?:provider|clinician|professional|registered)s?`,
    String.raw`\b(?:technicians?|technologists?|\w*[- ]?techs?)\b`,
    String.raw`\b\w*therapists?\b|\b(?:physical|occupational|respiratory|speech) therapy`,
    String.raw`\b(?:pharmac\w+|dentists?|dental|orthodont\w+|endodont\w+|oral (?:and maxillofacial )?surg\w+|hygienists?)\b`,
    String.raw`\b(?:medical|clinical|surgical|dental|administrative|executive|patient care|home health|nursing|office|certified medical) (?:assistants?|aides?)\b|\b(?:caregivers?|aides?)\b`,
    String.raw`\b(?:medical )?scribes?\b|\bcoders?\b|\bbillers?\b|\bbilling\b|\btranscription\w*`,
    String.raw`\b(?:neuro)?psychologists?\b|\bpsychometrist|\bsocial workers?\b|\bcounsel(?:l)?ors?\b|\bcase managers?\b|\bbehavior analysts?\b`,
    String.raw`\boptometr\w+|\bopticians?\b|\bpodiatr\w+|\bchiropract\w+|\baudiologists?\b|\bdietit?ians?\b|\bnutritionists?\b|\bacupunctur\w+|\bperfusionists?\b|\bgenetic counsel\w+|\bphysicists?\b`,
    String.raw`\bphlebotom\w+|\bsonographers?\b|\bradiographers?\b|\bmammographers?\b|\bparamedics?\b|\bdosimetrists?\b|\bembryologists?\b|\bcytologists?\b`,
    String.raw`\breceptionists?\b|\bsecretar\w+|\bschedulers?\b|\bcoordinators?\b|\brecruiters?\b|\bsales\b|\b(?:practice|office|clinic|program|project|operations) (?:managers?|administrators?|directors?)\b|\banalysts?\b|\bengineers?\b|\baccount(?:ant|ing)\w*|\bcustodian|\bhousekeep\w+|\bcooks?\b|\bdrivers?\b|\bsecurity (?:officer|guard)`,
  ].join('|'),
  'gi',
)

/** Abbreviations are taken in capitals; 'PA' at the end after a comma is Pennsylvania. */
const otherAbbreviations =
  /\b(?:RNs?|LPNs?|LVNs?|CNAs?|NPs?|FNPs?|PMHNPs?|AGACNPs?|ACNPs?|DNPs?|APRNs?|APNs?|ARNPs?|APPs?|APCs?|CRNAs?|CNMs?|CAAs?|PA-?Cs?|PAs|PTAs?|COTAs?|OTRs?|SLPs?|RRTs?|CRTs?|EMTs?|LCSWs?|LMFTs?|LPCs?|BCBAs?|RPhs?|PharmDs?|DDS|DMDs?|DPMs?|DVMs?|ODs?|DPTs?|MLTs?|MAs|CMAs?|RDH|RVT|RDMS)\b|(?<!,\s*)\bPA\b(?!\s*(?:\d|$))|(?<=\/\s?|\bor )PA\b|^PA\b|(?<=\b(?:NP|RN|ED|ER|Surgery|Medicine|Care|\w+ology|\w+opedics?|\w+ists?|\w+geons?)\s)PA\b/g

/** Words after which nothing else in the title matters. */
const neverPhysician = /veterinar\w*|\bvet tech|\banimal (?:hospital|care)|\bpodiatric\b|\bchiropractic\b/i

const withoutOthers = (text: string): string => text.replaceAll(others, ' ').replaceAll(otherAbbreviations, ' ')

const othersIn = (text: string): boolean => withoutOthers(text) !== text

/** 'MD' alone is no sign: it is Maryland too. */
const physicianWord =
  /\bphysicians?\b|\bdoctors?\b|\bM\.D\.|\bM\.?D\.?\s*(?:\/|or|and|&|,)\s*D\.?O\b|\bD\.?O\.?\s*(?:\/|or)\s*M\.?D\b|\bMDs\b|\(MD\)/i

const physicianNoun = new RegExp(
  [
    String.raw`(?:\b|neuro-?)surgeons?\b|\b(?:internist|intensivist|laborist|nocturnist|physiatrist|allergist|obstetrician|geriatrician|endoscopist)s?\b`,
    String.raw`hospitalists?\b|psychiatrists?\b|p(?:a)?ediatricians?\b|\bfamily practitioners?\b`,
    String.raw`(?:cardi|dermat|enter|hemat|onc|nephr|ur|rheumat|pulmon|radi|path|endocrin|ophthalm|laryng|anesthesi|hepat)ologists?\b`,
    String.raw`(?:neonat|perinat|epilept|immun|gyn(?:a)?ec|electrophysi)ologists?\b`,
    String.raw`\bchief medical officer\b|\bmedical director\b|\bOB\/?GYN\b|^(?:MD|DO)\b`,
  ].join('|'),
  'i',
)

/** A profession named beside a physician by 'or' or a stroke: the job is open to both. */
const sharedRole =
  /(?:ists?|surgeons?|cians?|OB\/?GYN)\s*(?:\/|\bor\b)\s*(?:[\w.-]+ ){0,2}(?:NP|PA|APP|CRNA|nurse|physician assistant|advanced practice)/i

const physicianEvidence =
  /\bphysicians?\b(?! (?:assistant|associate|extender|practice|office|group|order|liaison|recruit))|\bM\.?D\.?\s*(?:\/|or)\s*D\.?O\b|\bBC\s*\/\s*BE\b|\bboard[- ](?:certified|eligible)\b|\bboard certification in\b/i
