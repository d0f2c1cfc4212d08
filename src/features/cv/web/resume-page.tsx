import { RequireRole } from '#web/lib/require-role.tsx'
import { CvManager } from './components/cv-manager.tsx'
import { CvOpenings } from './components/cv-openings.tsx'

export { resumeRoute } from './resume-route.ts'

const texts = {
  signIn: { title: 'Authentication Required', description: 'Please sign in to manage your CV.' },
  denied: { title: 'Access Restricted', description: 'CV upload is only available for physician accounts.' },
}

export function ResumePage() {
  return (
    <RequireRole role={['physician']} texts={texts}>
      {(user) => (
        <div className="page-column py-10 sm:py-12">
          <h1 className="text-2xl font-bold">Your CV</h1>
          <p className="mt-3 max-w-prose text-muted">
            Keep one CV on file and send it along with an inquiry. Nobody else sees it: only the employers whom you send it to can
            open it, and you see when they do.
          </p>
          <div className="mt-8 grid items-start gap-x-12 gap-y-10 lg:grid-cols-2">
            <CvManager user={user} />
            <CvOpenings />
          </div>
        </div>
      )}
    </RequireRole>
  )
}
