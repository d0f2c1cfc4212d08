import type { MailBlock, MailContent, MailFoot } from './content.ts'

/** The plain-text alternative: the same blocks, addresses written out. */
export const mailText = ({ blocks }: MailContent, foot: MailFoot): string =>
  `${[...blocks.map(blockText), `--\n${footLines(foot).join('\n')}`].join('\n\n')}\n`

function blockText(block: MailBlock): string {
  switch (block.kind) {
    case 'heading':
      return `${block.text}\n${'='.repeat(Math.min(block.text.length, 72))}`
    case 'text':
    case 'note':
      return block.text
    case 'quote':
      return block.text
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')
    case 'button':
      return `${block.label}:\n${block.href}`
    case 'code':
      return `    ${block.text}`
    case 'facts':
      return block.items.map(({ term, value }) => `${term}: ${value}`).join('\n')
    // A list.
    default:
      return block.items
        .map(({ title, href, lines }) =>
          [`* ${title}`, ...lines.map((it) => `  ${it}`), ...(href ? [`  ${href}`] : [])].join('\n'),
        )
        .join('\n\n')
  }
}

/** What the foot says, one sentence or fact a line. */
export function footLines({ name, publicUrl, operator, postalAddress, reason, unsubscribeUrl }: MailFoot): string[] {
  return [
    reason,
    ...(unsubscribeUrl === undefined ? [] : [`Unsubscribe: ${unsubscribeUrl}`]),
    `${name}, ${publicUrl}`,
    postalAddress === null ? operator : `${operator}, ${postalAddress}`,
  ]
}
