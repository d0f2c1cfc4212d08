/** The media ranges of an `Accept` header and their weights, as RFC 9110 defines them. */
const rangesOf = (accept: string): { range: string; weight: number }[] =>
  accept
    .slice(0, 1000)
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
      const weight = Number(
        parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1,
      )
      return { range, weight: Number.isFinite(weight) ? weight : 1 }
    })
    .filter((candidate) => candidate.range !== '')

/**
 * How much a client wants a media type, from 0 to 1. The most specific range counts; without a
 * header everything is welcome.
 */
export function acceptance(accept: string | undefined, type: string): number {
  if (accept === undefined || accept.trim() === '') return 1
  const ranges = rangesOf(accept)
  const found = [type, `${type.split('/')[0]}/*`, '*/*'].map((range) =>
    ranges.find((candidate) => candidate.range === range),
  )
  return found.find((weight) => weight !== undefined)?.weight ?? 0
}

/** Whether the header names this very type, and wants it. */
export const names = (accept: string | undefined, type: string): boolean =>
  accept !== undefined && rangesOf(accept).some((range) => range.range === type && range.weight > 0)

/** For answers that pages of every origin may read. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
  'cross-origin-resource-policy': 'cross-origin',
}

export const problemType = 'application/problem+json'
