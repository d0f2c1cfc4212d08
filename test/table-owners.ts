import type { featureOrder } from './feature-order.ts'

type Room = (typeof featureOrder)[number] | 'platform'

/**
 * The tables of each feature, and of `src/platform`, which is below all of them. A feature's SQL
 * names its own tables and those of features below it; where it needs more, the higher feature
 * hands in a part of the statement, or a function in `db/functions` answers.
 */
export const tablesOf: Partial<Record<Room, string>> = {
  platform:
    'migrations, function_files, age_rules, deleted_rows, spent_proofs, audit_log, ' +
    'audit_addresses, database_timelines, node_heartbeats, mails, mail_bounces, ' +
    'mail_suppressions, site_settings, site_setting_changes',
  places: 'zip_codes, cities, counties, regions',
  jobs:
    'jobs, job_search, job_fingerprints, job_sightings, search_vocabulary, segments, ' +
    'segment_postings, segment_jobs, segment_tombstones, segment_locations, ' +
    'segment_orders, segment_delta, cached_figures',
  salaries: 'pay_statistics, pay_statistics_refresh',
  // Which accounts are one organization: `employers` is the desk that changes it.
  accounts:
    'users, user_identities, sessions, account_tokens, spent_sign_ins, ' +
    'sign_in_failures, passkeys, authenticators, recovery_codes, organizations, ' +
    'organization_members',
  newsletter: 'newsletter_subscribers',
  contact: 'contact_messages',
  favorites: 'favorites',
  alerts: 'job_alerts, job_alert_matches, job_arrivals',
  cv: 'cv_files, cv_attachments, cv_openings',
  names: 'name_grants',
  postings:
    'posting_events, posting_links, posting_drafts, posting_keys, waiting_edits, ' +
    'posting_holds, disowned_postings, unread_postings, index_now_queue, ' +
    'google_index_queue',
  insights: 'posting_insights, posting_origins, owner_insights, insight_visitors, insight_salts',
  inquiries:
    'inquiries, inquiry_replies, inquiry_events, inquiry_notes, interviews, blocks, ' +
    'used_cv_links, waiting_inquiries, saved_replies, daily_notices, job_reports, ' +
    'posting_questions, posting_outcomes, question_sets, inquiry_presses',
  employers: 'organization_invitations, organization_leavers, seat_requests',
  connections: 'api_keys, hooks, hook_deliveries',
  profiles: 'profiles, profile_views, posting_invitations',
  desk: 'physician_desks',
  widget: 'widgets',
  imports:
    'imports, import_sources, import_checks, import_files, import_keys, ' +
    'import_rows, job_facts, fact_answers, apply_links',
  duplicates: 'likely_duplicates, merged_jobs',
  moderation: 'moderation_decisions, fact_corrections',
  home: 'board_figures',
}
