import type { ClipboardEvent, ComponentProps } from 'react'
import { useWatch, type FieldValues } from 'react-hook-form'
import { characterCount } from '#features/postings/model.ts'
import { formatNumber } from '#shared/numbers.ts'
import { TextArea } from '#ui/field.tsx'
import { FormField } from '#platform/web/form/api-form.tsx'
import type { AnyForm } from '#platform/web/form/use-api-form.ts'

export type FieldProps = Omit<ComponentProps<typeof FormField<FieldValues, unknown>>, 'children'>

/** Paragraphs and lists; pasted documents keep both. `max` counts characters. */
export function LongTextField({ max, rows, ...field }: FieldProps & { max: number; rows: number }) {
  return (
    <>
      <FormField {...field}>
        {(control) => <TextArea {...control} rows={rows} onPaste={pasteAsText} />}
      </FormField>
      <Count form={field.form} name={field.name} max={max} />
    </>
  )
}

/** Empty while there is enough room. */
function Count({ form, name, max }: { form: AnyForm; name: string; max: number }) {
  const value: unknown = useWatch({ control: form.hook.control, name })
  const count = typeof value === 'string' ? characterCount(value) : 0
  const isTooLong = count > max
  return (
    <p
      role="status"
      className={`mt-1 text-right text-xs tabular-nums empty:hidden ${isTooLong ? 'font-semibold text-danger' : 'text-muted'}`}
    >
      {count > max * 0.8 &&
        (isTooLong
          ? `${formatNumber(count - max)} characters too many`
          : `${formatNumber(count)} of ${formatNumber(max)} characters`)}
    </p>
  )
}

/** Pasted markup keeps its paragraphs and lists. */
function pasteAsText(event: ClipboardEvent<HTMLTextAreaElement>) {
  const markup = event.clipboardData.getData('text/html')
  if (markup === '') return
  const text = textOf(markup)
  if (text === '') return
  // The only way to insert text that the browser can undo.
  const isDone = document.execCommand('insertText', false, text)
  if (isDone) event.preventDefault()
}

const blocks = new Set(
  'P DIV H1 H2 H3 H4 H5 H6 UL OL TABLE TR SECTION ARTICLE HEADER FOOTER BLOCKQUOTE PRE DL DT DD'.split(
    ' ',
  ),
)
const ends = new Set('P H1 H2 H3 H4 H5 H6 UL OL TABLE BLOCKQUOTE PRE'.split(' '))
const unseen = new Set('STYLE SCRIPT HEAD TITLE META TEMPLATE NOSCRIPT'.split(' '))

/** Blank lines between paragraphs, list items that start with a bullet: the stored format. */
function textOf(markup: string): string {
  // A parsed document runs no scripts and loads no pictures, but its styles violate the security
  // policy.
  const unstyled = markup
    .replaceAll(/<style\b[^]*?<\/style>/gi, '')
    .replaceAll(/\sstyle\s*=\s*(?:"[^"]*"|'[^']*')/gi, '')
  const { body } = new DOMParser().parseFromString(unstyled, 'text/html')
  return read(body)
    .replaceAll(/[ \t]*\n[ \t]*/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function read(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? '').replaceAll(/\s+/g, ' ')
  if (!(node instanceof Element) || unseen.has(node.tagName)) return ''
  if (node.tagName === 'BR') return '\n'
  const inner = [...node.childNodes].map((child) => read(child)).join('')
  if (node.tagName === 'LI') return `• ${inner.trim()}\n`
  if (!blocks.has(node.tagName)) return inner
  return ends.has(node.tagName) ? `\n\n${inner.trim()}\n\n` : `\n${inner}\n`
}
