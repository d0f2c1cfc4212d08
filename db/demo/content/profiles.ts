import { cancer } from './cancer.ts'
import { diagnostic } from './diagnostic.ts'
import { generalSurgery } from './general-surgery.ts'
import { heartLungGut } from './heart-lung-gut.ts'
import { hospitalBased } from './hospital-based.ts'
import { medicalSpecialties } from './medical-specialties.ts'
import { organSurgery } from './organ-surgery.ts'
import { otherSpecialties } from './other-specialties.ts'
import { outpatientSpecialties } from './outpatient-specialties.ts'
import { primaryCare } from './primary-care.ts'
import type { Profile } from './profile.ts'
import { psychiatryNeurology } from './psychiatry-neurology.ts'
import { womenChildren } from './women-children.ts'

export const profiles: readonly Profile[] = [
  ...primaryCare,
  ...hospitalBased,
  ...psychiatryNeurology,
  ...womenChildren,
  ...heartLungGut,
  ...cancer,
  ...medicalSpecialties,
  ...generalSurgery,
  ...organSurgery,
  ...diagnostic,
  ...outpatientSpecialties,
  ...otherSpecialties,
]
