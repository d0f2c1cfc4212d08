/** Phrases that mean the value of a filter: `typed` is in lower case, parted by ', '; `label` stands where the value's own does not fit. */
export const filterWords = [
  {
    name: 'jobType',
    values: ['locums'],
    typed: 'locums, locum, locum tenens, locums tenens, locums only, loc ten, loc tens, locs',
  },
  { name: 'jobType', values: ['per-diem'], typed: 'per diem, prn, perdiem, moonlighting, moonlight' },
  { name: 'jobType', values: ['part-time'], typed: 'part time, parttime, half time, part timer, pt' },
  { name: 'jobType', values: ['full-time'], typed: 'full time, fulltime, ft' },
  { name: 'jobType', values: ['contract'], typed: 'contract, contractor' },
  { name: 'jobType', values: ['permanent'], typed: 'permanent, perm' },
  { name: 'jobType', values: ['temporary'], typed: 'temporary, temp' },
  { name: 'payroll', values: ['1099'], typed: '1099' },
  { name: 'payroll', values: ['W2'], typed: 'w2, w 2' },
  { name: 'telehealth', values: true, typed: 'telehealth, tele, tele health, telemedicine, virtual, virtual care' },
  {
    name: 'newGraduates',
    values: true,
    typed: [
      'new grad, new grads, newgrad, newgrads, new graduate, new graduates, recent graduate, recent graduates, recent grad, recent grads, new graduates welcome',
      'new grads welcome, new grads ok, graduating resident, graduating residents, graduating fellow',
      'residents welcome, fellows welcome, residents and fellows, residents encouraged, residents and fellows welcome, out of residency',
      'straight out of residency, right out of residency, fresh out of residency, out of training, fresh out of training, out of fellowship',
      'no experience, no experience needed, no experience required, no experience necessary, no prior experience, experience not necessary',
      'experience is not necessary, experience not needed, experience is not needed, experience not required, experience is not required',
      'experience optional, experience unnecessary, without experience, entry level, first job, first attending job',
    ].join(', '),
  },
  {
    name: 'visa',
    values: ['J1'],
    typed:
      'j1, j 1, j1 waiver, j 1 waiver, j1 visa, j 1 visa, conrad 30, conrad, j1 visa waiver, j1 sponsorship, waiver job, waiver jobs, waiver position, visa waiver',
  },
  {
    name: 'visa',
    values: ['H1B'],
    typed:
      'h1b, h 1b, h1 b, h 1 b, h1b visa, h 1b visa, h1b sponsorship, h 1b sponsorship, h1, h 1, h1 visa, h1b transfer, h1 transfer, h1 xfer, h1b xfer, cap exempt, h1b cap exempt, cap exempt h1b, h1 cap exempt',
  },
  {
    name: 'visa',
    values: ['H1B', 'J1', 'Other'],
    label: 'Visa sponsorship',
    typed:
      'visa, visas, visa sponsorship, sponsors visa, sponsor visa, visa sponsor, visa support, visa assistance, immigration, visa sponsored, visa friendly, img, imgs, img friendly, green card, green card sponsorship, o1, o 1, o1 visa, work visa',
  },
  {
    name: 'benefits',
    values: ['Signing Bonus'],
    typed: 'sign on, sign on bonus, signing bonus, signon bonus, signon, bonus sign on',
  },
  { name: 'benefits', values: ['Relocation Assistance'], typed: 'relocation, relocation assistance, relo, moving expenses' },
  {
    name: 'benefits',
    values: ['Malpractice Insurance'],
    typed: 'malpractice, malpractice insurance, occurrence malpractice, malpractice coverage',
  },
  {
    name: 'tailPaid',
    values: true,
    typed: 'tail, tail coverage, tail paid, paid tail, tail coverage paid, tail covered, malpractice tail, tail insurance',
  },
  { name: 'partnership', values: true, typed: 'partnership track, path to partnership' },
  { name: 'benefits', values: ['CME Allowance'], typed: 'cme, cme allowance, cme money, cme stipend' },
  { name: 'benefits', values: ['Paid Time Off'], typed: 'pto, paid time off, vacation, paid vacation' },
  { name: 'benefits', values: ['401k/Retirement'], typed: 'retirement, 401k, 403b, pension, retirement plan' },
  { name: 'benefits', values: ['Health Insurance'], typed: 'health insurance, medical insurance' },
  {
    name: 'postedWithin',
    values: 1,
    label: 'Posted in the last day',
    typed:
      'today, new today, posted today, since yesterday, posted yesterday, last 24 hours, past 24 hours, last day, past day, 24 hours',
  },
  {
    name: 'postedWithin',
    values: 3,
    typed:
      'last 3 days, past 3 days, last three days, past three days, last few days, past few days, no older than 3 days, less than 3 days old',
  },
  {
    name: 'postedWithin',
    values: 7,
    typed:
      'this week, new this week, last week, past week, since last week, last 7 days, past 7 days, last seven days, past seven days, no older than 7 days, less than 7 days old, no older than a week, less than a week old',
  },
  {
    name: 'postedWithin',
    values: 14,
    typed:
      'last 2 weeks, past 2 weeks, last two weeks, past two weeks, last 14 days, past 14 days, no older than 2 weeks, less than 2 weeks old',
  },
  {
    name: 'postedWithin',
    values: 30,
    typed:
      'this month, new this month, last month, past month, last 30 days, past 30 days, last 4 weeks, no older than 30 days, no older than a month, less than a month old',
  },
] as const

/** Phrases that ask for an order rather than for jobs. */
export const orderWords = [
  {
    by: 'recent',
    label: 'Newest first',
    typed: [
      'newest, latest, most recent, newest first, latest first, most recent first, recent, recently posted, recently added, recently listed',
      'just posted, just listed, just added, new postings, new listings, new jobs, new openings, new positions, fresh, freshest, fresh postings',
      'fresh listings, sort by date, by date, sorted by date, whats new, what s new, what is new, newly posted, newly listed, hot off the press',
    ].join(', '),
  },
  {
    by: 'comp',
    label: 'Highest pay first',
    typed: [
      'highest paid, highest paying, best paid, best paying, top paid, top paying, highest pay, highest salary, highest salaries, best pay',
      'highest compensation, best compensation, best salary, top salary, top pay, top dollar, most pay, most money, high paying, well paying',
      'well paid, best rates, best rate, highest rates, highest rate, top rates, lucrative, most lucrative, which state pays, which states pay, who pays the most, richest, richest pay, highest income',
      'highest earning, biggest salary, biggest paycheck, sort by pay, sort by salary, sorted by pay, by pay, by salary, pays the most, pay high to low, salary high to low, pay highest to lowest, highest to lowest',
      'paying the most, pay the most, pays best, highest comp, best comp, top comp, earn most, earn the most, earns the most, earning the most, make the most',
    ].join(', '),
  },
  {
    by: 'closest',
    label: 'Closest first',
    typed: 'closest, nearest, closest to me, nearest to me, closest first, nearest first, sort by distance, by distance',
  },
] as const

/** Phrases that say without a 'no' what is not wanted: `of` is another phrase of the vocabulary. */
export const unwantedWords = [
  {
    of: 'remote',
    typed:
      'on site only, onsite only, in person only, in person, strictly on site, fully on site, must be on site, on site work, onsite work, on site not remote',
  },
  {
    of: 'call',
    typed:
      'call optional, call is optional, optional call, call not required, call is not required, call free, call voluntary, voluntary call',
  },
  {
    of: 'weekends',
    typed:
      'monday to friday, monday through friday, monday friday, mon fri, mon to fri, weekdays, weekdays only, weekends off, weekend free, weekends free',
  },
  { of: 'nights', typed: 'nights free, night free, nights off, days only no nights' },
  {
    of: 'inpatient',
    typed: 'no hospital work, no hospital rounding, zero hospital rounding, no rounding, no hospital rounds, no rounds',
  },
  {
    of: 'fellowship required',
    typed:
      'fellowship not needed, fellowship not required, fellowship not necessary, fellowship is not required, fellowship is not needed, no fellowship, no fellowship needed, no fellowship required, fellowship optional, fellowship unnecessary',
  },
] as const
