-- What could have been meant by a mistyped word or name. The default threshold (0.3) misses swapped
-- letters in short ones. The threshold is no clause of the function: `set` would need the library
-- loaded, and a restore into a database that has the extension does not load it.
create or replace function similar_words(typed text) returns table (word text, n integer) language plpgsql stable as $$
  #variable_conflict use_column
  begin
    perform set_config('pg_trgm.similarity_threshold', '0.2', true);
    return query
      select folded, v.n from search_vocabulary v
      where kind = 'word' and folded % typed and length(folded) between length(typed) - 2 and length(typed) + 2
      union all
      select folded, zips from cities
      where folded % typed and length(folded) between length(typed) - 2 and length(typed) + 2 and zips >= 3;
  end $$;
