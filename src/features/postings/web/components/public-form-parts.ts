import { requirementFlags } from '#features/jobs/model.ts'
import type { PublicPost, PublicPostInput } from '#features/postings/schemas.ts'
import type { ApiFormState } from '#web/lib/form/use-api-form.ts'
import type { FormPart } from './form-progress.tsx'

export type PublicForm = ApiFormState<PublicPostInput, PublicPost>

/** The sections of the form that needs no account, in order. */
export const publicFormParts = {
  basic: {
    id: 'basic-information',
    title: 'Basic Information',
    fields: ['title', 'company', 'organizationType', 'specialty', 'specialtyOther', 'subspecialty'],
    required: ['title', 'company', 'specialty'],
  },
  location: {
    id: 'location-and-employment',
    title: 'Location & Employment',
    fields: ['city', 'state', 'employmentType', 'duration', 'payroll', 'compMin', 'compMax', 'compNotes'],
    required: ['city', 'state'],
  },
  description: {
    id: 'job-description',
    title: 'Job Description',
    fields: ['description', 'brief', 'briefDescription', 'fullDescription', 'jobDuties', 'teamNotes'],
    required: ['description'],
  },
  practice: {
    id: 'practice-details',
    title: 'Practice Details',
    fields: ['setting', 'schedule', 'ehr'],
    required: ['setting', 'schedule'],
  },
  benefits: {
    id: 'benefits-and-more',
    title: 'Benefits & Additional Information',
    fields: ['benefits', 'startDateText', 'hireWindow'],
    required: [],
  },
  requirements: {
    id: 'requirements',
    title: 'Requirements (Optional)',
    fields: Object.keys(requirementFlags),
    required: [],
  },
  facility: {
    id: 'facility-information',
    title: 'Facility Information (Optional)',
    fields: ['facilityName', 'facilityStreet', 'facilityCity', 'facilityState', 'facilityZip', 'facilityCountry'],
    required: [],
  },
  contact: {
    id: 'application-and-contact',
    title: 'Application & Contact',
    fields: ['applyUrl', 'contactEmail', 'publicEmail', 'logoUrl'],
    required: ['applyUrl', 'contactEmail'],
  },
} as const satisfies Record<string, FormPart>

export type PublicFormPart = keyof typeof publicFormParts
