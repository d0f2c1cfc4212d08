import type { Profile } from './profile.ts'
import { officeEmployers, specialistEmployers } from './profile.ts'

export const medicalSpecialties: readonly Profile[] = [
  {
    specialty: 'Endocrinology',
    weight: 17,
    board: 'Endocrinology, Diabetes and Metabolism',
    employers: officeEmployers,
    duties: [
      'Treat type 1 and type 2 diabetes with pumps, sensors and modern agents',
      'Evaluate thyroid nodules with ultrasound and fine-needle aspiration',
      'Manage pituitary, adrenal, bone and calcium disorders',
      'Run a weight management clinic, if that interests you',
      'Interpret sensor downloads with certified diabetes educators',
      'Consult for the hospital, mostly electronically',
    ],
    volumes: [
      'A full day is {12-13} to {14-17} patients, new visits 45 minutes.',
      'The waiting time for a new diabetes visit is {three|four|five} months.',
    ],
    team: [
      '{Two|Three|Four} endocrinologists, a nurse practitioner and {two|three} diabetes educators share the clinic.',
      'A pharmacist handles prior authorization.',
    ],
    tools: ['Thyroid ultrasound and DXA are in the clinic.', 'Sensor data flow straight into the record.'],
    tracks: [
      {
        titles: [
          'Endocrinologist',
          'Endocrinologist – Outpatient',
          'Endocrinologist, Diabetes Focus',
          'Adult Endocrinologist, 4-Day Week',
          'Endocrinologist – Hybrid with Telehealth Days',
        ],
        focus: [
          'An outpatient endocrine practice with more referrals than it can see.',
          'Diabetes, thyroid and everything rarer: the case mix is yours to shape.',
        ],
        hours: [
          'Weekdays, no nights, no weekends, phone call one in {four|five}.',
          'Four days a week, one of them by telehealth if you wish.',
        ],
        setting: ['Outpatient', 'Clinic'],
        schedule: ['Days'],
        fellowship: 'Fellowship in endocrinology',
      },
    ],
  },
  {
    specialty: 'Rheumatology',
    weight: 15,
    board: 'Rheumatology',
    employers: officeEmployers,
    duties: [
      'Treat rheumatoid arthritis, lupus, vasculitis, gout and spondyloarthritis',
      'Order and monitor biologic and targeted therapy',
      'Perform joint injections and musculoskeletal ultrasound',
      'Co-manage interstitial lung disease with pulmonology',
      'Triage referrals with the nurse so that early arthritis is seen early',
      'Manage osteoporosis and read DXA',
    ],
    volumes: ['Schedules hold {14-15} to {16-18} visits a day.', 'About {40-60} new referrals arrive each week.'],
    team: [
      'A nurse practitioner, an infusion nurse and a prior-authorization team work with you.',
      'You join {one|two|three} rheumatologists who want company.',
    ],
    tools: [
      'The infusion suite is part of the clinic, and its margin is shared.',
      'Ultrasound machines stand in {two|three} rooms.',
    ],
    tracks: [
      {
        titles: [
          'Rheumatologist',
          'Rheumatologist – Outpatient',
          'Adult Rheumatologist, 4-Day Week',
          'Rheumatologist with Infusion Suite',
        ],
        focus: [
          'Outpatient rheumatology with an infusion suite and loyal referring doctors.',
          'The only rheumatologist within {50|70|90} miles is retiring.',
        ],
        hours: ['Monday to Thursday; no hospital call.', 'Weekdays, with optional inpatient consults.'],
        setting: ['Outpatient', 'Clinic'],
        schedule: ['Days'],
        fellowship: 'Fellowship in rheumatology',
      },
    ],
  },
  {
    specialty: 'Nephrology',
    weight: 15,
    board: 'Nephrology',
    employers: specialistEmployers,
    duties: [
      'Care for patients with chronic kidney disease, glomerular disease and hypertension',
      'Round at {two|three|four} outpatient dialysis units and promote home dialysis',
      'Consult for acute kidney injury and direct continuous renal replacement',
      'Prepare patients for transplant and follow them afterward',
      'Supervise the access coordinator',
      'Act as medical director of a dialysis unit, with a stipend',
    ],
    volumes: [
      'You will follow {70-90} to {95-120} dialysis patients after two years.',
      'The hospital service averages {12-24} patients.',
    ],
    team: [
      '{Three|Five|Seven} nephrologists and {two|three} nurse practitioners cover the region together.',
      'An access center and vascular surgery are close by.',
    ],
    tools: [
      'Home dialysis makes up {18-30}% of the program.',
      'Kidney biopsies are done by interventional radiology, or by you.',
    ],
    tracks: [
      {
        titles: [
          'Nephrologist',
          'Nephrologist – Partnership and JV Opportunity',
          'General Nephrologist',
          'Nephrologist, Call 1:5',
          'Transplant-Interested Nephrologist',
        ],
        focus: [
          'A balanced practice of clinic, dialysis and hospital medicine.',
          'Partners may invest in the dialysis units after {two|three} years.',
        ],
        hours: [
          'Call one in {four|five|six}; weekends one in {five|six}.',
          'Hospital weeks rotate; clinic and dialysis fill the rest.',
        ],
        setting: ['Outpatient', 'Inpatient', 'Clinic'],
        schedule: ['Days', 'Call'],
        fellowship: 'Fellowship in nephrology',
      },
    ],
  },
  {
    specialty: 'Infectious Disease',
    weight: 13,
    board: 'Infectious Disease',
    employers: specialistEmployers,
    duties: [
      'Consult on complex infections, including endocarditis, bone and joint, and transplant cases',
      'Care for people with HIV and prescribe PrEP',
      'Lead antimicrobial stewardship with a dedicated pharmacist',
      'Supervise outpatient parenteral antibiotic therapy',
      'Advise infection prevention and employee health',
      'Treat hepatitis C and tuberculosis with the health department',
    ],
    volumes: ['The consult list runs {12-14} to {16-20} patients a day.', 'Clinic is {two|three} half-days a week.'],
    team: [
      'A stewardship pharmacist and an infection preventionist work with you daily.',
      'You join {one|two|four} infectious disease physicians.',
    ],
    tools: ['Rapid molecular diagnostics report in under {two|three} hours.', 'The microbiology laboratory is on site.'],
    tracks: [
      {
        titles: [
          'Infectious Disease Physician',
          'ID Physician – Inpatient Consults',
          'Infectious Disease Physician, HIV Clinic',
          'Infectious Disease – Stewardship Director',
        ],
        focus: [
          'Hospital consults, a clinic for those discharged, and stewardship with real authority.',
          'You will shape infection prevention for the whole organization.',
        ],
        hours: ['Weekdays, weekend call one in {three|four}.', 'Seven on, seven off, or a Monday-to-Friday week, as you prefer.'],
        setting: ['Inpatient', 'Outpatient'],
        schedule: ['Days', 'Call'],
        fellowship: 'Fellowship in infectious disease',
      },
    ],
  },
  {
    specialty: 'Geriatrics',
    weight: 12,
    field: 'geriatric medicine',
    board: 'Geriatric Medicine',
    employers: ['Health System', 'Clinic', 'Academic', 'Private Practice'],
    duties: [
      'Provide primary care to older adults, many of them frail',
      'Lead comprehensive geriatric assessment and memory evaluation',
      'Review medication lists and remove what does harm',
      'Visit patients in skilled nursing and assisted living facilities',
      'Talk with families about what matters most',
      'Direct an interdisciplinary team of nurses, social workers and therapists',
    ],
    volumes: [
      'You will see {9-10} to {12-14} patients a day, with an hour for a first visit.',
      'A PACE-style panel has about {110-190} participants.',
    ],
    team: [
      'A social worker and a pharmacist join every team meeting.',
      'Nurse practitioners see patients in facilities between your visits.',
    ],
    tools: [
      'The clinic has wide doors, high chairs and time.',
      'A geriatric emergency program and an ACE unit belong to the hospital.',
    ],
    tracks: [
      {
        weight: 2,
        titles: [
          'Geriatrician',
          'Geriatric Medicine Physician',
          'Geriatrician – Senior Primary Care',
          'Physician, Geriatrics and Memory Care',
        ],
        focus: [
          'Primary care for older adults, at a pace that suits them and you.',
          'Value-based contracts pay for time with patients rather than for visits.',
        ],
        hours: ['Weekdays 8 to 4:30; phone call one week in {six|eight}.'],
        setting: ['Outpatient', 'Clinic'],
        schedule: ['Days'],
      },
      {
        titles: [
          'House Call Physician – Geriatrics',
          'Geriatrician, Home-Based Primary Care',
          'Post-Acute and Long-Term Care Physician',
        ],
        focus: ['See patients where they live: at home, in assisted living and in skilled nursing.'],
        hours: ['Weekdays, your own route, with a driver and medical assistant.'],
        setting: ['Home Visits', 'Other'],
        schedule: ['Days', 'Flexible'],
      },
    ],
  },
  {
    specialty: 'Allergy & Immunology',
    weight: 10,
    field: 'allergy and immunology',
    board: 'Allergy and Immunology',
    employers: ['Private Practice', 'Health System', 'Private Practice', 'Academic'],
    duties: [
      'Evaluate allergic rhinitis, asthma, eczema and food allergy in children and adults',
      'Supervise skin testing, patch testing and oral food challenges',
      'Prescribe biologics and oral immunotherapy',
      'Diagnose and treat primary immunodeficiency',
      'De-label penicillin allergy in clinic and hospital',
      'Oversee the shot room and its safety protocol',
    ],
    volumes: [
      '{Fourteen|Sixteen|Eighteen} to {20-24} patients a day is usual.',
      'The practice gives about {300-800} immunotherapy injections a week.',
    ],
    team: [
      'Shot nurses with decades of experience run the injection room.',
      '{Two|Three|Five} allergists share {two|three} offices.',
    ],
    tools: ['Spirometry, FeNO and rhinoscopy are in every office.', 'Extracts are mixed in our own laboratory.'],
    tracks: [
      {
        titles: [
          'Allergist/Immunologist',
          'Allergy & Immunology Physician',
          'Allergist – Adult and Pediatric',
          'Allergist, Partnership Track',
        ],
        focus: [
          'An outpatient allergy practice for patients of all ages.',
          'Food allergy and biologics are the fastest-growing part of the practice.',
        ],
        hours: ['Four days a week, no weekends, no hospital call.', 'Weekdays, with one late afternoon.'],
        setting: ['Outpatient', 'Clinic'],
        schedule: ['Days'],
        fellowship: 'Fellowship in allergy and immunology',
      },
    ],
  },
]
