import type { ReactNode } from 'react'
import { FormSection } from './form-section.tsx'
import { publicFormParts } from './public-form-parts.ts'
import type { PublicFormPart } from './public-form-parts.ts'

const order = Object.keys(publicFormParts) as PublicFormPart[]

/** One of the parts, which knows its title and how far it is. */
export function PublicFormSection({ part, lead, children }: { part: PublicFormPart; lead?: ReactNode; children: ReactNode }) {
  const { id, title } = publicFormParts[part]
  return (
    <FormSection id={id} title={title} lead={lead} position={{ number: order.indexOf(part) + 1, of: order.length }}>
      {children}
    </FormSection>
  )
}
