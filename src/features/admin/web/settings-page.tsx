import { useQuery } from '@tanstack/react-query'
import { Alert } from '#ui/alert.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { AdminPage } from '#web/lib/admin-page.tsx'
import { HeroFiguresForm } from './components/hero-figures-form.tsx'
import { PeriodsForm } from './components/periods-form.tsx'
import { PublishingForm } from './components/publishing-form.tsx'
import { settingsQuery } from './settings-queries.ts'

export { settingsRoute } from './settings-route.ts'

export function SettingsPage() {
  return (
    <AdminPage title="Settings" intro="A change holds at once, on every page and every node.">
      <Settings />
    </AdminPage>
  )
}

function Settings() {
  const { data, isError } = useQuery(settingsQuery)
  if (isError && !data)
    return <Alert tone="danger">Failed to load the settings. Please refresh the page or try again later.</Alert>
  if (!data) return <Spinner />
  // What was changed meanwhile is another form: nobody sends what they no longer see.
  return (
    <div className="flex flex-col gap-10">
      <PublishingForm key={`publishing-${data.publishing.version}`} setting={data.publishing} />
      <PeriodsForm key={`periods-${data.periods.version}`} setting={data.periods} />
      <HeroFiguresForm key={`figures-${data.heroFigures.version}`} setting={data.heroFigures} live={data.liveFigures} />
    </div>
  )
}
