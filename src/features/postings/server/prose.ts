import { cleanText } from '#features/imports/server/public.ts'

/** Tags that editors and web pages leave in what people paste; anything else in angle brackets is text. */
const pastedTag =
  /<\/?(?:p|br|ul|ol|li|div|span|b|strong|i|em|u|a|h[1-6]|table|tr|td|th|tbody|thead|font|section|article|html|body|script|style|img|hr|blockquote|pre)\b[^>]*>/i

/**
 * What somebody typed or pasted, as it is stored and shown: plain text, paragraphs parted by an empty line, list items on lines
 * that start with '• '.
 */
export function proseOf(source: string): string {
  if (pastedTag.test(source)) return cleanText(source)
  return source
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/^[ \t]*(?:[-*·‣●▪–•])[ \t]+(?=\S)/gm, '• ')
    .replaceAll(/[ \t\u00A0]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
