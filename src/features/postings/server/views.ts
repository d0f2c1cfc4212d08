import { referenceCode } from '#features/jobs/model.ts'
import type { JobRow } from '#features/jobs/server/public.ts'
import type { PostingHistory } from '../contract-dashboard.ts'
import type { Draft } from '../contract-drafts.ts'
import type { PostingDetail, PostingSummary } from '../contract-parts.ts'
import { formatLocation } from '../location.ts'
import { rangeOfPay } from './pay.ts'
import type { findDrafts } from './queries-drafts.ts'
import type { findHistory } from './queries.ts'

/** A posting as its poster's list shows it. */
export function summaryOf(row: JobRow): PostingSummary {
  return {
    id: row.id,
    referenceId: referenceCode(row.id),
    title: row.title,
    company: row.employer,
    specialty: row.specialty,
    location: formatLocation(row),
    description: row.description,
    ...rangeOfPay(row),
    jobType: row.employment_type,
    isActive: row.status === 'active',
    status: row.status,
    channel: row.channel,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    postedAt: row.posted_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
  }
}

/** All that its poster may read and change. */
export function detailOf(row: JobRow, reason: string | null): PostingDetail {
  return {
    ...summaryOf(row),
    organizationType: row.organization_type ?? '',
    specialtyOther: row.specialty_other ?? '',
    duration: row.duration ?? '',
    payroll: row.payroll ?? '',
    compNotes: row.comp_notes ?? '',
    setting: row.setting,
    schedule: row.schedule,
    benefits: row.benefits,
    subspecialty: row.subspecialty ?? '',
    startDateText: row.start_date_text ?? '',
    hireWindow: row.hire_window ?? '',
    visaSupport: row.visa_support ?? '',
    ehr: row.ehr ?? '',
    brief: row.brief ?? '',
    fullDescription: row.original_description ?? '',
    teamNotes: row.team_notes ?? '',
    jobDuties: row.job_duties ?? '',
    fellowshipRequired: row.fellowship_required,
    subspecialtyRequired: row.subspecialty_required,
    stateLicenseRequired: row.state_license_required,
    boardRecertificationRequired: row.board_recertification_required,
    medicallyUnderservedArea: row.medically_underserved_area,
    newGraduatesAcceptable: row.new_graduates_acceptable,
    facilityName: row.facility_name ?? '',
    facilityStreet: row.facility_street ?? '',
    facilityCity: row.facility_city ?? '',
    facilityState: row.facility_state ?? '',
    facilityZip: row.facility_zip ?? '',
    facilityCountry: row.facility_country ?? '',
    applyUrl: row.apply_url ?? '',
    contactEmail: row.contact_email ?? '',
    publicEmail: row.public_email ?? '',
    logoUrl: row.logo_url ?? '',
    reason,
  }
}

type Event = Awaited<ReturnType<typeof findHistory>>[number]

/** `name` says who an account is; people without one, and the clock, have none. */
export function historyOf(events: readonly Event[], name: (userId: string) => string | null): PostingHistory {
  return events.map((event) => ({
    at: event.at.toISOString(),
    action: event.action,
    actor: event.actor,
    by: event.actor_id === null ? null : name(event.actor_id),
    from: event.from_status,
    to: event.to_status,
    channel: event.channel,
    reason: event.reason,
    changed: event.changed ?? [],
  }))
}

export function draftOf(row: Awaited<ReturnType<typeof findDrafts>>[number]): Draft {
  const { title } = row.form
  return {
    id: row.id,
    kind: row.kind,
    title: typeof title === 'string' ? title : '',
    form: row.form,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
