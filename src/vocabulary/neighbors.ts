import { isStateCode, type StateCode } from '#shared/us-states.ts'
import { pairsOf } from './table.ts'

/** For searches that find nothing: the states around a state. */
const borders: Record<string, string> = pairsOf(`
  AL: FL GA MS TN; AZ: CA CO NM NV UT; AR: LA MO MS OK TN TX; CA: AZ NV OR; CO: AZ KS NE NM OK UT WY;
  CT: MA NY RI; DC: MD VA; DE: MD NJ PA; FL: AL GA; GA: AL FL NC SC TN; IA: IL MN MO NE SD WI;
  ID: MT NV OR UT WA WY; IL: IA IN KY MO WI; IN: IL KY MI OH; KS: CO MO NE OK;
  KY: IL IN MO OH TN VA WV; LA: AR MS TX; MA: CT NH NY RI VT; MD: DC DE PA VA WV; ME: NH;
  MI: IN OH WI; MN: IA ND SD WI; MO: AR IA IL KS KY NE OK TN; MS: AL AR LA TN; MT: ID ND SD WY;
  NC: GA SC TN VA; ND: MN MT SD; NE: CO IA KS MO SD WY; NH: MA ME VT; NJ: DE NY PA;
  NM: AZ CO OK TX UT; NV: AZ CA ID OR UT; NY: CT MA NJ PA VT; OH: IN KY MI PA WV;
  OK: AR CO KS MO NM TX; OR: CA ID NV WA; PA: DE MD NJ NY OH WV; RI: CT MA; SC: GA NC;
  SD: IA MN MT ND NE WY; TN: AL AR GA KY MO MS NC VA; TX: AR LA NM OK; UT: AZ CO ID NM NV WY;
  VA: DC KY MD NC TN WV; VT: MA NH NY; WA: ID OR; WI: IA IL MI MN; WV: KY MD OH PA VA;
  WY: CO ID MT NE SD UT
`)

/** Whose physicians can do some of the work, by their training; also of kinds of practice. */
const related: Record<string, string> = pairsOf(`
  Allergy & Immunology: Internal Medicine, Pediatrics;
  Anesthesiology: Pain Medicine, Critical Care Medicine; Cardiology: Internal Medicine;
  Critical Care Medicine: Pulmonology, Anesthesiology; Emergency Medicine: Family Medicine;
  Endocrinology: Internal Medicine; Family Medicine: Internal Medicine, Geriatrics;
  Gastroenterology: Internal Medicine; General Surgery: Vascular Surgery, Thoracic Surgery;
  Geriatrics: Internal Medicine, Family Medicine; Hematology: Hematology/Oncology, Internal Medicine;
  Hematology/Oncology: Oncology, Hematology; Infectious Disease: Internal Medicine;
  Internal Medicine: Family Medicine, Geriatrics; Nephrology: Internal Medicine;
  Neurosurgery: Orthopedic Surgery; Obstetrics & Gynecology: Family Medicine;
  Occupational Medicine: Family Medicine, Physical Medicine & Rehabilitation;
  Oncology: Hematology/Oncology, Internal Medicine; Orthopedic Surgery: Sports Medicine;
  Pain Medicine: Physical Medicine & Rehabilitation, Anesthesiology; Pediatrics: Family Medicine;
  Physical Medicine & Rehabilitation: Pain Medicine, Sports Medicine;
  Plastic Surgery: General Surgery; Pulmonology: Critical Care Medicine, Internal Medicine;
  Rheumatology: Internal Medicine; Sports Medicine: Orthopedic Surgery, Family Medicine;
  Thoracic Surgery: General Surgery, Vascular Surgery;
  Vascular Surgery: General Surgery, Thoracic Surgery;
  Urgent care: Family Medicine, Emergency Medicine; Wound care: General Surgery, Vascular Surgery;
  Addiction medicine: Psychiatry, Family Medicine; House calls: Geriatrics, Family Medicine;
  Hospice & palliative care: Internal Medicine, Geriatrics; Student health: Family Medicine;
  Post-acute & long-term care: Geriatrics, Internal Medicine; Hospitalist: Internal Medicine;
  Correctional medicine: Psychiatry, Family Medicine; Nocturnist: Internal Medicine;
  Direct primary care: Family Medicine, Internal Medicine;
  Concierge medicine: Internal Medicine, Family Medicine;
  Community health center: Family Medicine, Pediatrics; Military: Family Medicine, Emergency Medicine;
  Veterans Affairs: Internal Medicine, Psychiatry;
  Indian Health Service: Family Medicine, Emergency Medicine;
  Critical access hospital: Emergency Medicine, Family Medicine;
  Medical director: Chief medical officer; Program director: Academic;
  Dermatology: Family Medicine; Neurology: Internal Medicine; Psychiatry: Family Medicine;
  Ophthalmology: Plastic Surgery; Otolaryngology (ENT): Plastic Surgery, Allergy & Immunology;
  Pathology: Hematology; Radiology: Radiation Oncology; Radiation Oncology: Oncology, Radiology;
  Urology: General Surgery
`)
/** What is close to a condition of work, as a search reads it. */
const alike: Record<string, string> = pairsOf(`
  J-1 waiver: H-1B sponsorship / Visa sponsorship; H-1B sponsorship: J-1 waiver / Visa sponsorship;
  Visa sponsorship: J-1 waiver / H-1B sponsorship; Locums: Per diem / Contract;
  Per diem: Part-time / Locums; Part-time: Per diem / 3-day week; Contract: Locums / 1099;
  1099: Contract / Locums; Nights: Nocturnist / Shift work; Days: Outpatient / Shift work;
  Weekends: Per diem / Shift work; Shift Work: Nights / 7 on 7 off; Work from home: Telehealth;
  Telehealth: Work from home; Flexible schedule: Part-time / 4-day week; Home call: No call;
  Traditional practice: Outpatient / Inpatient; Inpatient: Hospitalist; Outpatient: Private practice;
  Academic: Nonprofit; Nonprofit: Academic / Hospital employed; Hospital-employed: Nonprofit;
  Private practice: Partnership track / Physician owned; Physician-owned: Private practice;
  Multi-state license: Telehealth / Locums; Loan repayment: Community health center / Nonprofit;
  New graduates welcome: Academic / Loan repayment; Partnership track: Private practice
`)
const rotation = /^\d+ on, \d+ off$|-day week$| FTE$/

/** The states that border any of these. */
export const statesAround = (states: readonly StateCode[]): StateCode[] => {
  const neighbors = states.flatMap((state) => (borders[state] ?? '').split(' ').filter(isStateCode))
  return [...new Set(neighbors)].filter((state) => !states.includes(state)).toSorted()
}

/** What a search for one thing alone may turn to: specialties, or conditions as they are typed. */
export function neighborsOf(label: string): readonly string[] {
  if (Object.hasOwn(related, label)) return (related[label] ?? '').split(', ')
  if (Object.hasOwn(alike, label)) return (alike[label] ?? '').split(' / ')
  return rotation.test(label)
    ? ['7 on 7 off', 'Part-time'].filter((other) => !label.startsWith(other.slice(0, 4)))
    : []
}
