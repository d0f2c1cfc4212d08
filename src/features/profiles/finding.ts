import { listText } from '#features/jobs/display.ts'
import { monthText, textOfField, type ProfileFieldName, type ProfileValues } from './fields.ts'
import { isSpecialty, practitioner } from '#vocabulary/specialties.ts'

/** After so many days a profile is hidden unless its owner goes on. */
export const foundDays = 90
/** A week: each seat sends so many, each physician gets so many. */
export const invitationLimits = { seat: 20, physician: 3 } as const
/** Physicians whom an organization sees in lists in a day. */
export const mostListed = 200
/** 'Not now' lasts so many days. */
export const declinedDays = 365
/** A firm's question lapses after so many days. */
export const askedDays = 14
export const candidatePageSize = 20

/** 'Cardiologist, in training until June 2027, licensed in Texas and Oklahoma'. */
export function headlineOf(fields: ProfileValues, now: Date): string {
  const { specialty: [specialty = ''] = [], trainingEnds: [month] = [], licenses = [] } = fields
  const parts = [
    isSpecialty(specialty) ? practitioner(specialty) : 'Physician',
    month !== undefined &&
      (month > now.toISOString().slice(0, 7)
        ? `in training until ${monthText(month)}`
        : `in practice since ${monthText(month)}`),
    licenses.length > 0 &&
      `licensed in ${
        licenses.length > 3
          ? `${licenses.length} states`
          : listText(licenses.map((state) => textOfField('licenses', [state])))
      }`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** What a field that employers filter by says in the index; training by its year. */
export const wordOf = (name: ProfileFieldName, value: string): string =>
  `${name}:${name === 'trainingEnds' ? value.slice(0, 4) : value}`
