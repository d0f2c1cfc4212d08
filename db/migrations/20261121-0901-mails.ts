import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Every mail from the moment that something caused it, rendered, until it is purged. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mails (
      id uuid primary key,
      -- What it is about, once: a second mail for the same cause is not taken.
      cause text not null unique,
      to_address text not null,
      -- { name?, address }
      reply_to jsonb,
      subject text not null,
      html text not null,
      text text not null,
      headers jsonb not null default '{}',
      -- It carries a secret: its body is blanked as soon as it is sent or dead.
      sensitive boolean not null,
      state text not null default 'queued' check (state in ('queued', 'sent', 'dead')),
      attempts integer not null default 0,
      last_error text,
      created_at timestamptz not null default now(),
      sent_at timestamptz
    )
  `.execute(db)
  await sql`create index mails_created_at on mails (created_at desc, id)`.execute(db)
  await sql`create index mails_to_address on mails (lower(to_address), created_at desc)`.execute(db)
}
