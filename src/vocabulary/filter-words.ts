import { entriesOf } from './table.ts'

/**
 * Phrases that mean values of a filter: `true` where none are named. `says` stands where the
 * value's own label does not fit. `texts` are stems, as practices have them: a posting's own words
 * count beside its fields.
 */
export const filterWords = entriesOf(
  ['values', 'says', 'texts'],
  `
jobType | locums, locum, locum tenens, locums tenens, locums only, loc ten, loc tens, locs | values:
  locums
jobType | per diem, prn, perdiem, moonlighting, moonlight | values: per-diem
jobType | part time, parttime, half time, half days, half day, part timer, pt | values: part-time
jobType | full time, fulltime, ft | values: full-time
jobType | contract, contractor | values: contract
jobType | permanent, perm | values: permanent
jobType | temporary, temp | values: temporary
payroll | 1099 | values: 1099
payroll | w2, w 2 | values: W2
poster
  | in house only, in house recruiter, in house recruiters, in house recruiters only, in house
  employer, in house employers, direct employer, direct employers, direct employers only, direct hire
  | values: employer
poster
  | search firm, search firms, recruiting firm, recruiting firms, recruitment firm, staffing firm,
  staffing firms, staffing agency, staffing agencies, agency, agencies, recruiter, recruiters,
  headhunter, headhunters, third party recruiters
  | values: recruiter
verified
  | verified, verified only, verified employer, verified employers, verified employers only, verified
  hospital, verified hospitals
telehealth | telehealth, tele, tele health, telemedicine, virtual, virtual care
newGraduates
  | new grad, new grads, newgrad, newgrads, new graduate, new graduates, recent graduate, recent
  graduates, recent grad,
    recent grads, new graduates welcome, new grads welcome, new grads ok, graduating resident,
    graduating residents,
    graduating fellow, residents welcome, fellows welcome, residents and fellows, residents
    encouraged,
    residents and fellows welcome, out of residency, straight out of residency, right out of
    residency, fresh out of residency,
    out of training, fresh out of training, out of fellowship, no experience, no experience needed,
    no experience required,
    no experience necessary, no prior experience, experience not necessary, experience is not
    necessary, experience not needed,
    experience is not needed, experience not required, experience is not required, experience
    optional, experience unnecessary,
    without experience, entry level, first job, first attending job
visa
  | j1, j 1, j1 waiver, j 1 waiver, j1 visa, j 1 visa, conrad 30, conrad, j1 visa waiver, j1
  sponsorship, waiver job, waiver jobs, waiver position, visa waiver
  | values: J1 | texts: =j1, =j =1, =conrad
visa
  | h1b, h 1b, h1 b, h 1 b, h1b visa, h 1b visa, h1b sponsorship, h 1b sponsorship, h1, h 1, h1
  visa, h1b transfer, h1 transfer, h1 xfer, h1b xfer, cap exempt, h1b cap exempt, cap exempt h1b, h1
  cap exempt
  | values: H1B | texts: =h1b, =h =1b
visa
  | visa, visas, visa sponsorship, sponsors visa, sponsor visa, visa sponsor, visa support, visa
  assistance, immigration, visa sponsored, visa friendly, img, imgs, img friendly, green card, green
  card sponsorship, o1, o 1, o1 visa, work visa
  | values: H1B, J1, Other | says: Visa sponsorship
benefits | sign on, sign on bonus, signing bonus, signon bonus, signon, bonus sign on | values:
  Signing Bonus | texts: sign bonus, sign _ bonus
benefits | relocation, relocation assistance, relo, moving expenses | values: Relocation Assistance | texts: reloc assist, reloc allow, reloc packag, reloc bonus, reloc reimburs
benefits | malpractice, malpractice insurance, occurrence malpractice, malpractice coverage |
  values: Malpractice Insurance | texts: malpractic insur, malpractic coverag
tailPaid | tail, tail coverage, tail paid, paid tail, tail coverage paid, tail covered, malpractice
  tail, tail insurance
partnership | partnership track, path to partnership
benefits | cme, cme allowance, cme money, cme stipend | values: CME Allowance | texts: cme
benefits | pto, paid time off, vacation, paid vacation | values: Paid Time Off | texts: paid time, pto, paid vacat
benefits | retirement, 401k, 403b, pension, retirement plan | values: 401k/Retirement | texts: 401k, 403b, retir plan
benefits | health insurance, medical insurance | values: Health Insurance | texts: health insur, medic insur
postedWithin
  | today, new today, posted today, since yesterday, posted yesterday, last 24 hours, past 24 hours,
  last day, past day, 24 hours
  | values: 1 | says: Posted in the last day
postedWithin
  | last 3 days, past 3 days, last 2 days, past 2 days, last two days, past two days, last three days, past three days, last few days, past few days, no
  older than 3 days, less than 3 days old
  | values: 3
postedWithin
  | this week, new this week, last week, past week, since last week, last 7 days, past 7 days, last
  seven days, past seven days, no older than 7 days, less than 7 days old, no older than a week,
  less than a week old
  | values: 7
postedWithin
  | last 2 weeks, past 2 weeks, last two weeks, past two weeks, last 14 days, past 14 days, no older
  than 2 weeks, less than 2 weeks old
  | values: 14
postedWithin
  | this month, new this month, last month, past month, last 30 days, past 30 days, last 4 weeks, no
  older than 30 days, no older than a month, less than a month old
  | values: 30
`,
).map(({ label: name, typed, values = 'true', says, texts }) => ({
  name,
  typed,
  values: values.split(', '),
  label: says,
  ...(texts !== undefined && { texts }),
}))

/** Phrases that ask for an order rather than for jobs. */
export const orderWords = entriesOf(
  ['says'],
  `
recent
  | newest, latest, most recent, newest first, latest first, most recent first, recent, recently
  posted, recently added,
    recently listed, just posted, just listed, just added, new postings, new listings, new jobs, new
    openings, new positions,
    fresh, freshest, fresh postings, fresh listings, sort by date, by date, sorted by date, whats
    new, what s new, what is new,
    newly posted, newly listed, hot off the press
  | says: Newest first
comp
  | highest paid, highest paying, best paid, best paying, top paid, top paying, highest pay, highest
  salary, highest salaries,
    best pay, highest compensation, best compensation, best salary, top salary, top pay, top dollar,
    most pay, most money,
    high paying, well paying, well paid, best rates, best rate, highest rates, highest rate, top
    rates, lucrative, most lucrative,
    which state pays, which states pay, who pays, who pays the most, who pays the best, who pays more, best payers, richest, richest pay, highest income,
    highest earning, biggest salary,
    biggest paycheck, sort by pay, sort by salary, sorted by pay, by pay, by salary, pays the most,
    pay high to low,
    salary high to low, pay highest to lowest, highest to lowest, paying the most, pay the most,
    pays best, highest comp,
    best comp, top comp, earn most, earn the most, earns the most, earning the most, make the most
  | says: Highest pay first
closest | closest, nearest, closest to me, nearest to me, closest first, nearest first, sort by
  distance, by distance
  | says: Closest first
`,
).map(({ label: by, typed, says: label = '' }) => ({
  by: by as 'recent' | 'comp' | 'closest',
  typed,
  label,
}))

/** Phrases that say without a 'no' what is not wanted: `of` is another phrase of the vocabulary. */
export const unwantedWords = entriesOf(
  [],
  `
remote
  | on site only, onsite only, in person only, in person, strictly on site, fully on site, must be
  on site, on site work, onsite work, on site not remote
call
  | call optional, call is optional, optional call, call not required, call is not required, call
  free, call voluntary, voluntary call
weekends
  | monday to friday, monday through friday, monday friday, mon fri, mon to fri, weekdays, weekdays
  only, weekends off, weekend free, weekends free
opioids | opioid free, opiate free
nights | nights free, night free, nights off, days only no nights
inpatient | no hospital work, no hospital rounding, zero hospital rounding, no rounding, no hospital
  rounds, no rounds
fellowship required
  | fellowship not needed, fellowship not required, fellowship not necessary, fellowship is not
  required, fellowship is not needed, no fellowship, no fellowship needed, no fellowship required,
  fellowship optional, fellowship unnecessary
`,
).map(({ label: meaning, typed }) => ({ of: meaning, typed }))
