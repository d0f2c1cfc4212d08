import { askedBy, fieldOf, labelOf, type FieldName } from '#features/jobs/fields.ts'
import { visaLabels } from '#features/jobs/model.ts'

type Values = Partial<Record<FieldName, unknown>>

/** The posting's practice facts in the registry's order; '' for empty ones. */
function practiceFacts(posting: Values) {
  const named = askedBy('edit').filter((name) => fieldOf(name).fact)
  const flags = askedBy('edit').filter(
    (name) => name !== 'isActive' && fieldOf(name).kind === 'flag' && posting[name] === true,
  )
  const facility = askedBy('edit').filter((name) => name.startsWith('facility'))
  return [
    ...named.map((name) => ({ term: labelOf(name), value: factText(name, posting[name]) })),
    { term: 'Requirements', value: flags.map(labelOf).join(', ') },
    {
      term: 'Facility',
      value: facility
        .map((name) => posting[name])
        .filter(Boolean)
        .join(', '),
    },
  ]
}

function factText(name: FieldName, value: unknown) {
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'string') return ''
  return (name === 'visaSupport' && visaTexts[value]) || value
}

const visaTexts: Readonly<Record<string, string>> = visaLabels

/** A posting's texts and details, for its poster and for moderators. */
type Stated = Values & { furtherLocations: readonly string[] }

export const statedTexts = (posting: Values): { title: string; text: string }[] =>
  (['brief', 'description', 'fullDescription', 'jobDuties', 'teamNotes', 'compNotes'] as const)
    .map((name) => ({ title: labelOf(name), text: factText(name, posting[name]) }))
    .filter(({ text }) => text !== '')

export const statedDetails = (posting: Stated): { term: string; value: string }[] => [
  { term: labelOf('furtherLocations'), value: posting.furtherLocations.join(' · ') },
  ...detailNames.map((name) => ({ term: labelOf(name), value: factText(name, posting[name]) })),
  ...practiceFacts(posting),
  { term: 'Apply at', value: factText('applyUrl', posting.applyUrl) },
  { term: 'Public email', value: factText('publicEmail', posting.publicEmail) },
  { term: 'Contact email', value: factText('contactEmail', posting.contactEmail) },
  { term: 'Logo', value: factText('logoUrl', posting.logoUrl) },
]

const detailNames = ['organizationType', 'subspecialty', 'duration', 'payroll'] as const
