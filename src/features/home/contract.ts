import { z } from 'zod'
import { defineEndpoint } from '#shared/contract.ts'

export const getHeroFigures = defineEndpoint('getHeroFigures', 'GET /api/hero-figures', {
  access: 'public',
  summary: 'The figures on Home, fixed or live',
  response: z.object({
    figures: z.array(z.object({ value: z.string(), label: z.string(), isPay: z.boolean() })),
  }),
})

export const heroFiguresSchema = z.object({
  mode: z.enum(['fixed', 'live'], 'Choose one of the two.'),
})
