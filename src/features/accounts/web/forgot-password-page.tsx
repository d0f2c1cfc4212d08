import { unlistedHead } from '#features/site/page-head.ts'
import { forgotPasswordPath } from '#shared/paths.ts'
import { callApi } from '#platform/web/api.ts'
import { AskForLink } from './components/link-page.tsx'

export const head = unlistedHead('Forgot your password?', 'Get an email with a link to set a new password.', forgotPasswordPath)

export const Page = () => (
  <AskForLink
    title="Forgot your password?"
    lead="Enter your email address. We will send you a link to set a new password."
    label="Forgot password"
    lifetime="one hour"
    send={(body) => callApi('POST /api/auth/forgot-password', { body })}
  />
)
