-- Nothing calls it. Its setting kept a dump from being restored where the extension was there
-- already.
drop function if exists similar_cities(text);
