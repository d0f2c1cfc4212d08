import type { StateCode } from '#shared/us-states.ts'

/** The outlines of the states, or of one state's counties, as a file of SVG symbols. `land` is all of it. */
export const mapShapesUrl = (state?: StateCode | null): string => `/maps/${state ? state.toLowerCase() : 'us'}.svg`

/** The size of the country's map, in its own units. */
export const countryMap = { width: 975, height: 610 }
