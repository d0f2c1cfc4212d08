import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/** People, how they prove who they are, and where they are signed in. Tokens are stored as hashes only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id uuid primary key,
      -- Lower case; null for people whose identity provider tells none.
      email text unique check (email = lower(email)),
      email_verified_at timestamptz,
      first_name text,
      last_name text,
      -- Null until it is chosen after the first sign-in with a provider.
      role text check (role in ('physician', 'employer', 'recruiter', 'admin')),
      -- A PHC string; null for people who sign in with a provider only.
      password_hash text,
      profile_image_url text,
      company_name text,
      company_phone text,
      company_website text,
      company_size text,
      company_description text,
      organization_type text,
      is_verified_hospital boolean not null default false,
      -- A sample account: it opens nothing in production.
      is_demo boolean not null default false,
      suspended_at timestamptz,
      last_sign_in_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )
  `.execute(db)
  await sql`
    create table user_identities (
      provider text not null,
      subject text not null,
      user_id uuid not null references users (id) on delete cascade,
      created_at timestamptz not null default now(),
      primary key (provider, subject)
    )
  `.execute(db)
  await sql`create index user_identities_user on user_identities (user_id)`.execute(db)
  await sql`
    create table sessions (
      token_hash bytea primary key,
      -- What its owner sees and revokes; the token itself is nobody's to see.
      id uuid not null unique,
      user_id uuid not null references users (id) on delete cascade,
      created_at timestamptz not null default now(),
      seen_at timestamptz not null default now(),
      expires_at timestamptz not null,
      ip inet,
      user_agent text
    )
  `.execute(db)
  await sql`create index sessions_user on sessions (user_id)`.execute(db)
  await sql`create index sessions_expiry on sessions (expires_at)`.execute(db)
  await sql`
    create table account_tokens (
      token_hash bytea primary key,
      purpose text not null check (purpose in ('verify-email', 'reset-password')),
      user_id uuid not null references users (id) on delete cascade,
      -- The address it was sent to: it proves nothing about a later one.
      email text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null default now()
    )
  `.execute(db)
  await sql`create index account_tokens_user on account_tokens (user_id, purpose)`.execute(db)
  await sql`
    create table sign_in_failures (
      -- What is counted: an account seen from unknown devices, one device of an account, or an address.
      key text primary key,
      failures integer not null,
      last_at timestamptz not null
    )
  `.execute(db)
  await sql`create index sign_in_failures_age on sign_in_failures (last_at)`.execute(db)
}
