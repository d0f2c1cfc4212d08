import type { OrganizationType } from '#features/jobs/model.ts'

export const openings: readonly string[] = [
  '{employer} is looking for {aNoun} to join its team in {city}, {state}.',
  '{employer} invites applications for {aNoun} at its {city} site.',
  'Are you {aNoun} who wants time with patients instead of paperwork? {employer} in {city}, {state}, would like to meet you.',
  'We are adding {aNoun} in {city}.',
  '{employer} has an opening for {aNoun} in {city}, {state}.',
  'Come and practice {field} the way you trained to, at {employer} in {city}.',
  'An established {field} service at {employer} is growing and seeks {aNoun}.',
  '{employer} seeks {aNoun} who values good colleagues as much as good medicine.',
  'Join {employer}, where physicians have had a say since {founded}.',
  'This {field} position with {employer} is based in {city}, {state}.',
  'For the first time in {four|five|six} years, the {field} group at {employer} has room for another colleague.',
  'Patients in and around {city} wait too long for {field} care. {employer} wants to change that, and needs {aNoun}.',
  'If you are {aNoun} and {city} sounds like home, read on.',
  'The {field} team at {employer} is hiring.',
  '{employer}, {aHouse} in {city}, {state}, is recruiting {aNoun}.',
  'Practice {field} in {city} with a group that plans to keep you.',
  '{employer} is growing its {field} service in {city} and has a place for {aNoun}.',
  'A new position for {aNoun} is open at {employer}, {city}.',
  'What would you change about your present job? At {employer} in {city}, physicians set the rules for {field}.',
  'Full support, a sane schedule and colleagues who answer: {employer} is hiring {aNoun} in {city}.',
  'Our {field} group in {city} is down to its last open slot and would like to fill it with {aNoun}.',
  '{city}, {state}: {employer} welcomes applications from {aNoun}, experienced or just out of training.',
  'We have cared for {city} since {founded}. Help us do it well, as {aNoun} at {employer}.',
  'Referrals for {field} at {employer} have grown every year, and so must the team.',
  'Bring your {field} training to {employer}, {aHouse} in {city}.',
  '{employer} offers {aNoun} the chance to join a settled team in {city}, {state}.',
]

export const recruiterOpenings: readonly string[] = [
  '{agency} is recruiting {aNoun} on behalf of {employer} in {city}, {state}.',
  'On behalf of our client, {employer}, we are searching for {aNoun} in {city}, {state}.',
  'Our client in {city}, {employer}, has asked us to find {aNoun}.',
  '{agency} represents {employer}, {aHouse} in {state} that needs {aNoun}.',
  'New search: {aNoun} for {employer}, {city}, {state}.',
  'We are working with {employer} to place {aNoun} in {city}, {state}.',
  '{employer} in {city} has retained {agency} to find {aNoun}.',
  'An opportunity in {field} that rarely opens: {employer} of {city}, {state}, is adding a physician.',
  'We know this group well: {employer} in {city} treats its physicians fairly, and now needs {aNoun}.',
]

export const locumsOpenings: readonly string[] = [
  'Locum tenens {field} coverage is needed at {aHouse} in {city}, {state}.',
  '{poster} has an assignment for {aNoun} in {city}, {state}.',
  'Can you spare {a few weeks|some weekends|a month or two} for {city}? {aHouseUpper} there needs {field} coverage.',
  'Ongoing locums need: {field}, {city}, {state}.',
  'Short-term {field} coverage in {city}, {state}, at {aHouse}.',
  'A colleague is on leave, and {aHouse} in {city} needs {aNoun} for a while.',
  'Looking for your next assignment? {poster} has one for {aNoun} in {city}, {state}.',
  'Locums coverage for {field}: {aHouse}, {city}, {state}, credentialing in about {30|45|60} days.',
  'Our client facility in {city} is short of {aNoun} and offers a locum assignment that can be extended.',
]

export const aboutEmployer: Record<OrganizationType, readonly string[]> = {
  Hospital: [
    '{short} is a {beds}-bed, not-for-profit hospital that has served {city} since {founded}.',
    'With {beds} beds and {physicians} physicians on staff, {short} is large enough to offer most services and small enough that you will know everyone by name.',
    '{short} is community owned and governed by a local board.',
    'The {beds}-bed hospital is a verified trauma center and runs its own ground transport.',
    'Administrators at {short} answer their phones, and the chief executive still eats in the cafeteria.',
  ],
  'Health System': [
    '{short} brings together {three|four|five|six|seven} hospitals and more than {physicians} employed physicians across the region.',
    'Founded in {founded}, {short} is an independent, physician-led health system.',
    '{short} employs {physicians} physicians, and physicians hold half of the seats on its board.',
    'As part of {short}, you can call a colleague in any specialty and have an answer the same day.',
    '{short} has grown from one hospital in {founded} to a network that stretches across several counties.',
  ],
  Clinic: [
    '{short} is a federally qualified health center that turns nobody away for lack of money.',
    'Since {founded}, {short} has offered medical, dental and behavioral care under one roof.',
    '{short} is a nonprofit clinic whose patients sit on its board.',
    'Care at {short} is organized in small teams: a physician, a nurse, a medical assistant and a care coordinator.',
    'Federal Tort Claims Act coverage protects all clinicians of {short}.',
  ],
  'Private Practice': [
    '{short} is owned by its physicians, and intends to stay so.',
    'The partners of {short} have practiced together since {founded}; partnership is offered after {two|three} years, with no buy-in surprises.',
    '{short} is an independent group with low overhead and its own ancillaries.',
    'There is no private equity behind {short}: decisions are made at the partners’ table.',
    'Few physicians have ever left {short}, other than to retire.',
  ],
  Academic: [
    '{short} trains residents in {eighteen|twenty-two|thirty} programs and expects its faculty to enjoy teaching.',
    'Faculty rank and salary depend on experience; protected time for research or education is negotiable.',
    'At {short}, clinical work, teaching and scholarship count toward promotion alike.',
    '{short} is the region’s teaching hospital, with a {beds}-bed main campus and {physicians} faculty.',
  ],
  Other: [
    '{short} is a clinician-founded virtual practice with patients in {twelve|nineteen|twenty-six|thirty-four} states.',
    'Everyone at {short} works from home; the team meets twice a year in person.',
    '{short} pays for your additional state licenses and handles the paperwork.',
    'Technology support answers within a minute, because at {short} a frozen screen is a closed clinic.',
  ],
}

/** What kind of house the employer is, where the sentence does not name it. */
export const houses: Record<OrganizationType, readonly string[]> = {
  Hospital: ['a {beds}-bed community hospital', 'a not-for-profit hospital', 'a {beds}-bed regional hospital'],
  'Health System': ['an independent health system', 'a regional health system', 'a physician-led health system'],
  Clinic: ['a community health center', 'a nonprofit clinic', 'a federally qualified health center'],
  'Private Practice': ['a physician-owned group', 'an independent practice', 'a single-specialty group of long standing'],
  Academic: ['a teaching hospital', 'an academic medical center', 'a university-affiliated hospital'],
  Other: ['a virtual practice', 'a telehealth group'],
}

export const closings: readonly string[] = [
  'To apply, send your CV to {email} or call the physician recruitment office at {phone}.',
  'Interested? Our recruitment office answers at {phone}; a CV is enough to begin with.',
  'Questions are welcome, and inquiries stay confidential: {email}.',
  'Apply online. We reply to each application within {three|five} working days.',
  'Site visits are arranged for you and your family. Write to {email}.',
  'Apply with a CV and a few lines about what you are looking for.',
  'Talk to one of the physicians before you decide to apply: {phone}.',
  'We review applications as they arrive and close the search when the right person is found.',
]

export const locumsHours: readonly string[] = [
  'Coverage: {8|10|12|13|16|26} weeks, with an option to extend',
  'Dates: starting {month}, ongoing',
  'Blocks of {5|7|10|14} days; you choose which',
  'One week a month, through the end of the year',
]
export const locumsShifts: readonly string[] = [
  'Schedule: {12|24}-hour shifts, in house',
  'Schedule: {10|12}-hour shifts, {days|nights|days and nights}',
  '{8-14} shifts a month',
]
export const locumsClinicDays: readonly string[] = [
  'Schedule: Monday to Friday, 8 a.m. to 5 p.m.',
  'Schedule: {four|five} days a week, call optional',
  'Schedule: weekdays, with call paid extra',
]

export const partTimeHours: readonly string[] = [
  'This is a part-time position of {16-20} to {22-28} hours a week; the days are negotiable.',
  'Part time, {0.5|0.6|0.7} FTE, with pro-rated benefits.',
  'Work {two|three} days a week, and share a full practice with another part-time colleague.',
]
export const perDiemHours: readonly string[] = [
  'Per diem: pick up {3-4} to {6-8} shifts a month, with no weekends required.',
  'PRN coverage for vacations and leave; you tell us when you are free.',
  'No minimum number of shifts after orientation.',
]
export const contractHours: readonly string[] = [
  'The contract runs for {six|nine|twelve} months and can be renewed.',
  'A {six|twelve}-month contract, with the chance of a permanent place.',
]
export const temporaryHours: readonly string[] = [
  'This is temporary cover for a colleague on leave, for about {three|four|six} months.',
  'Temporary position until a permanent physician arrives, expected within {four|six|eight} months.',
]

/** What an office has, said of work that has none. */
export const virtualWork: readonly string[] = [
  'We supply the laptop, the second screen and the technical support.',
  'Licenses in further states are applied for and paid by us.',
  'Scheduling, intake and refill requests are handled by a remote care team.',
  'Malpractice coverage includes telehealth in every state where you are licensed.',
  'You may live anywhere in the United States.',
  'Colleagues are a message away, and there is a case conference each week.',
]
