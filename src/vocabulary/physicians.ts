import { practices } from './practices.ts'
import { specialtyPhrases } from './specialty-words.ts'
import { oneOf, rules } from './table.ts'
import { topics } from './topics.ts'
import { otherRoles, otherAbbreviations, isPractitioner } from './professions.ts'

/** How texts say that a physician is wanted. */

/** What physicians are called by what they do, also with something in front: 'neuroradiologist'. */
const practitioners = [...topics, ...practices]
  .flatMap(({ typed }) => typed.split(', '))
  .concat([...specialtyPhrases()].map(([phrase]) => phrase))
  .filter(
    (phrase) =>
      isPractitioner(phrase) &&
      (!phrase.includes(' ') || /(?:specialist|practitioner)$/.test(phrase)),
  )
  .map((phrase) => (phrase.includes(' ') ? phrase : `*${phrase}`))

export const physicianNouns = rules`
physician = ${[...new Set(practitioners)].join(', ')}
  ✓ Cardiologist | Non-Invasive Cardiologist | OB/GYN Laborist | Nocturnist | Orthopaedic Surgeon –
  Hand | Child & Adolescent Psychiatrist |
    Pathologist | Neuroradiologist | Interventional Pulmonologist | Anesthesiologist/CRNA |
    Pediatrician | Electrophysiologist |
    Neurosurgeon – Level II Trauma Center | Advanced Endoscopist – Kent, OH | Psychiatrist or
    Psychiatric Nurse Practitioner |
    Pediatrician, Inpatient and Newborn Nursery | Hospitalist, supported by nurse practitioners and
    scribes |
    Anesthesiologist – supervising CRNAs | Dermatologist for Physician Practice | Cardiologist at a
    growing physician group
  ✗ Anesthesiologist Assistant | Speech Language Pathologist | Veterinary Neurologist
physician = *otologist, orthop(a)?edist, *haematologist, *anaesthesiologist, *gynaecologist,
  *paediatrician, proceduralist, (chief )?medical officer, medical director, medical examiner,
  medical advisor, endoscopist, perinatologist,
    (mfm|maternal fetal medicine|glaucoma|cornea|pain|sleep medicine|infectious diseases?)
    specialists?, ob(/| )?gyn,
    (er|ed|emergency|urgent care|family|primary care|community|team|country) docs?
  ✓ Medical Director, Hospice | ER Doc | OBGYN | Pain Specialist | Medical Officer (General
  Practice) | Deputy Medical Examiner
  ✗ ER Doc Control Clerk
`

/** 'MD' alone is no sign: it is Maryland too. */
export const physicianWords = rules`
physician = physician, doctor, mds, pcp, primary care provider, docs? (for|wanted|needed)
  ✓ Physician – works with NPs and PAs | Physician or Nurse Practitioner | Nurse Practitioner or
  Physician – Urgent Care | Physician, Allentown, PA | Doctor of Internal Medicine | Physical
  Medicine & Rehabilitation Physician | PCP, Outpatient
  ✗ Physician Liaison | Physician Recruiter
physician = /\bM\.D\.|\bM\.?D\.?\s*(?:\/|or|and|&|,)\s*D\.?O\b|\bD\.?O\.?\s*(?:\/|or)\s*M\.?D\b/i
  ✓ Family Medicine MD/DO | Family Medicine M.D. | Urgent Care DO or MD
physician = /\(MD\)|\bMD$|^MD\b|^DO\b|(?:medicine|diseases?|\bonc|care|ology|health|practice|surgery|psychiatry|psychiatric|pediatrics|rehab\w*|anesthesia) MD\b|^(?:\w+ ){1,3}MD\b(?=\s*[—–|:;(-])/i
  ✓ Kidney MD — two partners | Internal Medicine MD – Outpatient | MD, Urgent Care | Hospital
  Medicine (MD) ✗ RN, Bethesda, MD
`

/** Words after which nothing else in a title matters. */
export const neverPhysicians = rules`
other = veterinar*, vet tech*, dvm, animal (hospital|care)*, podiatric, chiropractic, naturopath*
  ✓ Veterinary Neurologist | Animal Hospital Surgeon | Podiatric Surgeon
other = (plant|tree|forest|crop|seed|turf|fish|wildlife|lawn|computer)
  (pathologist|surgeon|doctor|physiologist|geneticist)s?
  ✓ Plant Pathologist | Tree Surgeon ✗ Pathologist, Forest Hospital
`

/** Work that is a physician's unless the text says otherwise: it waits. */
export const oftenPhysicians = rules`
physician = (supervising|collaborating|collaborative) (physician|provider|doctor|md)s?, student
  health (physician|provider|clinician|doctor)s?, medical (monitor|consultant|advisor|director)s?,
    (medical|clinical|health) (informatics|information officer)*, (clinical )?professor(
    of (?!nurs|pharm|dent)\w+)?( and|,) (chief|chair|head|division)*
  ✓ Collaborating Physician - Nurse Practitioner Clinic | Medical Monitor | Student Health Provider |
  Professor and Chief, Division of Rheumatology
  ✗ Professor of Nursing | Student Health Nurse | Medical Records
`

/** What physicians are who do more than see patients: nobody else is a physician-scientist. */
export const physicianRoles = rules`
physician = physician
  (scientist|investigator|researcher|educator|executive|leader|lead|advisor|reviewer|consultant)
  ✓ Physician-Scientist, Hematologic Malignancies | Physician Advisor | Physician Lead, Urgent Care
  ✗ Physician Advisors Coordinator
`

/** Physicians alone lead the training of physicians, and their departments. */
export const ledByPhysicians = rules`
physician = /\b(?:residency|fellowship)\b.*\bprogram directors?\b|\bprogram directors?\b.*\b(?:residency|fellowship)\b/i
  ✓ Cardiology Fellowship Program Director | Program Director, Psychiatry Residency ✗ Program
  Director, Cardiology
physician = /\b(?:chair|chief|head)(?:man|woman|person)?,? (?:of )?(?:the )?(?:department|division|section)\b|\b(?:department|division|section) (?:chair|chief|head)\b/i
  ✓ Chair, Department of Emergency Medicine | Division Chief, Nephrology ✗ Chief Operating Officer,
  Cardiology
`

/** Fields of a source that name the profession. */
export const physicianFields = rules`
physician = /\bphysicians?\b(?!'?s? (?:assistant|associate|extender))|\bsurgeons?\b|\bM\.?D\.?\b|\bD\.?O\.?\b|\bdoctors?\b/i
  ✓ Physician | Physicians / Surgeons | MD/DO ✗ Physician Assistant | Nursing
`

const seeking = String.raw`\b${oneOf('seek(s|ing)?, hir(e|es|ing), recruit(s|ing)?, look(s|ing)? for, search(es|ing)? for, need(s|ed)?, opportunity for, position for, opening for, invites?( applications from)?, joins? (us|our \\w+) as')}\s+(?:an?|our next|\d+|one|two|the|additional|several)?\s*(?:[\w/'-]+,? ){0,6}?`

/** Whom a text seeks, and what it asks of them. */
export const sought = rules`
other = /${seeking}${oneOf('nurse*, physician (assistant|associate)*, PA-C, aprn, advanced practice*, technologist, technician, therapist, pharmacist, medical assistant, psychologist, social worker, coordinator, representative')}/i
  ✓ We are seeking a nurse for our ward. | Larkfield is hiring two experienced physician assistants.
  ✗ Nurses support you.
other = /\bNCCPA\b|\b(?:accredited|approved) (?:PA|physician assistant|nurse practitioner) program|\b(?:RN|LPN|PA|NP|APRN) licen[sc]e (?:is )?required/i
  ✓ NCCPA certification. | RN license required. | Graduate of an accredited PA program.
physician = /${seeking}(?:physicians?\b(?! (?:assistant|associate))|\w*(?:ologist|surgeon|psychiatrist|hospitalist|internist|pediatrician|intensivist|physiatrist|endoscopist|geriatrician|obstetrician|orthopa?edist)s?\b|MD\b|M\.D\.|doctor\b)/i
  ✓ We seek a physician. | Join our team as a full-time hospitalist. | Larkfield Clinic is looking
  for its next cardiologist.
  ✗ We seek a physician assistant.
physician = /(?:${physicianNouns.source}|\bphysicians?)\s+(?:(?:is|are)\s+)?(?:wanted|needed|sought)\b|(?:^|[.!?\n]\s*)MDs? (?:and|or|&) DOs?\b/i
  ✓ General cardiologist wanted for a group of five. | A physician is needed. | MDs and DOs: see
  eight seniors a day.
  ✗ Our cardiologists need a nurse. | Trained by MDs and DOs.
`

export const certified = rules`
physician = /\bM\.?D\.?\s*(?:\/|or)\s*D\.?O\b|\bBC\s*\/\s*BE\b|\bboard[- ](?:certified|eligible)\b(?! physicians? (?:lead|who lead|supervis))|\bboard certification in\b|\bM\.?D\.? with board\b/i
  ✓ MD/DO with a license. | MD with board certification | BC/BE | Board certified in internal
  medicine. ✗ Board certified physicians lead our team.
`

const certificates = 'AB(?:EM|IM|FM|P|PN|MS|OG|S|R|A|MG|OS|PMR)|AOBEM'

/**
 * What a text asks for, or offers, that only physicians have: where the title names a field of
 * medicine and nobody.
 */
export const physicianWork = rules`
physician = /\b(?:${certificates})\b|\bAP\s?\/\s?CP\b|\bJ-?1\b(?! visas? (?:not|un))|\bConrad[ -]?30\b|\b(?:fellowship|residency)[- ](?:trained|training|required)\b|\bfellowship,|\bfellowship in\b|\bcompleted (?:an? )?(?:\w+ ){0,3}(?:residency|fellowship)/
  ✓ ABEM required. | J-1 Conrad 30 support. | A fellowship-trained spine team. | AP/CP, 6,000
  surgicals.
  ✗ Residency program support. | No fellowship.
physician = (solo |all-?)?MD anesthesia, (radiologist|physician|surgeon)s only, MD only, MD/DO only,
  partnership (after|in|track), partner track
  ✓ Radiologists only. | Partnership after 2 years. | Partner track.
`

/** 'Registered Nurse', and no 'Nurse Practitioner or Physician'. */
export function namesOthersOnly(title: string): boolean {
  const rest = otherAbbreviations.marked(otherRoles.marked(title, '_'), '_')
  return (
    neverPhysicians.isIn(title) ||
    (rest.includes('_') && !physicianNouns.isIn(rest) && !physicianWords.isIn(rest))
  )
}
