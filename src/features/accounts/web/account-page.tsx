import type { CurrentUser } from '#shared/current-user.ts'
import { signInPath } from '#shared/paths.ts'
import { RequireRole } from '#web/lib/require-role.tsx'
import { DevicesSection } from './components/devices-section.tsx'
import { EmailSection } from './components/email-section.tsx'
import { IdentitiesSection } from './components/identities-section.tsx'
import { NeedsScripts } from './components/needs-scripts.tsx'
import { PasswordSection } from './components/password-section.tsx'
import { PersonalDataSection } from './components/personal-data-section.tsx'
import { ProfileSection } from './components/profile-section.tsx'

export { accountRoute } from './accounts-routes.ts'

const texts = {
  signIn: { title: 'Please log in', description: 'You need to be logged in to see your account.', to: signInPath },
}

export function AccountPage() {
  return <RequireRole texts={texts}>{(user) => <Account user={user} />}</RequireRole>
}

function Account({ user }: { user: CurrentUser }) {
  return (
    <div className="page-column py-10 sm:py-16">
      <h1 className="text-xl font-bold">Your account</h1>
      <div className="mt-8 flex flex-col gap-10">
        <NeedsScripts />
        <ProfileSection user={user} />
        <EmailSection user={user} />
        <PasswordSection user={user} />
        <IdentitiesSection />
        <DevicesSection />
        <PersonalDataSection user={user} />
      </div>
    </div>
  )
}
