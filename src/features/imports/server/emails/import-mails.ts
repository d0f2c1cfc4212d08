import { site } from '#features/site/config.ts'
import type { MailContent } from '#server/lib/mail/content.ts'

type SwitchedOff = {
  source: string
  failures: number
  /** Of the last failure, as a sentence. */
  reason: string
  href: string
}

export const switchedOffMail = ({ source, failures, reason, href }: SwitchedOff): MailContent => ({
  subject: `The import of ${source} is switched off`,
  blocks: [
    { kind: 'heading', text: `The import of ${source} is switched off` },
    { kind: 'text', text: `It failed ${failures} times in a row, so it no longer runs by itself. Its jobs stay as they are.` },
    { kind: 'quote', text: reason },
    { kind: 'text', text: 'Once the source is in order, set its schedule again.' },
    { kind: 'button', label: 'See the source', href },
  ],
  reason: `You get this mail because you are an administrator of ${site.name}.`,
})
