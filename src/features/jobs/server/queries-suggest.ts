import { sql } from 'kysely'
import type { Db } from '#server/lib/database.ts'

export type Label = { kind: 'title' | 'place' | 'employer'; label: string; n: number }

/**
 * Labels of the vocabulary in which a word begins with what was typed, the more frequent first, those that begin with it
 * before all; then, where there are not enough, those that resemble it.
 */
export async function findLabels(db: Db, typed: string, each: number): Promise<Label[]> {
  const { rows } = await sql<Label>`
    with typed as (select lower(fold_accents(${typed})) as q, lower(fold_accents(${likePattern(typed)})) as pattern),
    found as (
      select kind, label, n, case when folded like pattern || '%' then 2.0 else 1.0 end as likeness
      from search_vocabulary, typed
      where kind <> 'word' and kind <> 'specialty' and (folded like pattern || '%' or folded like '% ' || pattern || '%')
    ),
    similar_ones as (
      select kind, label, n, word_similarity(q, folded) as likeness
      from search_vocabulary, typed
      where kind <> 'word' and kind <> 'specialty' and q <% folded and length(q) >= 5 and not exists (select from found)
    ),
    ranked as (
      select kind, label, n, likeness, row_number() over (partition by kind order by likeness desc, n desc, label) as place
      from (select * from found union all select * from similar_ones) all_labels
    )
    select kind, label, n from ranked where place <= ${each} order by kind, place
  `.execute(db)
  return rows
}

/** What is typed is never a pattern. */
const likePattern = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** Active jobs of each specialty and state that was asked about. */
export async function countNamed(
  db: Db,
  specialties: readonly string[],
  states: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; n: number }>`
    select specialty as name, sum(n)::integer as n from job_counts where specialty = any(${specialties}) group by 1
    union all
    select state, sum(n)::integer from job_counts where state = any(${states}) group by 1
  `.execute(db)
  return new Map(rows.map((it) => [it.name, it.n]))
}
