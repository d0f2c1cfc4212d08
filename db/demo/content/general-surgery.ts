import type { Profile } from './profile.ts'
import { hospitalEmployers, specialistEmployers } from './profile.ts'

export const generalSurgery: readonly Profile[] = [
  {
    specialty: 'General Surgery',
    weight: 32,
    board: 'General Surgery',
    employers: specialistEmployers,
    duties: [
      'Perform laparoscopic and robotic hernia, gallbladder, colon and foregut surgery',
      'See patients in clinic {one and a half|two} days a week',
      'Cover emergency general surgery when on call',
      'Perform endoscopy, which is part of the practice here',
      'Take part in breast and colorectal tumor boards',
      'Supervise a physician assistant in clinic and on rounds',
      'Lead quality reviews within the surgical collaborative',
    ],
    volumes: [
      'Surgeons here do {380-480} to {500-640} cases a year.',
      'The hospital has {4-14} operating rooms and no wait for block time.',
    ],
    team: [
      '{Two|Three|Five} general surgeons and {one|two} surgical physician assistants share the work.',
      'Hospitalists admit medical patients and co-manage surgical ones.',
    ],
    tools: [
      'Two surgical robots are available, one of them on weekends.',
      'Intraoperative cholangiography and ICG imaging are standard.',
    ],
    tracks: [
      {
        weight: 3,
        titles: [
          'General Surgeon',
          'General Surgeon – Community Hospital',
          'General Surgeon, Robotics Available',
          'General Surgeon with Endoscopy',
          'General Surgeon, Call 1:5',
        ],
        focus: [
          'Broad, bread-and-butter general surgery in a hospital that values it.',
          'One surgeon retires next year, and the handover can overlap.',
        ],
        hours: [
          'Call one in {four|five|six}, with trauma stabilized and transferred.',
          'Two operating days, two clinic days, one administrative half-day; call paid beyond {six|seven} nights.',
        ],
        setting: ['Inpatient', 'Outpatient'],
        schedule: ['Days', 'Call'],
      },
      {
        weight: 1.4,
        titles: ['Trauma/Acute Care Surgeon', 'Acute Care Surgeon', 'Surgicalist – 7 on/14 off', 'Trauma Surgeon, Level II'],
        focus: ['Shift-based acute care surgery: when you are off, you are off.'],
        hours: ['Seven on, fourteen off, in house.', 'Twelve 24-hour shifts in five weeks, post-shift day protected.'],
        duties: [
          'Lead trauma resuscitations',
          'Operate on emergency general surgery patients',
          'Round in the surgical intensive care unit',
        ],
        setting: ['Inpatient', 'ICU/Critical Care'],
        schedule: ['Shift Work', 'Nights', 'Call'],
        subspecialty: 'Trauma & Acute Care Surgery',
        noun: 'acute care surgeon',
        field: 'acute care surgery',
        shifts: true,
        employers: hospitalEmployers,
      },
      {
        titles: ['Breast Surgeon', 'Breast Surgical Oncologist'],
        focus: ['A dedicated breast practice with imaging, plastics and oncology under one roof.'],
        hours: ['Weekdays; no general surgery call.'],
        duties: [
          'Perform oncoplastic and nipple-sparing surgery',
          'Lead the high-risk clinic',
          'Localize and biopsy with the breast imagers',
          'Chair the breast tumor board',
        ],
        setting: ['Outpatient', 'Surgery Center'],
        schedule: ['Days'],
        subspecialty: 'Breast Surgery',
        noun: 'breast surgeon',
        field: 'breast surgery',
        fellowship: 'Fellowship in breast surgical oncology',
        apart: true,
        pay: 0.95,
      },
      {
        titles: ['Colorectal Surgeon', 'Colon and Rectal Surgeon'],
        focus: ['Referrals for rectal cancer and inflammatory bowel disease need a fellowship-trained surgeon here.'],
        hours: ['Colorectal call one in {three|four}, shared with the general surgeons if you wish.'],
        duties: ['Perform robotic and transanal rectal surgery', 'Treat anorectal disease in clinic'],
        setting: ['Inpatient', 'Outpatient'],
        schedule: ['Days', 'Call'],
        subspecialty: 'Colorectal Surgery',
        noun: 'colorectal surgeon',
        field: 'colorectal surgery',
        fellowship: 'Fellowship in colon and rectal surgery',
        pay: 1.08,
      },
    ],
  },
  {
    specialty: 'Vascular Surgery',
    weight: 10,
    board: 'Vascular Surgery',
    employers: specialistEmployers,
    duties: [
      'Perform open and endovascular aortic, carotid and peripheral procedures',
      'Create and maintain dialysis access',
      'Read noninvasive vascular studies',
      'Lead the limb-salvage clinic with podiatry and wound care',
      'Treat venous disease in an office-based laboratory',
      'Support trauma and cardiac surgery when vessels are involved',
    ],
    volumes: [
      'Each surgeon performs {320-440} to {460-600} procedures a year.',
      'The vascular laboratory reads {6000-14000} studies a year.',
    ],
    team: [
      '{Two|Three|Four} vascular surgeons work with two physician assistants.',
      'Interventional radiology and cardiology refer rather than compete.',
    ],
    tools: [
      'The hybrid operating room opened {last year|two years ago}.',
      'An accredited vascular laboratory stands next to the clinic.',
    ],
    tracks: [
      {
        titles: [
          'Vascular Surgeon',
          'Vascular Surgeon – Open and Endovascular',
          'Vascular Surgeon, OBL Partnership',
          'Vascular Surgeon – Limb Salvage Program',
        ],
        focus: [
          'A full vascular practice, from complex aortic work to varicose veins.',
          'Diabetes is common here, and limb salvage has become a calling of the group.',
        ],
        hours: ['Call one in {three|four}, with a physician assistant as first call.'],
        setting: ['Inpatient', 'Outpatient'],
        schedule: ['Days', 'Call'],
      },
    ],
  },
  {
    specialty: 'Thoracic Surgery',
    weight: 7,
    field: 'cardiothoracic surgery',
    board: 'Thoracic Surgery',
    employers: hospitalEmployers,
    duties: [
      'Perform coronary, valve and aortic surgery, or lung and esophageal surgery, according to training',
      'Take part in the structural heart team',
      'Lead the lung nodule and tumor conference with pulmonology',
      'Place temporary mechanical support',
      'Round with nurse practitioners in the cardiovascular unit',
      'Report to the national database and act on its results',
    ],
    volumes: [
      'The program performs {220-520} open hearts and {140-320} chest cases a year.',
      'A third surgeon would bring each to about {150-190} major cases.',
    ],
    team: [
      'Perfusionists, cardiac anesthesia and a first-assist team are in place.',
      '{Two|Three} surgeons share the program and its good results.',
    ],
    tools: ['Robotic lung surgery has dedicated block time.', 'The cardiovascular unit has {10|12|16} private rooms.'],
    tracks: [
      {
        titles: [
          'Cardiothoracic Surgeon',
          'Thoracic Surgeon',
          'CT Surgeon – Adult Cardiac',
          'General Thoracic Surgeon, Robotics',
          'Cardiac Surgeon',
        ],
        focus: [
          'A program with a steady volume and three-star outcomes looks for its next surgeon.',
          'Early detection of lung cancer has filled the thoracic clinic.',
        ],
        hours: ['Call one in {two|three}, with nurse practitioners in house.'],
        setting: ['Inpatient'],
        schedule: ['Days', 'Call'],
      },
    ],
  },
  {
    specialty: 'Plastic Surgery',
    weight: 7,
    board: 'Plastic Surgery',
    employers: ['Private Practice', 'Health System', 'Academic', 'Private Practice'],
    duties: [
      'Perform breast reconstruction, including free flaps if trained',
      'Treat skin cancer defects, hand injuries and complex wounds',
      'Offer aesthetic surgery and injectables',
      'Cover face and hand trauma when on call',
      'Coordinate with breast surgery, orthopedics and dermatology',
      'Supervise an aesthetic nurse injector',
    ],
    volumes: ['The mix is about {40-70}% reconstructive, and you may move it.', 'Two operating days are yours from the start.'],
    team: [
      '{One|Two|Three} plastic surgeons, an aesthetician and a patient coordinator form the practice.',
      'A physician assistant first-assists and sees postoperative visits.',
    ],
    tools: [
      'The accredited office operating suite is run by the practice.',
      'Two microscopes and fluorescence angiography are available.',
    ],
    tracks: [
      {
        titles: [
          'Plastic Surgeon',
          'Plastic and Reconstructive Surgeon',
          'Plastic Surgeon – Breast Reconstruction',
          'Plastic Surgeon, Aesthetic Practice',
        ],
        focus: [
          'Reconstructive work with the cancer center, and as much aesthetic surgery as you want.',
          'Breast surgeons wait for a partner to reconstruct their patients the same day.',
        ],
        hours: ['Weekdays; hand and face call one in {four|five|seven}.'],
        setting: ['Inpatient', 'Surgery Center', 'Clinic'],
        schedule: ['Days', 'Call'],
      },
    ],
  },
]
