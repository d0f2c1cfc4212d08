import { z } from 'zod'
import { heroFigureModes } from './hero-figures.ts'

export const heroFiguresSchema = z.object({ mode: z.enum(heroFigureModes, 'Choose one of the two.') })
