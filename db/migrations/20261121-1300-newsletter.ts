import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** Who gets the newsletter. Who leaves it is forgotten: a row is a subscription, and nothing else is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table newsletter_subscribers (
      id uuid primary key,
      email text not null unique check (email = lower(email)),
      subscribed_at timestamptz not null default now()
    )
  `.execute(db)
}
