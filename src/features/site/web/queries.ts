import { apiQuery } from '#web/lib/api.ts'
import type { GetHeroFigures } from '../contract.ts'

export const heroFiguresQuery = apiQuery<GetHeroFigures>('/api/hero-figures')
