/** Phrases that mean the value of a filter: `typed` is in lower case, parted by ', '; `label` stands where the value's own does not fit. */
export const filterWords = [
  { name: 'jobType', values: ['locums'], typed: 'locums, locum, locum tenens, locums tenens, locums only' },
  { name: 'jobType', values: ['per-diem'], typed: 'per diem, prn, perdiem, moonlighting, moonlight' },
  { name: 'jobType', values: ['part-time'], typed: 'part time, parttime, half time, part timer' },
  { name: 'jobType', values: ['full-time'], typed: 'full time, fulltime' },
  { name: 'jobType', values: ['contract'], typed: 'contract, contractor' },
  { name: 'jobType', values: ['permanent'], typed: 'permanent, perm' },
  { name: 'jobType', values: ['temporary'], typed: 'temporary, temp' },
  { name: 'payroll', values: ['1099'], typed: '1099' },
  { name: 'payroll', values: ['W2'], typed: 'w2, w 2' },
  { name: 'telehealth', values: true, typed: 'telehealth, tele, tele health, telemedicine, virtual, virtual care' },
  {
    name: 'newGraduates',
    values: true,
    typed:
      'new grad, new grads, new graduate, new graduates, recent graduate, recent graduates, recent grad, recent grads, new graduates welcome, new grads welcome',
  },
  {
    name: 'visa',
    values: ['J1'],
    typed: 'j1, j 1, j1 waiver, j 1 waiver, j1 visa, j 1 visa, conrad 30, conrad, j1 visa waiver, j1 sponsorship',
  },
  { name: 'visa', values: ['H1B'], typed: 'h1b, h 1b, h1 b, h 1 b, h1b visa, h 1b visa, h1b sponsorship, h 1b sponsorship' },
  {
    name: 'visa',
    values: ['H1B', 'J1', 'Other'],
    label: 'Visa sponsorship',
    typed: 'visa, visas, visa sponsorship, sponsors visa, sponsor visa, visa sponsor, visa support, visa assistance, immigration',
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
    typed:
      'malpractice, malpractice insurance, malpractice tail, tail coverage, tail, occurrence malpractice, malpractice coverage',
  },
  { name: 'benefits', values: ['CME Allowance'], typed: 'cme, cme allowance, cme money, cme stipend' },
  { name: 'benefits', values: ['Paid Time Off'], typed: 'pto, paid time off, vacation, paid vacation' },
  { name: 'benefits', values: ['401k/Retirement'], typed: 'retirement, 401k, 403b, pension, retirement plan' },
  { name: 'benefits', values: ['Health Insurance'], typed: 'health insurance, medical insurance' },
] as const
