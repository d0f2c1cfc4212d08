import { z } from 'zod'
import { companySizes } from '#features/accounts/model.ts'
import { jobLimits, organizationTypes } from '#features/jobs/model.ts'
import { emailField, requiredText } from '#shared/schemas.ts'
import { keepMonths, maxAlt, seats } from './model.ts'

const name = requiredText('Name', jobLimits.employer).regex(/^[^\p{Cc}]*$/u, 'Name is required')

export const organizationSchema = z.object({
  name,
  kind: z.enum(organizationTypes, 'Please choose an employer type').optional(),
  size: z.enum(companySizes, 'Please choose a size').optional(),
  site: z.union(
    [
      z.literal(''),
      z
        .url({
          protocol: /^https$/,
          hostname: z.regexes.domain,
          error: 'Website must begin with https://',
        })
        .max(200),
    ],
    'Website must begin with https://',
  ),
  description: z.string().trim().max(2000, 'Description is too long'),
  keepMonths: z.literal(keepMonths, 'Please choose a period').optional(),
})

export const organizationNameSchema = z.object({ name })

/** In words, for those who do not see the photo. */
export const photoSchema = z.object({ alt: requiredText('What the photo shows', maxAlt) })

const seat = z.enum(seats, 'Please choose a seat')

export const seatSchema = z.object({ seat })

export const invitationSchema = z.object({ email: emailField(), seat })

/** The secret of a mailed link. */
export const invitationTokenSchema = z.object({ token: z.string().min(20).max(200) })
