import type { Specialty } from '#features/jobs/specialties.ts'
import { parseSpecialty } from '#features/jobs/specialties.ts'

export type RecognizedSpecialty = { specialty: Specialty; other?: string }

/**
 * The title decides; the source's own field where the title allows it or says nothing; then the description's first words.
 * Feeds file subspecialists under 'Internal Medicine', which is why the field alone is not believed.
 */
export function recognizeSpecialty(job: { title: string; fields: string[]; description: string }): RecognizedSpecialty {
  const inTitle = specialtiesIn(job.title)
  const inFields = job.fields.flatMap((it) => parseSpecialty(it) ?? specialtiesIn(it)).filter((it) => it !== 'Other')
  const agreed = inFields.find((it) => inTitle.includes(it))
  const unlisted = unlistedIn(job.title)
  const named = agreed ?? inTitle[0]
  if (named && !(unlisted && isVague(named, job.title))) return { specialty: named }
  if (unlisted) return { specialty: 'Other', other: unlisted }
  const specialty = inFields[0] ?? specialtiesIn(job.description.slice(0, headLength))[0]
  if (specialty) return { specialty }
  const other = job.fields.find((it) => it.length <= 100 && !/^other$|health ?care|hospital|physician/i.test(it))
  return { specialty: 'Other', ...(other && { other }) }
}
const headLength = 400

/** A field of medicine outside the list: the job's 'Other' specialty. */
function unlistedIn(title: string): string | undefined {
  return unlisted.find(([pattern]) => pattern.test(title))?.[1]
}

/** Whether only a word like 'pediatric' spoke for the specialty: a 'pediatric geneticist' is a geneticist. */
function isVague(specialty: Specialty, title: string): boolean {
  return !specialtiesBy(names, title).includes(specialty)
}

/** All specialties that a text names, in the text's order; the vague words come after all others. */
function specialtiesIn(text: string): Specialty[] {
  return [...specialtiesBy(names, text), ...specialtiesBy(vagueNames, text)]
}

function specialtiesBy(patterns: Pattern[], text: string): Specialty[] {
  let rest = text
  const found: { at: number; specialty: Specialty }[] = []
  for (const [pattern, specialty] of patterns) {
    const at = rest.search(pattern)
    if (at < 0) continue
    found.push({ at, specialty })
    // What is understood once is not read again: the 'oncology' of 'radiation oncology' is no other specialty.
    rest = rest.replace(pattern, (word) => '_'.repeat(word.length))
  }
  return found.toSorted((a, b) => a.at - b.at).map((it) => it.specialty)
}

type Pattern = [RegExp, Specialty]

/** The longer name stands before the shorter that it contains. Abbreviations are taken in capitals only. */
const names: Pattern[] = [
  [/radiation[- ]oncolog\w*|\brad[- ]?onc\b/i, 'Radiation Oncology'],
  [
    /h(?:a)?ematolog\w*\s*(?:\/|-|&|and|\s)\s*(?:medical )?oncolog\w*|h(?:a)?eme?\s*(?:\/|-|&|and|\s)\s*onc\b|\boncolog\w*\s*(?:\/|&|and)\s*h(?:a)?ematolog\w*/i,
    'Hematology/Oncology',
  ],
  [
    /gyn(?:a)?ecologic(?:al)? oncolog\w*|\bgyn[- /]?onc\b|maternal[- ]?(?:\/|-)?fetal|\bMFM\b|urogyn\w*|reproductive endocrinolog\w*/i,
    'Obstetrics & Gynecology',
  ],
  [
    /orthop(?:a)?edic\w*(?: (?:oncology|trauma|spine|hand))?(?: surg\w*)?|\bortho(?:pod)?\b|\b(?:hand(?: (?:and|&) (?:upper extremity|wrist))?|joint replacement|adult reconstruct\w+|arthroplasty|hips?(?: (?:and|&) knees?)?|knees?|shoulder(?: (?:and|&) elbow)?|foot (?:and|&) ankle) surg\w*|\badult reconstruction\b|\barthroplasty\b/i,
    'Orthopedic Surgery',
  ],
  [/neuro(?:logical )?[- ]?(?:surg\w*)|\bNSGY\b/i, 'Neurosurgery'],
  [
    /(?:cardio-?thoracic|cardiac|thoracic|cardiovascular|heart|\bCT|\bCV)[- ](?:and vascular )?surg\w*|cardiothoracic surg\w*/i,
    'Thoracic Surgery',
  ],
  [/vascular (?:& endovascular |and endovascular )?surg\w*/i, 'Vascular Surgery'],
  [/plastic(?:s)?(?: (?:and|&) reconstructive)? surg\w*|reconstructive surg\w*/i, 'Plastic Surgery'],
  [
    /\b(?:oto(?:rhino)?laryngolog\w*|head (?:and|&) neck surg\w*|ear,? nose,? (?:and|&) throat|laryngolog\w*)/i,
    'Otolaryngology (ENT)',
  ],
  [/\bENT\b|\bORL\b/, 'Otolaryngology (ENT)'],
  [
    /ophthal?molog\w*|(?:vitreo-?)?retinal? (?:specialist|surg\w*)|\bvitreoretinal\b|\b(?:cornea|cataract|glaucoma|oculoplastic) (?:specialist|surg\w*)|\beye (?:physician|surgeon|md)/i,
    'Ophthalmology',
  ],
  [
    /\b(?:obstetric\w*|gyn(?:a)?ecolog\w*|ob[/ -]?gyns?|gyn(?= (?:physician|surg|only|md))|ob (?:hospitalist|laborist|physician)s?|laborist)\b(?:\s*(?:&|and|\/)\s*gyn(?:a)?ecolog\w*)?/i,
    'Obstetrics & Gynecology',
  ],
  [
    /p(?:a)?ediatric hospital(?:ist|\s*medicine)|p(?:a)?ediatricians?\b|neonatolog\w*|neonatal[- ]perinatal|developmental[- ]behavioral/i,
    'Pediatrics',
  ],
  [/\bNICU\b|\bPICU\b/, 'Pediatrics'],
  [/an(?:a)?esthesiolog\w*|\banesthesia\b/i, 'Anesthesiology'],
  [/(?:interventional )?pain (?:medicine|management|physician|specialist)|\binterventional pain\b/i, 'Pain Medicine'],
  [
    /physical medicine(?: (?:&|and) rehab\w*)?|physiatr\w*|\bpm\s?&\s?r\b|\bPMR\b|rehabilitation (?:physician|medicine)/i,
    'Physical Medicine & Rehabilitation',
  ],
  [/(?:\b(?:family (?:medicine|practice)|primary care|FM)\s*(?:\/|-|–|&|and)?\s*)?sports? medicine/i, 'Sports Medicine'],
  [/occupational (?:medicine|health)|\bocc(?:upational)?[- ]?med\b/i, 'Occupational Medicine'],
  [
    /pulmonary (?:&|and|\/) critical care|pulm(?:onary)?\s*(?:\/|-|&|and)\s*(?:cc|ccm|critical care)|\bPCCM\b|pulmonolog\w*|pulmonary(?: (?:medicine|disease))?|\bpulm\b/i,
    'Pulmonology',
  ],
  [/neuro-?(?:intensivist|critical care)|intensivist|critical care|\bintensive care/i, 'Critical Care Medicine'],
  [/emergency (?:medicine|department|room|physician|care|doctor)|\bemergentolog\w*|\bemergency\b/i, 'Emergency Medicine'],
  [/\bE[RDM]\b(?=[\s\-–/,:;)]|$)/, 'Emergency Medicine'],
  [/p(?:a)?ediatric (?:hematolog\w*|oncolog\w*)/i, 'Hematology/Oncology'],
  [/(?:\bG[IU] (?:medical )?)?oncolog\w*/i, 'Oncology'],
  [/h(?:a)?ematolog\w*/i, 'Hematology'],
  [
    /cardiolog\w*|electrophysiolog\w*|\bcards\b|structural heart|heart failure|cardiovascular (?:medicine|disease)/i,
    'Cardiology',
  ],
  [/gastro-?enterolog\w*|hepatolog\w*|endoscopist/i, 'Gastroenterology'],
  [/\bGI\b/, 'Gastroenterology'],
  [/endocrinolog\w*|diabetolog\w*/i, 'Endocrinology'],
  [/nephrolog\w*/i, 'Nephrology'],
  [/rheumatolog\w*/i, 'Rheumatology'],
  [/infectious[- ]diseases?/i, 'Infectious Disease'],
  [/allerg(?:y|ist)\w*(?:\s*(?:&|and|\/)\s*immunolog\w*)?|\bimmunolog(?:y|ist)/i, 'Allergy & Immunology'],
  // Certified by either board, but hired to read slides.
  [/dermatopatholog\w*/i, 'Pathology'],
  [/dermat\w*|\bmohs\b/i, 'Dermatology'],
  [/\burolog\w*/i, 'Urology'],
  [/(?:neuro|interventional |diagnostic )?-?radiolog\w*|mammograph\w*|breast imag\w*|\bnuclear medicine/i, 'Radiology'],
  [/patholog\w*/i, 'Pathology'],
  [/psychiatr\w*|\bbehavioral health physician|addiction (?:psych\w*|services)/i, 'Psychiatry'],
  [/neurolog\w*|neurohospitalist|epileptolog\w*|\bstroke\b|movement disorders/i, 'Neurology'],
  [
    /(?:general|acute care|trauma|bariatric|breast|colorectal|colon (?:and|&) rectal|minimally invasive|transplant|surgical oncolog\w*|p(?:a)?ediatric|burn|endocrine)\s*(?:(?:\/|&|and)\s*\w+ )*surg\w*|\bsurgicalist/i,
    'General Surgery',
  ],
  [/family (?:medicine|practice|physician|doctor)|\bfamily med\b/i, 'Family Medicine'],
  [/\bF[MP]\b(?=[\s\-–/,:;)]|$)/, 'Family Medicine'],
  [
    /internal medicine|\binternist|hospitalist|nocturnist|hospital medicine|\bmed ?[-/ ] ?peds\b|general internal/i,
    'Internal Medicine',
  ],
  [/\bIM\b/, 'Internal Medicine'],
]

/** Fields that physicians of several specialties practice, or that the list lacks. */
const unlisted: [RegExp, string][] = [
  [/hospice|palliative/i, 'Hospice & Palliative Medicine'],
  [/addiction medicine|\baddictionologist/i, 'Addiction Medicine'],
  [/correctional (?:medicine|health\w*)/i, 'Correctional Medicine'],
  [/wound care|hyperbaric/i, 'Wound Care'],
  [/\bsleep medicine\b/i, 'Sleep Medicine'],
  [/\bgenetic(?:s|ist)\b/i, 'Medical Genetics'],
  [/preventi(?:ve|on) medicine|public health (?:physician|officer)/i, 'Preventive Medicine'],
  [/physician advisor|utilization (?:management|review)|chief medical officer/i, 'Medical Administration'],
]

/** Words that say what a job is only if no other does: a 'pediatric cardiologist' is a cardiologist. */
const vagueNames: Pattern[] = [
  [/geriatri\w*/i, 'Geriatrics'],
  [/p(?:a)?ediatric\w*|\bpeds\b/i, 'Pediatrics'],
  [/\bCCM\b|\bICU\b/, 'Critical Care Medicine'],
  [/primary care|urgent care|general practi\w*|walk-?in clinic/i, 'Family Medicine'],
  [/\b(?:PCP|GP)\b/, 'Family Medicine'],
  [/\bsurgeons?\b|\bsurgery\b(?! center)/i, 'General Surgery'],
]
