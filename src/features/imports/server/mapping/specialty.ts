import type { Fact } from '#features/imports/facts.ts'
import type { Specialty } from '#vocabulary/specialties.ts'
import { parseSpecialty } from '#vocabulary/specialties.ts'
import { wordsOf } from './words.ts'

type ReadSpecialty = { specialty: Specialty; other?: string; fact: Fact<'specialty'> }

type Posting = { title: string; fields: readonly string[]; description: string }

/**
 * The title decides, and in it a practitioner's name before a field's; the source's own field where the title allows it or says
 * nothing; then whom the text seeks. Sources file subspecialists under broad headings, which is why a heading is not believed alone.
 */
export function readSpecialty(job: Posting): ReadSpecialty {
  const inTitle = specialtiesIn(job.title.replace(openTo, ' '))
  const inFields = job.fields.flatMap((it) => parseSpecialty(it) ?? specialtiesIn(it)).filter((it) => it !== 'Other')
  const agreed = inFields.find((it) => [...inTitle, ...specialtiesIn(job.title.match(openTo)?.[0] ?? '')].includes(it))
  const unlisted = unlistedIn(job.title)
  const named = agreed ?? inTitle[0]
  const stated = { state: 'stated', words: wordsOf(job.title) } as const
  if (named && !(unlisted && isVague(named, job.title))) return { specialty: named, fact: stated }
  if (unlisted) return { specialty: 'Other', other: unlisted, fact: stated }
  return withoutTitle(job, inFields)
}

function withoutTitle({ title, fields, description }: Posting, inFields: Specialty[]): ReadSpecialty {
  const words = wordsOf([title, ...fields].join(' · '))
  const sought = soughtIn(description)
  const [inField] = inFields
  if (inField && (sought === undefined || sought === inField || !broad.has(inField))) {
    const isApart = sought !== undefined && sought !== inField && !broad.has(sought)
    return isApart
      ? {
          specialty: 'Other',
          fact: { state: 'doubtful', reason: 'specialty-conflict', words, suggestion: { specialty: sought } },
        }
      : { specialty: inField, fact: { state: 'inferred', rule: 'specialty-of-field', words } }
  }
  if (sought) return { specialty: sought, fact: { state: 'inferred', rule: 'specialty-of-text', words } }
  const other = fields.find((it) => it.length <= 100 && !noSpecialty.test(it))
  const listed = fields.flatMap((it) => unlistedIn(it) ?? [])[0]
  if (listed) return { specialty: 'Other', other: listed, fact: { state: 'stated', words } }
  const [guess] = specialtiesIn(description.slice(0, headLength))
  const suggestion = guess ? { specialty: guess } : other ? { specialty: 'Other' as const, other } : undefined
  return {
    specialty: 'Other',
    fact: { state: 'doubtful', reason: 'specialty-unclear', words, ...(suggestion && { suggestion }) },
  }
}

const headLength = 400

/** Who else may apply. */
const openTo = /\b(?:open to|will consider|willing to consider)\b[^,|–—-]*/i

export const namesSpecialty = (title: string): boolean => specialtiesIn(title).length > 0 || unlistedIn(title) !== undefined

/** Headings under which sources file subspecialists, too. */
const broad = new Set<Specialty>([
  'Internal Medicine',
  'Family Medicine',
  'General Surgery',
  'Pediatrics',
  'Critical Care Medicine',
])

const noSpecialty = /^other$|health ?care|hospital|physician|surgeon|medical|telemedicine|tele-?health|virtual|specialt/i

/** 'is seeking a BC/BE Rheumatologist': the one specialty that the first words seek; undefined where they list several. */
function soughtIn(description: string): Specialty | undefined {
  const found = description.slice(0, headLength).match(sought)?.[1]
  const all = found === undefined ? specialtiesIn(description.slice(0, headLength)) : specialtiesIn(found)
  return found !== undefined || all.length === 1 ? all[0] : undefined
}

const sought =
  /\b(?:seek(?:s|ing)?|hir(?:es|ing)|recruit(?:s|ing)|look(?:s|ing) for|search(?:es|ing) for|needs?|opportunity for|position for|in need of)\s+((?:an?\s|our next\s|\d+\s|additional\s|several\s|another\s)?[^.;:\n]{0,70})/i

/** A field of medicine outside the list: the job's 'Other' specialty. */
function unlistedIn(title: string): string | undefined {
  return unlisted.find(([pattern]) => pattern.test(title))?.[1]
}

/** Whether only a word like 'pediatric' spoke for the specialty: a 'pediatric geneticist' is a geneticist. */
function isVague(specialty: Specialty, title: string): boolean {
  return !specialtiesBy([...names, ...hospitalNames], title).includes(specialty)
}

/** All specialties that a text names by their own words, or else by vaguer ones. */
function specialtiesIn(text: string): Specialty[] {
  const named = specialtiesBy(names, text)
  if (named.length > 0) return named
  const inHospital = specialtiesBy(hospitalNames, text)
  return inHospital.length > 0 ? inHospital : specialtiesBy(vagueNames, text)
}

/** Practitioners first ('emergency psychiatrist' is a psychiatrist), then fields, each in the text's order. */
function specialtiesBy(patterns: Pattern[], text: string): Specialty[] {
  let rest = text
  const found: { at: number; specialty: Specialty; isPractitioner: boolean }[] = []
  for (const [pattern, specialty] of patterns) {
    const match = pattern.exec(rest)
    if (!match) continue
    found.push({ at: match.index, specialty, isPractitioner: practitionerEnd.test(match[0]) })
    // What is understood once is not read again: the 'oncology' of 'radiation oncology' is no other specialty.
    rest = rest.replace(pattern, (word) => '_'.repeat(word.length))
  }
  return found.toSorted((a, b) => Number(b.isPractitioner) - Number(a.isPractitioner) || a.at - b.at).map((it) => it.specialty)
}

const practitionerEnd = /(?:ists?|(?<!phys)icians?|surgeons?)$/i

type Pattern = [RegExp, Specialty]

/** The longer name stands before the shorter that it contains. Abbreviations are taken in capitals only. */
const names: Pattern[] = [
  [/radiation[- ]oncolog\w*|\brad[- ]?onc\b/i, 'Radiation Oncology'],
  [
    /h(?:a)?ematolog\w*\s*(?:\/|-|&|and|\s)\s*(?:medical )?oncolog\w*|h(?:a)?eme?\s*(?:\/|-|&|and|\s)\s*onc\b|\boncolog\w*\s*(?:\/|&|and)\s*h(?:a)?ematolog\w*/i,
    'Hematology/Oncology',
  ],
  [
    /gyn(?:a)?ecologic(?:al)? oncolog\w*|\bgyn[- /]?onc\b|maternal[- ]?(?:\/|-)?fetal|\bMFM\b|perinatolog\w*|urogyn\w*|reproductive endocrinolog\w*/i,
    'Obstetrics & Gynecology',
  ],
  [
    /orthop(?:a)?edic\w*(?: (?:oncology|trauma|spine|hand))?(?: surg\w*)?|\bortho(?:pod)?\b|\b(?:hand(?: (?:and|&) (?:upper extremity|wrist))?|joint replacement|adult reconstruct\w+|arthroplasty|hips?(?: (?:and|&) knees?)?|knees?|shoulder(?: (?:and|&) elbow)?|foot (?:and|&) ankle) surg\w*|\badult reconstruction\b|\barthroplasty\b/i,
    'Orthopedic Surgery',
  ],
  [/neuro(?:logical )?[- ]?(?:surg\w*)|\bNSGY\b/i, 'Neurosurgery'],
  [
    /(?:cardio-?thoracic|cardiac|thoracic|cardiovascular|heart|\bCT|\bCVT?)[- ](?:and vascular )?surg\w*|cardiothoracic surg\w*/i,
    'Thoracic Surgery',
  ],
  [/vascular (?:& endovascular |and endovascular )?surg\w*/i, 'Vascular Surgery'],
  [/(?<!oculo)plastic(?:s)?(?: (?:and|&) reconstructive)? surg\w*|reconstructive surg\w*/i, 'Plastic Surgery'],
  [
    /\b(?:oto(?:rhino)?laryngolog\w*|head (?:and|&) neck surg\w*|ear,? nose,? (?:and|&) throat|laryngolog\w*)/i,
    'Otolaryngology (ENT)',
  ],
  [/\bENT\b|\bORL\b/, 'Otolaryngology (ENT)'],
  [
    /ophthal?molog\w*|(?:vitreo-?)?retinal? (?:specialist|surg\w*)|\bvitreoretinal\b|\b(?:cornea|corneal|cataract(?: (?:and|&) refractive)?|refractive|glaucoma) (?:specialist|surg\w*)|\boculoplastic\w*(?: surg\w*)?|\bophth?o\b|\beye (?:physician|surgeon|md)/i,
    'Ophthalmology',
  ],
  [
    /\b(?:obstetric\w*|gyn(?:a)?ecolog\w*|ob[/ -]?gyns?|gyn(?= (?:physician|surg|only|md))|ob (?:hospitalist|laborist|physician)s?|laborist)\b(?:\s*(?:&|and|\/)\s*gyn(?:a)?ecolog\w*)?/i,
    'Obstetrics & Gynecology',
  ],
  [
    /p(?:a)?ed(?:iatric)?s? hospital(?:ists?|\s*medicine)|p(?:a)?ediatricians?\b|neonatolog\w*|neonatal[- ]perinatal|developmental[- ]behavioral/i,
    'Pediatrics',
  ],
  [/\bNICU\b|\bPICU\b/, 'Pediatrics'],
  [/an(?:a)?esthesiolog\w*|\ban(?:a)?esthesia\b|\banes\b/i, 'Anesthesiology'],
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
  [/neuro-?(?:intensivists?|critical care)|intensivists?|critical care|\bintensive care/i, 'Critical Care Medicine'],
  [/emergency (?:medicine|department|room|physician|care|doctor)|\bemergentolog\w*|\bemergency\b/i, 'Emergency Medicine'],
  [/\bE[RDM]\b(?=[\s\-–/,:;)]|$)/, 'Emergency Medicine'],
  [/p(?:a)?ediatric (?:hematolog\w*|oncolog\w*)/i, 'Hematology/Oncology'],
  [/surgical oncolog\w*/i, 'General Surgery'],
  [/urologic(?:al)? oncolog\w*/i, 'Urology'],
  [/(?:\bG[IU] (?:medical )?)?oncolog\w*|\bmed(?:ical)? onc\b/i, 'Oncology'],
  [/h(?:a)?ematolog\w*/i, 'Hematology'],
  [
    /cardiolog\w*|electrophysiolog\w*|\bcards\b|structural heart|heart failure|cardiovascular (?:medicine|disease)/i,
    'Cardiology',
  ],
  [/gastro-?enterolog\w*|hepatolog\w*|endoscopist/i, 'Gastroenterology'],
  [/\bGI\b/, 'Gastroenterology'],
  [/endocrinolog\w*|diabetolog\w*|\bendo\b/i, 'Endocrinology'],
  [/nephrolog\w*|\bnephro?\b|\brenal\b(?! transplant surg)/i, 'Nephrology'],
  [/rheumatolog\w*|\brheum\b/i, 'Rheumatology'],
  [/infectious[- ]diseases?/i, 'Infectious Disease'],
  [/\bID\b(?= (?:physician|doctor|md|specialist|consult))/i, 'Infectious Disease'],
  [/allerg(?:y|ist)\w*(?:\s*(?:&|and|\/)\s*immunolog\w*)?|\bimmunolog(?:y|ist)/i, 'Allergy & Immunology'],
  // Certified by either board, but hired to read slides.
  [/dermatopatholog\w*/i, 'Pathology'],
  [/dermat\w*|\bmohs\b/i, 'Dermatology'],
  [/\burolog\w*|\buro\b/i, 'Urology'],
  [/(?:neuro|interventional |diagnostic )?-?radiolog\w*|mammograph\w*|\brads\b|breast imag\w*|\bnuclear medicine/i, 'Radiology'],
  [/\bIR\b(?= (?:physician|PHYSICIAN|Physician|doctor|MD))|\bDR\/IR\b/, 'Radiology'],
  [/patholog\w*|\bmedical examiner\b/i, 'Pathology'],
  [/\w*psychiatr\w*|\bpsych\b(?! ?NP)|\bbehavioral health physician|addiction (?:psych\w*|services)/i, 'Psychiatry'],
  [
    /neurolog\w*|neurohospitalists?|\bneuro[- ]hospital(?:ists?|\s*medicine)|\bneuro\b(?= physician)|epileptolog\w*|\bstroke\b|movement disorders/i,
    'Neurology',
  ],
  [
    /(?:general|acute care|trauma|bariatric|breast|colorectal|colon (?:and|&) rectal|minimally invasive|transplant|surgical oncolog\w*|p(?:a)?ediatric|burn|endocrine)\s*(?:(?:\/|&|and)\s*\w+ )*surg\w*|\bsurgicalists?|\bsurgical hospital(?:ists?|\s*medicine)/i,
    'General Surgery',
  ],
  [/family (?:medicine|practice|physician|doctor)|\bfamily med\b/i, 'Family Medicine'],
  [/\bF[MP]\b(?=[\s\-–/,:;)]|$)/, 'Family Medicine'],
  [/internal medicine|\binternists?|\bmed ?[-/ ] ?peds\b|general internal/i, 'Internal Medicine'],
  [/\bIM\b/, 'Internal Medicine'],
]

/** Where no specialty is named, a hospitalist is an internist: there are those of neurology, obstetrics, pediatrics and others. */
const hospitalNames: Pattern[] = [[/hospitalists?|nocturnists?|hospital medicine/i, 'Internal Medicine']]

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
  [/geriatri\w*|\bgeri\b/i, 'Geriatrics'],
  [/p(?:a)?ediatric\w*|\bpeds\b/i, 'Pediatrics'],
  [/\bCCM\b|\bICU\b/, 'Critical Care Medicine'],
  [/primary care|urgent care|general practi\w*|walk-?in clinic/i, 'Family Medicine'],
  [/\b(?:PCP|GP)\b/, 'Family Medicine'],
  [/\bsurgeons?\b|\bsurgery\b(?! center)/i, 'General Surgery'],
]
