import { findAdministratorAddresses } from '#features/accounts/server/public.ts'
import { findOwnerAddresses } from '#features/names/server/public.ts'
import { site } from '#features/site/config.ts'
import type { Db } from '#platform/server/database.ts'
import { mailOf, type MailContent } from '#platform/server/mail/content.ts'
import { enqueueMail } from '#platform/server/mail/outbox.ts'
import type { Settings } from '#platform/server/settings.ts'
import { careersPagesPath, importSourcePath } from '#shared/paths.ts'
import { findSource } from '../sources/queries-sources.ts'
import type { RunRow } from './queries-runs.ts'

/** For links that leave the site. */
export type Links = Pick<Settings, 'publicUrl' | 'appMode'>

/** To those whose page it is, or else to the administrators. */
export async function mailSwitchedOff(
  trx: Db,
  { publicUrl, appMode }: Links,
  run: RunRow,
  { failures, reason }: Pick<SwitchedOff, 'failures' | 'reason'>,
): Promise<void> {
  const { organization_id: page = null } = (await findSource(trx, run.source_id ?? '')) ?? {}
  const content = switchedOffMail({
    source: run.source,
    failures,
    reason,
    ...(page
      ? { href: `${publicUrl}${careersPagesPath}`, isPage: true }
      : { href: `${publicUrl}${importSourcePath(run.source_id ?? '')}` }),
  })
  const addresses = page
    ? await findOwnerAddresses(trx, page)
    : await findAdministratorAddresses(trx, { demo: appMode === 'demo' })
  for (const to of addresses)
    await enqueueMail(trx, { cause: `import-switched-off:${run.id}:${to}`, to, content })
}

type SwitchedOff = {
  source: string
  failures: number
  /** Of the last failure, as a sentence. */
  reason: string
  href: string
  /** The careers page of an organization. */
  isPage?: boolean
}

export const switchedOffMail = ({
  source,
  failures,
  reason,
  href,
  isPage = false,
}: SwitchedOff): MailContent =>
  mailOf({
    subject: `We turned off the import: ${source}`,
    preview: reason,
    heading: `We turned off the import of ${source}`,
    body: [
      `It failed ${failures} times in a row, so we turned it off. Its jobs stay as they are.`,
      { kind: 'quote', text: reason },
      isPage
        ? 'When the page works again, press Update now. Until then its postings run out as usual.'
        : 'When the source works again, set its schedule to turn it on.',
    ],
    button: [isPage ? 'Open your careers pages' : 'Open the source', href],
    reason: isPage
      ? 'You get this email because you are an owner of the organization.'
      : `You get this email because you are an administrator of ${site.name}.`,
  })
