import type { Understanding } from '#features/jobs/contract.ts'
import { visaLabels } from '#features/jobs/model.ts'
import type { SearchCriteria } from '#features/jobs/search-criteria.ts'
import type { Specialty } from '#features/jobs/specialties.ts'
import type { SeededJob } from './catalogue.fixture.ts'

/** What must come of a search: exactly these jobs, these first, and what the answer says about how it was read. */
export type Wanted = Partial<Understanding> & { only?: string[] | ((job: SeededJob) => boolean); first?: string[] }

/** What physicians type, by what they mean. */
const typed: Partial<Record<Specialty, string>> = {
  'Allergy & Immunology': 'A/I, allergist, allergy & immunology, immunology',
  Anesthesiology: 'anes, anesthesia, anesthesiologist, Anaesthesiology',
  Cardiology: 'cards, cardio, cardiologist, cardiologists, CARDIOLOGY',
  'Critical Care Medicine': 'CCM, ICU, intensivist, critical care',
  Dermatology: 'derm, dermatologist',
  'Emergency Medicine': 'ER, EM, ED, er doctor, emergency physician, emergency room, Emergency Medicine physician jobs',
  Endocrinology: 'endo, endocrinologist',
  'Family Medicine': 'FM, FP, GP, family practice, family doctor, family physician',
  Gastroenterology: 'GI, gastro, gastroenterologist',
  'General Surgery': 'gen surg, general surgeon, general surgery',
  Geriatrics: 'geri, geriatrician, geriatric medicine',
  Hematology: 'heme, hematologist',
  'Hematology/Oncology': 'heme/onc, hem-onc, hemonc, Hematology Oncology',
  'Infectious Disease': 'ID, infectious diseases, ID physician',
  'Internal Medicine': 'IM, internist, internal medicine, int med',
  Nephrology: 'nephro, renal, nephrologist',
  Neurology: 'neuro, neurologist',
  Neurosurgery: 'NSGY, neurosurgeon, neuro surgery',
  'Obstetrics & Gynecology': 'OB, OBGYN, OB/GYN, ob-gyn, obstetrician, laborist, obstetrics and gynecology',
  'Occupational Medicine': 'occ med, occupational health',
  Oncology: 'onc, oncologist, med onc',
  Ophthalmology: 'ophtho, eye, ophthalmologist',
  'Orthopedic Surgery': 'ortho, orthopaedic, orthopedic surgeon, orthopaedics',
  'Otolaryngology (ENT)': 'ENT, otolaryngologist, ear nose and throat',
  'Pain Medicine': 'pain, pain management',
  Pathology: 'path, pathologist',
  Pediatrics: 'peds, pediatrician, pediatrics, paediatrics',
  'Physical Medicine & Rehabilitation': 'PM&R, PMR, physiatry, physiatrist, pm and r',
  'Plastic Surgery': 'plastics, plastic surgeon',
  Psychiatry: 'psych, psychiatrist',
  Pulmonology: 'pulm, pulmonologist, pulmonary medicine',
  'Radiation Oncology': 'rad onc, radiation oncologist',
  Radiology: 'rads, radiologist',
  Rheumatology: 'rheum, rheumatologist',
  'Sports Medicine': 'sports med, sports medicine',
  'Thoracic Surgery': 'CT surgery, cardiothoracic surgeon, thoracic surgeon',
  Urology: 'uro, GU, urologist',
  'Vascular Surgery': 'vasc, vascular surgeon',
}

export const abbreviations = Object.entries(typed).flatMap(([specialty, names]) =>
  names.split(', ').map((name): [string, string] => [name, specialty]),
)

const of =
  (...specialties: Specialty[]) =>
  (job: SeededJob): boolean =>
    specialties.includes(job.specialty)
const inState = (state: string) => (job: SeededJob) => job.state === state
const around =
  (...places: string[]) =>
  (job: SeededJob) =>
    places.includes(`${job.city}, ${job.state}`)
const both = (one: (job: SeededJob) => boolean, other: (job: SeededJob) => boolean) => (job: SeededJob) => one(job) && other(job)
const everything = (): boolean => true
const titled = (pattern: RegExp) => (job: SeededJob) => pattern.test(job.title)

const hospitalists = ['hospitalist', 'hospitalist-fm', 'hospital-medicine', 'inpatient-only', 'nocturnist', 'night-hospitalist']
const austin = around('Austin, TX', 'Round Rock, TX')
const chicago = around('Chicago, IL', 'Naperville, IL')
const philadelphia = around('Philadelphia, PA', 'Reading, PA')
const portland = around('Portland, OR', 'Vancouver, WA')
const newYork = around('New York, NY', 'Newark, NJ')
const kansasCity = around('Kansas City, MO', 'Overland Park, KS')
const washington = around('Washington, DC', 'Baltimore, MD')
const primaryCare = of('Family Medicine', 'Internal Medicine')
const cardiology = of('Cardiology')
const psychiatry = of('Psychiatry')

export const keywords: [string, Wanted][] = [
  // Not one specialty
  ['primary care', { only: primaryCare, recognized: ['Primary Care'] }],
  ['PCP', { only: primaryCare }],
  ['hospitalist', { only: hospitalists, recognized: ['Hospitalist'] }],
  ['hospitalists', { only: hospitalists }],
  ['hospital medicine', { only: hospitalists }],
  ['nocturnist', { only: ['nocturnist', 'night-hospitalist'] }],
  ['internal medicine hospitalist', { only: hospitalists.filter((it) => it !== 'hospitalist-fm') }],
  ['OB hospitalist', { only: ['ob-hospitalist'] }],
  ['peds hospitalist', { only: ['peds-hospitalist'] }],
  ['pediatric cardiologist', { only: ['peds-cardiology'] }],
  ['peds ER', { only: ['peds-er'] }],
  ['pulm/ccm', { only: ['pccm'] }],
  ['pediatric intensivist', { only: ['picu'] }],
  ['child psych', { only: ['child-psychiatry'] }],
  ['interventional cards', { only: ['interventional-cardiology'] }],
  ['trauma surgeon', { only: ['trauma-surgery'] }],
  ['trauma surgery', { only: ['trauma-surgery'] }],
  ['med/peds', { only: ['med-peds'] }],
  ['NICU', { only: ['neonatology'] }],
  ['surgeon', { only: titled(/surg/i) }],
  // Words
  ['urgent care', { only: ['urgent-care'], recognized: [] }],
  ['wound care physician', { only: ['wound-care'] }],
  ['addiction', { only: ['addiction'] }],
  ['addictions', { only: ['addiction'] }],
  ['addic', { only: ['addiction'] }],
  ["women's health", { only: ['womens-health'] }],
  ['womens health', { only: ['womens-health'] }],
  ['houston methodist', { only: ['methodist'], recognized: [] }],
  ['médecin', { only: ['emigre'] }],
  ['medecin generaliste', { only: ['emigre'] }],
  ['"wound care"', { only: ['wound-care'] }],
  ['"care wound"', { only: [] }],
  ['"women\'s health"', { only: ['womens-health'] }],
  ['"rural community"', { only: ['rural'] }],
  ['rural -community', { only: ['rural'] }],
  ['"unbalanced', { only: [] }],
  ['mountains', { only: ['rural'] }],
  ['traditional practice', { only: ['both-settings'] }],
  ['xqzv', { only: [] }],
  // Nothing to go by
  ['physician jobs', { only: everything, recognized: [] }],
  ['doctor', { only: everything }],
  ['jobs near me', { only: everything }],
  ['the of and', { only: everything }],
  ['!!! & | <-> :*', { only: everything }],
  ['%', { only: everything }],
  ["'; drop table jobs; --", { only: [] }],
  // Filters
  ['locums', { only: ['locums-anesthesia'], recognized: ['Locums'] }],
  ['locum tenens anesthesia', { only: ['locums-anesthesia'], recognized: ['Anesthesiology', 'Locums'] }],
  ['1099', { only: ['locums-anesthesia'], recognized: ['1099'] }],
  ['W-2', { only: ['w2-radiology'], recognized: ['W-2'] }],
  ['w2 radiology', { only: ['w2-radiology'] }],
  ['per diem', { only: ['per-diem-er'], recognized: ['Per diem'] }],
  ['PRN er', { only: ['per-diem-er'] }],
  ['part time derm', { only: ['part-time-derm'], recognized: ['Dermatology', 'Part-time'] }],
  ['part-time', { only: ['part-time-derm'] }],
  ['full time cardiology', { only: both(cardiology, (job) => job.employment_type === 'full-time') }],
  ['telehealth', { only: ['telehealth-psych'], recognized: ['Telehealth'] }],
  ['telemedicine psychiatry', { only: ['telehealth-psych'] }],
  ['J-1', { only: ['j1-fm'], recognized: [visaLabels.J1] }],
  ['J1 waiver family medicine', { only: ['j1-fm'] }],
  ['H-1B', { only: ['h1b-im'], recognized: [visaLabels.H1B] }],
  ['h1b internist', { only: ['h1b-im'] }],
  ['new grad', { only: ['new-grad-neuro'], recognized: ['New graduates welcome'] }],
  ['neurology new graduates', { only: ['new-grad-neuro'] }],
  // States
  ['cardiology texas', { only: both(cardiology, inState('TX')), recognized: ['Cardiology', 'Texas'] }],
  ['texas', { only: inState('TX') }],
  ['cardiology tx', { only: both(cardiology, inState('TX')) }],
  ['psychiatry in Maine', { only: both(psychiatry, inState('ME')) }],
  ['psychiatry in ME', { only: both(psychiatry, inState('ME')) }],
  ['neurology, CO', { only: both(of('Neurology'), inState('CO')) }],
  ['er jobs in New York', { only: both(of('Emergency Medicine'), inState('NY')) }],
  ['west virginia', { only: inState('WV') }],
  ['north dakota anesthesia', { only: ['locums-anesthesia'] }],
  ['pathology OR', { only: both(of('Pathology'), inState('OR')) }],
  ['cardiology MD', { only: cardiology, recognized: ['Cardiology'] }],
  ['cardiologist, MD', { only: both(cardiology, inState('MD')) }],
  ['cards or psych', { only: [], recognized: ['Cardiology', 'Psychiatry'] }],
  ['Washington DC', { only: inState('DC') }],
  // Places
  ['Austin', { only: austin, recognized: ['near Austin, TX'] }],
  ['austin tx', { only: austin, place: { label: 'Austin, TX', radius: 50 } }],
  ['psychiatrist near Austin, TX', { only: both(psychiatry, austin), recognized: ['Psychiatry', 'near Austin, TX'] }],
  ['psychiatrist Austin', { only: both(psychiatry, austin) }],
  ['clinic lead within 25 miles of austin', { only: ['round-rock'], place: { label: 'Austin, TX', radius: 25 } }],
  [
    'er jobs in 60614',
    { only: both(of('Emergency Medicine'), chicago), recognized: ['Emergency Medicine', 'near 60614 Chicago, IL'] },
  ],
  ['hospitalist denver', { only: ['hospitalist-fm'], recognized: ['Hospitalist', 'near Denver, CO'] }],
  ['denver hospitalist', { only: ['hospitalist-fm'] }],
  ['boise, ID', { only: around('Boise, ID'), recognized: ['near Boise, ID'] }],
  ['Boise ID', { only: around('Boise, ID') }],
  [
    'ID Boise',
    { only: both(of('Infectious Disease'), around('Boise, ID')), recognized: ['Infectious Disease', 'near Boise, ID'] },
  ],
  ['portland me', { only: around('Portland, ME') }],
  ['portland or', { only: portland }],
  ['portland', { only: portland }],
  ['philadelphia pa', { only: philadelphia }],
  ['baltimore md', { only: washington }],
  ['indianapolis, IN', { only: around('Indianapolis, IN') }],
  ['kansas city', { only: kansasCity }],
  ['kansas city ks', { only: kansasCity }],
  ['st. louis cardiology', { only: both(cardiology, around('Saint Louis, MO')) }],
  ['oklahoma city', { only: around('Oklahoma City, OK') }],
  ['salt lake city urology', { only: both(of('Urology'), around('Salt Lake City, UT')) }],
  ['nyc', { only: newYork }],
  ['psych philly', { only: both(psychiatry, around('Philadelphia, PA')) }],
  ['springfield mo', { only: around('Springfield, MO') }],
  ['Rochester, MN', { only: around('Rochester, MN') }],
  ['clinic lead', { only: titled(/^Clinic Lead$/) }],
  ['reading', { only: ['wound-care'], recognized: [] }],
]

export const misspellings: [typed: string, corrected: string][] = [
  ['cardilogist', 'cardiologist'],
  ['cardiolgy', 'cardiology'],
  ['pediatircs', 'pediatrics'],
  ['pediatrican', 'pediatrician'],
  ['psychiatirst', 'psychiatrist'],
  ['anesthesiolgist', 'anesthesiologist'],
  ['gastroenterolgy', 'gastroenterology'],
  ['opthalmology', 'ophthalmology'],
  ['dermatolgist', 'dermatologist'],
  ['nuerology', 'neurology'],
  ['hospitlist', 'hospitalist'],
  ['nocturnst', 'nocturnist'],
  ['orthopeadic', 'orthopedic'],
  ['urolgist', 'urologist'],
  ['emergancy medicine', 'emergency medicine'],
  ['famly medicine', 'family medicine'],
  ['radiolgy', 'radiology'],
  ['addicton', 'addiction'],
  ['wuond care', 'wound care'],
  ['hospitalits', 'hospitalist'],
  ['cardiology huoston', 'cardiology houston'],
  ['psychiatry chicgao', 'psychiatry chicago'],
  ['neurology texsa', 'neurology texas'],
]

export const cityBoxes: [SearchCriteria, Wanted][] = [
  [{ city: 'Austin' }, { only: austin, place: { label: 'Austin, TX', radius: 50 } }],
  [{ city: 'austin tx' }, { only: austin }],
  [{ city: 'Austin, TX' }, { only: austin }],
  [{ city: 'Austin, Texas' }, { only: austin }],
  [{ city: 'Austin, TX 78701' }, { only: austin }],
  [{ city: 'Austin', state: 'TX' }, { only: austin }],
  [{ city: 'Austin', radius: 100 }, { only: around('Austin, TX', 'Round Rock, TX', 'San Antonio, TX') }],
  [{ city: 'Austin', radius: 10 }, { only: around('Austin, TX') }],
  [{ city: '78701' }, { only: austin }],
  [
    { city: '60614', radius: 10 },
    { only: around('Chicago, IL'), place: { label: '60614 Chicago, IL', radius: 10 } },
  ],
  [{ city: 'texas' }, { only: inState('TX'), place: { label: 'Texas' } }],
  [{ city: 'TX' }, { only: inState('TX') }],
  [{ city: 'New York' }, { only: inState('NY') }],
  [{ city: 'New York', state: 'NY' }, { only: newYork }],
  [{ city: 'New York City' }, { only: newYork }],
  [{ city: 'St Louis' }, { only: around('Saint Louis, MO') }],
  [{ city: 'St. Louis, MO' }, { only: around('Saint Louis, MO') }],
  [{ city: 'SAINT LOUIS' }, { only: around('Saint Louis, MO') }],
  [{ city: 'Portland' }, { only: portland }],
  [{ city: 'Portland', state: 'ME' }, { only: around('Portland, ME') }],
  [{ city: 'Springfield, MO' }, { only: around('Springfield, MO') }],
  [{ city: 'Huston' }, { only: around('Houston, TX'), place: { label: 'Houston, TX', radius: 50 } }],
  [{ city: 'Chicgao, IL' }, { only: chicago }],
  [{ city: 'Phildelphia' }, { only: philadelphia }],
  [{ city: 'Greater Chicago area' }, { only: chicago }],
  [{ city: 'Xyzzyville' }, { only: everything, unknownPlace: 'Xyzzyville' }],
  [{ city: '99999' }, { only: everything, unknownPlace: '99999' }],
  [
    { city: 'Austin', state: 'CA' },
    { only: inState('CA'), unknownPlace: 'Austin, CA' },
  ],
  [{ city: "O'); --" }, { only: everything, unknownPlace: "O'); --" }],
  [{ city: 'anywhere' }, { only: everything }],
  [{ city: 'Kansas City', keyword: 'clinic lead' }, { only: ['overland-park'] }],
  [{ city: 'Austin', keyword: 'cardiology denver' }, { only: [] }],
  [{ keyword: 'locums', jobType: 'full-time' }, { only: [] }],
  [{ keyword: 'er', state: 'TX' }, { only: both(of('Emergency Medicine'), inState('TX')) }],
  [{ keyword: 'houston', state: 'TX', specialty: 'Cardiology' }, { only: both(cardiology, around('Houston, TX')) }],
  [{ keyword: 'rural', sortBy: 'relevance' }, { first: ['mention-rural', 'rural'] }],
]
