-- What columns and indexes call: applied before the migrations. A change of meaning needs a
-- migration that writes the column anew.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- unaccent() alone may not stand in an index or a generated column, because its dictionary could be
-- changed.
create or replace function fold_accents(text) returns text
  language sql immutable strict parallel safe
  return public.unaccent('public.unaccent'::regdictionary, $1);

-- One spelling for 'St. Louis', 'SAINT LOUIS' and 'st louis'.
create or replace function fold_place(text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    lower(public.fold_accents($1)),
    '[^a-z0-9]+', ' ', 'g'),
    '\msaint(e?)\M', 'st\1', 'g'),
    '\mmount\M', 'mt', 'g'),
    '\mfort\M', 'ft', 'g'));

-- Words of one or two letters are looked for at the beginning of a word: hence the space before the
-- first.
create or replace function user_search_text(first_name text, last_name text, email text, company_name text) returns text
  language sql immutable parallel safe
  return ' ' || fold_accents(lower(
    coalesce(first_name || ' ', '') || coalesce(last_name || ' ', '') || coalesce(email || ' ', '') || coalesce(company_name, '')
  ));

create or replace function user_sort_name(first_name text, last_name text, email text) returns text
  language sql immutable parallel safe
  return fold_accents(lower(
    coalesce(nullif(trim(coalesce(last_name, '') || ' ' || coalesce(first_name, '')), ''), email, '')
  ));

-- 'st-mary-s-hospital': what an employer's page is found by. The server has the same rule
-- (`employerSlug`).
create or replace function employer_slug(text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(
    lower(regexp_replace(normalize($1, nfkd), '[\u0300-\u036f]', '', 'g')), '[^a-z0-9]+', '-', 'g'
  ), '-');

-- Employer names as people see them, in words: without case, accents and punctuation, and with
-- Latin letters in place of letters of other scripts that look like them. 'CLlNIC' and 'HospitaI'
-- hide an l and an I; zero and one look like o and l.
create or replace function name_words(text) returns text
  language sql immutable strict parallel safe
  return btrim(translate(regexp_replace(lower(regexp_replace(regexp_replace(translate(
    regexp_replace(normalize($1, nfkd), '[\u0300-\u036f]', '', 'g'),
    'ꓯΑᎯꓮᎪꭺдȺʌΛλƛᴀДАձᶏаɒαɑɐᶐⱥꞵβᏰꓐΒᏴᏼꞴвƁßɮБՅʙВẞɃᴃꮟᏏҍъƃɓƅƄЬþƂЪᶀьƀҌѢѣꞆᏟⲤꓚↃƇϾՇȻҀƆΣСҪʗᴄςⲥсꮯҁƈȼↄҫɽϛᎠꭰꓓƉƊÐԺᴅↁĐÞᴆ'
    'ᏧꓒᵭԃđƌɖɗԁᶁԀᶑʠժꓱΕꭼꓰƎƐЄᴇЕɆᎬԐεəәꬲꞓⲉꮛꞒⲈҾҿᶒɘǝєҽɛɇеԑꓞꟻϜꓝꞘғҒƑԲϝℲᵮꬵꞙẝƒʃբʄᶂꓖᏳᏀᏻꮐɢƓʛԌǤԍᶃɡցǥɠΗꓧꮋᎻⲎǶԋĦⱧҢңҤӉӈҥнНʜ'
    'ӇꞕꚕᏲħӊԊꜧᏂҺђⱨհһɦիɧⲒΙІᏆƗɪıɩιꙇӏꭵᎥɨіᶖꞲͿꓙЈʝʆյʖᴊɈՂᎫȷꭻϳɉјꝄꝀΚꓗⲔᏦĸкƘҠκқҟӄʞҚКҡᴋҜҝҞⱩϗӃꝁƙⱪᶄⳐⳑꮮᏞꓡւՆʟꓶԼΓլⱢŁⱠȽӀłɭƚɫ'
    'ⱡƖʅǀꮇꓟⲘᎷмʍᴍМΜϺӍӎᵯϻɱᶆꓠΝⲚИҋᴎɴƝиՈռЛπПᴨոŊћҊᴻηᴒɲղՌƞŋɳплԉȠդȵᶇᵰꭴᎤΘᎾᏫΟꓳⲞѲѺОӨʘØФԾΦՕƟꬽοσⲟϙѳðՓөоᴏѻօᴑøɵծꓑΡꮲⲢᏢҎƤր'
    'φքᴘРᴩⱣⲣҏƥᵽρрƿǷꝖԚꝗգզɋɊԛꭱᏒꮢᎡꓣᴙʀяЯƦɌʁⱤᴚꭇⲄГᎱꭈⲅꮁгՐɾɍɼᴦᶉᵲґᏚᏕꓢֆՏЅꜱꮪʂѕȿᶊΤꓔⲦᎢꭲтҬҭƬŦԵτᴛϮƮТȶէʇƭŧʈեƫЏꓴƱմԱꓵЦՄƲՍɄꞟ'
    'ꭎꭒυսʊᴜцᵾμʋʉᶙꓦᏙѴꮩѵᴠνᏔᎳꓪωѠաЩШщшԜѿƜꝡꮃⱳⱲѡԝᴡɯꭓꭕχⲭΧⲬꓫꞳӾӼҳЖҲХхᶍӽΥУᎩᎽⲨꓬƳʏՎγɎϤҮҰұỿꭚуƴɏɣᶌүʎꓜᏃƵȤΖⱫᵶꮓƶȥɀᴢʐⱬᶎʑ',
    'aaaaaaaaaaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbcccccccccccccccccccccccccccdddddddddddd'
    'ddddddddddddddeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeffffffffffffffffffffgggggggggggggggghhhhhhhhhhhhhhhhhh'
    'hhhhhhhhhhhhhhhhhiiiiiiiiiiiiiiiijjjjjjjjjjjjjjjjjkkkkkkkkkkkkkkkkkkkkkkkkkkkkklllllllllllllllllllll'
    'llllmmmmmmmmmmmmmmmmnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnoooooooooooooooooooooooooooooooooooopppppppp'
    'ppppppppppppppqqqqqqqqrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrssssssssssssttttttttttttttttttttttttuuuuuuuuuuuu'
    'uuuuuuuuuuuuvvvvvvvwwwwwwwwwwwwwwwwwwwwwxxxxxxxxxxxxxxxxxyyyyyyyyyyyyyyyyyyyyyyyyzzzzzzzzzzzzzzzz'),
    '(?<=[A-Z])l(?=[A-Z])', 'I', 'g'), '(?<=[a-z])I', 'l', 'g')),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u2e00-\u2e7f\u3000-\u303f\ufe00-\ufe0f\ufeff]+', ' ', 'g'),
    '01', 'ol'));

-- What two names are compared by; the only comparison of employers' names.
create or replace function name_key(text) returns text
  language sql immutable strict parallel safe
  return replace(replace(replace(name_words($1), ' ', ''), 'rn', 'm'), 'vv', 'w');

-- What a posting waits for: its first doubtful fact and the source's words, as `answerKey` makes
-- them but for letters that JavaScript and PostgreSQL lower differently.
create or replace function first_doubt(facts jsonb, doubtful text[]) returns text
  language sql immutable parallel safe
  return coalesce(
    doubtful[1] || ' ' || lower(btrim(regexp_replace(normalize(facts -> doubtful[1] ->> 'words', NFKC), '[[:space:]]+', ' ', 'g'))), ''
  );

-- The planner takes a look into a text vector for as cheap as a comparison, though it lies out of
-- line, and would rather read the whole table than the index. Only a superuser may correct that;
-- elsewhere it stays as it is.
do $$
begin
  alter function pg_catalog.ts_match_vq(tsvector, tsquery) cost 200;
exception when insufficient_privilege then
  raise notice 'the cost of text search stays at its default';
end $$;
