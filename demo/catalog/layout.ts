import type { Section } from './descriptions.ts'

/** Plain text: blank lines between paragraphs, list items that start with a bullet. */
export function toPlain(sections: readonly Section[], bullet = '• '): string {
  let text = ''
  for (const { heading, lines, list } of sections) {
    if (text !== '') text += '\n\n'
    if (heading) text += `${heading}\n`
    text += list ? lines.map((line) => bullet + line).join('\n') : lines.join('\n')
  }
  return text
}

export function toHtml(sections: readonly Section[]): string {
  let html = ''
  for (const { heading, lines, list } of sections) {
    if (heading) html += `<p><b>${escape(heading)}</b></p>`
    html += list
      ? `<ul>${lines.map((line) => `<li>${escape(line)}</li>`).join('')}</ul>`
      : lines.map((line) => `<p>${escape(line)}</p>`).join('')
  }
  return html
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
