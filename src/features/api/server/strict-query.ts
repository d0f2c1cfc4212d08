import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { allFilters, isListed } from '#features/jobs/filters.ts'
import {
  maxLimit,
  maxReachable,
  parseSearchCriteria,
  sortKeys,
} from '#features/jobs/search-criteria.ts'
import { editDistance } from '#platform/server/edit-distance.ts'
import { AppError, type FieldError } from '#shared/errors.ts'
import { stateCodes, stateName } from '#shared/us-states.ts'

/**
 * Our own pages drop what they do not know, since addresses are written by people. A program's
 * misspelled filter would give it all jobs, so version 1 refuses unknown parameters and values with
 * the nearest name.
 */
export async function refuseUnknown(request: FastifyRequest): Promise<void> {
  const { endpoint } = request.routeOptions.config
  // What no call answers is refused as such.
  if (!endpoint) return
  const names = parametersOf(endpoint.query)
  const problems = Object.entries(request.query as Record<string, unknown>).flatMap(
    ([field, value]): FieldError[] => {
      const message = names.includes(field)
        ? problemOf(field, value)
        : unknown('parameter', field, names)
      return message ? [{ field, message }] : []
    },
  )
  if (problems[0]) throw new AppError('VALIDATION_FAILED', problems[0].message, problems)
}

function parametersOf(query: z.ZodType | undefined) {
  const schema = query instanceof z.ZodPipe ? query.in : query
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

const ranges: Record<string, readonly [number, number]> = {
  page: [1, maxReachable],
  limit: [1, maxLimit],
}
const choices: Record<string, readonly string[]> = {
  sortBy: sortKeys,
  sortOrder: ['asc', 'desc'],
  lenient: ['true', 'false'],
}

function problemOf(name: string, value: unknown) {
  const filter = allFilters.find((filter) => filter.name === name)
  const texts = [value].flat().map(String)
  if (filter && isListed(filter) && filter.kind !== 'flag') {
    const isKnown = (text: string) =>
      text === '' || parseSearchCriteria({ [name]: text })[filter.name] !== undefined
    const wrong = texts.flatMap((text) => text.split(',')).find((text) => !isKnown(text))
    return wrong === undefined
      ? undefined
      : unknown(name, wrong, name === 'state' ? stateNames : filter.values)
  }
  const [text = '', ...more] = texts
  if (more.length > 0) return `${name} takes one value.`
  if (filter?.kind === 'text')
    return text.length > filter.max ? `${name} takes at most ${filter.max} characters.` : undefined
  if (text === '') return undefined
  const range = ranges[name] ?? (filter?.kind === 'amount' ? filter.range : undefined)
  if (range)
    return isWithin(text, range)
      ? undefined
      : `${name} takes a whole number from ${range[0]} to ${range[1]}.`
  if (filter?.kind === 'amount' && !filter.values.includes(Number(text)))
    return `${name} takes one of ${filter.values.join(', ')}.`
  const values =
    choices[name] ??
    (filter?.kind === 'flag' || filter?.kind === 'mode' ? ['true', 'false', '1', '0'] : undefined)
  return values && !values.includes(text) ? unknown(name, text, values) : undefined
}

const stateNames = stateCodes.filter((code) => code !== 'OTHER').map(stateName)

const isWithin = (text: string, [min, max]: readonly [number, number]) =>
  /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max

function unknown(kind: string, text: string, known: readonly string[]) {
  const typed = text.slice(0, longest).toLowerCase()
  const [nearest] = known
    .map((name) => ({ name, distance: editDistance(typed, name.toLowerCase()) }))
    .filter(
      ({ name, distance }) =>
        distance <= Math.max(2, name.length / 3) ||
        (typed.length > 2 && name.toLowerCase().startsWith(typed)),
    )
    .toSorted((a, b) => a.distance - b.distance)
  return `Unknown ${kind} “${text.slice(0, longest)}”.${nearest ? ` Did you mean “${nearest.name}”?` : ''}`
}
const longest = 60
