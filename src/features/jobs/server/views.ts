import type { JobDetail, JobSummary } from '../contract.ts'
import { referenceCode } from '../model.ts'
import type { SummaryRow } from './queries.ts'
import type { JobRow } from './tables.ts'

/** A row as lists show it. */
export function summaryOf(row: SummaryRow): JobSummary {
  const compMin = numberOf(row.comp_min)
  const compMax = numberOf(row.comp_max)
  return {
    id: row.id,
    title: row.title,
    employer: row.employer,
    city: row.city,
    state: row.state,
    specialty: row.specialty,
    type: row.employment_type,
    duration: row.duration,
    payrollType: row.payroll,
    startDateText: row.start_date_text,
    priority: row.priority,
    brief: row.brief,
    descriptionSnippet: row.snippet,
    facilityName: row.facility_name,
    organizationType: row.organization_type,
    userType: row.user_type,
    isVerifiedHospital: row.is_verified_hospital,
    compText: row.comp_text,
    compMin,
    compMax,
    minComp: compMin,
    maxComp: compMax,
    compUnit: row.comp_unit,
    visaSupport: row.visa_support,
    telehealth: row.telehealth,
    newGraduatesAcceptable: row.new_graduates_acceptable,
    applyUrl: row.apply_url,
    postedAt: row.posted_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    referenceId: referenceCode(row.id),
    source: row.source,
  }
}

/**
 * A row as everybody may read it: without `contact_email`, which only the posting's owner sees. A facility that was not named
 * is the employer's, where the job is.
 */
export function detailOf(row: JobRow): JobDetail {
  const elsewhere = row.facility_city !== null && row.facility_city !== row.city
  return {
    ...summaryOf(row),
    description: row.description,
    originalData: {
      description: row.original_description,
      requirements: row.original_requirements,
      benefits: row.original_benefits,
    },
    zip: row.zip,
    subspecialty: row.subspecialty,
    specialtyOther: row.specialty_other,
    hireWindow: row.hire_window,
    setting: row.setting,
    schedule: row.schedule,
    benefits: row.benefits,
    ehr: row.ehr,
    fellowshipRequired: row.fellowship_required,
    subspecialtyRequired: row.subspecialty_required,
    stateLicenseRequired: row.state_license_required,
    boardRecertificationRequired: row.board_recertification_required,
    medicallyUnderservedArea: row.medically_underserved_area,
    teamNotes: row.team_notes,
    jobDuties: row.job_duties,
    compNotes: row.comp_notes,
    facilityName: row.facility_name ?? row.employer,
    facilityStreet: row.facility_street,
    facilityCity: row.facility_city ?? row.city,
    facilityState: row.facility_state ?? (elsewhere ? null : row.state),
    facilityZip: row.facility_zip ?? (elsewhere ? null : row.zip),
    facilityCountry: row.facility_country,
    logoUrl: row.logo_url,
    contactName: row.contact_name,
    publicEmail: row.public_email,
    contactPhone: row.contact_phone,
    contactWebsite: row.contact_website,
    sourceUrl: row.source_url,
    expiresAt: row.expires_at?.toISOString() ?? null,
    structuredDataAllowed: row.structured_data_allowed,
  }
}

/** The driver gives `numeric` as text. */
const numberOf = (value: string | null): number | null => (value === null ? null : Number(value))
