/** Who is no physician, in the plural, and what such people are called; in lower case, parted by ', '. */
export const otherProfessions: Readonly<Record<string, string>> = {
  'nurse practitioners': 'nurse practitioner, np, aprn, arnp, fnp, pmhnp, crnp, advanced practice nurse',
  'physician assistants': 'physician assistant, physician assistants, physician asst, physician associate, pa c, pa',
  'nurse anesthetists': 'crna, nurse anesthetist, certified registered nurse anesthetist, caa',
  nurses: 'nurse, nurses, rn, lpn, registered nurse, nursing, cna',
  midwives: 'midwife, cnm, nurse midwife',
  dentists: 'dentist, dds, dmd, dental hygienist',
  pharmacists: 'pharmacist, pharmd, pharmacy technician',
  psychologists: 'psychologist, psyd',
  therapists: 'physical therapist, occupational therapist, therapist, speech therapist, respiratory therapist',
  optometrists: 'optometrist',
  podiatrists: 'podiatrist, dpm',
  chiropractors: 'chiropractor',
  veterinarians: 'veterinarian, dvm',
  'medical assistants': 'medical assistant, phlebotomist, scribe, medical scribe',
  'social workers': 'social worker, lcsw',
  technologists: 'radiology tech, technologist, technician, sonographer, surgical tech',
}

/** What says nothing on a board where every job is a physician's, is to be filled soon, and asks for board certification. */
export const noise = [
  'physician, physicians, doctor, doctors, dr, md, do, mds, dos, doc, docs, job, jobs, position, positions',
  'opening, openings, opportunity, opportunities, vacancy, vacancies, career, careers, hiring, near me',
  'work, wanted, needed, ref, reference, reference code, ref code, job id, pay, salary, best paying, high paying, either, medical jobs',
  'no visa, no visa needed, no visa required',
  'asap, urgent, urgently, immediate, immediately, immediate start, start asap, start immediately, available now, immediate opening',
  'next week, next month, next year, this month, this year',
  'board certified, board eligible, bc be, be bc, bcbe, board certified or eligible, board eligible or certified',
].join(', ')
