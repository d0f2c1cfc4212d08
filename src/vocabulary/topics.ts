import { filedOf, type Filed } from './practices.ts'
import { specialtiesIn, type Specialty } from './specialties.ts'
import { entriesOf } from './table.ts'

/**
 * What people call a part of one or more specialties: an organ, a disease, a procedure, a unit, a
 * fellowship. Its jobs are those with such a title, or whose text names such a procedure, and after
 * them those of the specialties.
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
  /**
   * What a posting with such a title is filed under, where that is not the first of `specialties`.
   */
  filed?: Filed
}

export const topics: readonly Topic[] = entriesOf(
  ['of', 'titles', 'texts', 'filed'],
  `
// Cardiology
Heart | heart, cardiac, hearts | of: Cardiology | titles: heart, cardiac
Heart failure | heart failure, chf, advanced heart failure, heart failure transplant, heart
  transplant cardiology | of: Cardiology
  | titles: heart failur | texts: lvad
Electrophysiology
  | ep, electrophysiology, electrophysiologist, cardiac electrophysiology, cardiac ep, ablation,
  ablations, pacemaker, pacemakers
  | of: Cardiology | titles: electrophysiolog*, ep | texts: electrophysiolog, electrophysiologist
Interventional cardiology | interventional cardiology, interventional cardiologist, ic, pci, cath,
  cath lab, cardiac cath
  | of: Cardiology | titles: intervent* cardiolog* -non | texts: pci
Non-invasive cardiology
  | non interventional cardiologist, non interventional cardiology, noninterventional cardiologist,
  noninterventional cardiology, non invasive, noninvasive, noninv, non inv, non invasive cardiology,
  noninvasive cardiology, non invasive cardiologist, noninvasive cardiologist
  | of: Cardiology | titles: non invas*, noninvas*
Structural heart | tavr, tavi, structural heart, structural cardiology, structural | of: Cardiology
  | titles: structur*
  | texts: tavr
Echocardiography | echo, echocardiography, echocardiogram, cardiac imaging | of: Cardiology |
  titles: echocardiograph*, imag*
  | texts: echocardiographi, echocardiogram
// Gastroenterology
Endoscopy | egd, endoscopy, endoscopies, endoscopist, colonoscopy, colonoscopies, scopes | of:
  Gastroenterology
  | titles: endoscop* | texts: endoscopi, colonoscopi, egd
Advanced endoscopy | ercp, eus, advanced endoscopy, advanced endoscopist, interventional endoscopy |
  of: Gastroenterology
  | titles: advanc* endoscop*, intervent* endoscop* | texts: ercp, eus
Transplant hepatology | transplant hepatology, transplant hepatologist | of: Gastroenterology |
  titles: transplant* hepat*
Liver | liver, hepatology, hepatologist, hepatitis | of: Gastroenterology | titles: hepat*, liver
Liver transplant | liver transplant, liver transplants | of: Gastroenterology, General Surgery
  | titles: liver transplant*, transplant* hepat*
Digestive | digestive, digestive disease, stomach, gut, ibd, crohns, colitis, bowel | of:
  Gastroenterology | titles: digest*, ibd
Colorectal surgery | colorectal, colorectal surgery, colorectal surgeon, colon and rectal surgery,
  crs, proctology
  | of: General Surgery | titles: colorect*, colon rectal
// Endocrinology, kidneys, joints
Diabetes | diabetes, diabetic, diabetes doctor, diabetologist | of: Endocrinology | titles: diabet*
Thyroid | thyroid | of: Endocrinology | titles: thyroid
Hormones | hormone, hormones, hormone therapy, hormone replacement, hrt, trt, testosterone | of:
  Endocrinology | titles: hormon*
Kidney | kidney, kidneys | of: Nephrology | titles: kidney, renal
Dialysis | dialysis, hemodialysis | of: Nephrology | titles: dialysi* | texts: dialysi
Arthritis | arthritis, lupus, gout, autoimmune | of: Rheumatology | titles: arthriti*, autoimmun*
// Cancer and blood
Cancer | cancer, cancers, tumor, tumors, sarcoma, chemotherapy, chemo | of: Oncology,
  Hematology/Oncology, Radiation Oncology
  | titles: cancer
Breast cancer | breast cancer, breast oncology, breast | of: Oncology, Hematology/Oncology, General
  Surgery | titles: breast
Breast surgery | breast surgery, breast surgeon | of: General Surgery | titles: breast surge*
Skin cancer | skin cancer, melanoma | of: Dermatology, Oncology | titles: skin, melanoma, moh*
Blood | blood, blood doctor, anemia, sickle cell | of: Hematology, Hematology/Oncology | titles:
  blood, hematolog*, sickl*
Bone marrow transplant | bmt, bone marrow, bone marrow transplant, stem cell transplant, cellular
  therapy
  | of: Hematology, Hematology/Oncology | titles: bone marrow, bmt, cellular | texts: bmt
Endocrine surgery | endocrine surgery, endocrine surgeon | of: General Surgery | titles: endocrin*
  surge*
Hepatobiliary surgery | hepatobiliary, hepatobiliary surgery, hepatobiliary surgeon, hpb, hpb
  surgery | of: General Surgery
  | titles: hepatobiliari*
Urologic oncology | urologic oncology, urologic oncologist, urological oncology | of: Urology |
  titles: urolog* oncolog*
Neuro-oncology | neuro oncology, neurooncology, neuro oncologist, neurooncologist | of: Neurology,
  Oncology
  | titles: neuro oncolog*, neurooncolog*
Surgical oncology | surg onc, surgical oncology, surgical oncologist, onc surgery | of: General
  Surgery | titles: surgic* oncolog*
Gynecologic oncology | gyn onc, gynonc, gynecologic oncology, gynecologic oncologist, gyn oncology |
  of: Obstetrics & Gynecology
  | titles: gynecolog* oncolog*, gyn onc
// Skin, eyes, ears
Skin | skin, acne, eczema, psoriasis | of: Dermatology | titles: skin
Mohs surgery | mohs, mohs surgery, mohs surgeon, micrographic surgery | of: Dermatology | titles:
  moh*, micrograph* | texts: moh
Botox | botox, fillers, aesthetics, aesthetic, cosmetic, med spa, medspa, medical spa | of:
  Dermatology, Plastic Surgery
  | titles: aesthet*, cosmet* | texts: botox
Cataract | cataract, cataracts, cataract surgery, cataract and refractive, refractive surgery, lasik
  | of: Ophthalmology
  | titles: cataract, anterior | texts: cataract
Cornea | cornea, corneal, cornea specialist, cornea surgeon, anterior segment, anterior segment
  surgeon | of: Ophthalmology
  | titles: cornea*, anterior | texts: cornea
Retina | retina, retinal, vitreoretinal, retina specialist, retina surgeon | of: Ophthalmology |
  titles: retin*, vitreoretin*
  | texts: retina, vitreoretin
Oculoplastics | oculoplastic, oculoplastics, oculoplastic surgery, oculoplastic surgeon | of:
  Ophthalmology | titles: oculoplast*
Glaucoma | glaucoma | of: Ophthalmology | titles: glaucoma | texts: glaucoma
Head & neck surgery
  | h n, h and n, head and neck, head neck, head and neck surgery, head and neck surgeon, h n
  surgery, h n surgeon
  | of: Otolaryngology (ENT) | titles: head neck
Sinus | sinus, sinuses, rhinology, tonsils | of: Otolaryngology (ENT) | titles: sinus, rhinolog*
Voice | laryngology, laryngologist | of: Otolaryngology (ENT) | titles: laryngolog*
Otology | hearing, otology, otologist, neurotology, neurotologist, neuro otology, neuro otologist |
  of: Otolaryngology (ENT)
  | titles: otolog*, neurotolog*
// Brain and mind
Brain | brain, brains | of: Neurology, Neurosurgery | titles: brain
Stroke | stroke, strokes, vascular neurology, vascular neurologist, stroke neurology | of: Neurology
  | titles: stroke, vascular neurolog* | texts: stroke | filed: Neurology
Neurohospitalist | neurohospitalist, neuro hospitalist | of: Neurology | titles: neurohospitalist,
  neuro hospitalist
Vascular medicine | vascular medicine | of: Cardiology | titles: vascular medicin
Neurointerventional | thrombectomy, neurointerventional, endovascular neurosurgery, neuro ir,
  neuroir, neuro ir thrombectomy
  | of: Neurosurgery, Neurology, Radiology | titles: neurointervent*, endovascular | texts:
  thrombectomi
Epilepsy | epilepsy, seizure, seizures, eeg, epileptologist | of: Neurology | titles: epilep* |
  texts: epilepsi, eeg
Movement disorders | movement disorders, movement disorder, parkinson, parkinsons, parkinson s
  disease, dbs | of: Neurology
  | titles: movement disord*, parkinson* | texts: parkinson
Headache | headache, headaches, migraine, migraines | of: Neurology | titles: headach* | texts:
  headach
Memory | memory, dementia, alzheimers, alzheimer, cognitive neurology | of: Neurology, Geriatrics
  | titles: memori, dementia, cognit* | texts: dementia
EMG | emg, neuromuscular, nerve conduction | of: Neurology, Physical Medicine & Rehabilitation |
  titles: neuromuscular, emg
  | texts: emg
Neurocritical care | neurocritical care, neuro icu, neuro critical care, neurointensivist, nicu
  neuro
  | of: Critical Care Medicine, Neurology | titles: neurocrit*, neurointensiv*, neuro icu
Mental health | mental health, behavioral health, behavioural health, depression, anxiety, adhd,
  bipolar | of: Psychiatry
  | titles: mental, behavior*
Child psychiatry
  | cap, c a psych, c and a psych, c a psychiatry, c a psychiatrist, child psych, peds psych,
  pediatric psych, pediatric psychiatry, pediatric psychiatrist, child and adolescent psych, child
  psychiatry, child psychiatrist, child and adolescent psychiatry, child and adolescent psychiatrist
  | of: Psychiatry | titles: child psychiatr*, child adolesc*
Cardio-oncology | cardio oncology, cardiooncology, cardio oncologist | of: Cardiology | titles:
  cardio oncolog*, cardiooncolog*
Onco-nephrology | onco nephrology, onconephrology, onco nephrologist | of: Nephrology | titles: onco
  nephrolog*, onconephrolog*
Adult congenital heart disease
  | adult congenital, achd, adult congenital cardiology, adult congenital heart disease, adult
  congenital heart | of: Cardiology
  | titles: adult congenit*, achd
Neuro-ophthalmology | neuro ophthalmology, neuroophthalmology, neuro ophthalmologist, neuro ophtho |
  of: Ophthalmology, Neurology
  | titles: neuro ophthalmolog*, neuroophthalmolog*
Neurorehabilitation
  | neuro rehab, neurorehab, neuro rehabilitation, neurorehabilitation, brain injury, brain injury
  medicine, tbi, stroke rehab
  | of: Physical Medicine & Rehabilitation | titles: neuro rehab*, neurorehab*, brain injuri
Cardiac anesthesia
  | cardiac anesthesia, cardiac anesthesiology, cardiac anesthesiologist, cardiothoracic anesthesia,
  ct anesthesia, cv anesthesia
  | of: Anesthesiology | titles: cardiac anesthes*, cardiothorac* anesthes*
Obstetric anesthesia | ob anesthesia, obstetric anesthesia, ob anesthesiology, ob anesthesiologist,
  obstetric anesthesiologist
  | of: Anesthesiology | titles: obstetr* anesthes*, ob anesthes*
Pediatric surgery
  | pediatric surgery, pediatric surgeon, peds surgery, peds surgeon, pediatric general surgery,
  children s surgery
  | of: General Surgery | titles: pediatr* surge*, child* surge*
Adolescent medicine | adolescent medicine, adolescent health, teen health, teen medicine | of:
  Pediatrics | titles: adolesc*
Newborn nursery | nursery, newborn nursery, well baby, well baby nursery, level 1 nursery, level 2
  nursery | of: Pediatrics
  | titles: nurseri | texts: nurseri
Neuropsychiatry | neuropsychiatry, neuropsychiatrist | of: Psychiatry | titles: neuropsychiatr*
Addiction psychiatry | addiction psychiatry, addiction psychiatrist, addiction services | of:
  Psychiatry
  | titles: addict* psychiatr*, addict* servic*
Geriatric psychiatry
  | geri psych, gero psych, geropsych, geropsychiatry, geropsychiatrist, geropsychiatric, geriatric
  psychiatry, geriatric psychiatrist
  | of: Psychiatry | titles: geriatr* psychiatr*, geropsych*
Consult-liaison psychiatry
  | c l psychiatry, cl psychiatry, c l psych, cl psych, consult liaison, consultation liaison,
  consult liaison psychiatry, psychosomatic
  | of: Psychiatry | titles: consult* liaison
Sleep | sleep, sleep medicine, sleep doctor, sleep apnea | of: Pulmonology, Neurology | titles:
  sleep | texts: sleep
  | filed: field Sleep Medicine
// Lungs and intensive care
Lung | lung, lungs, copd | of: Pulmonology | titles: lung, thorac*
Interventional pulmonology
  | bronchoscopy, interventional pulmonology, interventional pulm, interventional pulmonologist,
  ebus, bronch, robotic bronch, robotic bronchoscopy
  | of: Pulmonology | titles: intervent* pulmonolog*, bronchoscop* | texts: bronchoscopi, ebus
Cystic fibrosis | cystic fibrosis, cf clinic | of: Pulmonology | titles: cystic fibrosi | texts:
  cystic fibrosi
Asthma | asthma | of: Allergy & Immunology, Pulmonology | titles: asthma
Surgical critical care | sicu, surgical critical care, surgical icu, surgical intensivist, ticu,
  trauma icu
  | of: Critical Care Medicine | titles: surgic* critic*, sicu, trauma critic*
Pediatric critical care
  | picu, pediatric critical care, pediatric critical care medicine, pediatric icu, peds icu, peds
  critical care, pccu, pcicu, pediatric cardiac icu, pediatric cicu, peds cicu, pediatric intensive
  care, children s icu
  | titles: picu, pediatr* critic*, pediatr* intensivist | filed: Pediatrics
Pediatric emergency medicine | pem, pediatric emergency medicine | titles: pediatr* emerg* | filed:
  Emergency Medicine
Medical toxicology | toxicology, medical toxicology, toxicologist | of: Emergency Medicine | titles:
  toxicolog*
Emergency medical services | ems, ems medical director, ems director, emergency medical services,
  prehospital
  | of: Emergency Medicine | titles: ems
Transplant infectious disease | transplant id, transplant infectious disease | of: Infectious
  Disease
  | titles: transplant* infecti*
HIV | hiv, hepatitis c, hiv aids | of: Infectious Disease | titles: hiv
// Women, children, urology
Women’s health | women s health, womens health, woman s health, women health | of: Obstetrics &
  Gynecology
  | titles: women health, womens health
Pregnancy | pregnancy, prenatal, deliveries, labor and delivery, l d, c section, c sections,
  childbirth, obstetric care
  | of: Obstetrics & Gynecology | titles: pregnanc*, labor deliveri, laborist | texts: prenat
Maternal-fetal medicine
  | mfm, maternal fetal, maternal fetal medicine, perinatology, perinatologist, high risk ob, high
  risk pregnancy
  | of: Obstetrics & Gynecology | titles: matern* fetal, perinatolog*, mfm
Reproductive endocrinology | rei, reproductive endocrinology, reproductive endocrinologist, ivf,
  infertility, fertility
  | of: Obstetrics & Gynecology | titles: reproduct* endocrin*, fertil*, infertil*, rei | texts: ivf
Urogynecology | urogyn, urogynecology, urogynecologist, fpmrs, urps, female pelvic medicine | of:
  Obstetrics & Gynecology, Urology
  | titles: urogynecolog*, femal* pelvic, fpmr*
Endourology | endourology, endourologist, endourology stones, stone disease, kidney stone surgery |
  of: Urology
  | titles: endourolog*
Prostate | prostate, vasectomy, kidney stones, bladder, mens health | of: Urology | titles: prostat*
// Surgery and bones
Bariatric surgery | bariatric, bariatrics, bariatric surgery, bariatric surgeon, weight loss surgery
  | of: General Surgery
  | titles: bariatr* | texts: bariatr
Acute care surgery
  | acute care surgery, acute care surgeon, acs, tacs, emergency general surgery, surgicalist,
  surgical hospitalist
  | of: General Surgery | titles: acut* care surge*, trauma acut*
Trauma surgery | trauma surgery, trauma surgeon, trauma surgeons | of: General Surgery
  | titles: trauma surge*
Transplant | transplant, transplants, transplantation, transplant surgery, transplant surgeon |
  titles: transplant*
  | filed: General Surgery, vague
Cardiothoracic surgery | ct, cts, cvts, cvt, cvt surgery, cvt surgeon | of: Thoracic Surgery |
  titles: cardiothorac*
Spine | spine, spinal, spine surgery, spine surgeon | of: Orthopedic Surgery, Neurosurgery | titles:
  spine, spinal
Hand | hand, hands, hand surgery, hand surgeon, upper extremity | of: Orthopedic Surgery, Plastic
  Surgery
  | titles: hand, upper extrem*
Joint replacement | joint, joints, joint replacement, total joint, total joints, arthroplasty, hip
  and knee, adult reconstruction
  | of: Orthopedic Surgery | titles: joint*, arthroplasti, adult reconstruct* | texts: arthroplasti
Foot & ankle | foot and ankle, foot ankle, foot, ankle | of: Orthopedic Surgery | titles: foot,
  ankl*
Burn surgery | burn surgery, burn surgeon, burn unit, burn center, burns | of: General Surgery |
  titles: burn
Shoulder | shoulder, shoulder and elbow, shoulder surgeon | of: Orthopedic Surgery | titles:
  shoulder
Bone | bone, bones, fracture, fractures, orthopedic trauma, ortho trauma | of: Orthopedic Surgery
  | titles: bone, orthopaed* trauma, orthoped* trauma
// Radiologists, physiatrists and orthopedists say so alike: the text decides whose it is.
Musculoskeletal | msk, musculoskeletal | of: Radiology, Sports Medicine, Orthopedic Surgery,
  Physical Medicine & Rehabilitation
  | titles: musculoskelet*, msk
// Pictures and laboratories
Interventional radiology
  | ir, vir, interventional radiology, vascular and interventional radiology, interventional
  radiologist, interventional rad
  | of: Radiology | titles: intervent* radiolog*, ir
Breast imaging
  | breast imaging, women s imaging, womens imaging, breast imager, breast imagers, mammo,
  mammography, mammograms, mammographer
  | of: Radiology | titles: breast, mammograph* | texts: mammographi
Body imaging | body imaging, body imager, body imagers, body radiologist, abdominal imaging, body
  mri | of: Radiology
  | titles: bodi imag*, abdomin* imag*
Neuroradiology | neuroradiology, neuroradiologist, neuro rads, neurorads | of: Radiology | titles:
  neuroradiolog*
Nuclear medicine | nuclear medicine, nuc med, nuclear radiology | of: Radiology | titles: nuclear
Dermatopathology | dermpath, dermatopathology, dermatopathologist, derm path | of: Pathology,
  Dermatology
  | titles: dermatopatholog* | filed: Pathology
Hematopathology | hemepath, hematopathology, hematopathologist, heme path, hemepathology | of:
  Pathology | titles: hematopatholog*
Laboratory direction | lab director, laboratory director, laboratory medical director, medical
  director laboratory | of: Pathology
  | titles: laboratori director
Cytopathology | cytopathology, cytopathologist, cytopath, cytology | of: Pathology | titles:
  cytopatholog*
Forensic pathology | forensic pathology, forensic pathologist, medical examiner | of: Pathology |
  titles: forens*, medic examin*
Blood bank | blood bank, transfusion medicine, blood banking | of: Pathology | titles: blood bank,
  transfus*
Obesity medicine | obesity, obesity medicine, weight loss, weight management, medical weight loss,
  bariatric medicine, glp 1, glp1
  | titles: obes*, weight, bariatr* medicin | texts: obes
Medical genetics | genetics, geneticist, medical genetics, clinical genetics, clinical geneticist,
  medical geneticist
  | titles: genetic*, geneticist | filed: field Medical Genetics
// Both halves of one practice
Pulmonary & Critical Care
  | pccm, pulm ccm, pulm crit, pulm cc, cc pulm, crit pulm, ccm pulm, pulmonary critical care,
  pulmonary and critical care, pulmonary and critical care medicine, pulmonary critical care
  medicine, pulm critical care
  | titles: pulmon* critic, pccm | filed: Pulmonology
Hospice & palliative care
  | hospice, pall care, pall med, palliative, palliative care, palliative medicine, hospice and
  palliative, hospice and palliative medicine, hpm
  | titles: hospic*, palliat* | texts: palliat, hospic | filed: field Hospice & Palliative Medicine
`,
).map(({ of: topic, titles = '', filed, ...words }) => ({
  ...words,
  titles,
  specialties: specialtiesIn(topic),
  ...(filed !== undefined && { filed: filedOf(filed) }),
}))
