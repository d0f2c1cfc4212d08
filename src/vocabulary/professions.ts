import { ruleOf, rules, rulesOf, type Rule } from './rules.ts'
import { listOf, rowsOf } from './table.ts'

/**
 * Somebody who is no physician, in the plural. `typed` is what such people are called in a search and in titles, with their abbreviations in
 * capitals, `titles` what is a sign in titles alone; parted by ', ', as `oneOf` reads them. The texts are a rule's.
 */
type Profession = { people: string; typed: string; titles: string; examples: string; counterExamples?: string }

export const otherProfessions: readonly Profession[] = rowsOf(String.raw`
physician assistants = physician assistant, physician assistants, physician asst, physician associate, PA-C, PA;
  titles: PAC, PAs, physicians?('s|')? (assistant|asst|associate|extender|advisors? coordinator)s?
  ✓ Physician Assistant – Orthopedics | PA-C, Family Medicine | PA – Emergency Medicine | Physician Associate, Dermatology | Hospitalist PA
  ✗ Physician, Allentown, PA | Physician Assistant Professor
nurse anesthetists = nurse anesthetist, certified registered nurse anesthetist, CRNA, CAA;
  titles: (path|ana?esthesi)ologists?('s|')? (assistant|asst|techn*)s?, ana?esthesia (assistant|techn*)s?, nurse anaesthetist
  ✓ CRNA | Certified Registered Nurse Anesthetist | Anesthesiologist Assistant
  ✗ Anesthesiologist/CRNA | Anesthesiologist – supervising CRNAs
nurse practitioners = nurse practitioner, advanced practice nurse, NP, APRN, ARNP, FNP, PMHNP, CRNP;
  titles: AGACNP, ACNP, DNP, APN, APP, APC, (advanced practice|mid-?level|allied health) (provider|clinician|professional|registered \w+|nurse)s?
  ✓ Nurse Practitioner - Hospitalist | Hospitalist NP | Family Nurse Practitioner | Advanced Practice Provider (NP/PA), Neurology
  ✗ Physician or Nurse Practitioner | Nurse Practitioner or Physician – Urgent Care | Psychiatrist or Psychiatric Nurse Practitioner | Physician – works with NPs and PAs
midwives = midwife, nurse midwife, CNM; titles: midwives, midwifery, nurse midwi*
  ✓ Certified Nurse Midwife | Midwives | CNM, Birth Center
nurses = nurse, nurses, registered nurse, nursing, RN, LPN, CNA; titles: LVN, nurse (manager|educator|navigator|lead)s?
  ✓ Registered Nurse – Cardiology | RN for Physician Practice | RN Case Manager | RN, Bethesda, MD | Licensed Practical Nurse (LPN)
  ✗ Pediatrician, Inpatient and Newborn Nursery | Hospitalist, supported by nurse practitioners and scribes
dentists = dentist, dental hygienist, DDS, DMD;
  titles: RDH, dental, orthodont*, endodont*, prosthodont*, periodont*, oral ((and|&) maxillofacial )?surg*, hygienist
  ✓ Dentist | Oral Surgeon | Dental Hygienist, DMD office
pharmacists = pharmacist, pharmacy technician, PharmD; titles: RPh, pharmac(ist|y)* ✓ Pharmacist | PharmD
psychologists = psychologist, PsyD; titles: neuropsychologist, psychometrist ✓ Clinical Psychologist | Neuropsychology, PsyD
therapists = physical therapist, occupational therapist, therapist, speech therapist, respiratory therapist;
  titles: PTA, COTA, OTR, SLP, RRT, CRT, DPT, *therapist, (physical|occupational|respiratory|speech|massage) therapy, \w+ speech language pathologist, speech( language)? pathologist
  ✓ Respiratory Therapist | COTA | Physical Therapist | Speech Language Pathologist
optometrists = optometrist; titles: ODs, optometr*, optician ✓ Optometrist | Optical shop, ODs
podiatrists = podiatrist, DPM; titles: podiatr* ✓ Podiatrist | Foot Clinic, DPM
chiropractors = chiropractor; titles: chiropract*, naturopath* ✓ Chiropractor, sports clinic
veterinarians = veterinarian, DVM; titles: vet ✓ Veterinarian | Veterinary Neurologist | Vet | DVM, Neurology
medical assistants = medical assistant, phlebotomist, scribe, medical scribe;
  titles: MAs, CMA,
    (medical|clinical|surgical|dental|administrative|executive|patient care|home health|nursing|office|certified medical|research|ophthalmic|optometric) (assistant|aide|asst)s?,
    caregiver, aide, phlebotom*, assistants?(?! (professor|program|medical|chief|clinical|director|attending))
  ✓ Medical Assistant, Cardiology | Medical Scribe | Caregiver | CMA ✗ Assistant Medical Director, Pediatrician
social workers = social worker, LCSW; titles: LMFT, LPC, BCBA, counsell?or, case manager, behavior analyst
  ✓ Licensed Clinical Social Worker | LCSW | Case Manager, Cardiology
technologists = radiology tech, technologist, technician, sonographer, surgical tech;
  titles: EMT, MLT, RVT, RDMS, \w* ?tech, radiographer, mammographer, paramedic, dosimetrist, perfusionist, histotech*
  ✓ Surgical Technician | Radiologic Technologist | Lab Tech | EMT
scientists =
  titles: audiologist, dietit?ian, nutritionist, acupunctur*, genetic counsel*, physicist, embryologist, cytologist, laboratorian, athletic trainer,
    (?<!\bcardiac |\bclinical )physiologist, (micro|epidemi|neuro)?biolog(y|ists?), epidemiologist,
    post-?doc*( \w+)?, research (scientist|fellow|coordinator|associate|nurse|assistant)s?, scientist, lab(oratory)? (manager|supervisor)s?,
    student, volunteer, intern, extern,
    doctor of (dental|physical|pharmacy|nursing|veterinary|audiology|chiropractic|optometry|podiatric|occupational|psychology|naturopath)*( \w+)?
  ✓ Audiologist | Research Scientist, Oncology | Post-doctoral Fellow | Doctor of Physical Therapy
  ✗ Doctor of Internal Medicine | Internist
office staff =
  titles: coder, biller, billing(?!s), transcription*, receptionist, secretar*, scheduler, coordinator, recruiter, (?<!consult(ation)?(/| ))liaison,
    sales, rep, representative, front (office|desk), clerk, attorney, paralegal, buyer, auditor, navigator, analyst, engineer,
    account(ant|ing)*, custodian*, housekeep*, cook, driver, security (officer|guard)s?, creden?tialing, manager,
    (practice|office|clinic|program|project|operations|account|product|nurse|unit|business|case|finance|service line|quality|regional|department|data) (manager|administrator)s?,
    (practice|office|clinic|operations|business|nursing) directors?,
    (billing|coding|enrollment|credentialing|revenue cycle|referral|patient access|prior authorization|reimbursement|compliance|data|support|recruitment|contract|education|outreach|claims) specialists?
  ✓ Practice Manager at a physician group | ER Doc Control Clerk | Practice Manager, Cardiology | Medical Coder | Front Desk Receptionist, Baltimore MD | Physician Recruiter
  ✗ Consult-Liaison Psychiatrist
`).map((row) => {
  const { means: people, pattern, ...texts } = ruleOf(row)
  const [typed = '', titles = ''] = String(pattern).split(/(?:^|; )titles: /)
  return { people, typed, titles, ...texts }
})

/** What people type of it, each phrase in lower case. */
export const typedOf = ({ typed }: Profession): string => typed.toLowerCase().replaceAll('-', ' ')

/** 'PA' may be Pennsylvania, 'OD' on demand: what stands beside it tells. */
const doubtfulAbbreviations = rules`
optometrists = /(?<!\b(?:no|on) )\bOD\b(?!\/)/ ✓ OD, Eye Clinic
physician assistants = /(?<=\/\s?|\bor |\b(?:MD|DO), ?)PA\b(?!\s*\d)|^PA\b|(?<=_ \()PA(?=\))/
  ✓ PA – Emergency Medicine | NP/PA, Urgent Care ✗ Physician, Allentown, PA
physician assistants = /\bPA(?=\s?\/\s?(?:NP|APP|_)|,? (?:or|and) (?:NP|APRN))/ ✓ PA or NP, Dermatology
physician assistants = /(?<=\b(?:NP|RN|ED|ER|Surgery|Medicine|Care|\w+ology|\w+opedics?|\w+ists?|\w+geons?)\s)PA\b(?!\s*\d)/
  ✓ Hospitalist PA ✗ Cardiologist – PA
`

const isShort = (word: string): boolean => /[A-Z]/.test(word)

/** Names and abbreviations of other professions, as titles have them. */
const inTitles = (which: (word: string) => boolean): Rule[] =>
  otherProfessions.flatMap(({ people, typed, titles, examples, counterExamples }) => {
    const words = `${titles}, ${typed}`.split(', ').filter((part) => part !== '' && part !== 'PA' && which(part))
    return words.length === 0
      ? []
      : [{ means: people, pattern: words.join(', '), examples, ...(counterExamples && { counterExamples }) }]
  })

export const otherRoles = rulesOf(inTitles((it) => !isShort(it)))
export const otherAbbreviations = rulesOf([...inTitles(isShort), ...doubtfulAbbreviations.list])

/** Whether a phrase is what somebody is called. */
export const isPractitioner = (phrase: string): boolean => /(?:ists?|(?<!phys)icians?|surgeons?|practitioners?)$/.test(phrase)

/** Words of titles beside the role: rank, certification, advertising, and what joins words. */
export const rankWords: ReadonlySet<string> = new Set(
  listOf(
    'a, an, and, at, for, in, of, on, or, the, to, with, sr, senior, jr, junior, staff, attending, associate, lead, bc, be, board',
    'certified, eligible, new, great, excellent, now, seeking, role',
  ),
)

/** What says nothing on a board where every job is a physician's, is to be filled soon, and asks for board certification. */
export const noise = [
  'physician, physicians, doctor, doctors, dr, md, do, mds, dos, doc, docs, job, jobs, position, positions',
  'opening, openings, opportunity, opportunities, vacancy, vacancies, career, careers, hiring, near me',
  'work, wanted, needed, ref, reference, reference code, ref code, job id, pay, salary, either, medical jobs, apply today, call today, posted, added, listed, posted in the, listed in the, added in the, posted within the',
  'no visa, no visa needed, no visa required, visa not needed, visa not required, dont need a visa, don t need a visa, us citizen',
  'asap, urgent, urgently, immediate, immediately, immediate start, start asap, start immediately, available now, immediate opening',
  'next week, next month, next year, this year',
  'im a, im an, id like, id like to, id love, would love, i d love, love to, ideally, preferably, preferred, if possible, joint venture, joint ventures, no opioids, no opiates, opioid free',
  'en, busco, trabajo, busco trabajo, trabajo de, busco trabajo de, soy',
  'ok, okay, fine, accepted, negotiable, percentile, mgma',
  'board certified, board eligible, bc be, be bc, bcbe, board certified or eligible, board eligible or certified',
].join(', ')
