import type { AccountsTables } from '#features/accounts/server/public.ts'
import type { CvTables } from '#features/cv/server/public.ts'
import type { JobsTables } from '#features/jobs/server/public.ts'
import type { ColumnType, Generated, RawBuilder } from 'kysely'
import type { Origin } from '#features/insights/model.ts'
import type {
  Answer,
  CloseReason,
  HistoryAction,
  InterviewState,
  Outcome,
  Proof,
  Question,
  Stage,
} from '../model.ts'

/** What a press does with several; once it has ended, the kind, and which press it undoes. */
export type PressAction =
  | { kind: 'move'; stage: Stage; reason?: CloseReason | undefined }
  | { kind: 'assign'; userId: string | null }
  | { kind: 'reply'; message: string }
  | { kind: 'undo'; batch: string }

/** Written as text. */
type Json<T> = ColumnType<T | null, string | null | undefined, string | null>
type Moment = ColumnType<Date | null, Date | null | undefined, Date | null>

export type InquiriesTables = Pick<JobsTables, 'jobs'> &
  Pick<AccountsTables, 'users'> &
  Pick<CvTables, 'cv_files' | 'cv_attachments'> & {
    inquiries: {
      id: string
      job_id: string
      job_title: string
      sender_id: string | null
      name: string
      /** Lower case. */
      email: string
      /** Who is known to have written it; `sender_id` says in whose account it is. */
      proof: Proof
      message: string
      created_at: Generated<Date>
      read_at: Moment
      answered_at: Moment
      /** When its sender is told; until then the rejection can be taken back. */
      closed_at: Moment
      withdrawn_at: Moment
      answers: Json<Answer[]>
      /** Null for what is older than stages: `shownStage` reads it. */
      stage: ColumnType<Stage | null, Stage | undefined, Stage>
      version: ColumnType<number, number | undefined, number | RawBuilder<number>>
      /**
       * When its sender is told of a move to Hired, or back; null of moves that are told at once.
       */
      told_at: Moment
      /** Until then its sender reads that they are hired. */
      was_hired: Generated<boolean>
      hire_confirmed_at: Moment
      reminded_at: Moment
      sender_wrote_at: Moment
      poster_wrote_at: Moment
      sender_seen_at: Moment
      poster_seen_at: Moment
      shows_sender_email: Generated<boolean>
      /** Null: as `posterShowsAddress` says. */
      shows_poster_email: ColumnType<boolean | null, boolean | null | undefined>
      assigned_to: ColumnType<string | null, undefined, string | null>
      /** Shared by inquiries that somebody of the employer said are the same person's. */
      person: ColumnType<string | null, undefined, string | null | RawBuilder<string | null>>
      /** Inquiries that somebody said are another's. */
      apart_from: ColumnType<string[] | null, undefined, RawBuilder<string[]>>
      /** Ten digits, from what the sender wrote. */
      phone: string | null
      /** A confidential employer's name, which this applicant may see from `named_at` on. */
      named_as: ColumnType<string | null, undefined, string>
      named_at: Moment
      /** The search firm that presented the applicant, who consented. */
      presented_by: string | null
      /** The organization's own period when it was sent. */
      keep_months: ColumnType<number | null, number | null | undefined, RawBuilder<number | null>>
    }
    interviews: {
      id: string
      inquiry_id: string
      proposed_by: string | null
      times: Date[]
      /** The applicant proposed the times. */
      by_sender: Generated<boolean>
      /** The times are slots of windows: each is one applicant's. */
      is_offer: Generated<boolean>
      time_zone: string
      /** As the browser of each side last said. */
      sender_zone: ColumnType<string | null, string | undefined>
      poster_zone: ColumnType<string | null, string | undefined>
      minutes: number
      place: string
      state: InterviewState
      /** What is agreed, also while another time is proposed. */
      chosen: Moment
      word: string | null
      /** Counts the changes, also of the calendar's event. */
      sequence: Generated<number>
      created_at: Generated<Date>
    }
    inquiry_replies: {
      id: string
      inquiry_id: string
      author_id: string | null
      /** Written by the sender of the inquiry. */
      by_sender: Generated<boolean>
      file_id: ColumnType<string | null, string | null | undefined, string | null>
      message: string
      created_at: Generated<Date>
    }
    inquiry_events: {
      id: Generated<string>
      inquiry_id: string
      at: Generated<Date>
      actor_id: string | null
      stage: Stage
      reason: CloseReason | null
      /** Closed with its posting. */
      with_posting: Generated<boolean>
      /** What happened beside a move, and to whom. */
      action: ColumnType<HistoryAction | null, HistoryAction | undefined, never>
      subject_id: ColumnType<string | null, string | null | undefined, never>
      /** Of the press that moved several. */
      batch: ColumnType<string | null, string | null | undefined, never>
    }
    inquiry_presses: {
      id: string
      actor_id: string
      action: ColumnType<PressAction, string, never>
      ids: string[]
      versions: (number | null)[]
      total: number
      done: Generated<number>
      changed: Generated<number>
      created_at: Generated<Date>
      ended_at: ColumnType<Date | null, undefined, Date>
    }
    inquiry_notes: {
      id: string
      inquiry_id: string
      author_id: string | null
      note: string
      created_at: Generated<Date>
    }
    daily_notices: { user_id: string; noticed_at: Generated<Date> }
    posting_outcomes: {
      job_id: string
      outcome: Outcome
      decided_by: string | null
      decided_at: Generated<Date>
    }
    saved_replies: {
      id: string
      owner_id: string
      title: string
      message: string
      created_at: Generated<Date>
    }
    job_reports: {
      id: string
      job_id: string
      job_title: string
      reporter_id: string | null
      name: string
      email: string
      reason: string
      created_at: Generated<Date>
      outcome: 'accepted' | 'dismissed' | null
      decided_at: Moment
      decided_by: string | null
      decision_note: string | null
      answer: string | null
    }
    used_cv_links: { token_hash: Buffer; inquiry_id: string; used_at: Generated<Date> }
    waiting_inquiries: {
      /** The file's. */
      id: string
      job_id: string
      name: string
      /** Lower case. */
      email: string
      message: string
      answers: Json<Answer[]>
      /** Null of an earlier version. */
      origin: Origin | null
      /** Which uploaded it. Null of an earlier version. */
      network: string | null
      created_at: Generated<Date>
    }
    posting_questions: {
      job_id: string
      questions: ColumnType<Question[], string, string>
      /** The set that it asks, and follows. */
      set_id: ColumnType<string | null, string | null | undefined>
      updated_at: Generated<Date>
    }
    question_sets: {
      id: string
      owner_id: string
      name: string
      questions: ColumnType<Question[], string, string>
      updated_at: Generated<Date>
    }
  }
