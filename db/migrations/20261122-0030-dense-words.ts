import { sql } from 'kysely'
import type { Kysely } from 'kysely'

/**
 * Words that many jobs have are kept as they are: to decompress their bits takes four times as long as to read them, and they hardly get
 * smaller. The others are a tenth of their size.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table segment_words rename column bits to sparse`.execute(db)
  await sql`
    alter table segment_words alter column sparse drop not null, add column dense bit varying,
      add constraint in_one_of_them check (num_nonnulls(dense, sparse) = 1)
  `.execute(db)
  await sql`alter table segment_words alter column dense set storage external`.execute(db)
  await sql`
    create function is_dense(n bigint, size integer) returns boolean language sql immutable parallel safe return n * 64 >= size
  `.execute(db)
  await sql`
    update segment_words set dense = sparse, sparse = null where is_dense(bit_count(sparse), length(sparse))
  `.execute(db)
  await sql`
    create or replace function segment_hits(the_segment integer, nothing bit varying, program text[]) returns bit varying
    language plpgsql stable parallel safe as $$
    declare
      stack bit varying[] := '{}';
      top integer := 0;
      step text;
      found bit varying;
      gap integer;
    begin
      foreach step in array program loop
        case left(step, 1)
          when '&' then
            top := top - 1;
            stack[top] := stack[top] & stack[top + 1];
          when '|' then
            top := top - 1;
            stack[top] := stack[top] | stack[top + 1];
          when '!' then
            stack[top] := ~ stack[top];
          when '=' then
            select coalesce(dense, sparse) into found from segment_words where segment = the_segment and word = substr(step, 2);
            top := top + 1;
            stack[top] := coalesce(found, nothing);
          when '^' then
            select bit_or(coalesce(dense, sparse)) into found from segment_words
              where segment = the_segment and word >= substr(step, 2) and word < substr(step, 2) || chr(1114111);
            top := top + 1;
            stack[top] := coalesce(found, nothing);
          when '>' then
            top := top + 1;
            stack[top] := ~ nothing >> first_position(the_segment, length(nothing), substr(step, 2)::timestamptz);
          when '*' then
            top := top + 1;
            stack[top] := ~ nothing;
        end case;
      end loop;
      found := stack[1];
      if bit_count(found) = 0 then
        return found;
      end if;
      for gap in select position from segment_gaps where segment = the_segment and get_bit(found, position) = 1 loop
        found := set_bit(found, gap, 0);
      end loop;
      return found;
    end $$
  `.execute(db)
}
