import { expect, it } from 'vitest'
import { readEmploymentType } from './employment-type.ts'

it.each([
  [['Full-time'], '', 'full-time'],
  [['FULL_TIME'], '', 'full-time'],
  [['FULLTIME'], '', 'full-time'],
  [['Part-time', 'Contract'], '', 'contract'],
  [['PART_TIME'], '', 'part-time'],
  [['Per Diem'], '', 'per-diem'],
  [['PER_DIEM', 'FULL_TIME'], '', 'per-diem'],
  [['PRN'], '', 'per-diem'],
  [['Locum Tenens'], '', 'locums'],
  [['Temporary'], 'Hospitalist – Locums', 'locums'],
  [['CONTRACTOR'], '', 'contract'],
  [['Temporary'], '', 'temporary'],
  [['Permanent'], '', 'permanent'],
  [['Permanent', 'Full-time'], '', 'permanent'],
  [['Permanent', 'Part-time'], '', 'part-time'],
  [[], 'Emergency Physician – W-2, No Contract Group', 'full-time'],
  [['Hybrid'], 'Part-Time Internist', 'part-time'],
  [['Hybrid'], 'PhoenixFull-Time', 'full-time'],
  [[], 'Cardiologist (1099)', 'contract'],
  [[], 'Cardiologist', 'full-time'],
])('%j beside %j is %s', (stated, elsewhere, type) => expect(readEmploymentType(stated, elsewhere)).toBe(type))
