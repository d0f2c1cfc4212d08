import type { Profile } from './profile.ts'
import { officeEmployers } from './profile.ts'

export const outpatientSpecialties: readonly Profile[] = [
  {
    specialty: 'Dermatology',
    weight: 24,
    board: 'Dermatology',
    employers: ['Private Practice', 'Private Practice', 'Health System', 'Academic', 'Clinic'],
    duties: [
      'Provide medical and surgical dermatology for all ages',
      'Perform biopsies, excisions and full skin examinations',
      'Prescribe biologics for psoriasis, eczema and hidradenitis',
      'Read your own slides, or send them to the group’s dermatopathologist',
      'Offer cosmetic procedures as much or as little as you wish',
      'Supervise physician assistants, never more than two',
    ],
    volumes: [
      'Most colleagues see {28-32} to {35-42} patients a day with three assistants.',
      'Your schedule will be full within {six|eight|twelve} weeks.',
    ],
    team: [
      '{Three|Four|Six} dermatologists and a Mohs surgeon share the practice.',
      'Scribes, assistants and a biologics coordinator are part of every clinic.',
    ],
    tools: [
      'Phototherapy, lasers and a pathology laboratory are on site.',
      'Total-body photography helps with high-risk patients.',
    ],
    tracks: [
      {
        weight: 3,
        titles: [
          'Dermatologist',
          'General Dermatologist',
          'Dermatologist – Medical and Surgical',
          'Dermatologist, 4-Day Week, No Call',
          'Dermatologist – Physician-Owned Group',
        ],
        focus: [
          'Medical dermatology with surgical and cosmetic work in the proportion you like.',
          'The nearest dermatologist has a waiting list of {five|six|nine} months.',
        ],
        hours: ['Four days a week; call is by phone and rare.', 'Monday to Thursday 8 to 5, Fridays optional.'],
        setting: ['Outpatient', 'Clinic'],
        schedule: ['Days'],
      },
      {
        titles: ['Mohs Surgeon', 'Dermatologist – Mohs Micrographic Surgery'],
        focus: ['A ready referral base from inside the group awaits its own Mohs surgeon.'],
        hours: ['Three or four surgical days a week.'],
        duties: ['Perform {8-9} to {11-14} Mohs cases a day with reconstruction'],
        setting: ['Outpatient', 'Surgery Center'],
        schedule: ['Days'],
        subspecialty: 'Mohs Surgery',
        noun: 'Mohs surgeon',
        fellowship: 'Fellowship in micrographic surgery',
        pay: 1.25,
        employers: ['Private Practice', 'Academic', 'Health System'],
      },
    ],
  },
  {
    specialty: 'Pain Medicine',
    weight: 13,
    board: 'Pain Medicine',
    employers: ['Private Practice', 'Private Practice', 'Health System'],
    duties: [
      'Evaluate spine, joint and neuropathic pain',
      'Perform epidural injections, medial branch blocks and radiofrequency ablation under fluoroscopy',
      'Implant spinal cord and peripheral nerve stimulators',
      'Prescribe opioids rarely and responsibly, with monitoring',
      'Work with physical therapy and behavioral health',
      'Decide with spine surgeons who needs an operation',
    ],
    volumes: [
      'Clinic days hold {20-22} to {25-28} patients, procedure days {14-16} to {18-24} cases.',
      'Referrals come from {40-90} primary care clinicians.',
    ],
    team: [
      '{Two|Three} pain physicians, nurse practitioners and a psychologist form the group.',
      'A dedicated team obtains authorizations.',
    ],
    tools: ['Two fluoroscopy suites and ultrasound are in the office.', 'The surgery center offers shares to partners.'],
    tracks: [
      {
        titles: [
          'Interventional Pain Physician',
          'Pain Medicine Physician',
          'Pain Management Physician – Procedures',
          'Interventional Pain Specialist, Partnership Track',
        ],
        focus: [
          'Interventional pain practice with a low opioid burden.',
          'Spine surgeons, neurologists and primary care refer more than the clinic can see.',
        ],
        hours: ['Monday to Friday, no call.', 'Two and a half procedure days, two clinic days, no weekends.'],
        setting: ['Outpatient', 'Surgery Center'],
        schedule: ['Days'],
        fellowship: 'Fellowship in pain medicine',
      },
    ],
  },
  {
    specialty: 'Physical Medicine & Rehabilitation',
    weight: 17,
    field: 'physical medicine and rehabilitation',
    board: 'Physical Medicine and Rehabilitation',
    employers: ['Hospital', 'Health System', 'Private Practice', 'Academic'],
    duties: [
      'Lead rehabilitation after stroke, brain and spinal cord injury, amputation and fracture',
      'Run weekly interdisciplinary team conferences',
      'Manage spasticity with botulinum toxin and intrathecal baclofen',
      'Perform EMG and nerve conduction studies',
      'Review preadmission screens with the liaison nurses',
      'Treat musculoskeletal problems in clinic',
    ],
    volumes: [
      'The unit has {16-44} beds; a physiatrist follows {12-14} to {16-20} patients.',
      'Average stay is {eleven|twelve|thirteen} days, with {74-82}% going home.',
    ],
    team: ['Hospitalists handle medical problems, so you can do rehabilitation.', 'Therapists here stay for decades.'],
    tools: [
      'A therapy gym with body-weight support and an exoskeleton is in daily use.',
      'EMG and ultrasound are in the clinic.',
    ],
    tracks: [
      {
        weight: 2,
        titles: [
          'Physiatrist – Inpatient Rehabilitation',
          'PM&R Physician',
          'Medical Director, Inpatient Rehab',
          'Physical Medicine & Rehabilitation Physician',
        ],
        focus: [
          'Inpatient rehabilitation in a unit with high function gains and low turnover.',
          'The hospital is adding {six|eight|twelve} rehabilitation beds.',
        ],
        hours: ['Weekdays, weekend rounds one in {three|four|six}, call by phone.'],
        setting: ['Inpatient'],
        schedule: ['Days', 'Call'],
      },
      {
        titles: [
          'Physiatrist – Outpatient Spine and Sports',
          'PM&R, Outpatient MSK',
          'Physiatrist, Subacute Rehab – Flexible Schedule',
        ],
        focus: ['Outpatient musculoskeletal and spine care without hospital duties.'],
        hours: ['Weekdays with no call; you set the start time.'],
        duties: [
          'Perform ultrasound-guided and spinal injections',
          'Read electrodiagnostic studies',
          'Treat spine, joint and sports problems without surgery',
          'Work with therapists on return to function',
        ],
        setting: ['Outpatient', 'Clinic'],
        schedule: ['Days', 'Flexible'],
        apart: true,
        employers: ['Private Practice', 'Health System'],
      },
    ],
  },
  {
    specialty: 'Sports Medicine',
    weight: 9,
    board: 'Sports Medicine',
    employers: officeEmployers,
    duties: [
      'Diagnose and treat sports injuries without surgery',
      'Perform ultrasound-guided injections, tenotomy and PRP',
      'Run the concussion clinic',
      'Cover high-school or college events in the evening',
      'Prescribe exercise for chronic disease',
      'Work side by side with orthopedic surgeons and therapists',
    ],
    volumes: ['Clinic brings {18-20} to {22-26} patients a day.', 'The group covers {four|six|nine} schools.'],
    team: [
      'Athletic trainers, therapists and orthopedic surgeons share the hallway.',
      'A fellowship-trained colleague will be glad of company.',
    ],
    tools: ['Each physician has an ultrasound machine.', 'A motion laboratory and gym are in the building.'],
    tracks: [
      {
        titles: [
          'Sports Medicine Physician',
          'Primary Care Sports Medicine',
          'Sports Medicine Physician – Non-Operative Orthopedics',
          'Family Medicine/Sports Medicine Physician',
        ],
        focus: [
          'Non-operative musculoskeletal care inside an orthopedic clinic.',
          'Divide your time between sports medicine and primary care, {70/30|80/20|60/40}.',
        ],
        hours: ['Weekdays, with game coverage in season.', 'Four and a half days a week, no hospital call.'],
        setting: ['Outpatient', 'Clinic'],
        schedule: ['Days'],
        fellowship: 'Fellowship in primary care sports medicine',
      },
    ],
  },
  {
    specialty: 'Occupational Medicine',
    weight: 10,
    board: 'Occupational Medicine, Family Medicine or Emergency Medicine',
    employers: ['Health System', 'Clinic', 'Private Practice'],
    duties: [
      'Treat work injuries and guide return to work',
      'Perform pre-placement, DOT and surveillance examinations',
      'Advise employers on ergonomics and exposure',
      'Act as medical review officer for drug testing',
      'Manage workers’ compensation cases to closure',
      'Supervise a physical therapist and two physician assistants',
    ],
    volumes: [
      'The clinic sees {24-30} to {32-44} workers a day across its clinicians.',
      'About {120-380} local employers use the service.',
    ],
    team: [
      'Injury case managers do the paperwork with insurers.',
      'You will be medical director to a team of {five|eight|twelve}.',
    ],
    tools: ['Audiometry, spirometry, X-ray and therapy are on site.', 'A mobile unit visits plants and mines.'],
    tracks: [
      {
        titles: [
          'Occupational Medicine Physician',
          'Physician – Occupational Health',
          'Medical Director, Occupational Medicine',
          'Occupational Medicine, Weekdays Only',
        ],
        focus: [
          'Business hours, grateful patients and a field that few residents know.',
          'Large employers have asked for on-site clinics, and we need a physician to lead them.',
        ],
        hours: ['Monday to Friday, 8 to 5; no nights, weekends or call.'],
        setting: ['Outpatient', 'Clinic'],
        schedule: ['Days'],
      },
    ],
  },
]
