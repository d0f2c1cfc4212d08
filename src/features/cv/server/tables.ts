import type { Generated, Selectable } from 'kysely'
import type { CvFormat } from '../model.ts'

export type CvFilesTable = {
  id: string
  /** Null for a visitor's, until an account proves the address. */
  physician_id: string | null
  file_name: string
  format: CvFormat
  size: number
  uploaded_at: Generated<Date>
  /** Null for the CV on file. */
  replaced_at: Date | null
  /** When its owner was warned that it will be deleted, because they no longer sign in. */
  idle_warned_at: Date | null
  /** SHA-256 of the file; null for files of earlier versions. */
  content_hash: Buffer | null
}

export type CvFile = Selectable<CvFilesTable>

export type CvTables = {
  cv_files: CvFilesTable
  cv_attachments: {
    inquiry_id: string
    physician_id: string | null
    file_id: string | null
    about: string
    attached_at: Generated<Date>
  }
  cv_openings: {
    id: Generated<string>
    inquiry_id: string
    opened_by: string | null
    opener: string
    opened_at: Generated<Date>
  }
}
