import { rules } from './table.ts'

/** What a line of a physician's CV says about the physician, in English or Spanish. */

export const boardStatus = rules`
Certified = /\b(?:board[- ]certifi(?:ed|cation)|(?:ABMS|ABIM|ABFM|AOBIM|AOA)[- ]certified|diplomate\b|certificad[oa] por (?:la|el) (?:junta|consejo))/i
  ✓ Board certified in Cardiovascular Disease, 2021 | Diplomate, American Board of Surgery
  | Certificada por la junta de Medicina Interna ✗ Board eligible 2027
Eligible = /\bboard[- ]eligible\b|\bboard certification (?:pending|expected)\b|\belegible (?:para|por) la junta\b/i
  ✓ Board-eligible in Neurology | Board eligible 2027 ✗ Board certified
`

export const training = rules`
fellowship = /\bfellow(?:ship)?\b(?! of\b)|\bsubespecialidad\b/i
  ✓ Fellowship, Interventional Cardiology | Cardiology fellow 2024–2027
  ✗ Fellow of the American College of Cardiology | FACC
residency = /(?<!permanent )\bresiden(?:cy|t|cia)\b/i
  ✓ Residency in Internal Medicine, 2018–2021 | Residencia en Cardiología ✗ Permanent resident | Teaching of residents
`

export const licenses = rules`
license = /\blicen[sc](?:es?|ed|ure)\b|\blicencias?\b/i
  ✓ Medical licenses: Texas (active), Oklahoma | Licensed in NY | Licencia médica: Texas
  ✗ Fellowship in Texas
`
export const noLicense = rules`
other = /\b(?:expired|inactive|lapsed|vencida|DEA|driver'?s?|USMLE|NCLEX)\b/i
  ✓ Ohio license (expired 2019) | DEA license | Driver's license: Texas ✗ Active Texas license
`
export const compact = rules`
true = /\binterstate medical licensure compact\b|\bIMLCC?\b|\bcompact licen[sc]e\b/i
  ✓ Interstate Medical Licensure Compact | IMLC letter of qualification ✗ A compact department
`

export const authorization = rules`
None = /\b(?:U\.?S\.?|United States|American) (?:citizen|national)\b|\bpermanent resident\b|\bgreen card\b|\bciudadan[oa] (?:estadounidense|americano|americana)\b|\bresidente permanente\b/i
  ✓ U.S. citizen | Permanent resident of the United States | Ciudadana estadounidense
  ✗ J-1 visa holder
J1 = /\bJ-?1\b/ ✓ Visa status: J-1, waiver needed by July 2027 ✗ Job 1
H1B = /\bH-?1-?B\b/i ✓ Currently on an H-1B ✗ HB 105
`

export const present = rules`
now = /\b(?:present|current(?:ly)?|to date|presente|actual(?:idad|mente)?)\b/i
  ✓ 2021–present, Lakeside Clinic | 2021 a la actualidad ✗ 2015–2019, Lakeside Clinic
`

export const languages = rules`
languages = /^(?:languages?|language skills|idiomas)\b\s*:?/i
  ✓ Languages: English, Spanish | Idiomas: Español ✗ Taught languages
`
