type Point = { lat: number; lon: number }

export const earthRadiusMiles = 3958.8

/** The great-circle distance; `conditions.ts` has the same formula for PostgreSQL. */
export function milesBetween(a: Point, b: Point): number {
  const north = sinOfHalf(a.lat - b.lat)
  const east = sinOfHalf(a.lon - b.lon)
  return 2 * earthRadiusMiles * Math.asin(Math.sqrt(north ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * east ** 2))
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180
const sinOfHalf = (degrees: number): number => Math.sin(radians(degrees) / 2)
