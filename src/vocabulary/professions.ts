import { listOf, oneOf, rowsOf, ruleOf, rules, rulesOf, type Rule } from './table.ts'

/**
 * Somebody who is no physician, in the plural. `typed` is what such people are called in a search
 * and in titles, with their abbreviations in capitals, `titles` what is a sign in titles alone;
 * parted by ', ', as `oneOf` reads them. The texts are a rule's.
 */
type Profession = {
  people: string
  typed: string
  titles: string
  examples: string
  counterExamples?: string
}

export const otherProfessions: readonly Profession[] = rowsOf(String.raw`
physician assistants = physician assistant, physician assistants, physician asst, physician
  associate, PA-C, PA;
  titles: PAC, PAs, physicians?('s|')? (assistant|asst|associate|extender|advisors? coordinator)s?
  ✓ Physician Assistant – Orthopedics | PA-C, Family Medicine | PA – Emergency Medicine | Physician
  Associate, Dermatology | Hospitalist PA
  ✗ Physician, Allentown, PA | Physician Assistant Professor
nurse anesthetists = nurse anesthetist, certified registered nurse anesthetist, CRNA, CAA;
  titles: (path|ana?esthesi)ologists?('s|')? (assistant|asst|techn*)s?, ana?esthesia
  (assistant|techn*)s?, nurse anaesthetist
  ✓ CRNA | Certified Registered Nurse Anesthetist | Anesthesiologist Assistant
  ✗ Anesthesiologist/CRNA | Anesthesiologist – supervising CRNAs
nurse practitioners = nurse practitioner, advanced practice nurse, NP, APRN, ARNP, FNP, PMHNP, CRNP;
  titles: AGACNP, ACNP, DNP, APN, APP, APC, (advanced practice|mid-?level|allied health)
  (provider|clinician|professional|registered \w+|nurse)s?
  ✓ Nurse Practitioner - Hospitalist | Hospitalist NP | Family Nurse Practitioner | Advanced
  Practice Provider (NP/PA), Neurology
  ✗ Physician or Nurse Practitioner | Nurse Practitioner or Physician – Urgent Care | Psychiatrist
  or Psychiatric Nurse Practitioner | Physician – works with NPs and PAs
midwives = midwife, nurse midwife, CNM; titles: midwives, midwifery, nurse midwi*
  ✓ Certified Nurse Midwife | Midwives | CNM, Birth Center
nurses = nurse, nurses, registered nurse, nursing, RN, LPN, CNA; titles: LVN, nurse
  (manager|educator|navigator|lead)s?
  ✓ Registered Nurse – Cardiology | RN for Physician Practice | RN Case Manager | RN, Bethesda, MD |
  Licensed Practical Nurse (LPN)
  ✗ Pediatrician, Inpatient and Newborn Nursery | Hospitalist, supported by nurse practitioners and
  scribes
dentists = dentist, dental hygienist, DDS, DMD;
  titles: RDH, dental, orthodont*, endodont*, prosthodont*, periodont*, oral ((and|&) maxillofacial
  )?surg*, hygienist
  ✓ Dentist | Oral Surgeon | Dental Hygienist, DMD office
pharmacists = pharmacist, pharmacy technician, PharmD; titles: RPh, pharmac(ist|y)* ✓ Pharmacist |
  PharmD
psychologists = psychologist, PsyD; titles: neuropsychologist, psychometrist ✓ Clinical Psychologist
  | Neuropsychology, PsyD
therapists = physical therapist, occupational therapist, therapist, speech therapist, respiratory
  therapist;
  titles: PTA, COTA, OTR, SLP, RRT, CRT, DPT, *therapist,
  (physical|occupational|respiratory|speech|massage) therapy, \w+ speech language pathologist,
  speech( language)? pathologist
  ✓ Respiratory Therapist | COTA | Physical Therapist | Speech Language Pathologist
optometrists = optometrist; titles: ODs, optometr*, optician ✓ Optometrist | Optical shop, ODs
podiatrists = podiatrist, DPM; titles: podiatr* ✓ Podiatrist | Foot Clinic, DPM
chiropractors = chiropractor; titles: chiropract*, naturopath* ✓ Chiropractor, sports clinic
veterinarians = veterinarian, DVM; titles: vet ✓ Veterinarian | Veterinary Neurologist | Vet | DVM,
  Neurology
medical assistants = medical assistant, phlebotomist, scribe, medical scribe;
  titles: MAs, CMA,
    (medical|clinical|surgical|dental|administrative|executive|patient care|home
    health|nursing|office|certified medical|research|ophthalmic|optometric) (assistant|aide|asst)s?,
    caregiver, aide, phlebotom*, assistants?(?!
    (professor|program|medical|chief|clinical|director|attending))
  ✓ Medical Assistant, Cardiology | Medical Scribe | Caregiver | CMA ✗ Assistant Medical Director,
  Pediatrician
social workers = social worker, LCSW; titles: LMFT, LPC, BCBA, counsell?or, case manager, behavior
  analyst
  ✓ Licensed Clinical Social Worker | LCSW | Case Manager, Cardiology
technologists = radiology tech, technologist, technician, sonographer, surgical tech;
  titles: EMT, MLT, RVT, RDMS, \w* ?tech, radiographer, mammographer, paramedic, dosimetrist,
  perfusionist, histotech*
  ✓ Surgical Technician | Radiologic Technologist | Lab Tech | EMT
scientists =
  titles: audiologist, dietit?ian, nutritionist, acupunctur*, genetic counsel*, physicist,
  embryologist, cytologist, laboratorian, athletic trainer,
    (?<!\bcardiac |\bclinical )physiologist, (micro|epidemi|neuro)?biolog(y|ists?), epidemiologist,
    post-?doc*( \w+)?, research (scientist|fellow|coordinator|associate|nurse|assistant)s?,
    scientist, lab(oratory)? (manager|supervisor)s?,
    student, volunteer, intern, extern,
    doctor of
    (dental|physical|pharmacy|nursing|veterinary|audiology|chiropractic|optometry|podiatric|occupational|psychology|naturopath)*(
    \w+)?
  ✓ Audiologist | Research Scientist, Oncology | Post-doctoral Fellow | Doctor of Physical Therapy
  ✗ Doctor of Internal Medicine | Internist
office staff =
  titles: coder, biller, billing(?!s), transcription*, receptionist, secretar*, scheduler,
  coordinator, recruiter, (?<!consult(ation)?(/| ))liaison,
    sales, rep, representative, front (office|desk), clerk, attorney, paralegal, buyer, auditor,
    navigator, analyst, engineer,
    account(ant|ing)*, custodian*, housekeep*, cook, driver, security (officer|guard)s?,
    creden?tialing, manager,
    (practice|office|clinic|program|project|operations|account|product|nurse|unit|business|case|finance|service
    line|quality|regional|department|data) (manager|administrator)s?,
    (practice|office|clinic|operations|business|nursing) directors?,
    (billing|coding|enrollment|credentialing|revenue cycle|referral|patient access|prior
    authorization|reimbursement|compliance|data|support|recruitment|contract|education|outreach|claims)
    specialists?
  ✓ Practice Manager at a physician group | ER Doc Control Clerk | Practice Manager, Cardiology |
  Medical Coder | Front Desk Receptionist, Baltimore MD | Physician Recruiter
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
physician assistants = /\bPA(?=\s?\/\s?(?:NP|APP|_)|,? (?:or|and) (?:NP|APRN))/ ✓ PA or NP,
  Dermatology
physician assistants =
  /(?<=\b(?:NP|RN|ED|ER|Surgery|Medicine|Care|\w+ology|\w+opedics?|\w+ists?|\w+geons?)\s)PA\b(?!\s*\d)/
  ✓ Hospitalist PA ✗ Cardiologist – PA
`

const isShort = (word: string) => /[A-Z]/.test(word)

/** Names and abbreviations of other professions, as titles have them. */
const inTitles = (which: (word: string) => boolean): Rule[] =>
  otherProfessions.flatMap(({ people, typed, titles, examples, counterExamples }) => {
    const words = `${titles}, ${typed}`
      .split(', ')
      .filter((part) => part !== '' && part !== 'PA' && which(part))
    return words.length === 0
      ? []
      : [
          {
            means: people,
            pattern: words.join(', '),
            examples,
            ...(counterExamples && { counterExamples }),
          },
        ]
  })

export const otherRoles = rulesOf(inTitles((word) => !isShort(word)))
export const otherAbbreviations = rulesOf([...inTitles(isShort), ...doubtfulAbbreviations.list])

/** Whether a phrase is what somebody is called. */
export const isPractitioner = (phrase: string): boolean =>
  /(?:ists?|(?<!phys)icians?|surgeons?|practitioners?)$/.test(phrase)

/** Words of titles beside the role: rank, certification, advertising, and what joins words. */
export const rankWords: ReadonlySet<string> = new Set(
  listOf(
    'a, an, and, at, for, in, of, on, or, the, to, with, sr, senior, jr, junior, staff, attending, associate, lead, bc, be, board',
    'certified, eligible, new, great, excellent, now, seeking, role',
  ),
)

/**
 * What says nothing on a board where every job is a physician's, is to be filled soon, and asks for
 * board certification.
 */
export const noise = [
  'physician, physicians, doctor, doctors, dr, md, do, mds, dos, doc, docs, job, jobs, position, positions',
  'opening, openings, opportunity, opportunities, vacancy, vacancies, career, careers, hiring, near me',
  'work, wanted, needed, ref, reference, reference code, ref code, job id, pay, salary, either, medical jobs, apply today, call today, posted, added, listed, posted in the, listed in the, added in the, posted within the',
  'no visa, no visa sponsorship needed, no visa sponsorship required, no sponsorship needed, no sponsorship required, no visa needed, no visa required, visa not needed, visa not required, dont need a visa, don t need a visa, us citizen',
  'asap, urgent, urgently, immediate, immediately, immediate start, start asap, start immediately, available now, immediate opening',
  'gig, gigs, next week, next month, next year, this year',
  'im a, im an, id like, id like to, id love, would love, i d love, love to, ideally, preferably, preferred, if possible, joint venture, joint ventures',
  'our practice, our clinic, our hospital, our group, our team, which hospitals, what hospitals',
  'ok, okay, fine, accepted, negotiable, percentile, mgma',
  'board certified, board eligible, bc be, be bc, bcbe, board certified or eligible, board eligible or certified',
].join(', ')

/** Two people look for work in one town. */
export const couples = [
  'wife, my wife, husband, my husband, spouse, my spouse, fiance, my fiance, fiancee, my fiancee, my partner, girlfriend, boyfriend',
  'couple, physician couple, dual physician couple, dual career, dual career couple, dual physician, two physicians, two doctors',
  'two careers, two physician family, both physicians, both doctors, married to, married to a, married to an, esposa, esposo, pareja',
].join(', ')

/** Whom a posting seeks, by its title, its profession field and its text. */

/** A page of a careers site, not one job. */
export const listTitles = rules`
none = /^(?:(?:${oneOf('explore, view, search, browse, our, all, current, open, available, physician, provider, healthcare, medical, clinical, and')}|&)\s*)*${oneOf('careers?, jobs, openings, positions, vacancies, employment, opportunities')}(?: (?:home|page|center|site|board|search))?(?:\s*(?:[|–—:-]|\b(?:at|in|with)\b|,|\().*)?$/i
  ✓ Careers | Physician Careers at Larkfield | Open Positions | Browse all jobs in Texas |
  Employment Opportunities
  ✗ Physician Position, Urgent Care | Cardiology Opportunity
none = job (opening|listing|board|search|alert)s?, search (results|jobs|openings|physician|our),
  view all, open positions, current (openings|opportunities)
  ✓ Cardiology job openings | Search physician jobs | View all
none = talent (community|network|pool), general (application|interest), future opportunities,
  careers? (home|page|site|fair|at|with|opportunities), submit your (cv|resume)
  ✓ Join our Talent Community | Career Fair | Submit your CV
none = /^(?:why )?(?:work (?:with|for|at) (?:us|our)|work here|join (?:us|our (?:team|family|practice|staff)))\W*$|^why work\b/i
  ✓ Join our team! | Why work at Larkfield ✗ Join our team of cardiologists as a physician
none = /\b(?:job|employment|career) opportunities\b|^(?:\w+ ){0,3}(?:openings|jobs|careers)\W*$|\bjobs \|/i
  ✓ Career Opportunities at Larkfield | Family Medicine Jobs | Cardiology Jobs |Larkfield
none = /^\d[\d,]*\+? .*\bjobs\b|\bjobs (?:in|at|near|by)\b|\bjobs, employment\b/i
  ✓ 1,204 Cardiology jobs | Physician jobs near Austin
`

/** Who works beside physicians, and is named in their postings. */
const colleagues =
  'np, pa, app, apc, crna, rn, nurse, nurse practitioner, physician assistant, nurse anesthetist, resident, scribe, medical assistant, therapist, midwives'

/** What a title says beside who is sought: 'Physician – supervises NPs and PAs'. */
export const besides = rules`
physician = /\b(?:(?:work(?:s|ing)? |collaborat\w+ )?with|w\/|supervis\w+|overs\w+|collaborat\w+|alongside|support(?:ed|s|ing)?(?: by| from| of)|team of|led by|assisted by|leads?|teach\w*)\s*(?:\w+ ){0,3}?${oneOf(colleagues)}(?:\s*(?:,|\/|&|and|or)\s*${oneOf(colleagues)})*(?: supports?| coverage| teams?)?/i
  ✓ Physician – works with NPs and PAs | Hospitalist, supported by nurse practitioners and scribes |
  Anesthesiologist – supervising CRNAs
physician = (np|pa|app|crna|scribe|nurse)s?(/(np|pa|app)s?)?
  (support|coverage|supervision|back-?up|team)
  ✓ Cardiologist – NP support | Hospitalist with scribe support
physician = (associate |assistant |deputy |co-?)?(residency |fellowship |clerkship |training
  )?program director, physician (owned|led|run|driven|governed|founded|partner),
  (assistant|associate)(/ ?associate| or associate)? professor, associate (\w+ )?chief, associate
  medical director, student (loan|debt)*( \w+)?, student health, skilled nursing( facility)?, nursing homes?
  ✓ Assistant Professor, Cardiologist | Physician-led Hospitalist Group | Pulmonologist, Associate
  Program Director | Surgeon-Associate Division Chief | Psychiatrist, student loan help |
  Assistant/Associate Professor, Nephrologist
`

/** Whose practice it is says nothing about who is sought there. */
export const workplaces = rules`
workplace = /\b(?:for|at|in|with|within|join(?:ing)?)\s+(?:an?\s+|the\s+|our\s+)?(?:[\w-]+\s+){0,2}?physicians?['’]?s?[- ](?:practice|group|office|network|clinic|team)\b/i
  ✓ Dermatologist for Physician Practice | Cardiologist at a growing physician group ✗ Physician in
  Austin
`

const aboutPhysicians = "physicians?('s|'|s')?"

/** Work for or about physicians. */
export const administration = rules`
other = ${aboutPhysicians} ((?!for|with|at|in|to|of|and|our|or|an?\b)\w+
  )?(integration|onboarding|marketing|development|informatics|relations|recruit*|liaison|support|billing|cod(er|ing)|scheduler|scheduling|services?|practices?|offices?|groups?|network|enterprise)s?,
    ${aboutPhysicians} ((?!for|with|at|in|to|of|and|our|or|an?\b)\w+
    )?(compensation|contract*|credential*|enrollment|sales|outreach|engagement|reimbursement|documentation|education
    coordinator|referral|orders?)
  ✓ Physician Liaison | Physician Recruiter | RN for Physician Practice | Practice Manager at a
  physician group | Physician Network Development
  ✗ Physician for our support clinic | Cardiologist at a growing physician group
other = (director|manager|vp|vice president|head|coordinator|specialist)(,| of) (\w+
  )?(physician|provider|medical staff)
  (recruit*|relations|services|practices?|compensation|contracting|operations|network)
  ✓ Director of Physician Recruitment | VP, Provider Relations
other = to (the )?(chief )?physicians?, for physicians ✓ Assistant to the Chief Physician | Trainer
  for Physicians
`

export const otherFields = rules`
other = nurs*, allied, advanced practice, therap*, pharmac*, dental, assistant, administrat*,
  clerical, techn*
  ✓ Nursing | Allied Health | Advanced Practice ✗ Physicians / Surgeons | Physician
`
