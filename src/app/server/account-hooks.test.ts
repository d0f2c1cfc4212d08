import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseForFile } from '#test/database.ts'
import { accountHooks } from './account-hooks.ts'

const database = databaseForFile()

/** The tables with people that each part of the data export and erasure covers. */
const tablesOfParts: Record<string, string> = {
  account: 'account_tokens authenticators passkeys recovery_codes sessions user_identities users',
  alerts: 'job_alerts',
  contactMessages: 'contact_messages',
  cv: 'cv_attachments cv_files',
  cvOpenings: 'cv_openings',
  desk: 'physician_desks',
  favorites: 'favorites',
  inquiries: `daily_notices inquiries inquiry_notes inquiry_replies interviews job_reports saved_replies waiting_inquiries`,
  mails: 'mail_bounces mail_suppressions mails',
  newsletter: 'newsletter_subscribers',
  organization: 'organization_invitations organization_members seat_requests',
  postings: 'disowned_postings jobs posting_drafts',
  widget: 'widgets',
}

/** Those that none has to cover, and why. */
const otherTables = {
  'who decided it, as an id without a name': `
    audit_log fact_answers import_checks import_files import_sources imports inquiry_events likely_duplicates merged_jobs
    moderation_decisions posting_events posting_holds posting_outcomes site_setting_changes site_settings source_decisions vouched_employers`,
  'entries until their transaction commits': 'audit_inbox',
  'counts of postings': 'owner_insights',
}

test('every table that refers to people, or holds an address, is exported and erased', async () => {
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'users'::regclass
    union
    select c.table_name from information_schema.columns as c
    join information_schema.tables as t using (table_schema, table_name)
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and (c.column_name ~ 'email|address' or c.column_name ~ '(owner|user|physician|actor|person)_id$')
    order by 1
  `.execute(database.db)
  const tables = [...Object.values(tablesOfParts), ...Object.values(otherTables)].flatMap((names) => names.match(/\w+/g) ?? [])
  expect(rows.map((row) => row.name)).toEqual(tables.toSorted())
  expect(Object.keys(tablesOfParts)).toEqual(['account', ...accountHooks.personalData.map((part) => part.name)].toSorted())
})
