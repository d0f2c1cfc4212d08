-- Loads the extension: before that only a superuser may name its settings.
select show_limit();

-- What could have been meant by a mistyped word or name. The default threshold (0.3) misses swapped letters in short ones.
create or replace function similar_words(typed text) returns table (word text, n integer)
  language sql stable set pg_trgm.similarity_threshold = 0.2
  as $$
    select folded, n from search_vocabulary
    where kind = 'word' and folded % typed and length(folded) between length(typed) - 2 and length(typed) + 2
    union all
    select folded, zips from cities
    where folded % typed and length(folded) between length(typed) - 2 and length(typed) + 2 and zips >= 3
  $$;

create or replace function similar_cities(typed text) returns setof cities
  language sql stable set pg_trgm.similarity_threshold = 0.2
  as $$
    select * from cities where folded % typed and length(folded) between length(typed) - 2 and length(typed) + 2
  $$;
