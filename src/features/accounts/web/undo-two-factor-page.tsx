import { unlistedHead } from '#features/site/page-head.ts'
import { accountPath } from '#shared/paths.ts'
import { callApi } from '#platform/web/api.ts'
import { useShownPage } from '#platform/web/navigation.tsx'
import { LinkPage } from './components/link-page.tsx'

export const head = unlistedHead('Remove a second step', 'Remove a second step that you did not add.', accountPath)

export function Page() {
  const body = { token: useShownPage().search['token'] ?? '' }
  return (
    <LinkPage
      title="Remove the second step"
      lead="We remove this second step and any added after it. All devices are signed out, and the password stops working."
      button="Remove the second step"
      done="The second step is gone. We emailed you a link to set a new password."
      act={() => callApi('POST /api/account/two-factor/undo', { body })}
    />
  )
}
