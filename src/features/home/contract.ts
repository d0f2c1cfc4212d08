import { z } from 'zod'
import { defineEndpoint } from '#shared/contract.ts'

export const getHeroFigures = defineEndpoint('getHeroFigures', 'GET /api/hero-figures', {
  access: 'public',
  summary: 'The figures on Home, fixed or live, and its counts of jobs',
  response: z.object({
    figures: z.array(z.object({ value: z.string(), label: z.string(), isPay: z.boolean() })),
    /** By a state's code and by specialty. */
    counts: z.record(z.string(), z.int()),
  }),
})

export const heroFiguresSchema = z.object({
  mode: z.enum(['fixed', 'live'], 'Choose one of the two.'),
})
