import type { EmploymentType } from '#features/jobs/model.ts'

/** In order of what tells most: locum work is also full-time, temporary and a contract; permanent work mostly full-time. */
const patterns: [RegExp, EmploymentType][] = [
  [/locum/i, 'locums'],
  [/per[\s_-]?diem|\bprn\b|as[\s_-]needed/i, 'per-diem'],
  [/temporary|\btemp\b|seasonal|intern(?:ship)?\b/i, 'temporary'],
  [/(?<!\bno )contract(?! (?:group|holder|management))|freelance|\b1099\b/i, 'contract'],
  [/part[\s_-]?time/i, 'part-time'],
  [/permanent|\bperm\b|\bdirect hire\b/i, 'permanent'],
  [/full[\s_-]?time/i, 'full-time'],
]

/**
 * What the type field says, else what title or place say; most physicians' jobs are full-time, so that is the rest. Only
 * 'locums' is believed before the field, for which most sites have no word.
 */
export function readEmploymentType(stated: string[], elsewhere: string): EmploymentType {
  if (/\blocums?\b/i.test(elsewhere)) return 'locums'
  return typeIn(stated.join(' ')) ?? typeIn(elsewhere) ?? 'full-time'
}

function typeIn(text: string): EmploymentType | undefined {
  return patterns.find(([pattern]) => pattern.test(text))?.[1]
}
