import type { TermField } from './terms-schema.ts'

/**
 * 'public' needs no account; 'account' is the short form of people who are signed in; 'edit'
 * changes what is posted, and copies it.
 */
export type FormName = 'public' | 'account' | 'edit'

export type Option = string | { readonly value: string; readonly label: string }

/** How one form asks for a field. */
export type Asked = {
  /** Of the form's sections: `formSections` in fields.ts. */
  section: string
  required?: true
  /** Instead of the field's own. */
  limit?: number
  label?: string
  hint?: string
  options?: readonly Option[]
  /** What a call that leaves the field out means, and what the form begins with. */
  default?: string | false
  /** What the form begins with where a call has no default. */
  initial?: true
  /** Neither marked as required nor as optional. */
  unmarked?: true
  /** Beside its neighbor where there is room; 'left': at the start of a row. */
  width?: 'half' | 'left'
  rows?: number
  /** Asked only while the specialty is 'Other'. */
  onlyIfOther?: true
}

type Written = 'line' | 'text' | 'prose'
type Chosen = 'choice' | 'choices'

export type Field = {
  /** Of `jobs`; without one the column is worked out from several fields. */
  column?: string | undefined
  /** A line about this term in the column `terms`, or about all that concerns visas. */
  term?: TermField
  /**
   * A line; a text of paragraphs as typed; prose, which loses pasted markup; one or several of a
   * list; yes or no.
   */
  kind:
    | Written
    | Chosen
    | 'flag'
    | 'money'
    | 'date'
    | 'places'
    | 'specialty'
    | 'state'
    | 'location'
    | 'email'
    | 'link'
    | 'picture'
  label: string
  limit?: number
  tooLong?: string
  /** What the form says where a required one is empty. */
  missing?: string
  options?: readonly Option[]
  /** The list's kind, for 'Please choose … from the list'. */
  chosen?: string
  /** The list's first entry, which has no value; default 'Choose one'. */
  unchosen?: string
  input?: {
    type?: 'email' | 'date'
    inputMode?: 'decimal' | 'email' | 'numeric' | 'url'
    autoComplete?: string
    spellCheck?: false
  }
  /** The public answer carries this text as it is stored. */
  isPublicText?: true
  /** It is one of the facts about the practice and its terms. */
  fact?: true
  /** What it adds to a posting's completeness, and by how much; fields of one name add once. */
  helps?: readonly [string, number]
  /**
   * The column's name in a CSV file, and other headings that mean it, folded and parted by blanks.
   */
  csv?: { label?: string; required?: true; aliases: string }
} & { readonly [Form in FormName]?: Asked }

/** Refuses names that fields and their forms do not have, as an object literal would. */
type Known<T> = {
  readonly [Name in keyof T]: Name extends FormName
    ? T[Name] & { readonly [Other in Exclude<keyof T[Name], keyof Asked>]: never }
    : Name extends keyof Field
      ? T[Name]
      : never
}
type Rest = Partial<Omit<Field, 'kind' | 'label' | 'column'>>

const written =
  <const Kind extends Written>(kind: Kind) =>
  <const Column extends string | undefined, const More extends Rest>(
    column: Column,
    label: string,
    limit: number,
    more: More & Known<More>,
  ) => ({ kind, column, label, limit, ...more })
export const line = written('line')
export const text = written('text')
export const prose = written('prose')

const chosenFrom =
  <const Kind extends Chosen>(kind: Kind) =>
  <const Column extends string, const More extends Rest>(
    column: Column,
    label: string,
    options: readonly Option[],
    chosen: string,
    more: More & Known<More>,
  ) => ({ kind, column, label, options, chosen, ...more })
export const choice = chosenFrom('choice')
export const choices = chosenFrom('choices')
