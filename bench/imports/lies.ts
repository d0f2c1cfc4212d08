import type { Rng } from '#demo/catalog/rng.ts'
import type { JobType } from '#features/jobs/model.ts'
import { insert, lie, open } from './lie.ts'
import type { Draft, Lie } from './lie.ts'
import { otherTexts, otherTitles, pageTitles } from './titles.ts'
import type { Paragraph, TrueJob, Truth } from './true-jobs.ts'

const types = (...list: JobType[]) => ({ types: list })
const typed =
  (text: string, ...list: JobType[]): Lie['tell'] =>
  (draft) => {
    draft.types = [text]
    return types(...list)
  }

export const typeLies: Lie[] = [
  lie('no type', () => types('not-stated')),
  lie('no type at all', () => types('not-stated')),
  lie('full-time', (draft, _job, rng) => {
    draft.types = [
      rng.pick([
        'Full-time',
        'FULL_TIME',
        'Full Time',
        'FULLTIME',
        'Regular Full-Time',
        'Full Time (1.0 FTE)',
        'F/T',
        'Fulltime Regular',
      ]),
    ]
    return types('full-time')
  }),
  lie('part-time', (draft, _job, rng) => {
    draft.types = [
      rng.pick([
        'Part-time',
        'PART_TIME',
        'Part Time',
        'Part-time regular',
        'Regular Part-Time (0.5 FTE)',
      ]),
    ]
    return types('part-time')
  }),
  lie('per diem', (draft, _job, rng) => {
    draft.types = [rng.pick(['Per Diem', 'PRN', 'PER_DIEM', 'As needed', 'PRN / Per Diem', 'Pool'])]
    return draft.types[0] === 'Pool' ? types('per-diem', 'not-stated') : types('per-diem')
  }),
  lie('contract', (draft, _job, rng) => {
    draft.types = [rng.pick(['Contract', 'CONTRACTOR', 'Independent Contractor', 'Contract - W2'])]
    return types('contract')
  }),
  lie('temporary', typed('Temporary', 'temporary')),
  lie('permanent', (draft, _job, rng) => {
    draft.types = [rng.pick(['Permanent', 'Direct Hire', 'Perm'])]
    return types('permanent')
  }),
  lie('permanent and full-time', (draft) => {
    draft.types = ['Permanent', 'Full-time']
    return types('permanent', 'full-time')
  }),
  lie('locums field', (draft, _job, rng) => {
    draft.types = [rng.pick(['Locum Tenens', 'Locums', 'LOCUM', 'Locums/Travel', 'Locum'])]
    return types('locums')
  }),
  lie('locums in title over a default', (draft, _job, rng) => {
    draft.types = [rng.pick(['Full-time', 'FULL_TIME', 'Contract', 'Other'])]
    draft.title = rng.pick([
      `Locum Tenens ${draft.title}`,
      `${draft.title} - Locums`,
      `${draft.title} (Locum)`,
      `LOCUMS: ${draft.title}`,
      `${draft.title} | Locum Tenens Coverage`,
    ])
    return types('locums')
  }),
  lie('locums in text under contract', (draft, _job, rng) => {
    draft.types = ['Contract']
    insert(
      draft,
      rng,
      'This locum tenens assignment runs 26 weeks with possible extension.',
      'Locums coverage needed from March through June.',
      'Locum tenens position; travel and lodging covered.',
    )
    return types('locums', 'contract')
  }),
  lie('locums only denied', (draft, _job, rng) => {
    insert(
      draft,
      rng,
      'No locums. Agencies need not apply.',
      'This is not a locum tenens position.',
      'Locum tenens agencies: please do not contact our physicians.',
      'Tired of locums? Put down roots here.',
    )
    return types('not-stated')
  }),
  lie('locums only as the agency describes itself', (draft, _job, rng) => {
    draft.types = ['Permanent']
    insert(
      draft,
      rng,
      'Founded in 1979, we are the leader in locum tenens and permanent placement staffing.',
      'Our agency also fills locum tenens assignments in all 50 states.',
    )
    return types('permanent')
  }),
  lie('part-time in title over a default', (draft, _job, rng) => {
    draft.types = [rng.pick(['Full-time', 'FULL_TIME', 'Other'])]
    draft.title = rng.pick([
      `Part-Time ${draft.title}`,
      `${draft.title} - Part Time`,
      `${draft.title} (PT, 2 days/week)`,
      `${draft.title}, part-time`,
    ])
    return types('part-time')
  }),
  lie('per diem in title over a default', (draft, _job, rng) => {
    draft.types = ['Full-time']
    draft.title = rng.pick([
      `Per Diem ${draft.title}`,
      `${draft.title} - PRN`,
      `${draft.title} (Per Diem)`,
    ])
    return types('per-diem')
  }),
  lie('full-time in title', (draft, _job, rng) => {
    draft.title = rng.pick([
      `Full Time ${draft.title}`,
      `${draft.title} - Full-Time`,
      `${draft.title} (FT)`,
      `${draft.title} | Full-Time, Days`,
    ])
    return types('full-time')
  }),
  lie('type in text', (draft, _job, rng) => {
    const [sentence, ...list] = rng.pick<[string, ...JobType[]]>([
      ['This is a full-time position with benefits from day one.', 'full-time', 'not-stated'],
      ['Position Type: Full Time', 'full-time', 'not-stated'],
      ['Job Type: Part-time', 'part-time', 'not-stated'],
      ['Schedule: Full-time, Monday to Friday', 'full-time', 'not-stated'],
      ['Employment Type: Per Diem', 'per-diem', 'not-stated'],
      ['We are seeking a full-time physician to join us.', 'full-time', 'not-stated'],
      ['This is a part time opportunity, 20 hours per week.', 'part-time', 'not-stated'],
    ])
    draft.paragraphs.splice(rng.int(1, draft.paragraphs.length), 0, sentence)
    return { types: list }
  }),
  lie('type of others in text', (draft, _job, rng) => {
    insert(
      draft,
      rng,
      'You will join 12 full-time and 3 part-time physicians.',
      'Our department employs 30 full-time faculty.',
      'Full-time support staff of 8 per provider.',
      'Benefits for full-time employees begin on day one.',
      'Part-time residents rotate through the clinic.',
    )
    return types('not-stated')
  }),
  lie('fraction of a full-time job', (draft, _job, rng) => {
    const [text, ...list] = rng.pick<[string, ...JobType[]]>([
      ['0.6-1.0 FTE', 'not-stated', 'full-time', 'part-time'],
      ['0.6 FTE', 'part-time', 'not-stated'],
      ['1.0 FTE', 'full-time', 'not-stated'],
      ['0.5 FTE', 'part-time', 'not-stated'],
    ])
    draft.types = [text]
    return { types: list }
  }),
  lie('full-time or part-time', (draft, _job, rng) => {
    draft.types = rng.pick([
      ['Full-Time/Part-Time'],
      ['Full-time', 'Part-time'],
      ['Full Time or Part Time'],
      ['FT/PT'],
    ])
    return types('not-stated', 'full-time', 'part-time')
  }),
  lie('a tax form as type', (draft, _job, rng) => {
    draft.types = [rng.pick(['1099 or W2', 'W2', '1099', 'W-2 Employee'])]
    return draft.types[0] === '1099' ? types('not-stated', 'contract') : types('not-stated')
  }),
  lie('something else as type', (draft, _job, rng) => {
    draft.types = [
      rng.pick([
        'Other',
        'Hybrid',
        'On-site',
        'Employed',
        'Hospital Employee',
        'Experienced',
        'Professional',
        'Mid-Senior level',
        'Day Shift',
        'n/a',
        'Physician',
        'Salaried',
      ]),
    ]
    return types('not-stated')
  }),
]

const secondTypes: [string, ...JobType[]][] = [
  ['Full-Time, Permanent', 'permanent', 'full-time'],
  ['Locum Tenens / Travel', 'locums'],
  ['FTE: 1.0', 'full-time', 'not-stated'],
  ['PT - Part Time', 'part-time'],
  ['FT - Full Time', 'full-time'],
  ['Regular', 'not-stated'],
  ['Staff', 'not-stated'],
  ['Locum to perm', 'locums', 'permanent'],
  ['Temp to Perm', 'temporary', 'permanent', 'not-stated'],
  ['Casual / PRN', 'per-diem'],
  ['Supplemental', 'not-stated', 'per-diem'],
  ['Per diem/Locum', 'per-diem', 'locums'],
  ['Flexible FTE (0.5 – 1.0)', 'not-stated', 'full-time', 'part-time'],
  ['Full or part time', 'not-stated', 'full-time', 'part-time'],
  ['Moonlighting', 'per-diem', 'not-stated'],
  ['Exempt', 'not-stated'],
  ['Full-time (40 hrs/wk)', 'full-time'],
  ['Part-Time Days', 'part-time'],
  ['Travel', 'not-stated', 'locums', 'temporary'],
  ['Fellowship', 'not-stated'],
  ['Independent contractor (1099)', 'contract'],
  ['Employed, full time', 'full-time'],
]
typeLies.push(
  lie('a second batch of types', (draft, _job, rng) => {
    const [text, ...list] = rng.pick(secondTypes)
    draft.types = [text]
    return { types: list }
  }),
  lie('a second batch of types in texts', (draft, _job, rng) => {
    const [sentence, ...list] = rng.pick<[string, ...JobType[]]>([
      ['Status: Full Time', 'full-time', 'not-stated'],
      ['Work Schedule: 1.0 FTE, Monday - Friday', 'full-time', 'not-stated'],
      ['Full time, outpatient only.', 'full-time', 'not-stated'],
      ['Open to full-time or part-time candidates.', 'not-stated', 'full-time', 'part-time'],
      ['We will consider part-time for the right candidate.', 'not-stated'],
      ['Two full-time openings.', 'full-time', 'not-stated'],
      ['Scheduled hours: 40', 'not-stated', 'full-time'],
      ['Full-time positions receive 30 days of PTO.', 'not-stated'],
      ['Tuition benefits for full time staff and their children.', 'not-stated'],
      ['This per diem role covers weekends.', 'per-diem', 'not-stated'],
      ['Our locum tenens partners cover vacations.', 'not-stated'],
      ['Locums to start while you are credentialed.', 'not-stated', 'locums'],
      ['Looking for a permanent physician to replace our locums.', 'permanent', 'not-stated'],
    ])
    draft.paragraphs.splice(rng.int(1, draft.paragraphs.length), 0, sentence)
    return { types: list }
  }),
)

export const specialtyLies: Lie[] = [
  lie('no specialty field', () => {}),
  lie('the specialty', (draft, { specialty }) => {
    if (specialty !== 'Other') draft.specialties = [specialty]
  }),
  lie('heading over the title', (draft, { heading }) => {
    draft.specialties = [heading]
  }),
  lie('heading over the title again', (draft, { heading }, rng) => {
    draft.specialties = [
      rng.pick([heading, 'Hospitalist', 'Internal Medicine', 'Other', 'Surgery']),
    ]
  }),
  lie('a word for everything', (draft, _job, rng) => {
    draft.specialties = [
      rng.pick([
        'Physician',
        'Healthcare',
        'Hospital & Health Care',
        'Medical',
        'Physicians/Surgeons',
        'All Specialties',
        'Health Care Provider',
      ]),
    ]
  }),
  lie('a list that holds it', (draft, { specialty, heading }) => {
    draft.specialties =
      specialty === 'Other' ? [heading] : ['Internal Medicine', 'Family Medicine', specialty]
  }),
  lie('title without specialty, field with it', (draft, { specialty }, rng) => {
    if (specialty === 'Other') return undefined
    const bare = rng.pick([
      'Physician',
      'Staff Physician',
      'Physician - MD/DO',
      'BC/BE Physician',
      'Physician Opportunity',
      'Attending Physician',
    ])
    draft.paragraphs = generic(draft.paragraphs, draft.title)
    draft.title = bare
    draft.specialties = [specialty]
    return { specialties: [specialty] }
  }),
  lie('title without specialty, text with it', (draft, job, rng) => {
    if (job.specialty === 'Other') return undefined
    draft.title = rng.pick([
      'Physician',
      'Staff Physician',
      'Physician - MD/DO',
      'BC/BE Physician',
      'Attending Physician',
    ])
    return {}
  }),
  open('no specialty anywhere', (draft, _job, rng) => {
    draft.paragraphs = generic(draft.paragraphs, draft.title)
    draft.title = rng.pick(['Physician', 'Physician (MD/DO)', 'Staff Physician'])
    return { specialties: [] }
  }),
  lie('telemedicine words', (draft, _job, rng) => {
    draft.title = rng.pick([
      `Telehealth ${draft.title}`,
      `${draft.title} - Telemedicine`,
      `Remote ${draft.title}`,
      `Virtual ${draft.title}`,
    ])
    draft.specialties = [rng.pick(['Telemedicine', 'Telehealth', 'Virtual Care'])]
  }),
  lie('other specialties in the text', (draft, _job, rng) => {
    insert(
      draft,
      rng,
      'Our multispecialty group includes cardiology, neurology, dermatology, orthopedics and pediatrics.',
      'You will have support from anesthesia, critical care and general surgery.',
      'Also hiring: hospitalists, psychiatrists, urologists and emergency physicians.',
      'Referral base of 45 family medicine and internal medicine physicians.',
    )
  }),
]

/** The text without the words of the title. */
function generic(paragraphs: Paragraph[], title: string): Paragraph[] {
  return paragraphs.map((paragraph) =>
    typeof paragraph === 'string'
      ? paragraph.replaceAll(`a ${title}`, 'a physician').replaceAll(title, 'physician')
      : paragraph,
  )
}

const at =
  (
    tell: (draft: Draft, place: TrueJob['place'], rng: Rng, truth: Truth) => Partial<Truth> | void,
  ): Lie['tell'] =>
  (draft, { place }, rng, truth) =>
    tell(draft, place, rng, truth)

/**
 * The word that a scraper glues to the place: what the row says elsewhere, or its page's default.
 */
const glued: Record<JobType, string> = {
  'full-time': 'Full-Time',
  'part-time': 'Part-Time',
  locums: 'Locums',
  contract: 'Contract',
  'per-diem': 'Per Diem',
  permanent: 'Permanent',
  temporary: 'Temporary',
  'not-stated': 'Full-Time',
}
const withGlued = ({ types: [type = 'not-stated', ...more] }: Truth) =>
  types(
    ...(type === 'not-stated'
      ? (['full-time', 'not-stated', ...more] as const)
      : ([type, ...more] as const)),
  )
const somewhere = { places: [] }

export const placeLies: Lie[] = [
  lie(
    'city and state',
    at((draft, { city, state }) => void (draft.location = `${city}, ${state}`)),
  ),
  lie(
    'city and state again',
    at((draft, { city, state }) => void (draft.location = `${city}, ${state}`)),
  ),
  lie(
    'city and state in fields',
    at((draft, { city, state }) => void Object.assign(draft, { city, state })),
  ),
  lie(
    'city and the state’s name',
    at(
      (draft, { city, stateName }) =>
        void (draft.location = `${city}, ${stateName}, United States`),
    ),
  ),
  lie(
    'with ZIP code',
    at(
      (draft, { city, state, zip }, rng) =>
        void (draft.location = `${city}, ${state} ${zip}${rng.pick(['', '-1234'])}`),
    ),
  ),
  lie(
    'type glued to the state',
    at((draft, { city, state }, _rng, truth) => {
      draft.location = `${city}, ${state}${glued[truth.types[0] ?? 'not-stated']}`
      return withGlued(truth)
    }),
  ),
  lie(
    'type glued to the city',
    at((draft, { city, state }, rng, truth) => {
      draft.location = `${city}${rng.pick(['', ' '])}${glued[truth.types[0] ?? 'not-stated']}, ${state}`
      return withGlued(truth)
    }),
  ),
  open(
    'type glued to the state alone',
    at((draft, { city, state, stateName }, _rng, truth) => {
      draft.location = `${stateName}Locums/Travel`
      draft.title += ` - ${city}, ${state}`
      return types(...truth.types, 'locums')
    }),
  ),
  open(
    'the state alone, the city in the title',
    at((draft, { city, state, stateName }, rng) => {
      draft.location = stateName
      draft.title += rng.pick([
        ` - ${city}, ${state}`,
        ` in ${city}, ${stateName}`,
        ` (${city}, ${state})`,
      ])
    }),
  ),
  open(
    'the state as city',
    at((draft, { city, state, stateName }) => {
      // 'New York, NY' is a city.
      Object.assign(draft, { city: state === 'NY' ? city : stateName, state })
      draft.paragraphs.push(`Located in ${city}, ${stateName}.`)
    }),
  ),
  open(
    'various',
    at((draft, { state, stateName }, rng) => {
      draft.location = rng.pick([
        `Various, ${state}`,
        'Multiple locations',
        `Statewide, ${stateName}`,
        'Several sites',
      ])
      return draft.location.includes(',') ? { places: [{ city: '', state }] } : somewhere
    }),
  ),
  lie('remote', (draft, _job, rng) => {
    draft.location = rng.pick([
      'Remote',
      'Remote, US',
      'Nationwide',
      'Work from home',
      'United States (Remote)',
    ])
    return { places: [{ city: 'Remote', state: 'OTHER' }] }
  }),
  open(
    'another state',
    at((draft, { city, state }, rng) => {
      draft.location = `${city}, ${rng.pick(['WY', 'VT', 'ND', 'HI'].filter((it) => it !== state))}`
      draft.paragraphs.push(`The practice is in ${city}, ${state}.`)
    }),
  ),
  lie(
    'saint and fort',
    at(
      (draft, { city, state }) =>
        void (draft.location = `${city.replace('Saint ', 'St. ').replace('Fort ', 'Ft ')}, ${state}`),
    ),
  ),
  lie(
    'in capitals',
    at((draft, { city, state }) => void (draft.location = `${city}, ${state}`.toUpperCase())),
  ),
  lie(
    'facility before the city',
    at((draft, { city, state }) => void (draft.location = `${draft.employer} - ${city}, ${state}`)),
  ),
  lie(
    'hybrid or more',
    at(
      (draft, { city, state }, rng) =>
        void (draft.location = rng.pick([
          `${city}, ${state} (Hybrid)`,
          `${city}, ${state} (On-site)`,
          `${city}, ${state} +2 locations`,
        ])),
    ),
  ),
  open(
    'two cities',
    at((draft, { city, state }) => void (draft.location = `${city}/Fairview, ${state}`)),
  ),
  open(
    'the county',
    at((draft, { city, county, state }) => {
      draft.location = `${county}, ${state}`
      // Where the text names the town, that is as right.
      return {
        places: [
          { city: county, state },
          { city, state },
        ],
      }
    }),
  ),
  open(
    'a code',
    at(
      (draft, { city, state }, rng) =>
        void (draft.location = rng.pick([
          `US-${state}-${city}`,
          `USA-${state}-${city}`,
          `${state} - ${city}`,
        ])),
    ),
  ),
  open(
    'a facility alone',
    at((draft, { city, state }) => {
      draft.location = draft.employer
      draft.paragraphs.push(`We are located in ${city}, ${state}.`)
    }),
  ),
]

export const professionLies: Lie[] = [
  lie('a physician', (draft, _job, rng) => {
    const profession = rng.pick([
      undefined,
      undefined,
      'Physician',
      'Physicians / Surgeons',
      'MD',
      'Doctor',
    ])
    if (profession) draft.profession = profession
  }),
  lie('a physician again', () => {}),
  lie('open to others', (draft, _job, rng) => {
    draft.title += rng.pick([
      ' (MD, PA or NP)',
      ' - MD/DO/NP/PA',
      ' or Nurse Practitioner',
      ' (MD, DO, NP, or PA)',
    ])
  }),
  lie('an abbreviation that is a state', (draft, _job, rng) => {
    draft.title += rng.pick([
      ' - Western PA',
      ' - Central PA',
      ' - Eastern MD',
      ' - Southern OR',
      ' - Northern ME',
    ])
  }),
  open('an abbreviation that may be a state', (draft, _job, rng) => {
    draft.title += rng.pick([' in PA', ' (PA)', ' - PA'])
  }),
  lie('a director', (draft, _job, rng) => {
    draft.title = rng.pick([
      `${draft.title}, Program Director`,
      `Medical Director - ${draft.title}`,
      `${draft.title} / Associate Program Director`,
      `Division Chief, ${draft.title}`,
      `${draft.title} & Residency Program Director`,
    ])
  }),
  lie('leads others', (draft, _job, rng) => {
    insert(
      draft,
      rng,
      'Supervises NPs and PAs.',
      'You will lead a team of nurse practitioners, RNs and medical assistants.',
      'Physician assistants see walk-ins; you see the complex patients.',
    )
    if (rng.int(0, 2) === 0)
      draft.title += rng.pick([' - Supervise NPs', ' (with APP support)', ' w/ PA Support'])
  }),
  lie('degrees', (draft, _job, rng) => {
    draft.title = rng.pick([
      `${draft.title} MD/DO`,
      `${draft.title} (MD or DO)`,
      `MD - ${draft.title}`,
      `${draft.title}, M.D.`,
      `${draft.title} DO/MD`,
    ])
  }),
  lie('a role among physicians', (draft, _job, rng) => {
    draft.title = rng.pick([
      `Associate Physician - ${draft.title}`,
      `${draft.title} Opportunity`,
      `Lead ${draft.title}`,
      `Academic ${draft.title} Opportunity`,
      `${draft.title} Needed`,
      `Fellowship-Trained ${draft.title}`,
      `Staff ${draft.title} (VA)`,
      `${draft.title} - Physician Owned Practice`,
      `Experienced ${draft.title} for Busy Practice`,
      `${draft.title} - Partnership Track`,
      `${draft.title} | J1/H1B OK`,
      `Chief, ${draft.title}`,
      `${draft.title} wanted ASAP`,
      `${draft.title} - New Grads Welcome`,
    ])
  }),
  lie('a professor', (draft, _job, rng) => {
    draft.title = rng.pick([
      `Assistant Professor - ${draft.title}`,
      `${draft.title}, Clinical Instructor`,
      `${draft.title} Faculty`,
      `Associate Professor, ${draft.title}`,
    ])
  }),
]

export const somebodyElse: Lie = lie('another profession', (draft, _job, rng) => {
  draft.title = rng.pick(otherTitles)
  draft.paragraphs = [
    `${draft.employer} is hiring. ${rng.pick(otherTexts)}`,
    ...draft.paragraphs.slice(3),
    rng.pick(otherTexts),
  ]
  const profession = rng.pick([
    undefined,
    undefined,
    'Physician',
    'Physicians / Surgeons',
    'Nursing',
    'Allied Health',
  ])
  if (profession) draft.profession = profession
  return { seeks: 'other' }
})

export const careersPage: Lie = lie('a careers page', (draft, _job, rng) => {
  draft.title = rng.pick(pageTitles).replace('{employer}', draft.employer)
  draft.paragraphs = [
    rng.pick([
      'Search our open positions and join our team of physicians.',
      'Browse all physician opportunities by specialty and location.',
      'Sign up for job alerts and join our talent network.',
    ]),
    'We employ more than 1,200 board certified physicians.',
  ]
  draft.link = 'https://careers.example.org/'
  return { seeks: 'none' }
})

/** What stands in titles and texts besides. */
export const noises: Lie[] = [
  lie(
    'a number in the title',
    (draft, _job, rng) =>
      void (draft.title += rng.pick([
        ' #48213',
        ' (Job ID 99213)',
        ' - R0012345',
        ' [Req 4711]',
        ' JR-104523',
        ' - 2024-1187',
      ])),
  ),
  lie(
    'advertising in the title',
    (draft, _job, rng) =>
      void (draft.title = rng.pick([
        `NEW! ${draft.title}`,
        `${draft.title} - Apply Today!`,
        `**${draft.title}**`,
        `URGENT: ${draft.title}`,
        `${draft.title} - Great Location!!`,
        `Immediate Need - ${draft.title}`,
      ])),
  ),
  lie(
    'emoji in the title',
    (draft, _job, rng) =>
      void (draft.title = `${rng.pick(['🔥', '🏥', '⭐'])} ${draft.title} ${rng.pick(['🌊', '', '✅'])}`),
  ),
  lie('the employer in the title', (draft) => void (draft.title += ` - ${draft.employer}`)),
  lie('a shouted title', (draft) => void (draft.title = draft.title.toUpperCase())),
  lie(
    'a schedule in the title',
    (draft, _job, rng) =>
      void (draft.title += rng.pick([
        ' - No Call',
        ' - 4 Day Work Week',
        ' (Nights)',
        ' - 7on/7off',
        ' - M-F, No Weekends',
        ' - Days Only',
      ])),
  ),
  lie('buttons in the text', (draft) => {
    draft.paragraphs.unshift('View Job Save Job Unsave job', 'Apply Now')
    draft.paragraphs.push('Share this job Print Email a friend')
  }),
  lie('an equal-opportunity notice', (draft, { employer }) => {
    draft.paragraphs.push(
      `${employer} is an Equal Opportunity Employer. All qualified applicants will receive consideration for employment without regard to race, color, religion, sex, national origin, disability or veteran status.`,
    )
  }),
  lie('a cookie notice', (draft) => {
    draft.paragraphs.unshift(
      'We use cookies to improve your experience on our website. By continuing you accept our cookie policy.',
    )
  }),
  lie('three copies of a paragraph', (draft) => {
    const again = draft.paragraphs[1] ?? ''
    draft.paragraphs.push(again, again)
  }),
  lie('escaped twice', (draft) => {
    draft.spoil = (html) =>
      html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  }),
  lie('the wrong encoding', (draft) => {
    draft.paragraphs[0] = `${String(draft.paragraphs[0])} We’re a physician’s practice – come “home”.`
    // The quotes first: the last byte of a dash reads as one.
    draft.spoil = (html) =>
      html
        .replaceAll('“', 'â€œ')
        .replaceAll('”', 'â€\u009D')
        .replaceAll('’', 'â€™')
        .replaceAll('–', 'â€\u201C')
  }),
  lie('a person to write to', (draft, _job, rng) => {
    draft.paragraphs.push(
      rng.pick([
        'Contact Dana Whitlock at dana.whitlock@example.org or (555) 013-4477.',
        'Send your CV to recruiting@example.org. Call or text 555-013-4477 x12.',
        'E-mail: d.whitlock@example.org | Phone: 1-555-013-4477',
      ]),
    )
  }),
  lie(
    'tracking in the link',
    (draft) => void (draft.link += '?utm_source=feed&utm_medium=cpc&gclid=abc123'),
  ),
]
