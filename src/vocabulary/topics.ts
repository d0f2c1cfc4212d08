import type { Filed } from './practices.ts'
import type { Specialty } from './specialties.ts'

/**
 * What people call a part of one or more specialties: an organ, a disease, a procedure, a unit, a fellowship. Its jobs are those with
 * such a title, or whose text names such a procedure, and after them those of the specialties.
 */
export type Topic = {
  label: string
  /** In lower case, separated by ', '. */
  typed: string
  specialties: Specialty[]
  /** As in `specialtyWords`. */
  titles: string
  /** Words that say it anywhere in a posting; English stems, separated by ', '. */
  texts?: string
  /** What a posting with such a title is filed under, where that is not the first of `specialties`. */
  filed?: Filed
}

const topic = (label: string, typed: string, specialties: Specialty[], titles: string, texts?: string, filed?: Filed): Topic => ({
  label,
  typed,
  specialties,
  titles,
  ...(texts !== undefined && { texts }),
  ...(filed && { filed }),
})

const cardiology: Specialty[] = ['Cardiology']
const gi: Specialty[] = ['Gastroenterology']
const ob: Specialty[] = ['Obstetrics & Gynecology']
const surgery: Specialty[] = ['General Surgery']
const orthopedics: Specialty[] = ['Orthopedic Surgery']
const radiology: Specialty[] = ['Radiology']
const neurology: Specialty[] = ['Neurology']
const pathology: Specialty[] = ['Pathology']
const eyes: Specialty[] = ['Ophthalmology']
const cancer: Specialty[] = ['Oncology', 'Hematology/Oncology', 'Radiation Oncology']
const blood: Specialty[] = ['Hematology', 'Hematology/Oncology']

export const topics: readonly Topic[] = [
  // Cardiology
  topic('Heart', 'heart, cardiac, hearts', cardiology, 'heart, cardiac'),
  topic(
    'Heart failure',
    'heart failure, chf, advanced heart failure, heart failure transplant, heart transplant cardiology',
    cardiology,
    'heart failur',
    'lvad',
  ),
  topic(
    'Electrophysiology',
    'ep, electrophysiology, electrophysiologist, cardiac electrophysiology, cardiac ep, ablation, ablations, pacemaker, pacemakers',
    cardiology,
    'electrophysiolog*, ep',
    'electrophysiolog, electrophysiologist',
  ),
  topic(
    'Interventional cardiology',
    'interventional cardiology, interventional cardiologist, ic, pci, cath, cath lab, cardiac cath',
    cardiology,
    'intervent* cardiolog*',
    'pci',
  ),
  topic(
    'Non-invasive cardiology',
    'non interventional cardiologist, non interventional cardiology, noninterventional cardiologist, noninterventional cardiology, non invasive, noninvasive, noninv, non inv, non invasive cardiology, noninvasive cardiology, non invasive cardiologist, noninvasive cardiologist',
    cardiology,
    'non invas*, noninvas*',
  ),
  topic('Structural heart', 'tavr, tavi, structural heart, structural cardiology, structural', cardiology, 'structur*', 'tavr'),
  topic(
    'Echocardiography',
    'echo, echocardiography, echocardiogram, cardiac imaging',
    cardiology,
    'echocardiograph*, imag*',
    'echocardiographi, echocardiogram',
  ),
  // Gastroenterology
  topic(
    'Endoscopy',
    'egd, endoscopy, endoscopies, endoscopist, colonoscopy, colonoscopies, scopes',
    gi,
    'endoscop*',
    'endoscopi, colonoscopi, egd',
  ),
  topic(
    'Advanced endoscopy',
    'ercp, eus, advanced endoscopy, advanced endoscopist, interventional endoscopy',
    gi,
    'advanc* endoscop*, intervent* endoscop*',
    'ercp, eus',
  ),
  topic('Transplant hepatology', 'transplant hepatology, transplant hepatologist', gi, 'transplant* hepat*'),
  topic('Liver', 'liver, hepatology, hepatologist, hepatitis', gi, 'hepat*, liver'),
  topic(
    'Liver transplant',
    'liver transplant, liver transplants',
    ['Gastroenterology', 'General Surgery'],
    'liver transplant*, transplant* hepat*',
  ),
  topic('Digestive', 'digestive, digestive disease, stomach, gut, ibd, crohns, colitis, bowel', gi, 'digest*, ibd'),
  topic(
    'Colorectal surgery',
    'colorectal, colorectal surgery, colorectal surgeon, colon and rectal surgery, crs, proctology',
    surgery,
    'colorect*, colon rectal',
  ),
  // Endocrinology, kidneys, joints
  topic('Diabetes', 'diabetes, diabetic, diabetes doctor, diabetologist', ['Endocrinology'], 'diabet*'),
  topic('Thyroid', 'thyroid', ['Endocrinology'], 'thyroid'),
  topic(
    'Hormones',
    'hormone, hormones, hormone therapy, hormone replacement, hrt, trt, testosterone',
    ['Endocrinology'],
    'hormon*',
  ),
  topic('Kidney', 'kidney, kidneys', ['Nephrology'], 'kidney, renal'),
  topic('Dialysis', 'dialysis, hemodialysis', ['Nephrology'], 'dialysi*', 'dialysi'),
  topic('Arthritis', 'arthritis, lupus, gout, autoimmune', ['Rheumatology'], 'arthriti*, autoimmun*'),
  // Cancer and blood
  topic('Cancer', 'cancer, cancers, tumor, tumors, sarcoma, chemotherapy, chemo', cancer, 'cancer'),
  topic(
    'Breast cancer',
    'breast cancer, breast oncology, breast',
    ['Oncology', 'Hematology/Oncology', 'General Surgery'],
    'breast',
  ),
  topic('Breast surgery', 'breast surgery, breast surgeon', surgery, 'breast surge*'),
  topic('Skin cancer', 'skin cancer, melanoma', ['Dermatology', 'Oncology'], 'skin, melanoma, moh*'),
  topic('Blood', 'blood, blood doctor, anemia, sickle cell', blood, 'blood, hematolog*, sickl*'),
  topic(
    'Bone marrow transplant',
    'bmt, bone marrow, bone marrow transplant, stem cell transplant, cellular therapy',
    blood,
    'bone marrow, bmt, cellular',
    'bmt',
  ),
  topic('Endocrine surgery', 'endocrine surgery, endocrine surgeon', surgery, 'endocrin* surge*'),
  topic(
    'Hepatobiliary surgery',
    'hepatobiliary, hepatobiliary surgery, hepatobiliary surgeon, hpb, hpb surgery',
    surgery,
    'hepatobiliari*',
  ),
  topic('Urologic oncology', 'urologic oncology, urologic oncologist, urological oncology', ['Urology'], 'urolog* oncolog*'),
  topic(
    'Neuro-oncology',
    'neuro oncology, neurooncology, neuro oncologist, neurooncologist',
    ['Neurology', 'Oncology'],
    'neuro oncolog*, neurooncolog*',
  ),
  topic('Surgical oncology', 'surg onc, surgical oncology, surgical oncologist, onc surgery', surgery, 'surgic* oncolog*'),
  topic(
    'Gynecologic oncology',
    'gyn onc, gynonc, gynecologic oncology, gynecologic oncologist, gyn oncology',
    ob,
    'gynecolog* oncolog*, gyn onc',
  ),
  // Skin, eyes, ears
  topic('Skin', 'skin, acne, eczema, psoriasis', ['Dermatology'], 'skin'),
  topic('Mohs surgery', 'mohs, mohs surgery, mohs surgeon, micrographic surgery', ['Dermatology'], 'moh*, micrograph*', 'moh'),
  topic(
    'Botox',
    'botox, fillers, aesthetics, aesthetic, cosmetic, med spa, medspa, medical spa',
    ['Dermatology', 'Plastic Surgery'],
    'aesthet*, cosmet*',
    'botox',
  ),
  topic(
    'Cataract',
    'cataract, cataracts, cataract surgery, cataract and refractive, refractive surgery, lasik',
    eyes,
    'cataract, anterior',
    'cataract',
  ),
  topic(
    'Cornea',
    'cornea, corneal, cornea specialist, cornea surgeon, anterior segment, anterior segment surgeon',
    eyes,
    'cornea*, anterior',
    'cornea',
  ),
  topic(
    'Retina',
    'retina, retinal, vitreoretinal, retina specialist, retina surgeon',
    eyes,
    'retin*, vitreoretin*',
    'retina, vitreoretin',
  ),
  topic('Oculoplastics', 'oculoplastic, oculoplastics, oculoplastic surgery, oculoplastic surgeon', eyes, 'oculoplast*'),
  topic('Glaucoma', 'glaucoma', eyes, 'glaucoma', 'glaucoma'),
  topic(
    'Head & neck surgery',
    'h n, h and n, head and neck, head neck, head and neck surgery, head and neck surgeon, h n surgery, h n surgeon',
    ['Otolaryngology (ENT)'],
    'head neck',
  ),
  topic('Sinus', 'sinus, sinuses, rhinology, tonsils', ['Otolaryngology (ENT)'], 'sinus, rhinolog*'),
  topic('Voice', 'laryngology, laryngologist', ['Otolaryngology (ENT)'], 'laryngolog*'),
  topic(
    'Otology',
    'hearing, otology, otologist, neurotology, neurotologist, neuro otology, neuro otologist',
    ['Otolaryngology (ENT)'],
    'otolog*, neurotolog*',
  ),
  // Brain and mind
  topic('Brain', 'brain, brains', ['Neurology', 'Neurosurgery'], 'brain'),
  topic(
    'Stroke',
    'stroke, strokes, vascular neurology, vascular neurologist, stroke neurology',
    neurology,
    'stroke, vascular neurolog*',
    'stroke',
    { specialty: 'Neurology' },
  ),
  topic('Neurohospitalist', 'neurohospitalist, neuro hospitalist', neurology, 'neurohospitalist, neuro hospitalist'),
  topic('Vascular medicine', 'vascular medicine', cardiology, 'vascular medicin'),
  topic(
    'Neurointerventional',
    'thrombectomy, neurointerventional, endovascular neurosurgery, neuro ir, neuroir, neuro ir thrombectomy',
    ['Neurosurgery', 'Neurology', 'Radiology'],
    'neurointervent*, endovascular',
    'thrombectomi',
  ),
  topic('Epilepsy', 'epilepsy, seizure, seizures, eeg, epileptologist', neurology, 'epilep*', 'epilepsi, eeg'),
  topic(
    'Movement disorders',
    'movement disorders, movement disorder, parkinson, parkinsons, parkinson s disease, dbs',
    neurology,
    'movement disord*, parkinson*',
    'parkinson',
  ),
  topic('Headache', 'headache, headaches, migraine, migraines', neurology, 'headach*', 'headach'),
  topic(
    'Memory',
    'memory, dementia, alzheimers, alzheimer, cognitive neurology',
    ['Neurology', 'Geriatrics'],
    'memori, dementia, cognit*',
    'dementia',
  ),
  topic(
    'EMG',
    'emg, neuromuscular, nerve conduction',
    ['Neurology', 'Physical Medicine & Rehabilitation'],
    'neuromuscular, emg',
    'emg',
  ),
  topic(
    'Neurocritical care',
    'neurocritical care, neuro icu, neuro critical care, neurointensivist, nicu neuro',
    ['Critical Care Medicine', 'Neurology'],
    'neurocrit*, neurointensiv*, neuro icu',
  ),
  topic(
    'Mental health',
    'mental health, behavioral health, behavioural health, depression, anxiety, adhd, bipolar',
    ['Psychiatry'],
    'mental, behavior*',
  ),
  topic(
    'Child psychiatry',
    'cap, c a psych, c and a psych, c a psychiatry, c a psychiatrist, child psych, peds psych, pediatric psych, pediatric psychiatry, pediatric psychiatrist, child and adolescent psych, child psychiatry, child psychiatrist, child and adolescent psychiatry, child and adolescent psychiatrist',
    ['Psychiatry'],
    'child psychiatr*, child adolesc*',
  ),
  topic('Cardio-oncology', 'cardio oncology, cardiooncology, cardio oncologist', cardiology, 'cardio oncolog*, cardiooncolog*'),
  topic(
    'Onco-nephrology',
    'onco nephrology, onconephrology, onco nephrologist',
    ['Nephrology'],
    'onco nephrolog*, onconephrolog*',
  ),
  topic(
    'Adult congenital heart disease',
    'adult congenital, achd, adult congenital cardiology, adult congenital heart disease, adult congenital heart',
    cardiology,
    'adult congenit*, achd',
  ),
  topic(
    'Neuro-ophthalmology',
    'neuro ophthalmology, neuroophthalmology, neuro ophthalmologist, neuro ophtho',
    ['Ophthalmology', 'Neurology'],
    'neuro ophthalmolog*, neuroophthalmolog*',
  ),
  topic(
    'Neurorehabilitation',
    'neuro rehab, neurorehab, neuro rehabilitation, neurorehabilitation, brain injury, brain injury medicine, tbi, stroke rehab',
    ['Physical Medicine & Rehabilitation'],
    'neuro rehab*, neurorehab*, brain injuri',
  ),
  topic(
    'Cardiac anesthesia',
    'cardiac anesthesia, cardiac anesthesiology, cardiac anesthesiologist, cardiothoracic anesthesia, ct anesthesia, cv anesthesia',
    ['Anesthesiology'],
    'cardiac anesthes*, cardiothorac* anesthes*',
  ),
  topic(
    'Obstetric anesthesia',
    'ob anesthesia, obstetric anesthesia, ob anesthesiology, ob anesthesiologist, obstetric anesthesiologist',
    ['Anesthesiology'],
    'obstetr* anesthes*, ob anesthes*',
  ),
  topic(
    'Pediatric surgery',
    'pediatric surgery, pediatric surgeon, peds surgery, peds surgeon, pediatric general surgery, children s surgery',
    surgery,
    'pediatr* surge*, child* surge*',
  ),
  topic('Adolescent medicine', 'adolescent medicine, adolescent health, teen health, teen medicine', ['Pediatrics'], 'adolesc*'),
  topic(
    'Newborn nursery',
    'nursery, newborn nursery, well baby, well baby nursery, level 1 nursery, level 2 nursery',
    ['Pediatrics'],
    'nurseri',
    'nurseri',
  ),
  topic('Neuropsychiatry', 'neuropsychiatry, neuropsychiatrist', ['Psychiatry'], 'neuropsychiatr*'),
  topic(
    'Addiction psychiatry',
    'addiction psychiatry, addiction psychiatrist, addiction services',
    ['Psychiatry'],
    'addict* psychiatr*, addict* servic*',
  ),
  topic(
    'Geriatric psychiatry',
    'geri psych, gero psych, geropsych, geropsychiatry, geropsychiatrist, geropsychiatric, geriatric psychiatry, geriatric psychiatrist',
    ['Psychiatry'],
    'geriatr* psychiatr*, geropsych*',
  ),
  topic(
    'Consult-liaison psychiatry',
    'c l psychiatry, cl psychiatry, c l psych, cl psych, consult liaison, consultation liaison, consult liaison psychiatry, psychosomatic',
    ['Psychiatry'],
    'consult* liaison',
  ),
  topic('Sleep', 'sleep, sleep medicine, sleep doctor, sleep apnea', ['Pulmonology', 'Neurology'], 'sleep', 'sleep', {
    field: 'Sleep Medicine',
  }),
  // Lungs and intensive care
  topic('Lung', 'lung, lungs, copd', ['Pulmonology'], 'lung, thorac*'),
  topic(
    'Interventional pulmonology',
    'bronchoscopy, interventional pulmonology, interventional pulm, interventional pulmonologist, ebus, bronch, robotic bronch, robotic bronchoscopy',
    ['Pulmonology'],
    'intervent* pulmonolog*, bronchoscop*',
    'bronchoscopi, ebus',
  ),
  topic('Cystic fibrosis', 'cystic fibrosis, cf clinic', ['Pulmonology'], 'cystic fibrosi', 'cystic fibrosi'),
  topic('Asthma', 'asthma', ['Allergy & Immunology', 'Pulmonology'], 'asthma'),
  topic(
    'Surgical critical care',
    'sicu, surgical critical care, surgical icu, surgical intensivist, ticu, trauma icu',
    ['Critical Care Medicine'],
    'surgic* critic*, sicu, trauma critic*',
  ),
  topic(
    'Pediatric critical care',
    'picu, pediatric critical care, pediatric critical care medicine, pediatric icu, peds icu, peds critical care, pccu, pcicu, pediatric cardiac icu, pediatric cicu, peds cicu, pediatric intensive care, children s icu',
    [],
    'picu, pediatr* critic*, pediatr* intensivist',
    undefined,
    { specialty: 'Pediatrics' },
  ),
  topic('Pediatric emergency medicine', 'pem, pediatric emergency medicine', [], 'pediatr* emerg*', undefined, {
    specialty: 'Emergency Medicine',
  }),
  topic('Medical toxicology', 'toxicology, medical toxicology, toxicologist', ['Emergency Medicine'], 'toxicolog*'),
  topic(
    'Emergency medical services',
    'ems, ems medical director, ems director, emergency medical services, prehospital',
    ['Emergency Medicine'],
    'ems',
  ),
  topic(
    'Transplant infectious disease',
    'transplant id, transplant infectious disease',
    ['Infectious Disease'],
    'transplant* infecti*',
  ),
  topic('HIV', 'hiv, hepatitis c, hiv aids', ['Infectious Disease'], 'hiv'),
  // Women, children, urology
  topic('Women’s health', 'women s health, womens health, woman s health, women health', ob, 'women health, womens health'),
  topic(
    'Pregnancy',
    'pregnancy, prenatal, deliveries, labor and delivery, l d, c section, c sections, childbirth, obstetric care',
    ob,
    'pregnanc*, labor deliveri, laborist',
    'prenat',
  ),
  topic(
    'Maternal-fetal medicine',
    'mfm, maternal fetal, maternal fetal medicine, perinatology, perinatologist, high risk ob, high risk pregnancy',
    ob,
    'matern* fetal, perinatolog*, mfm',
  ),
  topic(
    'Reproductive endocrinology',
    'rei, reproductive endocrinology, reproductive endocrinologist, ivf, infertility, fertility',
    ob,
    'reproduct* endocrin*, fertil*, infertil*, rei',
    'ivf',
  ),
  topic(
    'Urogynecology',
    'urogyn, urogynecology, urogynecologist, fpmrs, urps, female pelvic medicine',
    ['Obstetrics & Gynecology', 'Urology'],
    'urogynecolog*, femal* pelvic, fpmr*',
  ),
  topic(
    'Endourology',
    'endourology, endourologist, endourology stones, stone disease, kidney stone surgery',
    ['Urology'],
    'endourolog*',
  ),
  topic('Prostate', 'prostate, vasectomy, kidney stones, bladder, mens health', ['Urology'], 'prostat*'),
  // Surgery and bones
  topic(
    'Bariatric surgery',
    'bariatric, bariatrics, bariatric surgery, bariatric surgeon, weight loss surgery',
    surgery,
    'bariatr*',
    'bariatr',
  ),
  topic(
    'Acute care surgery',
    'acute care surgery, acute care surgeon, acs, tacs, emergency general surgery, surgicalist, surgical hospitalist',
    surgery,
    'acut* care surge*, trauma acut*',
  ),
  topic(
    'Transplant',
    'transplant, transplants, transplantation, transplant surgery, transplant surgeon',
    [],
    'transplant*',
    undefined,
    { specialty: 'General Surgery', weight: 'vague' },
  ),
  topic('Cardiothoracic surgery', 'ct, cts, cvts, cvt, cvt surgery, cvt surgeon', ['Thoracic Surgery'], 'cardiothorac*'),
  topic('Spine', 'spine, spinal, spine surgery, spine surgeon', ['Orthopedic Surgery', 'Neurosurgery'], 'spine, spinal'),
  topic(
    'Hand',
    'hand, hands, hand surgery, hand surgeon, upper extremity',
    ['Orthopedic Surgery', 'Plastic Surgery'],
    'hand, upper extrem*',
  ),
  topic(
    'Joint replacement',
    'joint, joints, joint replacement, total joint, total joints, arthroplasty, hip and knee, adult reconstruction',
    orthopedics,
    'joint*, arthroplasti, adult reconstruct*',
    'arthroplasti',
  ),
  topic('Foot & ankle', 'foot and ankle, foot ankle, foot, ankle', orthopedics, 'foot, ankl*'),
  topic('Burn surgery', 'burn surgery, burn surgeon, burn unit, burn center, burns', surgery, 'burn'),
  topic('Shoulder', 'shoulder, shoulder and elbow, shoulder surgeon', orthopedics, 'shoulder'),
  topic(
    'Bone',
    'bone, bones, fracture, fractures, orthopedic trauma, ortho trauma',
    orthopedics,
    'bone, orthopaed* trauma, orthoped* trauma',
  ),
  // Radiologists, physiatrists and orthopedists say so alike: the text decides whose it is.
  topic('Musculoskeletal', 'msk, musculoskeletal', ['Radiology', 'Sports Medicine', 'Orthopedic Surgery'], 'musculoskelet*, msk'),
  // Pictures and laboratories
  topic(
    'Interventional radiology',
    'ir, vir, interventional radiology, vascular and interventional radiology, interventional radiologist, interventional rad',
    radiology,
    'intervent* radiolog*, ir',
  ),
  topic(
    'Breast imaging',
    'breast imaging, women s imaging, womens imaging, breast imager, breast imagers, mammo, mammography, mammograms, mammographer',
    radiology,
    'breast, mammograph*',
    'mammographi',
  ),
  topic(
    'Body imaging',
    'body imaging, body imager, body imagers, body radiologist, abdominal imaging, body mri',
    radiology,
    'bodi imag*, abdomin* imag*',
  ),
  topic('Neuroradiology', 'neuroradiology, neuroradiologist, neuro rads, neurorads', radiology, 'neuroradiolog*'),
  topic('Nuclear medicine', 'nuclear medicine, nuc med, nuclear radiology', radiology, 'nuclear'),
  topic(
    'Dermatopathology',
    'dermpath, dermatopathology, dermatopathologist, derm path',
    ['Pathology', 'Dermatology'],
    'dermatopatholog*',
  ),
  topic(
    'Hematopathology',
    'hemepath, hematopathology, hematopathologist, heme path, hemepathology',
    pathology,
    'hematopatholog*',
  ),
  topic(
    'Laboratory direction',
    'lab director, laboratory director, laboratory medical director, medical director laboratory',
    pathology,
    'laboratori director',
  ),
  topic('Cytopathology', 'cytopathology, cytopathologist, cytopath, cytology', pathology, 'cytopatholog*'),
  topic('Forensic pathology', 'forensic pathology, forensic pathologist, medical examiner', pathology, 'forens*, medic examin*'),
  topic('Blood bank', 'blood bank, transfusion medicine, blood banking', pathology, 'blood bank, transfus*'),
  topic(
    'Obesity medicine',
    'obesity, obesity medicine, weight loss, weight management, medical weight loss, bariatric medicine, glp 1, glp1',
    [],
    'obes*, weight, bariatr* medicin',
    'obes',
  ),
  topic(
    'Medical genetics',
    'genetics, geneticist, medical genetics, clinical genetics, clinical geneticist, medical geneticist',
    [],
    'genetic*, geneticist',
    undefined,
    { field: 'Medical Genetics' },
  ),
  // Both halves of one practice
  topic(
    'Pulmonary & Critical Care',
    'pccm, pulm ccm, pulm crit, pulm cc, cc pulm, crit pulm, ccm pulm, pulmonary critical care, pulmonary and critical care, pulmonary and critical care medicine, pulmonary critical care medicine, pulm critical care',
    [],
    'pulmon* critic, pccm',
    undefined,
    { specialty: 'Pulmonology' },
  ),
  topic(
    'Hospice & palliative care',
    'hospice, pall care, pall med, palliative, palliative care, palliative medicine, hospice and palliative, hospice and palliative medicine, hpm',
    [],
    'hospic*, palliat*',
    'palliat, hospic',
    { field: 'Hospice & Palliative Medicine' },
  ),
]
