import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { accountHooks } from './account-hooks.ts'

const decision = 'who decided it, as an id without a name'
/** The part of the data export and erasure that covers each table with people, or why none does. */
const partsOfTables: Record<string, string> = {
  account_tokens: 'account',
  audit_inbox: 'entries until their transaction commits',
  audit_log: decision,
  authenticators: 'account',
  contact_messages: 'contactMessages',
  cv_attachments: 'cv',
  cv_files: 'cv',
  cv_openings: 'cvOpenings',
  daily_notices: 'inquiries',
  fact_answers: decision,
  favorites: 'favorites',
  import_checks: decision,
  import_files: decision,
  import_sources: decision,
  imports: decision,
  inquiries: 'inquiries',
  inquiry_events: decision,
  inquiry_notes: 'inquiries',
  inquiry_replies: 'inquiries',
  interviews: 'inquiries',
  job_alerts: 'alerts',
  job_reports: 'inquiries',
  jobs: 'postings',
  likely_duplicates: decision,
  mail_bounces: 'mails',
  mail_suppressions: 'mails',
  mails: 'mails',
  merged_jobs: decision,
  moderation_decisions: decision,
  newsletter_subscribers: 'newsletter',
  organization_invitations: 'organization',
  organization_members: 'organization',
  owner_insights: 'counts of postings',
  passkeys: 'account',
  physician_desks: 'desk',
  posting_drafts: 'postings',
  posting_events: decision,
  posting_outcomes: decision,
  recovery_codes: 'account',
  saved_replies: 'inquiries',
  seat_requests: 'organization',
  sessions: 'account',
  site_setting_changes: decision,
  site_settings: decision,
  source_decisions: decision,
  user_identities: 'account',
  users: 'account',
  vouched_employers: decision,
  waiting_inquiries: 'inquiries',
  widgets: 'widget',
}

test('every table that refers to people, or holds an address, is exported and erased', async () => {
  const { db, drop } = await freshDatabase()
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'users'::regclass
    union
    select c.table_name from information_schema.columns as c
    join information_schema.tables as t using (table_schema, table_name)
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and (c.column_name ~ 'email|address' or c.column_name ~ '(owner|user|physician|actor|person)_id$')
    order by 1
  `.execute(db)
  await drop()
  expect(rows.map((row) => row.name)).toEqual(Object.keys(partsOfTables).toSorted())
  const parts = Object.values(partsOfTables).filter((it) => /^\w+$/.test(it))
  expect([...new Set(parts)].toSorted()).toEqual(['account', ...accountHooks.personalData.map((it) => it.name)].toSorted())
})
