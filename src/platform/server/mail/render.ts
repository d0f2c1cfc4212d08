import { defaultReason, type MailIdentity, type MailContent, type MailFoot, type MailBlock } from './content.ts'
import { mailHtml } from './layout.ts'

let identity: MailIdentity | undefined

/** Called by every process that enqueues mail; the library knows no feature. */
export function setMailIdentity(given: MailIdentity): void {
  identity = given
}

function mailIdentity(): MailIdentity {
  if (!identity) throw new Error('setMailIdentity has not been called in this process')
  return identity
}

/** Both parts of a mail. */
export function renderMail(content: MailContent, unsubscribeUrl: string | undefined): { html: string; text: string } {
  const identity = mailIdentity()
  const foot: MailFoot = { ...identity, reason: content.reason ?? defaultReason(identity.name), unsubscribeUrl }
  return { html: mailHtml(content, foot), text: mailText(content, foot) }
}

/** The plain-text part, with addresses written out. */
const mailText = ({ blocks }: MailContent, foot: MailFoot): string =>
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
    case 'facts':
      return block.items.map(({ term, value }) => `${term}: ${value}`).join('\n')
    default:
      return block.items
        .map(({ title, href, lines }) =>
          [`* ${title}`, ...lines.map((line) => `  ${line}`), ...(href ? [`  ${href}`] : [])].join('\n'),
        )
        .join('\n\n')
  }
}

/** The footer's lines. */
const footLines = ({ name, publicUrl, operator, postalAddress, reason, unsubscribeUrl }: MailFoot): string[] => [
  reason,
  ...(unsubscribeUrl === undefined ? [] : [`Unsubscribe: ${unsubscribeUrl}`]),
  `${name}, ${publicUrl}`,
  postalAddress === null ? operator : `${operator}, ${postalAddress}`,
]
