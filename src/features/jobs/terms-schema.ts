import { z } from 'zod'

/**
 * The terms of a posting, as the column `terms` of `jobs` holds them. A term that is absent is not
 * stated, which never means no. The limits are what is plausible: a figure beyond them is a slip,
 * and not stated.
 */
const term = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({
    /**
     * 'no': ruled out. 'unstated': the poster says that what was read of the text is wrong, and
     * says no more.
     */
    is: z.enum(['yes', 'no', 'unstated']),
    /** What the posting says, or its poster wrote into the form. */
    words: z.string().max(300),
    by: z.literal('poster').optional(),
    ...shape,
  })

const whole = (least: number, most: number) => z.int().min(least).max(most).optional()
const either = z.enum(['yes', 'no']).optional()
const stated = term({}).meta({ id: 'Stated' })

const shapes = {
  call: term({ oneIn: whole(1, 31), where: z.enum(['home', 'in-house']).optional(), paid: either }),
  fte: term({
    share: z.number().min(0.05).max(1).optional(),
    shareTo: z.number().min(0.05).max(1).optional(),
    days: z.number().min(1).max(7).optional(),
    daysTo: whole(1, 7),
    /** A week. */
    hours: whole(4, 84),
    hoursTo: whole(4, 84),
    shifts: whole(1, 260),
    shiftsTo: whole(1, 260),
    per: z.enum(['week', 'month', 'year']).optional(),
  }),
  start: term({
    now: z.literal('yes').optional(),
    year: whole(2020, 2045),
    month: whole(1, 12),
    season: z.enum(['spring', 'summer', 'fall', 'winter']).optional(),
  }),
  payModel: term({
    base: z.literal('yes').optional(),
    guarantee: z.literal('yes').optional(),
    guaranteeMonths: whole(1, 84),
    productivity: either,
    /** US dollars. */
    perRvu: z.number().min(15).max(200).optional(),
    perRvuTo: z.number().min(15).max(200).optional(),
    /** Work RVUs a year. */
    threshold: whole(1000, 20_000),
    partnership: either,
    partnershipMonths: whole(3, 120),
  }),
  malpractice: term({
    kind: z.enum(['occurrence', 'claims-made']).optional(),
    /** Who pays it. */
    tail: z.enum(['employer', 'physician', 'shared']).optional(),
  }),
  nonCompete: term({ miles: whole(1, 150), months: whole(1, 60) }),
  loanRepayment: term({
    amount: whole(1000, 500_000),
    per: z.literal('year').optional(),
    program: z.enum(['NHSC', 'PSLF', 'state']).optional(),
  }),
  notice: term({ days: whole(7, 365) }),
  cme: term({ amount: whole(200, 50_000), days: whole(1, 40) }),
  timeOff: term({
    weeks: z.number().min(1).max(26).optional(),
    weeksTo: whole(1, 26),
    days: z.number().min(3).max(120).optional(),
    daysTo: whole(3, 120),
    hours: whole(24, 600),
    hoursTo: whole(24, 600),
    unlimited: z.literal('yes').optional(),
  }),
  patients: term({
    count: z.number().min(0.5).max(60).optional(),
    countTo: z.number().min(0.5).max(80).optional(),
    per: z.enum(['day', 'shift', 'hour', 'session']).optional(),
  }),
  locums: term({
    dates: z.string().max(80).optional(),
    shiftHours: whole(4, 96),
    travel: either,
    lodging: either,
    car: z.literal('yes').optional(),
  }),
  conrad: stated,
  flex: stated,
  capExempt: stated,
  transfer: stated,
  greenCard: stated,
}

export const termSchemas: { [Name in TermName]: (typeof shapes)[Name] } = shapes
export const termsSchema = z
  .object(shapes)
  .partial()
  .meta({
    id: 'Terms',
    description:
      'What the posting states of its contract, each with its words; a term that is absent is not ' +
      'stated, which does not mean no. The words are empty where the source allows only an excerpt.',
  })

export type Terms = z.infer<typeof termsSchema>
export type TermName = keyof typeof shapes
/** What a field of a form, or a column of a CSV file, is about. */
export type TermField =
  | Exclude<TermName, 'start' | 'conrad' | 'flex' | 'capExempt' | 'transfer' | 'greenCard'>
  | 'visas'
export type Term<Name extends TermName = TermName> = NonNullable<Terms[Name]>

/** The column also has the words that the search index gets of the terms. */
export const storedTermsSchema = termsSchema.extend({ index: z.array(z.string().max(40)).max(60) })
export type StoredTerms = z.infer<typeof storedTermsSchema>
