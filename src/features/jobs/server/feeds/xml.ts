/** What XML 1.0 cannot hold at all, not even escaped: control characters, and two that are no characters. */
// oxlint-disable-next-line no-control-regex -- they are what it is about
const unfit = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/g

/** Any text as an element's content, unescaped but for the one sign that would end it. */
export const cdata = (text: string): string => `<![CDATA[${text.replaceAll(unfit, '').replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

/** An element of text; nothing where there is nothing to say. */
export const element = (name: string, text: string | null | undefined): string =>
  text ? `<${name}>${cdata(text)}</${name}>\n` : ''
