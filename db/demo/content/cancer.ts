import type { Profile } from './profile.ts'
import { specialistEmployers } from './profile.ts'

const infusion = 'The infusion center has {14-44} chairs and its own compounding pharmacy.'

export const cancer: readonly Profile[] = [
  {
    specialty: 'Hematology/Oncology',
    weight: 26,
    field: 'hematology/oncology',
    board: 'Medical Oncology and Hematology',
    employers: specialistEmployers,
    duties: [
      'Diagnose and treat solid tumors and benign and malignant blood disorders',
      'Order chemotherapy, immunotherapy and targeted agents within guideline pathways',
      'Present patients at multidisciplinary tumor boards',
      'Enroll patients in cooperative group trials',
      'Perform bone marrow biopsies, or leave them to the nurse practitioners',
      'Guide patients through survivorship and the end of life with palliative care',
      'Consult in the hospital {one week in five|by rotation}',
    ],
    volumes: [
      'A clinic day brings {14-16} to {17-20} patients; about {280-420} new patients a year.',
      'The cancer center sees {900-2600} new analytic cases a year.',
    ],
    team: [
      '{Four|Six|Nine} oncologists work with nurse navigators, a genetic counselor and financial advocates.',
      'Each physician is paired with a nurse and an advanced practice clinician.',
    ],
    tools: [
      infusion,
      'PET/CT, linear accelerators and interventional radiology are under one roof.',
      'Molecular profiling is ordered by reflex.',
    ],
    tracks: [
      {
        titles: [
          'Hematologist/Oncologist',
          'Hematology/Oncology Physician',
          'Hem/Onc Physician – Community Practice',
          'Medical Oncologist/Hematologist, 4-Day Week',
          'Hematology-Oncology – Research Opportunities',
        ],
        focus: [
          'A general hematology and oncology practice close to where patients live.',
          'Patients used to drive {60|80|100} miles for chemotherapy; this clinic ended that.',
          'You may keep a broad practice or grow a disease focus over time.',
        ],
        hours: [
          'Four clinic days, call one in {five|six|eight} and mostly by phone.',
          'Weekdays; weekend rounds one in {six|eight}.',
        ],
        setting: ['Outpatient', 'Inpatient', 'Clinic'],
        schedule: ['Days', 'Call'],
        fellowship: 'Fellowship in hematology and oncology',
      },
    ],
  },
  {
    specialty: 'Oncology',
    weight: 12,
    board: 'Medical Oncology',
    employers: specialistEmployers,
    duties: [
      'Lead systemic treatment for solid tumors',
      'Discuss prognosis and goals with patients in plain language',
      'Take part in breast, lung and gastrointestinal tumor boards',
      'Supervise infusion and manage immune-related toxicity',
      'Open and accrue to clinical trials',
      'Work with surgery and radiation on combined treatment plans',
    ],
    volumes: [
      'You will see {12-14} to {16-18} patients a day after the first year.',
      'About {240-380} new patients a year are referred to each oncologist.',
    ],
    team: [
      'Disease-specific nurse navigators guide patients from biopsy to treatment.',
      'A research nurse and a data manager support trials.',
    ],
    tools: [infusion, 'Next-generation sequencing results come back within {seven|nine|ten} days.'],
    tracks: [
      {
        weight: 2,
        titles: [
          'Medical Oncologist',
          'Oncologist – Solid Tumors',
          'Medical Oncologist, Breast Focus',
          'Thoracic Oncologist',
          'GI Medical Oncologist',
        ],
        focus: [
          'Solid tumors only; the hematologists next door see the rest.',
          'The breast and lung programs have grown past the time of our present oncologists.',
        ],
        hours: ['Four days of clinic and one academic or administrative day; call one in {seven|nine}.'],
        setting: ['Outpatient', 'Clinic'],
        schedule: ['Days', 'Call'],
        fellowship: 'Fellowship in medical oncology',
      },
    ],
  },
  {
    specialty: 'Hematology',
    weight: 8,
    board: 'Hematology',
    employers: ['Academic', 'Health System', 'Hospital'],
    duties: [
      'Care for patients with leukemia, lymphoma, myeloma and bone marrow failure',
      'See clotting and bleeding disorders, sickle cell disease and cytopenias',
      'Refer for, or direct, cellular therapy',
      'Review smears and marrows with hematopathology',
      'Run the anticoagulation stewardship program',
      'Teach fellows and residents',
    ],
    volumes: [
      'Clinics hold {10-12} to {14-16} patients a day.',
      'The service diagnoses {120-340} new hematologic malignancies a year.',
    ],
    team: [
      'A transplant coordinator, pharmacists and {three|four} nurse practitioners complete the group.',
      'Hematopathologists will look at a slide with you at short notice.',
    ],
    tools: [infusion, 'Apheresis and CAR-T therapy are given on a dedicated unit.'],
    tracks: [
      {
        titles: [
          'Hematologist',
          'Malignant Hematologist',
          'Hematologist – Classical (Benign)',
          'Hematology Physician, Sickle Cell Program',
          'Hematologist – BMT and Cellular Therapy',
        ],
        focus: [
          'Blood disorders only, in a division that keeps them separate from solid tumors.',
          'The division plans to double its cellular therapy program.',
        ],
        hours: ['Clinic three days a week; inpatient service {eight|ten|twelve} weeks a year.'],
        setting: ['Outpatient', 'Inpatient'],
        schedule: ['Days', 'Call'],
        fellowship: 'Fellowship in hematology',
      },
    ],
  },
  {
    specialty: 'Radiation Oncology',
    weight: 8,
    board: 'Radiation Oncology',
    employers: ['Health System', 'Hospital', 'Academic', 'Private Practice'],
    duties: [
      'See new consultations and plan external beam treatment',
      'Deliver stereotactic radiosurgery and body radiotherapy',
      'Perform brachytherapy for gynecologic and prostate cancer, if credentialed',
      'Hold weekly on-treatment visits and follow patients afterward',
      'Attend tumor boards in person or by video',
      'Review plans with physics and dosimetry in daily peer review',
    ],
    volumes: ['The department has {22-30} to {34-48} patients on treatment.', 'Expect {240-340} consultations a year.'],
    team: [
      'Two physicists, {three|four} dosimetrists and a nurse for each physician staff the department.',
      'Medical oncology works down the hall.',
    ],
    tools: [
      '{Two|Three} linear accelerators with surface guidance are less than five years old.',
      'A high-dose-rate suite and a wide-bore CT simulator are in place.',
    ],
    tracks: [
      {
        titles: [
          'Radiation Oncologist',
          'Radiation Oncologist – Two-Site Practice',
          'Physician, Radiation Oncology',
          'Radiation Oncologist, Solo Site with Partner Coverage',
        ],
        focus: [
          'A general radiation practice in a modern department.',
          'You will be the face of radiation oncology here, with partners for vacations and questions.',
        ],
        hours: [
          'Monday to Friday, with rare emergencies; cross-coverage for all leave.',
          'Four days on site; contouring may be done at home.',
        ],
        setting: ['Outpatient'],
        schedule: ['Days'],
      },
    ],
  },
]
