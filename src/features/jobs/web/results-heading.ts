import { stateName } from '#shared/us-states.ts'
import type { Understanding } from '../contract.ts'
import { employmentTypeLabels } from '../model.ts'
import type { SearchCriteria } from '../search-criteria.ts'

const list = new Intl.ListFormat('en-US')

/** 'Cardiology', 'Cardiology and Neurology', 'Cardiology, Neurology, and 3 More'; undefined for none. */
function listText(names: readonly string[] = []): string | undefined {
  if (names.length === 0) return undefined
  return list.format(names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} More`] : names)
}

type Named = NonNullable<Understanding['named']>

export const specialtiesText = ({ specialty }: Pick<Named, 'specialty'>): string | undefined => listText(specialty)

/** 'Locums Cardiology Jobs in Texas', 'Physician Jobs near Austin, TX', or 'All Physician Jobs'. */
export function jobsHeading(
  criteria: SearchCriteria,
  found: Pick<Understanding, 'place' | 'unknownPlace' | 'named'> = {},
): string {
  const { state, jobType = [], ...named } = found.named ?? criteria
  const [type, ...otherTypes] = jobType
  const specialties = specialtiesText(named)
  const states = listText(state?.map(stateName))
  const place = found.place?.label ?? (found.unknownPlace === undefined ? criteria.city : undefined)
  const where = place ? `${found.place && !found.place.radius ? 'in' : 'near'} ${place}` : states && `in ${states}`
  const said = [type && otherTypes.length === 0 && employmentTypeLabels[type], specialties].filter(Boolean)
  if (said.length === 0 && !where) return 'All Physician Jobs'
  return [...said, specialties ? 'Jobs' : 'Physician Jobs', where].filter(Boolean).join(' ')
}
