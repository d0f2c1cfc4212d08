import type { ColumnType, Generated, Selectable } from 'kysely'
import type { MailAddress } from './address.ts'

export type MailState = 'queued' | 'sent' | 'dead'

type MailsTable = {
  id: string
  cause: string
  to_address: string
  reply_to: ColumnType<MailAddress | null, string | null, never>
  subject: string
  html: string
  text: string
  headers: ColumnType<Record<string, string>, string, never>
  sensitive: boolean
  state: ColumnType<MailState, MailState | undefined, MailState>
  attempts: ColumnType<number, number | undefined, number>
  last_error: ColumnType<string | null, null | undefined, string | null>
  created_at: Generated<Date>
  sent_at: ColumnType<Date | null, null | undefined, Date>
}

export type MailsTables = { mails: MailsTable }
export type MailRow = Selectable<MailsTable>
