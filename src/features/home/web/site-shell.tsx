import { Children, type ReactNode } from 'react'
import { specialtySlug } from '#vocabulary/specialties.ts'
import { unsubscribePath } from '#shared/paths.ts'
import { stateName, type StateCode } from '#shared/us-states.ts'
import { CollarLine } from '#ui/motif.tsx'
import { Link, useShownPage } from '#platform/web/navigation.tsx'
import { site } from '#features/site/config.ts'
import { chipLabel, popularSpecialties } from './site-links.ts'
import { FooterNewsletter } from './components/newsletter-form.tsx'
import { RowIconSheet } from '#ui/mark-button.tsx'
import { Toaster } from '#ui/toaster.tsx'
import { SiteHeader } from './site-header.tsx'

export function SiteShell({ children }: { children: ReactNode }) {
  const demo = useShownPage().site.demo
  return (
    <div className="flex min-h-dvh flex-col">
      <RowIconSheet />
      <a
        href="#content"
        className="absolute top-2 left-2 z-50 -translate-y-20 rounded-sm bg-action px-4 py-2 font-semibold text-on-action focus:translate-y-0"
      >
        Skip to content
      </a>
      <SiteHeader demo={demo} />
      <main id="content" tabIndex={-1} className="flex grow flex-col outline-none">
        {children}
      </main>
      <SiteFooter />
      <Toaster />
    </div>
  )
}

// The most populous states.
const footerStates = ['CA', 'TX', 'FL', 'NY', 'PA', 'IL'] as const satisfies readonly StateCode[]
const linkClass = 'list-link text-muted'

function SiteFooter() {
  const isAdminPage = useShownPage().path.startsWith('/admin/')
  return (
    <footer className="mt-16 border-t border-line bg-sunken">
      <div className="page-column grid grid-cols-2 gap-x-8 gap-y-8 py-10 sm:grid-cols-4 lg:grid-cols-[2fr_1fr_1fr_1fr_1fr]">
        <div className="col-span-full lg:col-span-1">
          <CollarLine className="w-36 text-action" />
          <p className="mt-3 font-semibold">{site.name}</p>
          <p className="max-w-64 text-xs text-muted">{site.tagline}</p>
          {!isAdminPage && <FooterNewsletter className="mt-6" />}
        </div>
        <Column title="Jobs">
          <Link to="/jobs" className={linkClass}>
            Browse Jobs
          </Link>
          <Link to="/jobs" search={{ postedWithin: 7 }} className={linkClass}>
            Posted this week
          </Link>
          <Link to="/jobs" search={{ jobType: 'locums' }} className={linkClass}>
            Locums
          </Link>
          <Link to="/jobs" search={{ newGraduates: true }} className={linkClass}>
            New graduates
          </Link>
          <Link to="/salaries" className={linkClass}>
            Salaries
          </Link>
          <Link to="/compare" className={linkClass}>
            Compare
          </Link>
          <Link to="/employers/post" className={linkClass}>
            Post a Job
          </Link>
        </Column>
        <Column title="Specialties">
          {popularSpecialties.map((specialty) => (
            <Link
              key={specialty}
              to="/jobs/specialty/:specialty"
              params={{ specialty: specialtySlug(specialty) }}
              className={linkClass}
            >
              {chipLabel(specialty)}
            </Link>
          ))}
        </Column>
        <Column title="States">
          {footerStates.map((state) => (
            <Link key={state} to="/jobs" search={{ state }} className={linkClass}>
              {stateName(state)}
            </Link>
          ))}
        </Column>
        <Column title={site.name}>
          <Link to="/about" className={linkClass}>
            About
          </Link>
          <Link to="/contact" className={linkClass}>
            Contact
          </Link>
          <Link to="/developers" className={linkClass}>
            Developers
          </Link>
          <Link to="/privacy" className={linkClass}>
            Privacy
          </Link>
          <Link to="/terms" className={linkClass}>
            Terms
          </Link>
          <Link to={`${unsubscribePath}?email=`} preload={false} className={linkClass}>
            Unsubscribe
          </Link>
        </Column>
      </div>
      <p className="page-column pb-8 text-xs text-muted">
        {site.name} is run by {site.operator.legalName ?? site.operator.description}.
      </p>
    </footer>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2 className="eyebrow mb-1">{title}</h2>
      <ul>
        {Children.map(children, (link) => (
          <li>{link}</li>
        ))}
      </ul>
    </nav>
  )
}
