import { z } from 'zod'
import { defineEndpoint } from '#shared/contract.ts'

export const getMapShapes = defineEndpoint('getMapShapes', 'GET /maps/:file', {
  access: 'public',
  summary:
    'Outlines as SVG symbols: us.svg has the states by their codes, tx.svg the counties of a ' +
    'state by their FIPS codes',
  params: z.object({ file: z.string() }),
  response: z.string(),
  responseTypes: ['image/svg+xml'],
  errors: ['NOT_FOUND'],
})
