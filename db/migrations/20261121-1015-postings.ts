import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** What posting jobs needs beside the jobs: authors' links, drafts, keys against doubles, and what moderators have yet to read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table posting_links (
      -- SHA-256; the secret itself is nobody's but the author's.
      token_hash bytea not null,
      job_id uuid not null references jobs (id) on delete cascade,
      -- 'manage' came by mail and may change the posting; 'posted' is a cookie, and shows the confirmation only.
      kind text not null check (kind in ('manage', 'posted')),
      created_at timestamptz not null default now(),
      primary key (token_hash, job_id)
    )
  `.execute(db)
  await sql`create index posting_links_job on posting_links (job_id)`.execute(db)
  await sql`create index posting_links_age on posting_links (created_at) where kind = 'posted'`.execute(db)
  await sql`
    create table posting_drafts (
      id uuid primary key,
      owner_id uuid not null references users (id) on delete cascade,
      kind text not null check (kind in ('account', 'posting')),
      form jsonb not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )
  `.execute(db)
  await sql`create index posting_drafts_owner on posting_drafts (owner_id, updated_at desc)`.execute(db)
  await sql`
    create table posting_keys (
      -- Whose key it is: an account's, or anybody's on one form.
      scope text not null,
      key text not null,
      -- What was asked for under the key; somebody who asks for something else under it is refused.
      asked bytea not null,
      answer jsonb,
      created_at timestamptz not null default now(),
      primary key (scope, key)
    )
  `.execute(db)
  await sql`create index posting_keys_age on posting_keys (created_at)`.execute(db)
  await sql`
    create table unread_postings (
      job_id uuid primary key references jobs (id) on delete cascade,
      -- Live since then, or changed, and not read by a moderator since.
      since timestamptz not null default now()
    )
  `.execute(db)
  await sql`create index unread_postings_since on unread_postings (since)`.execute(db)
}
