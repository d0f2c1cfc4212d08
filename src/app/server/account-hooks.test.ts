import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseForFile } from '#test/database.ts'
import { accountHooks } from './account-hooks.ts'

const database = databaseForFile()

/** The tables with people that each part of the data export and erasure covers. */
const tablesOfParts: Record<string, string> = {
  account: 'account_tokens authenticators passkeys recovery_codes sessions user_identities users',
  alerts: 'job_alerts',
  careersPages: 'import_sources',
  contactMessages: 'contact_messages',
  cv: 'cv_attachments cv_files',
  cvOpenings: 'cv_openings',
  deletedRows: '',
  desk: 'physician_desks',
  favorites: 'favorites',
  inquiries: `daily_notices inquiries inquiry_notes inquiry_presses inquiry_replies interviews job_reports question_sets saved_replies waiting_inquiries`,
  keys: 'api_keys',
  mails: 'mail_bounces mail_suppressions mails',
  newsletter: 'newsletter_subscribers',
  organization: 'organization_invitations organization_members seat_requests',
  postings: 'disowned_postings jobs posting_drafts',
  profile: 'posting_invitations profile_views profiles',
  widget: 'widgets',
}

/** Those that none has to cover, and why. */
const otherTables = {
  'who decided it, as an id without a name': `
    audit_log fact_answers import_checks import_files imports inquiry_events likely_duplicates merged_jobs
    moderation_decisions name_grants posting_events posting_holds posting_outcomes site_setting_changes site_settings `,
  'counts of postings': 'owner_insights',
}

/** Columns with addresses, and what erases a person without an account from them. */
const columnsByPart: Record<string, string> = {
  alerts: 'job_alerts.email',
  contactMessages: 'contact_messages.email',
  deletedRows: '',
  inquiries: 'blocks.employer inquiries.email job_reports.email waiting_inquiries.email',
  mails: 'mail_bounces.address mail_suppressions.address mails.mailbox mails.to_address',
  newsletter: 'newsletter_subscribers.email',
  organization: 'organization_invitations.email',
  postings: 'jobs.contact_email jobs.public_email',
}

/** Those that none has to cover, and why. */
const otherColumns = {
  'an account’s, which is erased itself':
    'account_tokens.email users.email users.email_verified_at',
  'network addresses of the audit log': 'audit_addresses.entry_id audit_addresses.ip',
  'a hash': 'organization_leavers.mailbox_hash',
  'whether it is shown': 'inquiries.shows_poster_email inquiries.shows_sender_email',
}

test('every column with an address is erased by it, or says why not', async () => {
  const { rows } = await sql<{ name: string }>`
    select concat(table_name, '.', column_name) as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and concat(table_name, '.', column_name) ~ 'email|address|mailbox|^blocks.employer'
    order by 1
  `.execute(database.db)
  const columns = [...Object.values(columnsByPart), ...Object.values(otherColumns)].flatMap(
    (names) => names.match(/\S+/g) ?? [],
  )
  expect(rows.map((row) => row.name).toSorted()).toEqual(columns.toSorted())
  const parts = accountHooks.personalData
    .filter((part) => part.eraseAddress)
    .map((part) => part.name)
  expect(Object.keys(columnsByPart)).toEqual(parts.toSorted())
})

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
  const tables = [...Object.values(tablesOfParts), ...Object.values(otherTables)].flatMap(
    (names) => names.match(/\w+/g) ?? [],
  )
  expect(rows.map((row) => row.name)).toEqual(tables.toSorted())
  expect(Object.keys(tablesOfParts)).toEqual(
    ['account', ...accountHooks.personalData.map((part) => part.name)].toSorted(),
  )
})
