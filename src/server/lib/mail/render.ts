import type { MailContent, MailFoot } from './content.ts'
import { defaultReason } from './content.ts'
import { mailIdentity } from './identity.ts'
import { mailText } from './text.ts'

/** A mail as it goes out, in both forms. */
export async function renderMail(
  content: MailContent,
  unsubscribeUrl: string | undefined,
): Promise<{ html: string; text: string }> {
  const identity = mailIdentity()
  const foot: MailFoot = { ...identity, reason: content.reason ?? defaultReason(identity.name), unsubscribeUrl }
  const { mailHtml } = await loadMailLayout()
  return { html: mailHtml(content, foot), text: mailText(content, foot) }
}

/** React's mail components take a second to load: a server does so once it listens, a command only if it mails. */
export const loadMailLayout = () => import('./layout.ts')
