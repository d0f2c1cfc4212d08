import { oneOf, rules } from './table.ts'

export const remoteWords = rules`
remote = anywhere, remote(ly)?, work from home, wfh, home ?based, telehealth, telemedicine, tele
  health, teleradiolog(y|ist), telecommute, telework, virtual
  ✓ Remote | Work from Home | Boise, ID (Remote) | Telehealth ✗ Boise, ID
`

export const onSite = rules`
on-site = /\b(?:on-?site|in-person|in-office) (?:only|position|role|job|opportunity|work)\b|\bnot (?:a )?remote\b|\b(?:100%|fully|must be|is) on-?site\b/i
  ✓ This is an on-site position | On-site only | This is not a remote job | The role is fully onsite
  ✗ On-site parking | Mohs surgeon on site | Remote, no on-site call
`

export const severalPlaces = rules`
several = multiple, various, state ?wide, nation ?wide, tbd, to be determined, any
  (state|location|city),
    (several|numerous|different|many|all|any)
    (locations?|cities|sites?|areas?|states|facilities|places|regions|positions|towns|counties),
    locations? (vary|available|throughout), across the (us|country|state)
  ✓ Multiple Locations | Various, TX | Nationwide | Statewide, MT | Several cities in Georgia ✗ All
  Saints, TX
`

/** Before a town: what puts it somewhere else. */
export const distance = rules`
elsewhere = /\b${oneOf(
  [
    'from, near, nearby, outside, between, than',
    '(north|south|east|west|northeast|northwest|southeast|southwest|miles|minutes|hours?|suburbs?|outside|just) of',
    '(close|proximity|drive|access|minutes|miles|hours?|next|convenient|adjacent|commute) to',
  ].join(', '),
)}(?:\s+(?:downtown|the))?\s*$/i
  ✓ an hour from | north of | close to downtown | located between ✗ located in | a practice in
`
