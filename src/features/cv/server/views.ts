import type { CvOpenings, CvSummary } from '../contract.ts'
import { fileSizeText } from '../model.ts'
import type { OpeningRow } from './queries-attachments.ts'
import type { CvFile } from './tables.ts'

export const summaryOf = (file: CvFile | undefined): CvSummary => ({
  cvFileName: file?.file_name ?? null,
  cvFileSize: file ? fileSizeText(file.size) : null,
  cvUploadedAt: file?.uploaded_at.toISOString() ?? null,
})

export const openingOf = ({ id, opener, opened_at, about }: OpeningRow): CvOpenings['openings'][number] => ({
  id,
  openedBy: opener,
  openedAt: opened_at.toISOString(),
  about,
})
