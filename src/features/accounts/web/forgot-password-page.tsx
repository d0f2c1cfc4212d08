import { unlistedHead } from '#features/site/page-head.ts'
import { forgotPasswordPath } from '#shared/paths.ts'
import { callApi } from '#web/lib/api.ts'
import { AskForLink } from './components/ask-for-link.tsx'

export const head = unlistedHead('Forgot Your Password?', 'Get a link by email that sets a new password.', forgotPasswordPath)

export function Page() {
  return (
    <AskForLink
      title="Forgot your password?"
      lead="Tell us your email address, and we send you a link that sets a new one."
      label="Forgot password"
      send={(body) => callApi('POST /api/auth/forgot-password', { body })}
    />
  )
}
