import { practitioner, specialties, specialtiesIn, type Specialty } from './specialties.ts'
import { entriesOf, pairsOf, rules } from './table.ts'

/**
 * `typed` is in lower case, parted by ', '; `titles` are words of titles as the index holds them
 * (English stems), all of one entry together; `*` stands for any ending. `with` are found, too,
 * `except` never, though their titles hold the same words.
 */
type Words = { typed: string; titles: string; with?: Specialty[]; except?: Specialty[] }

/**
 * Beside each specialty's own label and noun: what physicians type for it, and what its jobs are
 * titled.
 */
export const specialtyWords = Object.fromEntries(
  entriesOf(
    ['titles', 'with', 'except'],
    `
Allergy & Immunology | a i, allergy, allergies, immunology, immunologist, allergy doctor | titles:
  allerg*, immunolog*
Anesthesiology | anes, anesthesia, anaesthesia, anaesthesiology |
  titles: anesthesi*, anaesthesi*
Cardiology | cards, cardio, heart doctor, heart doc, cardiovascular disease | titles: cardiolog*
Critical Care Medicine | critical care, crit care, crit, cc, ccm, icu, intensive care, micu, cvicu,
  ccu, csicu
  | titles: intensivist, critic care, icu
Dermatology | derm, skin doctor | titles: dermatolog*
Emergency Medicine
  | er, em, ed, er doc, ed doc, emergency, emergency room, emergency
  department, emergency med, emerg med, emerg medicine, emergency doctor
  | titles: emerg | except: Radiology
Endocrinology | endo, endocrine | titles: endocrin*
Family Medicine
  | fm, fp, gp, family med, fam med, fam
  medicine, family practice, fam practice, family doctor, family doc, family practitioner, general
  practice, general practitioner
  | titles: famili medicin, famili practic, famili physician, famili practition*
Gastroenterology | gi, gastro, stomach doctor, gut doctor | titles: gastroenterolog*
General Surgery | gs, gen surg, gen surgery, general surg, hernia, hernias, gallbladder | titles:
  general surge*
  | except: Orthopedic Surgery, Plastic Surgery, Neurosurgery
Geriatrics
  | geri, geriatric, geriatric medicine, gerontology, elderly, elderly care, senior care, older
  adults, old people, old people doctor
  | titles: geriatr*
Hematology | heme, hem, haematology | titles: hematolog* | with: Hematology/Oncology
Hematology/Oncology
  | heme onc, hem onc, hemeonc, hemonc, hematology and oncology, hematologist oncologist, hematology
  and medical oncology, medical oncology and hematology, medical oncologist hematologist, oncology
  hematology, oncologist hematologist
  | titles: hematolog* oncolog*
Infectious Disease | id, infectious diseases, infections, infection | titles: infecti diseas
Internal Medicine | im, internal med, int med, int medicine, general
  internal medicine
  | titles: intern medicin, internist
Nephrology | nephro, neph, renal, kidney doctor | titles: nephrolog*
Neurology | neuro | titles: neurolog* | except: Neurosurgery
Neurosurgery | nsgy, neuro surgery, neuro surgeon, neurological surgery, neurological surgeon, brain
  surgeon
  | titles: neurosurge*, neurolog surge*
Obstetrics & Gynecology
  | ob, obgyn, ob gyn, ob gyne, obstetrics, obstetrician, gyn, gynecology,
  gynecologist, laborist
  | titles: obstetr*, gynecolog*, obgyn, ob, laborist
Occupational Medicine
  | occ med, occmed, occ health, occupational health, occupational physician, flight surgeon, flight
  surgeons, workers comp, workers compensation, work comp
  | titles: occup medicin, occup health
Oncology | onc, medical oncology, medical oncologist, med onc, cancer doctor | titles: oncolog* |
  with: Hematology/Oncology
  | except: Radiation Oncology
Ophthalmology | ophtho, optho, ophth, eye, eye doctor, eye surgeon | titles: ophthalmolog*
Orthopedic Surgery
  | ortho, orthopedic, orthopedics, orthopaedic, orthopaedics, orthopaedic surgery, orthopaedic
  surgeon, ortho surgery, ortho surgeon, orthopod, bone doctor
  | titles: orthoped*, orthopaed*
Otolaryngology (ENT) | ent, otolaryngology, ear nose throat, ear nose and throat,
  otorhinolaryngology, ear nose throat doctor
  | titles: otolaryngolog*, ent
Pain Medicine | pain, pain management, interventional pain, back pain, chronic pain | titles: pain
Pathology | path, lab doctor | titles: patholog*
Pediatrics
  | peds, paeds, ped, pediatric, paediatrics, paediatrician, kids doctor, children s
  doctor, childrens doctor, children doctor, baby doctor, child doctor
  | titles: pediatr*, paediatr*
Physical Medicine & Rehabilitation
  | pm r, pmr, pm and r, physiatry, physical medicine, physical medicine and rehab, irf, inpatient
  rehab, inpatient rehabilitation, rehab medicine, rehab, rehabilitation, rehabilitation medicine
  | titles: physiatr*, physic medicin, pmr, pm r
Plastic Surgery | plastics, plastic, plastic and reconstructive surgery, reconstructive surgery,
  reconstructive surgeon
  | titles: plastic
Psychiatry | psych, psychiatric, shrink | titles: psychiatr*
Pulmonology | pulm, pulmonary, pulmonary medicine, pulmonary disease, lung doctor | titles: pulmon*
Radiation Oncology | rad onc, radonc, radiation onc | titles: radiat oncolog*
Radiology | read films, reading films, rads, diagnostic radiology, x ray, xray, mri, ct
  scan, imaging
  | titles: radiolog*, teleradiolog*
Rheumatology | rheum | titles: rheumatolog*
Sports Medicine | sports med, sport medicine, family medicine sports medicine, primary care sports
  medicine
  | titles: sport medicin
Thoracic Surgery
  | ct surgery, ct surgeon, cv surgery, cv surgeon, cardiothoracic, cardiothoracic surgery,
  cardiothoracic surgeon, cardiac surgery, cardiac surgeon, cardiovascular surgery, cardiovascular
  surgeon, heart surgeon, heart surgery, thoracic
  | titles: thorac*, cardiothorac*, cardiac surge*
Urology | uro, gu | titles: urolog*
Vascular Surgery | vasc, vascular, endovascular surgery, endovascular surgeon, vein, veins, vein
  doctor, varicose veins
  | titles: vascular
`,
  ).map(({ label, typed, titles = '', with: others, except }): [string, Words] => [
    label,
    {
      typed,
      titles,
      ...(others && { with: specialtiesIn(others) }),
      ...(except && { except: specialtiesIn(except) }),
    },
  ]),
) as Record<Exclude<Specialty, 'Other'>, Words>

/** Every phrase that means a specialty, in lower case, its words parted by single blanks. */
export function* specialtyPhrases(): Generator<[phrase: string, specialty: Specialty]> {
  for (const specialty of specialties) {
    if (specialty === 'Other') continue
    for (const name of [specialty, practitioner(specialty)]) {
      const bare = name.toLowerCase().replaceAll(/[^a-z& ]+/g, ' ')
      yield [bare.replaceAll(/[ &]+/g, ' ').trim(), specialty]
      yield [bare.replaceAll(/ *& */g, ' and ').replaceAll(/ +/g, ' ').trim(), specialty]
    }
    for (const phrase of specialtyWords[specialty].typed.split(', ')) yield [phrase, specialty]
  }
}

/**
 * Patients' ages: before or behind a field one is a part of that field, but of those that `never`
 * lists. `typed` begins topics that the vocabulary has; `words` mean the age only before a field.
 */
export const ages = entriesOf(
  ['specialty', 'words', 'titles', 'never'],
  `
Pediatric | pediatric, child | specialty: Pediatrics | words: child, childrens, adolescent, kids |
  titles: pediatr*, paediatr*, child*
  | never: Pediatrics, Family Medicine, Internal Medicine, Geriatrics, Obstetrics & Gynecology,
  Occupational Medicine
Geriatric | geriatric | specialty: Geriatrics | titles: geriatr*, senior
  | never: Pediatrics, Family Medicine, Internal Medicine, Geriatrics, Obstetrics & Gynecology
`,
).map(({ words = '', titles = '', never, ...age }) => ({
  ...age,
  words: words.split(', '),
  titles: titles.split(', '),
  never: specialtiesIn(never),
}))
export const ofSomeAge = /pediatr|child|neonat|newborn|geriat/i

const trainings = pairsOf(`
  Pain Medicine: Anesthesiology, Physical Medicine & Rehabilitation, Neurology;
  Critical Care Medicine: Anesthesiology, Emergency Medicine, Internal Medicine, General Surgery, Infectious Disease;
  Sports Medicine: Family Medicine, Emergency Medicine, Orthopedic Surgery, Physical Medicine & Rehabilitation;
  Geriatrics: Internal Medicine, Family Medicine
`)
/** The fields from which one trains for another: 'anesthesia pain' is pain medicine. */
export const trainedFrom = (specialty: Specialty): Specialty[] =>
  specialtiesIn(trainings[specialty])

/** Headings under which sources file subspecialists, too. */
export const broad = new Set(
  specialtiesIn(
    'Internal Medicine, Family Medicine, General Surgery, Pediatrics, Critical Care Medicine',
  ),
)

/** Headings that are no field of medicine. */
export const noSpecialty = rules`
none = /^other$|health ?care|hospital|physician|surgeon|medical|telemedicine|tele-?health|virtual|specialt/i
  ✓ Other | Hospitals and Health Care | Physicians / Surgeons ✗ Wound Care
`
